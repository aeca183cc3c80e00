// Remembers whether the demo's first-run card was seen on this machine.

import path from 'node:path';
import type { Disk } from './disk.ts';

/**
 * Returns a function that records in `welcome.json` of the state folder that the card was seen. Undefined if the card
 * was seen before. Also undefined without a state folder: otherwise the card would appear at every start.
 */
export function firstRun(disk: Disk, folder: string | undefined): (() => void) | undefined {
  if (folder === undefined) return undefined;
  const file = path.join(folder, 'welcome.json');
  if (disk.read(file).kind !== 'absent') return undefined;
  return () => {
    if (disk.makePrivateFolder(folder).ok) disk.replace(file, JSON.stringify({ version: 1, seen: true }));
  };
}
