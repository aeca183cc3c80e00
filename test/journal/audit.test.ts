// The audit log: every manipulation is found, and the check names the entry.
import fs from 'node:fs';
import { expect, test } from 'vitest';
import {
  type AuditEntry,
  exportedLine,
  exportHeading,
  headText,
  lineOf,
  parseHead,
  type SealedLine,
  sealed,
} from '../../src/journal/audit.ts';
import { checkExport } from '../../src/journal/audit-chain.ts';
import { checkAudit, readAudit } from '../../src/journal/sqlite/audit-check.ts';
import { appendAudit } from '../../src/journal/sqlite/audit-table.ts';
import { type OpenDatabase, openSqlite } from '../../src/journal/sqlite/database.ts';
import { manualClock } from '../harness/clock.ts';
import { lockOf, machine, open, openWhole, payout, requestId, start, temporaryFile, whole } from './parts.ts';

const revealed = (reason: string): AuditEntry => ({ kind: 'card-reveal', detail: { reason } });

/** Writes a log with `count` entries from one console, including its first line. Returns the file. */
function logged(count = 6): string {
  const file = temporaryFile();
  const journal = whole(open({ file, operator: 'sam' }));
  for (let n = 2; n <= count; n++) expect(journal.note(revealed(`ticket ${n}`))).toEqual({ ok: true });
  journal.close();
  return file;
}

/** Changes the file directly, without the rules of its triggers. */
function tampering(file: string, ...statements: readonly string[]): void {
  const database = openSqlite(file, { readOnly: false, busyMs: 0 });
  for (const trigger of [
    'audit_follows',
    'audit_stays',
    'audit_keeps',
    'transition_stays',
    'transition_keeps',
  ])
    database.exec(`DROP TRIGGER ${trigger}`);
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** Empties the log and restores its triggers, so that the journal opens. */
function emptied(file: string): void {
  const database = openSqlite(file, { readOnly: false, busyMs: 0 });
  const [rule] = database.rows("SELECT sql FROM sqlite_schema WHERE name = 'audit_stays'");
  database.exec('DROP TRIGGER audit_stays; DELETE FROM audit');
  database.exec(String(rule?.['sql']));
  database.close();
}

function headOf(file: string): string {
  const checked = checkAudit({ file });
  if (!checked.ok || !checked.head) throw new Error('there is no head');
  return headText(checked.head);
}

const WRITER = {
  at: start,
  process: { pid: 1, started: 's' },
  operator: '',
  redact: (text: string) => text,
};

const at = (text: string) => {
  const head = parseHead(text);
  if (!head) throw new Error(text);
  return head;
};

test('an untouched log is complete, and has a head [O6]', () => {
  const file = logged();
  expect(checkAudit({ file })).toMatchObject({ ok: true, lines: 6, head: { number: 6 } });
  expect(headOf(file)).toMatch(/^6:[0-9a-f]{32}$/);
  expect(checkAudit({ file, heads: [at(headOf(file))] }).ok).toBe(true);
});

test.each([
  ['after a line was removed', 'DELETE FROM audit WHERE number = 3', 3, 'Entry 3 is missing'],
  ['after the first line was removed', 'DELETE FROM audit WHERE number = 1', 1, 'Entry 1 is missing'],
  [
    'after a line was removed and the gap closed',
    'DELETE FROM audit WHERE number = 3; UPDATE audit SET number = number - 1 WHERE number > 3',
    3,
    'Entry 3 was changed',
  ],
  [
    'after a line was edited',
    "UPDATE audit SET line = replace(line, 'ticket 4', 'ticket 9') WHERE number = 4",
    4,
    'Entry 4 was changed',
  ],
  [
    'after two lines were swapped',
    'UPDATE audit SET number = -2 WHERE number = 2; UPDATE audit SET number = 2 WHERE number = 5; UPDATE audit SET number = 5 WHERE number = -2',
    2,
    'Entry 2 was changed',
  ],
  [
    'after a line was cut',
    'UPDATE audit SET line = substr(line, 1, 40) WHERE number = 6',
    6,
    "can't be read",
  ],
  ['after a hash was replaced', "UPDATE audit SET hash = 'x' WHERE number = 5", 5, 'Entry 5 was changed'],
])('verify names the first bad entry %s [G12a]', (_, statement, entry, words) => {
  const file = logged();
  tampering(file, statement);
  const checked = checkAudit({ file });
  expect(checked).toMatchObject({ ok: false, entry });
  expect('why' in checked && checked.why).toContain(words);
});

test('a replaced line does not fit the next line, even with a correct seal [G12a]', () => {
  const file = logged();
  const read = readAudit({ file });
  const third = read.ok ? read.lines[2] : undefined;
  const line = third && lineOf(third);
  if (!line) throw new Error('there is no third line');
  const { text, hash } = sealed({ ...line, detail: { reason: 'ticket 9' } });
  expect(text).not.toContain("'");
  tampering(file, `UPDATE audit SET line = '${text}', hash = '${hash}' WHERE number = 3`);
  const checked = checkAudit({ file });
  expect(checked).toMatchObject({ ok: false, entry: 4 });
  expect('why' in checked && checked.why).toContain('does not follow the previous entry');
});

test('if the last lines are removed, only the printed head shows the loss [G12c]', () => {
  const file = logged();
  const head = at(headOf(file));
  tampering(file, 'DELETE FROM audit WHERE number > 4');
  expect(checkAudit({ file }).ok).toBe(true);
  expect(checkAudit({ file, heads: [head] })).toMatchObject({ ok: false, entry: 5 });
});

test('if a line and all later seals are replaced, only the printed head shows the change [G12c]', () => {
  const file = logged();
  const head = at(headOf(file));
  const found = readAudit({ file });
  if (!found.ok) throw new Error(found.unreadable);
  let before = '';
  const forged = found.lines.map(kept => {
    const line = lineOf(kept);
    if (!line) throw new Error('unreadable');
    const made = sealed({
      ...line,
      before,
      detail: { ...line.detail, ...(line.number === 2 && { reason: 'ticket 7' }) },
    });
    before = made.hash;
    return made;
  });
  tampering(
    file,
    ...forged.map(
      ({ number, text, hash }) =>
        `UPDATE audit SET line = '${text}', hash = '${hash}' WHERE number = ${number}`,
    ),
  );
  expect(checkAudit({ file }).ok).toBe(true);
  expect(checkAudit({ file, heads: [head] })).toMatchObject({ ok: false, entry: 6 });
});

test('a different log in the same file does not fit the printed head [G12c]', () => {
  const file = logged();
  const head = at(headOf(file));
  const other = temporaryFile();
  const journal = whole(open({ file: other, clock: manualClock(start + 1), operator: 'sam' }));
  for (let n = 1; n <= 9; n++) journal.note(revealed(`ticket ${n}`));
  journal.close();
  fs.copyFileSync(other, file);
  expect(checkAudit({ file }).ok).toBe(true);
  expect(checkAudit({ file, heads: [head] })).toMatchObject({ ok: false, entry: 6 });
});

test('two consoles that write at the same time make one chain [G12b]', () => {
  const file = temporaryFile();
  const { processes } = machine();
  const [first, second] = [processes(), processes()].map(one => openWhole({ file, processes: one }));
  for (let n = 0; n < 20; n++) {
    first?.note(revealed(`first ${n}`));
    if (n % 3 > 0) second?.note(revealed(`second ${n}`));
    second?.prepare(payout(n));
  }
  const told: string[] = [];
  const tell = (checked: number, of: number) => told.push(`${checked} of ${of}`);
  expect(checkAudit({ file, tell })).toMatchObject({ ok: true, lines: 54 });
  expect(told).toEqual(['54 of 54']);
});

test('a clock that was set back is recorded unchanged, and the log stays complete [G12b]', () => {
  const file = temporaryFile();
  for (const moment of [start, start - 3_600_000, start + 5]) {
    const journal = whole(open({ file, clock: manualClock(moment) }));
    journal.note(revealed('ticket'));
    journal.close();
  }
  expect(checkAudit({ file }).ok).toBe(true);
  const found = readAudit({ file });
  expect(found.ok && found.lines.map(line => Date.parse(lineOf(line)?.at ?? '') - start)).toEqual([
    0, 0, -3_600_000, 5,
  ]);
});

test('changes that the journal lost or never recorded are found in the log [G12a]', () => {
  const file = temporaryFile();
  const journal = whole(open({ file }));
  journal.prepare(payout(1));
  journal.sent(requestId(1));
  journal.settle(requestId(1), 'DONE');
  journal.close();
  const copy = `${file}.copy`;
  fs.copyFileSync(file, copy);
  tampering(file, 'DELETE FROM transitions WHERE number = 2');
  expect(checkAudit({ file })).toMatchObject({ ok: false, entry: 3 });
  // The log ends before the last change, but the journal has that change.
  tampering(copy, 'DELETE FROM audit WHERE number = 4');
  expect(checkAudit({ file: copy })).toMatchObject({ ok: false, entry: 4 });
});

test('an emptied log is incomplete, also after new lines [G12a]', () => {
  const file = logged();
  emptied(file);
  const begun = { ok: false, entry: 1, why: expect.stringContaining('emptied, or started again') };
  expect(checkAudit({ file })).toMatchObject(begun);
  expect(lockOf(open({ file }))).toContain("its audit log is not whole: The log's first entry is missing");
  // A program without this check continues the log.
  const careless = openSqlite(file, { readOnly: false, busyMs: 0 });
  appendAudit(careless, revealed('ticket 9'), WRITER);
  careless.close();
  expect(checkAudit({ file })).toMatchObject(begun);
});

test('a log that lacks a change in the journal is incomplete [G12a]', () => {
  const file = temporaryFile();
  const journal = whole(open({ file }));
  journal.prepare(payout(1));
  journal.close();
  tampering(file, 'DELETE FROM audit WHERE number = 2');
  expect(checkAudit({ file })).toMatchObject({
    ok: false,
    entry: 2,
    why: expect.stringContaining('that the log lacks'),
  });
});

/** The text of an export. */
function exported(file: string, from = 1): string {
  const found = readAudit({ file });
  if (!found.ok || !found.head) throw new Error('nothing to export');
  const lines = found.lines.filter(line => line.number >= from);
  return [exportHeading({ at: 'now', from, head: found.head }), ...lines.map(exportedLine), ''].join('\n');
}

const edited: readonly (readonly [string, (lines: string[]) => string[], number])[] = [
  ['no change', lines => lines, -1],
  ['a line removed', lines => lines.filter((_, n) => n !== 3), 3],
  ['a line edited', lines => lines.map(line => line.replace('ticket 4', 'ticket 44')), 4],
  ['a blank added', lines => lines.map((line, n) => (n === 2 ? `${line} ` : line)), 2],
  ['two lines swapped', ([h = '', a = '', b = '', ...rest]) => [h, b, a, ...rest], 1],
  ['the tail cut', lines => [...lines.slice(0, 5), ''], 5],
  ['the last line cut', lines => [...lines.slice(0, 6), lines[6]?.slice(0, 50) ?? ''], 6],
  ['the last line without its end', lines => lines.slice(0, 7), 6],
  ['a line added', lines => [...lines.slice(0, 7), '{"number":7}', ''], 7],
  ['the heading removed', lines => lines.slice(1), 0],
];

test.each(edited)('the check of an export finds %s [G12a G12c]', (_, change, entry) => {
  const text = exported(logged());
  const checked = checkExport([change(text.split('\n')).join('\n')], []);
  if (entry < 0) expect(checked).toMatchObject({ ok: true, lines: 6 });
  else expect(checked).toMatchObject({ ok: false, entry });
});

test('an export from the middle is checked from its first line, and an earlier head is refused [G12c]', () => {
  const file = logged();
  const text = exported(file, 4);
  expect(checkExport([text], [at(headOf(file))])).toMatchObject({ ok: true, lines: 3, after: { number: 3 } });
  expect(checkExport([text], [at(`2:${'a'.repeat(32)}`)])).toMatchObject({ ok: false, entry: 2 });
  // The head of the part before shows whether this part follows.
  expect(checkExport([text], [at(`3:${'a'.repeat(32)}`)])).toMatchObject({ ok: false, entry: 4 });
  const whole = checkExport([text], []);
  expect(whole.ok && whole.after && checkExport([text], [whole.after])).toMatchObject({ ok: true });
});

test('the files of a rotated log are one chain, and one that was just begun is empty', () => {
  const text = exported(logged());
  const [heading = '', ...lines] = text.trimEnd().split('\n');
  const part = (from: number, to: number): string => {
    const [first = ''] = exported(logged(), from).split('\n');
    return `${[from === 1 ? heading : first, ...lines.slice(from - 1, to)].join('\n')}\n`;
  };
  const [one, two, three] = [text.split('\n').slice(0, 3).join('\n'), part(3, 4), part(5, 6)];
  expect(checkExport([`${one}\n`, two, three, ''], [])).toEqual(checkExport([text], []));
  expect(checkExport([`${one}\n`, three], [])).toMatchObject({ ok: false, entry: 3 });
  expect(checkExport([two, `${one}\n`], [])).toMatchObject({ ok: false });
  expect(checkExport([''], [])).toEqual({ ok: true, lines: 0, head: undefined });
  expect(checkExport([''], [at(`3:${'a'.repeat(32)}`)])).toMatchObject({ ok: false });
});

test('every change of a write has a line with operator and change, without body and card number [C26d]', () => {
  const file = temporaryFile();
  const journal = openWhole({ file, operator: 'sam' });
  journal.prepare(payout(1, { title: '4111 1111 1111 1111' }));
  journal.sent(requestId(1));
  journal.settle(requestId(1), 'UNKNOWN', { status: 502, text: '{"pan":"4111111111111111"}' });
  journal.resolve(requestId(1), { by: '4111 1111 1111 1111', verdict: 'DONE', evidence: 'x', note: '' });
  journal.note({ kind: 'grant-given', detail: { reason: `card 4111111111111111 ${'x'.repeat(900)}` } });
  const listed = journal.audit(100);
  if (!listed.ok) throw new Error(listed.unreadable);
  expect(
    listed.value.map(({ operator, kind, detail }) => [operator, kind, detail['from'], detail['to']]),
  ).toEqual([
    ['sam', 'log-begun', undefined, undefined],
    ['sam', 'write', 'NEW', 'PREPARED'],
    ['sam', 'write', 'PREPARED', 'SENT'],
    ['sam', 'write', 'SENT', 'UNKNOWN'],
    ['sam', 'write', 'UNKNOWN', 'RESOLVED'],
    ['sam', 'grant-given', undefined, undefined],
  ]);
  expect(listed.value[3]?.detail).toMatchObject({ request: requestId(1), status: '502', customer: 'user-1' });
  const text = JSON.stringify(listed.value);
  expect(text).not.toMatch(/4111 ?1111|9007199254740993/);
  expect(listed.value[5]?.detail['reason']).toHaveLength(500);
  expect(journal.audit(2)).toMatchObject({ ok: true, value: [{ number: 5 }, { number: 6 }] });
});

test('a write is recorded only if its line of the audit log can be written [G13]', () => {
  let full = false;
  const filling: OpenDatabase = (file, opening) => {
    const real = openSqlite(file, opening);
    return {
      ...real,
      run(sql, ...values) {
        if (full && sql.includes('audit')) throw Object.assign(new Error('full'), { errcode: 13 });
        real.run(sql, ...values);
      },
    };
  };
  const file = temporaryFile();
  const journal = openWhole({ file, open: filling });
  journal.prepare(payout(1));
  full = true;
  const refused = { ok: false, unwritable: "The journal can't be written: the disk is full." };
  expect(journal.prepare(payout(2))).toEqual(refused);
  expect(journal.sent(requestId(1))).toEqual(refused);
  expect(journal.note(revealed('x'))).toEqual(refused);
  const rows = journal.list();
  expect(rows.ok && rows.value.map(({ state }) => state)).toEqual(['PREPARED']);
  full = false;
  expect(journal.sent(requestId(1)).ok).toBe(true);
  expect(checkAudit({ file })).toMatchObject({ ok: true, lines: 3 });
});

test('a file that is not a journal, and an unreadable file, are explained in a sentence', () => {
  const file = temporaryFile();
  fs.mkdirSync(file.slice(0, -'/journal.db'.length), { recursive: true });
  expect(checkAudit({ file })).toMatchObject({
    ok: false,
    unreadable: expect.stringMatching(/^The audit log can't be read: .*\.$/),
  });
  const database = openSqlite(file, { readOnly: false, busyMs: 0 });
  database.exec('CREATE TABLE other (x)');
  database.close();
  expect(checkAudit({ file })).toEqual({
    ok: false,
    unreadable: "The audit log can't be read: it is not a journal.",
  });
});

test('a head is parsed as it was printed, and other texts are refused', () => {
  const line: SealedLine = sealed({
    ...{ number: 12, at: 'x', pid: 1, process: 'p', operator: '', kind: 'write', detail: {}, before: '' },
  });
  expect(parseHead(headText(line))).toEqual({ number: 12, hash: line.hash.slice(0, 32) });
  for (const wrong of ['', '12', '12:', `0:${line.hash}`, '12:abc', `-1:${line.hash}`, `12:${line.hash}0`])
    expect(parseHead(wrong)).toBeUndefined();
});

test('another console can write while the log is checked', () => {
  const file = logged();
  const writer = openWhole({ file, busyMs: 50 });
  let number = 0;
  const writing: OpenDatabase = (name, opening) => {
    const real = openSqlite(name, opening);
    return {
      ...real,
      rows(sql, ...values) {
        const found = real.rows(sql, ...values);
        if (sql.includes('FROM audit WHERE')) expect(writer.prepare(payout(++number)).ok).toBe(true);
        return found;
      },
    };
  };
  expect(checkAudit({ file, open: writing })).toMatchObject({ ok: true });
  expect(number).toBeGreaterThan(0);
  expect(checkAudit({ file })).toMatchObject({ ok: true });
});
