// `purser audit`: its output, the lines that it adds to the log, and its exit codes.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { audit } from '../../src/commands/audit-command.ts';
import { findingsHere } from '../../src/commands/doctor-here.ts';
import { lineOf } from '../../src/journal/audit.ts';
import { journalIn } from '../../src/journal/open-journal.ts';
import { checkAudit, readAudit } from '../../src/journal/sqlite/audit-check.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { noFiles } from '../harness/machine.ts';
import { open, payout, requestId, whole } from '../journal/parts.ts';
import { fakeParts, fakeProcess } from './fake-parts.ts';

function surroundings(home?: string) {
  const folder = temporaryFolder();
  const { parts, said, errors } = fakeParts(folder, { process: fakeProcess(folder, home) });
  const run = (...words: readonly string[]) => audit(words, parts);
  return { folder, file: path.join(folder, 'journal.db'), said, errors, run };
}

function written(file: string): void {
  const journal = whole(open({ file }));
  journal.prepare(payout(1));
  journal.sent(requestId(1));
  journal.settle(requestId(1), 'DONE');
  journal.close();
}

const findings = (folder: string, home = folder) =>
  findingsHere({ process: fakeProcess(folder, home), machine: noFiles });

const newest = (file: string) => {
  const found = readAudit({ file });
  const last = found.ok ? found.lines.at(-1) : undefined;
  return last && lineOf(last);
};

const cut = (file: string): void => {
  const database = openSqlite(file, { readOnly: false, busyMs: 0 });
  database.exec('DROP TRIGGER audit_stays; DELETE FROM audit WHERE number > 3');
  database.close();
};

test('verify of a whole log exits with 0, records the check, and prints a head for later checks', async () => {
  const { file, said, run } = surroundings();
  written(file);
  expect(await run('verify')).toBe(0);
  expect(said.join('')).toMatch(/^The audit log is whole: 4 entries, head 4:[0-9a-f]{32}\.\n$/);
  const head = /4:[0-9a-f]+/.exec(said.join(''))?.[0] ?? '';
  expect(await run('verify', '--head', head, '--json')).toBe(0);
  expect(JSON.parse(said.at(-1) ?? '')).toMatchObject({ intact: true, entries: 5 });
  expect(checkAudit({ file })).toMatchObject({ ok: true, lines: 6 });
});

test('a log with one entry is counted in the singular', async () => {
  const { folder, file, said, run } = surroundings();
  whole(open({ file })).close();
  expect(await run('export', path.join(folder, 'log.ndjson'))).toBe(0);
  expect(await run('verify', '--file', path.join(folder, 'log.ndjson'))).toBe(0);
  expect(said.join('')).toMatch(/^Exported 1 entry to .*\nThe audit log is whole: 1 entry, head 1:/);
});

test('verify with an earlier head exits with 1 if the end of the log was cut off [G12c]', async () => {
  const { file, said, errors, run } = surroundings();
  written(file);
  await run('verify');
  const head = /4:[0-9a-f]+/.exec(said.join(''))?.[0] ?? '';
  cut(file);
  expect(await run('verify', '--head', head)).toBe(1);
  expect(errors.join('')).toContain('Entry 4 is missing: the log once reached 4, and');
  expect(await run('verify', '--head', head, '--json')).toBe(1);
  expect(JSON.parse(said.at(-1) ?? '')).toMatchObject({ intact: false, entry: 4 });
});

test('export makes a new file, never overwrites one, and the file verifies', async () => {
  const { folder, file, said, errors, run } = surroundings();
  written(file);
  const to = path.join(folder, 'log.ndjson');
  expect(await run('export', to)).toBe(0);
  expect(said.join('')).toMatch(/^Exported 4 entries to .*log\.ndjson; head 4:[0-9a-f]{32}\.\n$/);
  // The entry about the export appears only once the file exists.
  expect(newest(file)).toMatchObject({ number: 5, kind: 'exported', detail: { file: to, entries: '4' } });
  expect((fs.statSync(to).mode & 0o777).toString(8)).toBe('600');
  expect(await run('verify', '--file', to)).toBe(0);
  expect(await run('export', to)).toBe(2);
  expect(errors.join('')).toContain('never overwrites a file');
  expect(newest(file)).toMatchObject({ number: 5 });
  const torn = fs.readFileSync(to, 'utf8').slice(0, -20);
  fs.writeFileSync(to, torn);
  expect(await run('verify', '--file', to)).toBe(1);
  expect(errors.join('')).toContain("Entry 4 can't be read");
});

test('export of a damaged log says that it is not whole, exports the readable part and exits with 1 [G12a]', async () => {
  const { folder, file, errors, run } = surroundings();
  written(file);
  const database = openSqlite(file, { readOnly: false, busyMs: 0 });
  database.exec('DROP TRIGGER audit_keeps; UPDATE audit SET line = substr(line, 1, 40) WHERE number = 3');
  database.close();
  const to = path.join(folder, 'log.ndjson');
  expect(await run('export', to)).toBe(1);
  expect(errors.join('')).toContain("The audit log is not whole. Entry 3 can't be read");
  expect(errors.join('')).toContain('Purser exported the readable part.');
  expect(fs.readFileSync(to, 'utf8').trimEnd().split('\n')).toHaveLength(4);
  expect(await run('verify', '--file', to)).toBe(1);
  expect(errors.join('')).toContain('Entry 3 is missing');
});

test('export to - prints to standard output, and --since leaves out earlier entries', async () => {
  const { file, said, errors, run } = surroundings();
  written(file);
  expect(await run('export', '-')).toBe(0);
  expect(said.join('').trimEnd().split('\n')).toHaveLength(5);
  said.length = 0;
  expect(await run('export', '-', '--since', '1970-01-01T00:00:00Z')).toBe(0);
  expect(said.join('').trimEnd().split('\n')).toHaveLength(6);
  expect(await run('export', '-', '--since', '9000-01-01T00:00:00Z')).toBe(1);
  expect(errors.at(-1)).toContain('Nothing was exported');
});

test("export --json prints the copy's file, number of entries and head", async () => {
  const { folder, file, said, run } = surroundings();
  written(file);
  const copy = path.join(folder, 'copy.ndjson');
  expect(await run('export', copy, '--json')).toBe(0);
  const head = expect.stringMatching(/^4:[0-9a-f]{32}$/);
  expect(JSON.parse(said.join(''))).toEqual({ file: copy, entries: 4, head, intact: true });
  expect(await run('verify', '--file', copy)).toBe(0);
});

test('--help prints the usage and reads nothing', async () => {
  const { folder, said, run } = surroundings();
  expect(await run('--help')).toBe(0);
  expect(said.join('')).toContain('Usage: purser audit verify');
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('verify before the first write exits with 1, or with 0 with --allow-none, and creates no log', async () => {
  const { folder, said, errors, run } = surroundings();
  const none = 'There is no audit log yet: nothing was written from this machine.';
  expect(await run('verify')).toBe(1);
  expect(errors).toEqual([`purser: ${none} On the first day give --allow-none.\n`]);
  expect(await run('verify', '--json')).toBe(1);
  expect(JSON.parse(said.join(''))).toMatchObject({ intact: false, entry: null });
  said.length = 0;
  expect(await run('verify', '--allow-none')).toBe(0);
  expect(await run('verify', '--allow-none', '--json')).toBe(0);
  expect(said).toEqual([`${none}\n`, '{"intact":true,"entries":0,"head":null}\n']);
  errors.length = 0;
  expect(await run('export')).toBe(1);
  expect(errors).toEqual([`purser: ${none}\n`]);
  expect(fs.readdirSync(folder)).toEqual([]);
});

/** Removes the journal as `rm journal.db*` does. */
const removed = (folder: string): void => {
  for (const name of fs.readdirSync(folder))
    if (name.startsWith('journal.db')) fs.rmSync(path.join(folder, name));
};

const session = async (folder: string, heads?: string) => {
  const opened = await journalIn({ state: folder, ...(heads !== undefined && { heads }) }, systemClock())();
  if ('locked' in opened) throw new Error(opened.locked);
  return opened.journal;
};

test('the journal and the audit log of a session have no card number [C26c–d]', async () => {
  const { folder, file } = surroundings();
  const journal = await session(folder);
  const intent = payout(1);
  await journal.prepare(intent);
  await journal.sent(intent.requestId);
  await journal.settle(intent.requestId, 'UNKNOWN', { status: 502, text: '{"pan":4111111111111111}' });
  await journal.note({ kind: 'grant-given', detail: { reason: 'card 4111 1111 1111 1111' } });
  await journal.close();
  expect(JSON.stringify(readAudit({ file }))).toContain('card •••• •••• •••• 1111');
  const kept = fs
    .readdirSync(folder)
    .filter(name => name.startsWith(path.basename(file)))
    .map(name => fs.readFileSync(path.join(folder, name), 'latin1'))
    .join();
  expect(kept).toContain(intent.requestId);
  expect(kept).not.toMatch(/4111 ?1111/);
});

test('verify and doctor miss a log that was removed after a session, even with --allow-none [G12a]', async () => {
  const { folder, errors, run } = surroundings();
  const journal = await session(folder);
  await journal.note({ kind: 'signed-in', detail: {} });
  await journal.close();
  expect(await run('verify')).toBe(0);
  removed(folder);
  expect(await run('verify')).toBe(1);
  expect(await run('verify', '--allow-none')).toBe(1);
  expect(errors).toEqual(
    Array(2).fill('purser: The audit log is not whole. The log is gone: it once reached entry 2.\n'),
  );
  expect(findings(folder)).toContainEqual(
    expect.objectContaining({
      check: 'Journal',
      state: 'fail',
      found: 'gone: the audit log once reached entry 2',
    }),
  );
});

test('a log that another program began in its place is missed, bars writing, and keeps the head of the first log', async () => {
  const { folder, file, errors, run } = surroundings();
  const killed = await session(folder);
  await killed.note({ kind: 'signed-in', detail: {} });
  removed(folder);
  written(file);
  for (let time = 0; time < 2; time += 1) {
    await expect(session(folder)).rejects.toThrow("the journal's log was removed or replaced");
    expect(await run('verify')).toBe(1);
  }
  expect(errors.join('')).toContain('Entry 1 does not match the head: the log was replaced');
  expect(findings(folder)).toContainEqual(expect.objectContaining({ check: 'Audit log', state: 'fail' }));
  fs.rmSync(path.join(folder, 'audit-head'));
  expect(await run('verify')).toBe(0);
  await (await session(folder)).close();
});

test.each(['garbage', ''])(
  'a known head that cannot be read is a fault, with a log and without one: %j',
  async content => {
    const { folder, file, errors, run } = surroundings();
    const head = path.join(folder, 'audit-head');
    written(file);
    fs.writeFileSync(head, content);
    expect(await run('verify')).toBe(1);
    expect(findings(folder)).toContainEqual(expect.objectContaining({ check: 'Journal', state: 'fail' }));
    await expect(session(folder)).rejects.toThrow(`Restore ${head}. If the journal is whole`);
    removed(folder);
    await expect(session(folder)).rejects.toThrow(`Restore ${head}. If the journal is whole`);
    expect(await run('verify', '--allow-none')).toBe(1);
    expect(errors.join('')).toContain(`The file ${head} can't be read`);
  },
);

test('verify and doctor miss a state folder that was restored, removed, or has no second head', async () => {
  const home = temporaryFolder();
  const heads = path.join(home, '.local', 'share', 'purser');
  const { folder, run } = surroundings(home);
  const backup = temporaryFolder();
  await (await session(folder, heads)).close();
  fs.cpSync(folder, backup, { recursive: true });
  const later = await session(folder, heads);
  await later.note({ kind: 'signed-in', detail: {} });
  await later.close();
  expect([await run('verify'), findings(folder, home).filter(({ state }) => state === 'fail')]).toEqual([
    0,
    [],
  ]);
  fs.rmSync(folder, { recursive: true });
  expect(await run('verify', '--allow-none')).toBe(1);
  expect(findings(folder, home)).toContainEqual(expect.objectContaining({ check: 'Journal', state: 'fail' }));
  fs.cpSync(backup, folder, { recursive: true });
  expect(await run('verify')).toBe(1);
  expect(findings(folder, home)).toContainEqual(
    expect.objectContaining({ check: 'Audit log', state: 'fail' }),
  );
  expect(findings(folder)).toContainEqual(expect.objectContaining({ check: 'Audit head', state: 'warn' }));
});

test('a log that no console has opened since is known after its first verify', async () => {
  const { folder, file, run } = surroundings();
  written(file);
  expect(await run('verify')).toBe(0);
  removed(folder);
  expect(await run('verify')).toBe(1);
});

test("an exported log of another machine is not compared with this machine's head", async () => {
  const [here, there] = [surroundings(), surroundings()];
  written(here.file);
  expect(await here.run('verify')).toBe(0);
  whole(open({ file: there.file })).close();
  const exported = path.join(there.folder, 'log.ndjson');
  expect(await there.run('export', exported)).toBe(0);
  expect(await here.run('verify', '--file', exported)).toBe(0);
});

test('verify with an earlier head exits with 1 if the whole log is gone [G12c]', async () => {
  const { errors, run } = surroundings();
  expect(await run('verify', '--head', `4:${'a'.repeat(32)}`)).toBe(1);
  expect(errors.join('')).toContain('The log is gone: it once reached entry 4.');
});

test('verify --file checks the exported record of a team, and names what does not fit', async () => {
  const { folder, said, errors, run } = surroundings();
  const file = path.join(folder, 'team.ndjson');
  const heading = { purser: 'team-record', form: 1, at: '', baseUrl: 'https://a.example.com', clientId: 'a' };
  const lines = [{ ...heading, last: 0, operators: [], signatures: [] }, { end: null }];
  fs.writeFileSync(file, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
  expect(await run('verify', '--file', file)).toBe(0);
  expect(await run('verify', '--file', file, '--head', `3:${'0'.repeat(32)}`)).toBe(1);
  expect([said, errors]).toEqual([
    ["The team's record is whole: 0 entries, 0 lines.\n"],
    ['purser: Line 3 is missing: the log ends with line 0.\n'],
  ]);
});
