// The file of the saved views: never trusted, never written over unless it was understood.

import path from 'node:path';
import type { Disk } from '../cli/disk.ts';
import type { ViewsFile } from '../effects/views.ts';
import { isObject } from '../lib/json.ts';
import { t, visible } from '../lib/visible.ts';
import { isPlace } from '../store/places.ts';
import type { SavedView, SavedViews } from '../store/saved-views.ts';

/** `views.json` in the state folder; undefined without a folder. */
export function viewsFile(disk: Disk, folder: string | undefined): ViewsFile | undefined {
  if (folder === undefined) return undefined;
  const file = path.join(folder, 'views.json');
  return {
    read() {
      const found = disk.read(file);
      if (found.kind === 'absent') return { views: {} };
      const views = found.kind === 'unreadable' ? undefined : parse(found.bytes);
      return views
        ? { views }
        : { why: t`The saved views can't be read, so new ones last for this session only.` };
    },
    write(views) {
      // What can't be read again would take all the others with it.
      if (!areViews(views)) return t`The saved views can't be kept: one of them is too long.`;
      const made = disk.makePrivateFolder(folder);
      const done = made.ok ? disk.replace(file, JSON.stringify({ version: 1, views })) : made;
      return done.ok ? undefined : t`The saved views can't be kept (${visible(done.code)}).`;
    },
  };
}

function parse(bytes: Uint8Array): SavedViews | undefined {
  let file: unknown;
  try {
    file = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
  if (!isObject(file) || file['version'] !== 1) return undefined;
  return areViews(file['views']) ? file['views'] : undefined;
}

const areViews = (value: unknown): value is SavedViews =>
  isObject(value) &&
  Object.entries(value).every(
    ([place, views]) => isPlace(place) && Array.isArray(views) && views.every(isView),
  );
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 500;

const isView = (value: unknown): value is SavedView =>
  isObject(value) &&
  isText(value['name']) &&
  isText(value['filter']) &&
  isObject(value['server']) &&
  Object.values(value['server']).every(isText) &&
  (value['sort'] === undefined || isSort(value['sort'])) &&
  Array.isArray(value['hidden']) &&
  value['hidden'].every(isText);

const isSort = (value: unknown): boolean =>
  isObject(value) &&
  isText(value['column']) &&
  (value['direction'] === 'up' || value['direction'] === 'down');
