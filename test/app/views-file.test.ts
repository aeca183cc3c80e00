/** The file of the saved views: what is written there can be read again, and two consoles keep each other's views. */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { viewsFile } from '../../src/app/views-file.ts';
import { systemDisk } from '../../src/cli/disk.ts';
import { type SavedView, withoutView, withView } from '../../src/store/saved-views.ts';

const view = (name: string, filter = ''): SavedView => ({ name, filter, server: {}, hidden: [] });

/** The file as one console has it. */
function consoleAt(folder: string) {
  const file = viewsFile(
    systemDisk(() => crypto.randomUUID()),
    folder,
  );
  if (!file) throw new Error('no folder');
  return file;
}

function folder(): string {
  const made = fs.mkdtempSync(path.join(tmpdir(), 'purser-views-'));
  onTestFinished(() => fs.rmSync(made, { recursive: true, force: true }));
  return path.join(made, 'state');
}

test('a view that could not be read again is not written, and the earlier views stay', () => {
  const file = consoleAt(folder());
  const kept = { cards: [view('mine', 'status=active')] };
  expect(file.change(() => kept)).toEqual({ views: kept });
  expect(file.change(() => ({ cards: [view('mine', 'x'.repeat(501))] }))).toHaveProperty('why');
  expect(file.read()).toEqual({ views: kept });
});

test('two consoles that save and delete views keep each other’s views', () => {
  const place = folder();
  const [one, other] = [consoleAt(place), consoleAt(place)];
  one.read();
  other.read();
  one.change(views => withView(views, 'cards', view('first')));
  other.change(views => withView(views, 'cards', view('second')));
  expect(one.read()).toEqual({ views: { cards: [view('first'), view('second')] } });
  one.change(views => withView(views, 'accounts', view('third')));
  other.change(views => withoutView(views, 'cards', 'FIRST'));
  expect(one.read()).toEqual({ views: { cards: [view('second')], accounts: [view('third')] } });
  expect(fs.readdirSync(place)).toEqual(['views.json']);
});

test('Purser waits for a console that changes the file, and not for a dead one', () => {
  const place = folder();
  const file = consoleAt(place);
  file.change(() => ({}));
  const lock = path.join(place, 'views.json.lock');
  fs.writeFileSync(lock, '');
  expect(file.change(() => ({ cards: [view('mine')] }))).toMatchObject({ why: /can't be kept \(EBUSY\)/ });
  const past = new Date(Date.now() - 60_000);
  fs.utimesSync(lock, past, past);
  expect(file.change(() => ({ cards: [view('mine')] }))).toEqual({ views: { cards: [view('mine')] } });
});
