// `purser team audit` on the command line, as cron runs it.

import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Head } from '../../src/journal/audit.ts';
import { checkFile } from '../../src/journal/postgres/record-file.ts';
import { headFileOf } from '../../src/journal/team/open-team.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { payout } from '../journal/parts.ts';
import { newServer, SERVICE } from '../journal/pglite.ts';
import { runTeam } from './fake-parts.ts';

async function newRecord() {
  const server = newServer();
  await server.admin(
    'SET ROLE purser_owner; SELECT purser.add_operator(role, person, 1) FROM purser.operators; RESET ROLE',
  );
  const journal = await server.open();
  await journal.prepare(payout(1));
  const state = temporaryFolder();
  const link = { ...server.link('cy'), script: async () => undefined };
  const run = (...words: readonly string[]) => runTeam(link, SERVICE, words, state);
  return { server, journal, state, run };
}

it('verify says that the record is whole, with its head, and names each fault with exit code 1', async () => {
  const { server, run } = await newRecord();
  expect(await run('audit', 'verify')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The team's record is whole: 1 entry, 5 lines, head 5:[0-9a-f]{32}\.\n$/),
    err: '',
  });
  await server.admin("UPDATE purser.operators SET person = 'Eve' WHERE role = 'ben'");
  expect(await run('audit', 'verify')).toMatchObject({
    code: 1,
    out: '',
    err: 'purser: The operator ben was changed: the log says Ben, active.\n',
  });
  const { code, out } = await run('audit', 'verify', '--json');
  expect([code, JSON.parse(out)]).toMatchObject([1, { intact: false, entries: 1, problems: [{}] }]);
});

it('verify compares with the head of the last check, and with a head that was kept elsewhere', async () => {
  const { server, state, run } = await newRecord();
  const first = await run('audit', 'verify', '--json');
  const { head } = JSON.parse(first.out);
  // The last line is gone, and the head with it.
  await server.admin(`SET session_replication_role = replica; DELETE FROM purser.transitions; DELETE FROM purser.payloads;
    DELETE FROM purser.intents; DELETE FROM purser.audit WHERE realm = 1 AND number = 5;
    UPDATE purser.audit_head SET (number, hash) = (SELECT number, hash FROM purser.audit WHERE realm = 1 AND number = 4) WHERE realm = 1;
    SET session_replication_role = origin`);
  const cut = { code: 1, err: expect.stringContaining('Line 5 is missing: the log ends with line 4.') };
  expect(await run('audit', 'verify')).toMatchObject(cut);
  for (const file of fs.readdirSync(state)) fs.rmSync(path.join(state, file));
  expect(await run('audit', 'verify', '--head', head)).toMatchObject(cut);
  expect(await run('audit', 'verify')).toMatchObject({ code: 0 });
  expect(await run('audit', 'verify', '--head', 'x')).toMatchObject({ code: 2 });
});

it('verify keeps the head in a file, which may be absent the first time', async () => {
  const { journal, state, run } = await newRecord();
  const file = path.join(state, 'kept', 'head');
  const verify = ['audit', 'verify', '--head-file', file] as const;
  expect(await run(...verify)).toMatchObject({ code: 1, err: expect.stringContaining("can't be written") });
  fs.mkdirSync(path.dirname(file));
  expect(await run(...verify)).toMatchObject({ code: 0 });
  const first = fs.readFileSync(file, 'utf8');
  await journal.sent(payout(1).requestId);
  expect(await run(...verify)).toMatchObject({ code: 0 });
  expect(fs.readFileSync(file, 'utf8')).not.toBe(first);
  fs.writeFileSync(file, `900:${'0'.repeat(32)}`);
  expect(await run(...verify)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Line 900 is missing'),
  });
  expect(fs.readFileSync(file, 'utf8')).toContain('900:');
  fs.writeFileSync(file, 'nonsense');
  expect(await run(...verify)).toMatchObject({ code: 1, err: expect.stringContaining('has no head') });
});

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.trimEnd().split('\n');
}

it('export writes the whole record, which can be checked anywhere, and never replaces a file', async () => {
  const { journal, state, run } = await newRecord();
  await journal.sent(payout(1).requestId);
  await journal.settle(payout(1).requestId, 'UNKNOWN', { status: 500, text: 'a long answer' });
  await journal.together.addNote({ userId: 'user-1' }, 'Ana phoned the bank.');
  const file = path.join(state, 'record.ndjson');
  const exported = await run('audit', 'export', file);
  expect(exported).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Exported 1 entry and 8 lines to /),
  });
  expect(await run('audit', 'export', file)).toMatchObject({
    code: 2,
    err: expect.stringContaining('exists already'),
  });
  const text = fs.readFileSync(file, 'utf8');
  const check = (changed: string, heads: readonly Head[] = []) => checkFile(linesOf(changed), heads);
  const whole = await check(text);
  expect(whole).toMatchObject({ entries: 1, lines: 8, head: { number: 8 }, problems: [] });
  if (whole.head === undefined) throw new Error('no head');
  expect((await check(text, [whole.head])).problems).toEqual([]);
  expect((await check(text, [{ number: 9, hash: whole.head.hash }])).problems).toHaveLength(1);
  const without = (part: string): string => {
    const left = text.split('\n').filter(line => !line.includes(part));
    expect(left).toHaveLength(text.split('\n').length - 1);
    return left.join('\n');
  };
  for (const [changed, why] of [
    [text.replace('"person":"Ben"', '"person":"Eve"'), /^The operator ben was changed/],
    [text.replace('Ana phoned', 'Eve phoned'), /^Row 8 of the notes was changed: text differs/],
    [text.replace('a long answer', 'a short answer'), /^Entry 5 \(.*\): a payload was changed/],
    [text.replace('"state":"UNKNOWN"', '"state":"DONE"'), /^Entry 5 \(.*\)/],
    [without('{"entry"'), /^The entry of line 5 was deleted/],
    [without('"table":"notes'), /^The row of line 8 \(note\) was deleted/],
    [without('"kind":"note"'), /^Row 8 of the notes has no line/],
    [without('{"end"'), /can't be read: the file was cut off/],
    [text.replace(/\{"end".*\n/, `{"end":"7:${'0'.repeat(64)}"}\n`), /^The end of the file does not fit/],
    [text.slice(0, -20), /^Line \d+ of the file can't be read/],
    [text.replace('"form":1', '"form":2'), /another form of export/],
  ] as const) {
    expect(changed).not.toBe(text);
    expect((await check(changed)).problems[0]).toMatch(why);
  }
});

it('an entry of the file does not fit the log if it was made again with seals of its own', async () => {
  const { journal, state, run } = await newRecord();
  const other = path.join(state, 'other.ndjson');
  await run('audit', 'export', other);
  await journal.sent(payout(1).requestId);
  const file = path.join(state, 'record.ndjson');
  await run('audit', 'export', file);
  const entryIn = (from: string): string => /^\{"entry".*$/m.exec(fs.readFileSync(from, 'utf8'))?.[0] ?? '';
  // The earlier form of the entry is sound, but lacks the transition of line 6.
  const text = fs.readFileSync(file, 'utf8').replace(entryIn(file), entryIn(other));
  expect((await checkFile(linesOf(text), [])).problems).toEqual(['The entry of line 6 was deleted.']);
});

it('verify compares with the line that a console of this machine knows, and refuses a damaged file', async () => {
  const { journal, state, run } = await newRecord();
  const file = path.join(state, headFileOf(SERVICE));
  const known = { ...journal.head(), number: 99 };
  fs.writeFileSync(file, JSON.stringify(known));
  expect(await run('audit', 'verify')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Line 99 is missing'),
  });
  fs.writeFileSync(file, '{');
  expect(await run('audit', 'verify')).toMatchObject({
    code: 1,
    err: expect.stringContaining("can't be read. Restore the file."),
  });
});
