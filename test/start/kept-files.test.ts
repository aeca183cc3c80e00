/** The files of the saved views and the watches: Purser can read again what it writes, and two consoles keep each other's. */

import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { viewsFile, watchesFile } from '../../src/start/kept-files.ts';
import { withoutView, withView } from '../../src/store/saved-views.ts';
import type { SavedView } from '../../src/store/state.ts';
import type { Watch } from '../../src/store/watches.ts';
import { systemDisk } from '../../src/system/disk.ts';
import { temporaryFolder } from '../harness/folder.ts';

const view = (name: string, filter = ''): SavedView => ({ name, filter, server: {}, hidden: [] });

/** The file of a new console. */
function consoleAt(folder: string) {
  const file = viewsFile(
    systemDisk(() => crypto.randomUUID()),
    folder,
  );
  if (!file) throw new Error('no folder');
  return file;
}

function folder(): string {
  const made = temporaryFolder();
  return path.join(made, 'state');
}

test('a view that Purser could not read again is not written, and the earlier views stay', () => {
  const file = consoleAt(folder());
  const kept = { cards: [view('mine', 'status=active')] };
  expect(file.change(() => kept)).toEqual({ content: kept });
  expect(file.change(() => ({ cards: [view('mine', 'x'.repeat(501))] }))).toHaveProperty('why');
  expect(file.read()).toEqual({ content: kept });
});

test('two consoles that save and delete views keep each other’s views', () => {
  const place = folder();
  const [one, other] = [consoleAt(place), consoleAt(place)];
  one.read();
  other.read();
  one.change(views => withView(views, 'cards', view('first')));
  other.change(views => withView(views, 'cards', view('second')));
  expect(one.read()).toEqual({ content: { cards: [view('first'), view('second')] } });
  one.change(views => withView(views, 'accounts', view('third')));
  other.change(views => withoutView(views, 'cards', 'FIRST'));
  expect(one.read()).toEqual({ content: { cards: [view('second')], accounts: [view('third')] } });
  // Nobody deletes the lock's file, because another console may be about to lock it.
  expect(fs.readdirSync(place)).toEqual(['views.json', 'views.json.lock']);
});

test('a change is refused while another change has the lock, and works afterwards', () => {
  const place = folder();
  const file = consoleAt(place);
  const mine = () => ({ cards: [view('mine')] });
  file.change(() => ({}));
  const during = systemDisk(() => 'u').withLock(path.join(place, 'views.json'), () => file.change(mine));
  expect(during).toMatchObject({ ok: true, value: { why: /can't be kept \(EBUSY\)/ } });
  expect(file.change(mine)).toEqual({ content: mine() });
});

test('the newest 200 watches of all services are kept', () => {
  const file = watchesFile(
    systemDisk(() => crypto.randomUUID()),
    folder(),
  );
  const watch = (n: number): Watch => ({
    ...{ kind: 'card', id: `card-${n}`, name: t`Card`, service: 'any', since: n },
    customer: { userId: 'user-1' },
  });
  const all = Array.from({ length: 201 }, (_, n) => watch(n));
  const newest = { content: all.slice(1) };
  expect(file?.change(() => all)).toEqual(newest);
  expect(file?.read()).toEqual(newest);
});
