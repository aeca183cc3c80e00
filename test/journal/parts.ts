/** Journals in temporary folders, and a machine whose processes start and end under the test's control. */
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Intent, Row } from '../../src/journal/intent.ts';
import type { FileJournal } from '../../src/journal/local-journal.ts';
import type { Processes, ProcessId } from '../../src/journal/processes.ts';
import { type JournalParts, type OpenedJournal, openJournal } from '../../src/journal/sqlite/open.ts';
import { maskCardNumbers } from '../../src/lib/redact.ts';
import { manualClock } from '../harness/clock.ts';
import { temporaryFolder } from '../harness/folder.ts';

export const start = Date.UTC(2026, 10, 20, 10);

export function temporaryFile(): string {
  return path.join(temporaryFolder(), 'state', 'journal.db');
}

/** A machine whose processes have the IDs 1, 2, 3 …. Each process lives until `end`. */
export function machine() {
  const ended = new Set<number>();
  let last = 0;
  return {
    processes(): Processes {
      const self: ProcessId = { pid: ++last, started: `start ${last}` };
      return { self, alive: ({ pid, started }) => started === `start ${pid}` && !ended.has(pid) };
    },
    end(processes: Processes): void {
      ended.add(processes.self.pid);
    },
  };
}

/** Opens a journal as a new process with a manual clock, unless `parts` say otherwise. */
export function open(parts: Partial<JournalParts> = {}): OpenedJournal {
  return openJournal({
    file: parts.file ?? temporaryFile(),
    clock: manualClock(start),
    processes: machine().processes(),
    redact: maskCardNumbers,
    ...parts,
  });
}

/** Opens a journal and closes it when the test ends. Throws if it is locked. */
export function openWhole(parts: Partial<JournalParts> = {}): FileJournal {
  const journal = whole(open(parts));
  onTestFinished(() => journal.close());
  return journal;
}

export function whole(opened: OpenedJournal): FileJournal {
  if ('locked' in opened) throw new Error(opened.locked);
  return opened;
}

/** The reason why the journal is locked. Throws if it opened. */
export function lockOf(opened: OpenedJournal): string {
  if ('locked' in opened) return opened.locked;
  opened.close();
  throw new Error('the journal opened');
}

/** The request ID with this number. */
export function requestId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A payout. Each number has its own fingerprint unless `changes` gives one. */
export function payout(number: number, changes: Partial<Intent> = {}): Intent {
  return {
    requestId: requestId(number),
    operation: 'payout.create',
    title: 'Create payout',
    class: 'money',
    profile: 'demo',
    environment: 'demo',
    baseUrl: 'http://127.0.0.1:8080',
    clientId: 'client-1',
    programId: 'program-1',
    customer: { userId: 'user-1', onBehalfOf: 'account-9' },
    method: 'POST',
    target: '/v1/payouts?x=1',
    body: `{"amount":"9007199254740993.01","note":"é\u0000😀","n":${number}}`,
    fingerprint: `2:fingerprint ${number}`,
    what: [{ label: 'Amount', value: '9,007,199,254,740,993.01 EUR' }],
    createdAt: start,
    ...changes,
  };
}

/** Writes a journal with `count` rows and closes it. Returns the rows. */
export function written(file: string, count = 12): readonly Row[] {
  const journal = whole(open({ file }));
  for (let number = 0; number < count; number++) {
    journal.prepare(payout(number));
    if (number % 3 > 0) journal.sent(requestId(number));
    if (number % 3 > 1) journal.settle(requestId(number), 'DONE', { status: 200, text: '{"id":"p-1"}' });
  }
  const all = journal.list();
  journal.close();
  return all.ok ? all.value : [];
}

export const bytesOf = (file: string) => fs.readFileSync(file);

export { unsynced } from './unsynced.ts';
