// Makes a folder and those above it, for this user alone.
import fs from 'node:fs';
import { dirname } from 'node:path';

/** Not Node's recursive way, which never returns if a folder can't be made under an existing one (/proc). */
export function makeFolders(path: string): void {
  if (fs.existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolders(parent);
  try {
    fs.mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another console may have been quicker.
    if (!fs.existsSync(path)) throw error;
  }
}
