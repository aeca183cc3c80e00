// Whether the demo's first-run card was seen on this machine.

import path from 'node:path';
import type { Disk } from './disk.ts';

/**
 * What keeps that the card was seen, `welcome.json` in the state folder; undefined where it was, and where that can't
 * be kept: otherwise the card would come at every start.
 */
export function firstRun(disk: Disk, folder: string | undefined): (() => void) | undefined {
  if (folder === undefined) return undefined;
  const file = path.join(folder, 'welcome.json');
  if (disk.read(file).kind !== 'absent') return undefined;
  return () => {
    if (disk.makePrivateFolder(folder).ok) disk.replace(file, JSON.stringify({ version: 1, seen: true }));
  };
}
