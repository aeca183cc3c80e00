// Makes a folder and its missing parents, for this user only.
import fs from 'node:fs';
import { dirname } from 'node:path';

/** Does not use Node's `recursive`, which never returns if a folder can't be made under an existing one (/proc). */
export function makeFolders(path: string): void {
  if (fs.existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolders(parent);
  try {
    fs.mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another console may have made the folder at the same time.
    if (!fs.existsSync(path)) throw error;
  }
}
