// Loads config.json, and says what is wrong with it in sentences that name the line and the field.
import { t, type Visible, visible } from '../lib/visible.ts';
import { checkConfig } from './config-problems.ts';
import type { Config } from './config-schema.ts';
import type { Disk } from './disk.ts';

/** `config` and the text it was read from are absent when there is no file; every problem is a sentence of its own. */
export type ConfigLoad =
  | { readonly ok: true; readonly config?: Config; readonly text?: string }
  | { readonly ok: false; readonly problems: readonly [Visible, ...Visible[]] };

/**
 * Reads the file at `file`. Refused is a file of another owner than `userId` or one that others may write (FAULTS
 * G5); a symbolic link and 0644 are fine, for no secret is in it. Without a `userId` (Windows) neither is judged.
 */
export function loadConfig(disk: Pick<Disk, 'read'>, file: string, userId: number | undefined): ConfigLoad {
  const name = visible(file);
  const no = (sentence: Visible): ConfigLoad => ({ ok: false, problems: [sentence] });
  const read = disk.read(file);
  if (read.kind === 'absent') return { ok: true };
  if (read.kind === 'unreadable') return no(t`${name} can't be read (${visible(read.code)}).`);
  if (userId !== undefined && read.ownerId !== userId) {
    return no(
      t`${name} belongs to another user, who could send the API key elsewhere. Make it your own (chown).`,
    );
  }
  if (userId !== undefined && (read.mode & 0o022) !== 0) {
    return no(
      t`${name} may be changed by other users, who could send the API key elsewhere. Run: chmod go-w ${name}`,
    );
  }
  const text = decode(read.bytes);
  if (text === undefined) return no(t`${name} is not UTF-8 text.`);
  const checked = checkConfig(text, name);
  return checked.ok ? { ...checked, text } : checked;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
