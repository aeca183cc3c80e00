// The file of the saved views. Its content is checked, and an unreadable file is never overwritten. Other consoles
// may write the same file.

import path from 'node:path';
import type { ViewsFile } from '../effects/views.ts';
import { isObject } from '../lib/json.ts';
import { jsonIn } from '../lib/utf8.ts';
import { t, visible } from '../lib/visible.ts';
import { isPlace } from '../store/places.ts';
import { isSavedView } from '../store/saved-views.ts';
import type { SavedViews } from '../store/state.ts';
import type { Disk } from '../system/disk.ts';

export function viewsFile(disk: Disk, folder: string | undefined): ViewsFile | undefined {
  if (folder === undefined) return undefined;
  const file = path.join(folder, 'views.json');
  const notKept = (code: string) => ({ why: t`The saved views can't be kept (${visible(code)}).` });

  const read: ViewsFile['read'] = () => {
    const found = disk.read(file);
    if (found.kind === 'absent') return { views: {} };
    const views = found.kind === 'unreadable' ? undefined : parse(found.bytes);
    return views
      ? { views }
      : { why: t`The saved views can't be read, so new views last for this session only.` };
  };

  function write(to: (views: SavedViews) => SavedViews): ReturnType<ViewsFile['change']> {
    const before = read();
    if ('why' in before) return before;
    const views = to(before.views);
    // One such view would make the whole file unreadable.
    if (!areViews(views)) return { why: t`The saved views can't be kept: one of them is too long.` };
    const done = disk.replace(file, JSON.stringify({ version: 1, views }));
    return done.ok ? { views } : notKept(done.code);
  }

  return {
    read,
    change(to) {
      const made = disk.makePrivateFolder(folder);
      if (!made.ok) return notKept(made.code);
      const done = disk.withLock(file, () => write(to));
      return done.ok ? done.value : notKept(done.code);
    },
  };
}

function parse(bytes: Uint8Array): SavedViews | undefined {
  const file = jsonIn(bytes);
  if (!isObject(file) || file['version'] !== 1) return undefined;
  return areViews(file['views']) ? file['views'] : undefined;
}

const areViews = (value: unknown): value is SavedViews =>
  isObject(value) &&
  Object.entries(value).every(
    ([place, views]) => isPlace(place) && Array.isArray(views) && views.every(isSavedView),
  );
