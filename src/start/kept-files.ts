// Files in the state folder that all consoles of this machine share: the saved views and the watches. They are no part
// of the journal. Their content is checked, and an unreadable file is never overwritten.

import path from 'node:path';
import type { KeptFile } from '../effects/views.ts';
import { isObject } from '../lib/json.ts';
import { jsonIn } from '../lib/utf8.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { isPlace } from '../store/places.ts';
import { isSavedView } from '../store/saved-views.ts';
import type { SavedViews } from '../store/state.ts';
import { readWatch, type Watch } from '../store/watches.ts';
import type { Disk } from '../system/disk.ts';

interface Kind<Content> {
  /** In the file's name, and the member of its JSON. */
  readonly name: string;
  readonly title: Visible;
  readonly empty: Content;
  /** Undefined if it has another form. */
  parse(value: unknown): Content | undefined;
  limited(content: Content): Content;
}

/** Undefined without a folder. */
function keptFile<Content>(
  { name, title, empty, parse, limited }: Kind<Content>,
  disk: Disk,
  folder: string | undefined,
): KeptFile<Content> | undefined {
  if (folder === undefined) return undefined;
  const file = path.join(folder, `${name}.json`);
  const notKept = (code: string) => ({ why: t`The ${title} can't be kept (${visible(code)}).` });

  const contentOf = (bytes: Uint8Array): Content | undefined => {
    const value = jsonIn(bytes);
    return isObject(value) && value['version'] === 1 ? parse(value[name]) : undefined;
  };

  const read: KeptFile<Content>['read'] = () => {
    const found = disk.read(file);
    if (found.kind === 'absent') return { content: empty };
    const content = found.kind === 'unreadable' ? undefined : contentOf(found.bytes);
    return content === undefined
      ? { why: t`The ${title} can't be read, so new ones last for this session only.` }
      : { content };
  };

  function write(to: (content: Content) => Content): ReturnType<KeptFile<Content>['change']> {
    const before = read();
    if ('why' in before) return before;
    const content = limited(to(before.content));
    // One such item would make the whole file unreadable.
    if (parse(content) === undefined) return { why: t`The ${title} can't be kept: one of them is too long.` };
    const done = disk.replace(file, JSON.stringify({ version: 1, [name]: content }));
    return done.ok ? { content } : notKept(done.code);
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

const areViews = (value: unknown): value is SavedViews =>
  isObject(value) &&
  Object.entries(value).every(
    ([place, views]) => isPlace(place) && Array.isArray(views) && views.every(isSavedView),
  );

export const viewsFile = (disk: Disk, folder: string | undefined) =>
  keptFile<SavedViews>(
    {
      name: 'views',
      title: t`saved views`,
      empty: {},
      parse: value => (areViews(value) ? value : undefined),
      limited: views => views,
    },
    disk,
    folder,
  );

/** Of all services. */
const MOST_WATCHES = 200;

export const watchesFile = (disk: Disk, folder: string | undefined) =>
  keptFile<readonly Watch[]>(
    {
      name: 'watches',
      title: t`watches`,
      empty: [],
      parse: value => (Array.isArray(value) ? value.flatMap(one => readWatch(one) ?? []) : undefined),
      limited: watches => watches.slice(-MOST_WATCHES),
    },
    disk,
    folder,
  );
