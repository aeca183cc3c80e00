// The file of the watches, in the state folder. It is no part of the journal: a watch changes and ends, and works
// without a journal too. Its content is checked, and an unreadable file is never overwritten.

import path from 'node:path';
import type { WatchesFile } from '../effects/watches.ts';
import { isObject } from '../lib/json.ts';
import { jsonIn } from '../lib/utf8.ts';
import { t, visible } from '../lib/visible.ts';
import { readWatch, type Watch } from '../store/watches.ts';
import type { Disk } from '../system/disk.ts';

/** Of all services. */
const MOST = 200;

export function watchesFile(disk: Disk, folder: string | undefined): WatchesFile | undefined {
  if (folder === undefined) return undefined;
  const file = path.join(folder, 'watches.json');
  const notKept = (code: string) => t`Watches can't be kept for the next start (${visible(code)}).`;

  const read: WatchesFile['read'] = () => {
    const found = disk.read(file);
    if (found.kind === 'absent') return { watches: [] };
    const watches = found.kind === 'unreadable' ? undefined : parse(found.bytes);
    return watches
      ? { watches }
      : { why: t`The file of the watches can't be read, so watches last for this session only.` };
  };

  return {
    read,
    change(to) {
      const made = disk.makePrivateFolder(folder);
      if (!made.ok) return notKept(made.code);
      const done = disk.withLock(file, () => {
        const before = read();
        if ('why' in before) return before.why;
        const watches = to(before.watches).slice(-MOST);
        const kept = disk.replace(file, JSON.stringify({ version: 1, watches }));
        return kept.ok ? undefined : notKept(kept.code);
      });
      return done.ok ? done.value : notKept(done.code);
    },
  };
}

function parse(bytes: Uint8Array): readonly Watch[] | undefined {
  const file = jsonIn(bytes);
  if (!isObject(file) || file['version'] !== 1 || !Array.isArray(file['watches'])) return undefined;
  return file['watches'].flatMap(value => readWatch(value) ?? []);
}
