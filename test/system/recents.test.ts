// The recent customers: order, limit, two consoles, and a file that is corrupt or can't be written (FAULTS G15); and the first-run card.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, it, test } from 'vitest';
import { fromServer } from '../../src/lib/visible.ts';
import { type Disk, systemDisk } from '../../src/system/disk.ts';
import { createRecents, firstRun, type Recent } from '../../src/system/recents.ts';
import { temporaryFolder } from '../harness/folder.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'purser-recents-'));
afterAll(() => fs.rmSync(root, { recursive: true }));
let count = 0;
let uniqueCount = 0;
const disk = systemDisk(() => `${++uniqueCount}`);

function place(text?: string): string {
  const folder = path.join(root, `${++count}`);
  if (text !== undefined) {
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'recents.json'), text);
  }
  return folder;
}
const open = (folder: string | undefined, profile = 'live', on: Disk = disk) =>
  createRecents({ disk: on, folder, profile });
const customer = (userId: string, more: Partial<Recent> = {}): Recent => ({ userId, seenAt: 1, ...more });
const ids = (customers: readonly Recent[]) => customers.map(({ userId }) => userId);

test('a new machine has no recent customers, and reading leaves no file behind', () => {
  const folder = place();
  expect(open(folder).load()).toEqual({ customers: [] });
  expect(fs.existsSync(folder)).toBe(false);
});

test('recent customers are kept newest first, in a private folder and file', () => {
  const folder = place();
  const recents = open(folder);
  const ann = customer('u1', { onBehalfOf: 'o1', name: fromServer('Ann\u202e'), seenAt: 5 });
  expect(recents.remember(ann)).toEqual({ customers: [ann] });
  recents.remember(customer('u2'));
  expect(open(folder).load()).toEqual({ customers: [customer('u2'), ann] });
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  expect(fs.statSync(path.join(folder, 'recents.json')).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(folder)).toEqual(['recents.json']);
});

test('a customer seen again moves to the front; the same user with another connected account is another customer', () => {
  const recents = open(place());
  recents.remember(customer('u1', { name: fromServer('Ann') }));
  recents.remember(customer('u1', { onBehalfOf: 'o1' }));
  const { customers } = recents.remember(customer('u1', { seenAt: 9 }));
  expect(customers).toEqual([
    { userId: 'u1', seenAt: 9, name: 'Ann' },
    { userId: 'u1', onBehalfOf: 'o1', seenAt: 1 },
  ]);
});

test("the place of a customer's call is kept until the call ends, and another member than an object makes the file unreadable", () => {
  const folder = place();
  const call = { place: 'cards', filter: 'x' };
  open(folder).remember(customer('u1', { call }));
  open(folder).remember(customer('u2'));
  expect(open(folder).load().customers).toEqual([customer('u2'), customer('u1', { call })]);
  open(folder).remember(customer('u1'));
  expect(open(folder).load().customers[0]).toEqual(customer('u1'));
  const file = { version: 1, profiles: { live: [{ userId: 'u1', seenAt: 1, call: 'cards' }] } };
  expect(open(place(JSON.stringify(file))).load().notice).toContain('unreadable');
});

test('each profile keeps twenty recent customers', () => {
  const folder = place();
  const recents = open(folder);
  for (let number = 1; number <= 25; number++) recents.remember(customer(`u${number}`));
  open(folder, 'test').remember(customer('other'));
  const { customers } = open(folder).load();
  expect(customers).toHaveLength(20);
  expect(ids(customers).slice(0, 2)).toEqual(['u25', 'u24']);
  expect(ids(open(folder, 'test').load().customers)).toEqual(['other']);
});

test('however many customers are pinned, the ten newest unpinned customers stay', () => {
  const folder = place();
  const recents = open(folder);
  for (let number = 1; number <= 20; number++) recents.remember(customer(`pin${number}`, { pinned: true }));
  for (let number = 1; number <= 12; number++) recents.remember(customer(`u${number}`));
  const { customers } = open(folder).load();
  expect(customers.filter(({ pinned }) => pinned)).toHaveLength(20);
  expect(ids(customers).filter(id => id.startsWith('u'))).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map(number => `u${number}`),
  );
});

test('a profile may have the name constructor or toString', () => {
  const folder = place();
  for (const name of ['constructor', 'toString']) {
    expect(open(folder, name).load()).toEqual({ customers: [] });
    open(folder, name).remember(customer(name));
    expect(ids(open(folder, name).load().customers)).toEqual([name]);
  }
});

test('a console keeps the customers that another console added meanwhile', () => {
  const folder = place();
  const [one, two] = [open(folder), open(folder)];
  one.load();
  two.load();
  one.remember(customer('u1'));
  expect(ids(two.remember(customer('u2')).customers)).toEqual(['u2', 'u1']);
});

test.each([
  ['empty', ''],
  ['torn', '{"version":1,"profiles":{"live":[{"userId":"u1","se'],
  ['newer', '{"version":2,"profiles":{}}'],
  ['with another shape', '{"version":1,"profiles":{"live":[{"userId":7,"seenAt":1}]}}'],
  ['without an ID', '{"version":1,"profiles":{"live":[{"userId":"","seenAt":1}]}}'],
  ['without a time', '{"version":1,"profiles":{"live":[{"userId":"u1"}]}}'],
  ['with an infinite time', '{"version":1,"profiles":{"live":[{"userId":"u1","seenAt":1e999}]}}'],
  ['with an empty account', '{"version":1,"profiles":{"live":[{"userId":"u1","seenAt":1,"onBehalfOf":""}]}}'],
  ['with a null name', '{"version":1,"profiles":{"live":[{"userId":"u1","seenAt":1,"name":null}]}}'],
  ['with a list of IDs', '{"version":1,"profiles":{"live":["u1"]}}'],
  [
    'with an object instead of a list',
    '{"version":1,"profiles":{"live":[{"userId":"u1","seenAt":1}],"other":{}}}',
  ],
  ['with a list instead of an object', '{"version":1,"profiles":[]}'],
  ['only a list', '[{"version":1,"profiles":{}}]'],
  ['only null', 'null'],
  ['deeply nested', '['.repeat(100_000)],
])('a corrupt file is set aside with its content, and a notice says so: %s', (_, text) => {
  const folder = place(text);
  const recents = open(folder);
  const aside = path.join(folder, 'recents.json.unreadable-1');
  expect(recents.load()).toEqual({ customers: [], notice: expect.stringContaining(`keeps it as ${aside}`) });
  expect(fs.readFileSync(aside, 'utf8')).toBe(text);
  expect(recents.remember(customer('u1'))).toEqual({ customers: [customer('u1')] });
  expect(ids(open(folder).load().customers)).toEqual(['u1']);
});

test('other fields of a customer in the file are ignored', () => {
  const text = '{"version":1,"profiles":{"live":[{"userId":"u1","seenAt":1,"seen":"often"}]},"more":1}';
  expect(open(place(text)).load()).toEqual({ customers: [customer('u1')] });
});

test('a file that becomes corrupt during the session is not overwritten', () => {
  const folder = place();
  const recents = open(folder);
  recents.remember(customer('u1'));
  fs.writeFileSync(path.join(folder, 'recents.json'), 'garbage');
  expect(recents.remember(customer('u2')).notice).toContain('keeps it as');
  expect(fs.readFileSync(path.join(folder, 'recents.json.unreadable-1'), 'utf8')).toBe('garbage');
});

test('a file stays unchanged if Purser can neither read nor rename it', () => {
  const folder = place('garbage');
  const stuck: Disk = { ...disk, setAside: () => ({ ok: false, code: 'EROFS' }) };
  const recents = open(folder, 'live', stuck);
  expect(recents.load().notice).toContain('Purser did not change it (EROFS)');
  expect(ids(recents.remember(customer('u1')).customers)).toEqual(['u1']);
  expect(fs.readFileSync(path.join(folder, 'recents.json'), 'utf8')).toBe('garbage');
  const barred: Disk = { ...disk, read: () => ({ kind: 'unreadable', code: 'EACCES' }) };
  expect(open(folder, 'live', barred).remember(customer('u1')).notice).toContain("can't be read (EACCES)");
  expect(fs.readFileSync(path.join(folder, 'recents.json'), 'utf8')).toBe('garbage');
});

test('if nothing can be written, recent customers last for the session, with a notice [G15b]', () => {
  const full: Disk = { ...disk, replace: () => ({ ok: false, code: 'ENOSPC' }) };
  const file = place('');
  const cases: [ReturnType<typeof open>, string][] = [
    [open(undefined), 'There is no state folder'],
    [open(path.join(file, 'recents.json', 'below')), "can't be"],
    [open(place(), 'live', full), "can't be kept (ENOSPC)"],
  ];
  for (const [recents, words] of cases) {
    recents.load();
    expect(recents.remember(customer('u1')).notice).toContain(words);
    expect(ids(recents.remember(customer('u2')).customers)).toEqual(['u2', 'u1']);
  }
});

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

it('the first-run card appears until it was closed once; closing makes the state folder if it is missing', () => {
  const state = path.join(folder, 'state', 'purser');
  expect(firstRun(disk, state)).toBeDefined();
  firstRun(disk, state)?.();
  expect(fs.readdirSync(state)).toEqual(['welcome.json']);
  expect(firstRun(disk, state)).toBeUndefined();
});

it('the first-run card needs a state folder', () => expect(firstRun(disk, undefined)).toBeUndefined());

it('the first-run card stays away if its file exists but is unreadable', () => {
  const file = path.join(folder, 'welcome.json');
  fs.writeFileSync(file, 'not JSON');
  expect(firstRun(disk, folder)).toBeUndefined();
  fs.chmodSync(file, 0);
  expect(firstRun(disk, folder)).toBeUndefined();
});

it("closing the first-run card is no error if the folder can't be written", () => {
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, '');
  const inFile = path.join(file, 'state');
  expect(() => firstRun(disk, inFile)?.()).not.toThrow();
});
