/** Journals in folders of their own, with processes that live and die as a test says. */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Intent, Row } from '../../src/journal/intent.ts';
import type { FileJournal } from '../../src/journal/local-journal.ts';
import type { Processes, ProcessId } from '../../src/journal/processes.ts';
import { type JournalParts, type OpenedJournal, openJournal } from '../../src/journal/sqlite/open.ts';
import { maskCardNumbers } from '../../src/lib/redact.ts';
import { manualClock } from '../harness/clock.ts';

export const start = Date.UTC(2026, 10, 20, 10);

/** A folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'purser-journal-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function temporaryFile(): string {
  return path.join(temporaryFolder(), 'state', 'journal.db');
}

/** A machine whose processes have the IDs 1, 2, 3 …, each alive until it is ended. */
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

/** Opens as one process on a manual clock, unless `parts` say otherwise. */
export function open(parts: Partial<JournalParts> = {}): OpenedJournal {
  return openJournal({
    file: parts.file ?? temporaryFile(),
    clock: manualClock(start),
    processes: machine().processes(),
    redact: maskCardNumbers,
    ...parts,
  });
}

/** A journal that opened; closed when the test ends. */
export function openWhole(parts: Partial<JournalParts> = {}): FileJournal {
  const journal = whole(open(parts));
  onTestFinished(() => journal.close());
  return journal;
}

export function whole(opened: OpenedJournal): FileJournal {
  if ('locked' in opened) throw new Error(opened.locked);
  return opened;
}

/** The sentence of a journal that is locked. */
export function lockOf(opened: OpenedJournal): string {
  if ('locked' in opened) return opened.locked;
  opened.close();
  throw new Error('the journal opened');
}

/** The request ID with this number. */
export function requestId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** An intent to pay a beneficiary; equal ones have equal fingerprints, so each number has its own unless given. */
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
    fingerprint: `fingerprint ${number}`,
    what: [{ label: 'Amount', value: '9,007,199,254,740,993.01 EUR' }],
    createdAt: start,
    ...changes,
  };
}

/** A closed journal with rows in it. */
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
