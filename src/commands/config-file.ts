// Reads config.json for the commands, and saves checked changes.

import fs from 'node:fs';
import path from 'node:path';
import { loadConfig } from '../cli/config.ts';
import { checkConfig } from '../cli/config-problems.ts';
import { type Config, configJsonSchema } from '../cli/config-schema.ts';
import { systemDisk } from '../cli/disk.ts';
import { findFolders } from '../cli/folders.ts';
import { makeFolders } from '../cli/make-folders.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { CommandParts } from './command-parts.ts';

/** `why`: one sentence, or several lines of sentences. */
export interface Unusable {
  readonly why: Visible;
}

export interface ConfigFile {
  /** The file's path, even if the file doesn't exist yet. */
  readonly path: string;
  /** Undefined if there is no file yet. */
  readonly config: Config | undefined;
  readonly text: string | undefined;
  /** Writes the text with mode 0600, or returns why not: for example, because the file changed after Purser read it. */
  save(text: string): Unusable | undefined;
}

export function openConfigFile({ process, uuid }: CommandParts): ConfigFile | Unusable {
  const { config: folder } = findFolders(process.env);
  if (folder === undefined)
    return { why: t`There is no home folder for config.json. Set PURSER_CONFIG_DIR.` };
  const file = path.join(folder, 'config.json');
  const disk = systemDisk(uuid);
  const read = () => loadConfig(disk, file, process.getuid?.());
  const loaded = read();
  if (!loaded.ok) return { why: loaded.problems.reduce((all, one) => t`${all}\npurser: ${one}`) };
  return {
    path: file,
    config: loaded.config,
    text: loaded.text,
    save(text) {
      const checked = checkConfig(text, visible(file));
      if (!checked.ok) return { why: t`Nothing was saved: ${checked.problems[0]}` };
      const now = read();
      if (!now.ok || now.text !== loaded.text)
        return { why: t`Nothing was saved: another person or program changed config.json meanwhile.` };
      return written(disk, folder, file, text);
    },
  };
}

function written(
  disk: ReturnType<typeof systemDisk>,
  folder: string,
  file: string,
  text: string,
): Unusable | undefined {
  const failed = (code: string): Unusable => ({
    why: t`Nothing was saved: ${visible(file)} can't be written (${visible(code)}).`,
  });
  try {
    makeFolders(folder);
  } catch {
    return failed('EACCES');
  }
  // The schema is for editors only, so Purser ignores a failure here.
  disk.replace(path.join(folder, 'config.schema.json'), `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
  const saved = disk.replace(realPath(file), text);
  return saved.ok ? undefined : failed(saved.code);
}

/** The file behind a symbolic link, so that the link stays. */
function realPath(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return file;
  }
}
