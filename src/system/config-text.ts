// Reads the text of config.json, but only if no other user may change it.
import { utf8 } from '../lib/utf8.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Disk } from './disk.ts';

/** `text` is absent when there is no file. */
type ConfigTextRead =
  | { readonly ok: true; readonly text?: string }
  | { readonly ok: false; readonly problems: readonly [Visible] };

/**
 * Reads `file`. Refuses a file whose owner is not `userId`, or that other users may write (FAULTS G5). A symbolic link
 * and mode 0644 are allowed, because the file has no secret. Without `userId` (Windows) nothing is refused.
 */
export function readConfigText(
  disk: Pick<Disk, 'read'>,
  file: string,
  userId: number | undefined,
): ConfigTextRead {
  const name = visible(file);
  const no = (sentence: Visible): ConfigTextRead => ({ ok: false, problems: [sentence] });
  const read = disk.read(file);
  if (read.kind === 'absent') return { ok: true };
  if (read.kind === 'unreadable') return no(t`${name} can't be read (${visible(read.code)}).`);
  if (userId !== undefined && read.ownerId !== userId) {
    return no(
      t`${name} belongs to another user, who could send the API key elsewhere. Make the file your own (chown).`,
    );
  }
  if (userId !== undefined && (read.mode & 0o022) !== 0) {
    return no(t`Other users may change ${name} and send the API key elsewhere. Run: chmod go-w ${name}`);
  }
  const text = utf8(read.bytes);
  return text === undefined ? no(t`${name} is not UTF-8 text.`) : { ok: true, text };
}
