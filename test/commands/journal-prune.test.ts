// `purser journal prune`: what it deletes, says and refuses, and how the other commands show a pruned entry.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { audit } from '../../src/commands/audit-command.ts';
import { findingsHere } from '../../src/commands/doctor-here.ts';
import { journal } from '../../src/commands/journal-command.ts';
import { linesAfter } from '../../src/journal/sqlite/audit-check.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { versionOf } from '../../src/journal/sqlite/sqlite-schema.ts';
import { t } from '../../src/lib/visible.ts';
import type { MachineRead } from '../../src/system/machine.ts';
import { manualClock } from '../harness/clock.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { noFiles } from '../harness/machine.ts';
import { open, payout, requestId, whole } from '../journal/parts.ts';
import { fakeParts, fakeProcess } from './fake-parts.ts';

const DAY = 86_400_000;

let [out, err] = ['', ''];
let folder = '';
let file = '';

beforeEach(() => {
  folder = temporaryFolder();
  file = path.join(folder, 'journal.db');
  [out, err] = ['', ''];
  machine = noFiles;
});

let machine: MachineRead = noFiles;

async function run(command: typeof journal, ...rest: readonly string[]): Promise<number> {
  const { parts, said, errors } = fakeParts(folder, { machine });
  const code = await command(rest, parts);
  [out, err] = [said.join(''), errors.join('')];
  return code;
}

const prune = (...rest: readonly string[]) => run(journal, 'prune', ...rest);

/** 1 DONE and 2 UNKNOWN, 60 days old; 3 DONE, of another customer; a note. */
async function wrote(): Promise<void> {
  const clock = manualClock(Date.now() - 60 * DAY);
  const opened = whole(open({ file, clock }));
  for (const [number, userId] of [
    [1, 'user-1'],
    [2, 'user-1'],
    [3, 'user-2'],
  ] as const) {
    opened.prepare(payout(number, { customer: { userId }, createdAt: clock.wall() }));
    opened.sent(requestId(number));
    opened.settle(requestId(number), number === 2 ? 'UNKNOWN' : 'DONE', { status: 200, text: 'a secret' });
  }
  await opened.notes(payout(1)).addNote({ userId: 'user-1' }, 'a secret');
  opened.close();
}

it('deletes the content of old entries and notes, and says how many', async () => {
  await wrote();
  expect(await prune('--older-than', '61')).toBe(0);
  expect(out).toBe('Entries pruned: 0, notes: 0, older than 61 days. The entries and their seals stay.\n');
  expect(await prune('--older-than', '59d')).toBe(0);
  expect([out, err]).toEqual([
    'Entries pruned: 2, notes: 1, older than 59 days. The entries and their seals stay.\n',
    '',
  ]);
  expect(await run(audit, 'verify')).toBe(0);
  expect(await run(journal, 'list', '--unresolved', '--json')).toBe(0);
  expect(JSON.parse(out)).toMatchObject([{ state: 'UNKNOWN', body: payout(2).body }]);
});

it('follows the policy without --older-than, and doctor says what is too old', async () => {
  const withRule = (contentDays: number): MachineRead =>
    noFiles.ok ? { ok: true, machine: { ...noFiles.machine, policy: { contentDays } } } : noFiles;
  const doctor = () =>
    findingsHere({ process: fakeProcess(folder), machine }).find(({ check }) => check === 'Old content');
  machine = withRule(59);
  expect(doctor()).toBeUndefined();
  await wrote();
  expect(doctor()).toMatchObject({
    state: 'warn',
    found: '2 entries and 1 note older than 59 days, the limit of the policy',
    mend: 'purser journal prune',
  });
  expect(await prune('--older-than', '61')).toBe(0);
  expect(out).toContain('pruned: 0');
  expect(await prune()).toBe(0);
  expect(out).toContain('Entries pruned: 2, notes: 1, older than 59 days.');
  expect(doctor()).toMatchObject({ state: 'ok' });
  machine = noFiles;
  expect(doctor()).toBeUndefined();
});

it('keeps content as long as the policy says: fewer days are refused, more are not', async () => {
  await wrote();
  if (noFiles.ok) machine = { ok: true, machine: { ...noFiles.machine, policy: { contentDays: 50 } } };
  for (const more of [[], ['--dry-run'], ['--customer', 'user-1']]) {
    expect(await prune('--older-than', '49', ...more)).toBe(2);
    expect(err).toBe('The policy of this machine keeps content for 50 days. Leave out --older-than.');
  }
  machine = { ok: false, why: t`policy.json is wrong.` };
  expect([await prune('--older-than', '50'), err]).toEqual([2, 'policy.json is wrong.']);
  machine = noFiles;
  expect([await prune('--older-than', '50'), out]).toEqual([0, expect.stringContaining('pruned: 2')]);
});

it.each([
  ['of the future', 3 * 3_600_000],
  ['more than a year old', -367 * DAY],
])(
  'refuses a clock if the last entry is %s, until a person says that the clock is right',
  async (_, from) => {
    const clock = manualClock(Date.now() + from - 60 * DAY);
    const opened = whole(open({ file, clock }));
    opened.prepare(payout(1, { createdAt: clock.wall() }));
    opened.settle(requestId(1), 'NOT SENT');
    clock.advance(60 * DAY);
    await opened.note({ kind: 'signed-in', detail: {} });
    opened.close();
    for (const more of [[], ['--dry-run']]) {
      expect(await prune('--older-than', '30', ...more)).toBe(1);
      expect(err).toMatch(/This clock says \S+Z, and the last entry is of \S+Z\. Correct the clock\./);
    }
    expect(await run(journal, 'show', requestId(1), '--json')).toBe(0);
    expect(JSON.parse(out)).not.toHaveProperty('prunedAt');
    expect(await run(audit, 'verify')).toBe(0);
    expect([await prune('--older-than', '30'), out]).toEqual([0, expect.stringContaining('pruned: 1')]);
  },
);

it('the log is whole after it, and so is an export', async () => {
  await wrote();
  await prune('--older-than', '30');
  const exported = path.join(folder, 'export.ndjson');
  expect(await run(audit, 'export', exported)).toBe(0);
  for (const words of [['verify'], ['verify', '--file', exported]]) {
    expect(await run(audit, ...words)).toBe(0);
    expect(out).toContain('The audit log is whole');
  }
  const followed = linesAfter({ file });
  const pruned = followed.ok ? followed.lines.find(({ line }) => line.kind === 'pruned') : undefined;
  // An administrator's name too: the tests of a container run as root.
  expect(pruned?.line.operator).toBe(os.userInfo().username);
});

it('while another program reads the file, says that the content may still be there', async () => {
  await wrote();
  const reader = openSqlite(file, { readOnly: true, busyMs: 0 });
  reader.exec('BEGIN');
  reader.rows('SELECT count(*) FROM intents');
  expect(await prune('--older-than', '30')).toBe(1);
  expect(out).toContain('Entries pruned: 2');
  expect(err).toBe(
    'purser: deleted content may still be in the file: another console is reading it. Run the command again.\n',
  );
  reader.close();
  expect(await prune('--older-than', '30')).toBe(0);
});

it('with --customer and --json, only of this customer', async () => {
  await wrote();
  expect(await prune('--older-than', '30', '--customer', 'user-2', '--json')).toBe(0);
  expect(JSON.parse(out)).toEqual({ entries: 1, notes: 0, days: 30, customer: 'user-2', dryRun: false });
});

it('with --dry-run, counts and changes nothing', async () => {
  await wrote();
  const before = fs.readFileSync(file);
  expect(await prune('--older-than', '30', '--dry-run')).toBe(0);
  expect(out).toBe(
    'Entries that Purser would prune: 2, notes: 1, older than 30 days. Nothing was changed.\n',
  );
  expect(fs.readFileSync(file).equals(before)).toBe(true);
  expect(await prune('--older-than', '30', '--customer', 'user-2', '--dry-run', '--json')).toBe(0);
  expect(JSON.parse(out)).toEqual({ entries: 1, notes: 0, days: 30, customer: 'user-2', dryRun: true });
});

it('list and show say plainly that the content was pruned', async () => {
  await wrote();
  await prune('--older-than', '30');
  await run(journal, 'list');
  expect(out).toMatch(new RegExp(`DONE +${requestId(1)}  user-1  Create payout: content pruned\n`));
  await run(journal, 'show', requestId(1));
  expect(out).toMatch(/^Content +pruned 20\d\d-\d\d-\d\dT.*Z\nBody +•••$/m);
  expect(out).toContain('  HTTP status: 200\n  Answer: •••');
  expect(out).not.toContain('Confirmed as');
  await run(journal, 'show', requestId(1), '--json');
  expect(JSON.parse(out)).toMatchObject({ prunedAt: expect.stringMatching(/Z$/), what: [], body: '•••' });
  await run(journal, 'show', requestId(2), '--json');
  expect(JSON.parse(out)).not.toHaveProperty('prunedAt');
});

it('the head of the pruned log is known, so a file from before is missed', async () => {
  await wrote();
  const before = fs.readFileSync(file);
  await prune('--older-than', '30');
  fs.writeFileSync(file, before);
  expect(await prune('--older-than', '30')).toBe(1);
  expect(err).toBe(
    `purser: nothing was pruned. Purser can't write to the service: the journal's log was removed or replaced, so Purser can't find duplicates. Restore the journal. If this was deliberate, remove ${path.join(path.dirname(file), 'audit-head')}.\n`,
  );
  fs.rmSync(file);
  expect(await prune('--older-than', '30')).toBe(1);
  expect(err).toContain('nothing was pruned.');
});

it('does not touch a file that is damaged or newer', async () => {
  await wrote();
  const database = openSqlite(file, { readOnly: false, busyMs: 0 });
  database.exec(`PRAGMA user_version = ${versionOf(database) + 1}`);
  database.close();
  const before = fs.readFileSync(file);
  for (const more of [[], ['--dry-run']]) {
    expect(await prune('--older-than', '30', ...more)).toBe(1);
    expect(err).toContain('it is from a newer version of Purser');
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  }
});
