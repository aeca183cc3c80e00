import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../src/journal/intent.ts';
import type { FileJournal } from '../../src/journal/local-journal.ts';
import { systemProcesses } from '../../src/journal/processes.ts';
import { checkAudit } from '../../src/journal/sqlite/audit-check.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { repeated } from '../harness/whole.ts';
import { type Child, startChild } from './children.ts';
import { open, payout, requestId, temporaryFile, whole } from './parts.ts';

const openHere = (file: string, place: 'local' | 'network' = 'local') =>
  whole(open({ file, processes: systemProcesses(), network: () => place === 'network' }));

const KILLED = repeated(5, 50);

test(`after ${KILLED} kill -9 at random moments every row is consistent, and nothing committed is lost [O6 E1b E2 E3a E4a E5]`, async () => {
  const moments = fc.sample(fc.integer({ min: 1, max: 40 }), { seed: 4711, numRuns: KILLED });
  // Each journal has at most ten killed processes.
  for (let from = 0; from < moments.length; from += 10)
    await outlive(moments.slice(from, from + 10), 'local');
}, 120_000);

const WITHOUT_WAL = repeated(4, 10);

test(`${WITHOUT_WAL} kill -9 without WAL lose nothing committed [G14a E1b E2 E3a E4a E5]`, async () => {
  const moments = fc.sample(fc.integer({ min: 1, max: 40 }), { seed: 4712, numRuns: WITHOUT_WAL });
  await outlive(moments, 'network');
}, 60_000);

/** One journal, and for each moment a process that is killed after it printed this many lines. */
async function outlive(moments: readonly number[], place: 'local' | 'network'): Promise<void> {
  const file = temporaryFile();
  const kept: Row[] = [];
  for (const [round, moment] of moments.entries()) {
    const child = startChild(file, 'write', round * 1000, 0, { place });
    await child.said(moment);
    child.kill();
    await child.ended;
    kept.push(...checkAfter(file, child, round * 1000, kept, place));
  }
  expect(kept.length).toBeGreaterThan(moments.length);
}

const CALLS = repeated(5, 30);

test(`${CALLS} processes killed before a random database call leave consistent rows [E1b E2 E3a E4a E5]`, async () => {
  const moments = fc.sample(fc.integer({ min: 1, max: 120 }), { seed: 815, numRuns: CALLS });
  for (const moment of moments) {
    const file = temporaryFile();
    const child = startChild(file, 'write', 0, moment);
    await child.ended;
    checkAfter(file, child, 0, []);
  }
}, 120_000);

test('a killed recovery is finished by the next recovery, with one transition for each row [E5]', async () => {
  const unharmed = await recoverIn(leftBehind(), 0);
  const [, first = 0, last = 0] = (/calls (\d+) to (\d+)/.exec(unharmed.lines[0] ?? '') ?? []).map(Number);
  expect(last - first).toBeGreaterThan(15);
  for (let moment = first; moment <= last; moment += repeated(9, 2)) {
    const file = leftBehind();
    const child = await recoverIn(file, moment);
    expect(child.lines).toEqual([]);
    const journal = openHere(file);
    journal.recover();
    const rows = rowsOf(journal);
    expect(journal.recover()).toEqual({ recovered: [] });
    expect(rowsOf(journal)).toEqual(rows);
    expect(rows.map(row => row.transitions.map(({ to }) => to))).toEqual([
      ['PREPARED', 'UNKNOWN'],
      ['PREPARED', 'SENT', 'UNKNOWN'],
      ['PREPARED', 'UNKNOWN'],
    ]);
    journal.close();
  }
}, 60_000);

/** A journal with three intents of a process that has ended. */
function leftBehind(): string {
  const file = temporaryFile();
  const self = { pid: process.pid, started: 'an earlier life' };
  const journal = whole(open({ file, processes: { self, alive: () => true } }));
  for (const number of [1, 2, 3]) journal.prepare(payout(number));
  journal.sent(requestId(2));
  journal.close();
  return file;
}

async function recoverIn(file: string, moment: number): Promise<Child> {
  const child = startChild(file, 'recover', 0, moment);
  await child.ended;
  return child;
}

/** Expects every printed step in the journal, at most one step more, and no open row after the recovery. */
function checkAfter(
  file: string,
  child: Child,
  first: number,
  earlier: readonly Row[],
  place: 'local' | 'network' = 'local',
): readonly Row[] {
  const said = new Map<string, string>();
  for (const line of child.lines) {
    const [, word = '', number = ''] =
      /^(prepare|sent|DONE|REFUSED|UNKNOWN|NOT SENT) (\d+)$/.exec(line) ?? [];
    expect(word, line).not.toBe('');
    said.set(requestId(Number(number)), word);
  }
  const journal = openHere(file, place);
  expect(journal.mode).toBe(place === 'local' ? 'wal' : 'delete');
  const found = rowsOf(journal).filter(row => Number(row.intent.requestId.slice(-12)) >= first);
  const states = new Map(found.map(row => [row.intent.requestId, row.state]));
  let ahead = 0;
  for (const [id, word] of said) {
    const least = { prepare: 'PREPARED', sent: 'SENT' }[word] ?? word;
    if (states.get(id) === least) continue;
    ahead++;
    expect(word === 'prepare' || word === 'sent', `${id} ${word} ${states.get(id)}`).toBe(true);
    expect(['SENT', 'DONE', 'REFUSED', 'UNKNOWN', 'NOT SENT']).toContain(states.get(id));
  }
  for (const id of states.keys()) if (!said.has(id)) ahead++;
  // The process prints a line before it begins the next step, so at most one step is unprinted.
  expect(ahead).toBeLessThanOrEqual(1);
  const { recovered } = journal.recover();
  expect(recovered.length).toBeLessThanOrEqual(1);
  expect(journal.recover()).toEqual({ recovered: [] });
  const all = rowsOf(journal);
  expect(all.filter(row => row.state === 'PREPARED' || row.state === 'SENT')).toEqual([]);
  expect(all.slice(0, earlier.length)).toEqual(earlier);
  journal.close();
  checkFile(file);
  return all.slice(earlier.length);
}

function rowsOf(journal: FileJournal): readonly Row[] {
  const all = journal.list({ limit: 100_000 });
  if (!all.ok) throw new Error(all.unreadable);
  return all.value.toReversed();
}

function checkFile(file: string): void {
  const database = openSqlite(file, { readOnly: true, busyMs: 0 });
  expect(database.rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(database.rows("SELECT 1 FROM intents WHERE state = 'NEW'")).toEqual([]);
  database.close();
  // O6: the audit log is complete and contains every change.
  expect(checkAudit({ file })).toMatchObject({ ok: true });
}
