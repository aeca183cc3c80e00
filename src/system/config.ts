// Loads config.json. Its errors are sentences that name the line and the field.
import { type Visible, visible } from '../lib/visible.ts';
import { checkConfig } from './config-problems.ts';
import type { Config } from './config-schema.ts';
import { readConfigText } from './config-text.ts';
import type { Disk } from './disk.ts';

/** `config` and its source `text` are undefined if there is no file. Every problem is one sentence. */
export type ConfigLoad =
  | { readonly ok: true; readonly config?: Config; readonly text?: string }
  | { readonly ok: false; readonly problems: readonly [Visible, ...Visible[]] };

export function loadConfig(disk: Pick<Disk, 'read'>, file: string, userId: number | undefined): ConfigLoad {
  const read = readConfigText(disk, file, userId);
  if (!read.ok || read.text === undefined) return read;
  const checked = checkConfig(read.text, visible(file));
  return checked.ok ? { ...checked, text: read.text } : checked;
}
