/** The contract for the journal port over a local file, and the behaviour that only a local file has. */
import { expect, test } from 'vitest';
import type { Journal } from '../../src/journal/journal.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import type { Processes } from '../../src/journal/processes.ts';
import { manualClock } from '../harness/clock.ts';
import { machine, openWhole, payout, requestId, start, temporaryFile } from './parts.ts';
import { type PortWorld, portContract } from './port-contract.ts';

function localWorld(): PortWorld {
  const file = temporaryFile();
  const clock = manualClock(start);
  const host = machine();
  const born = new Map<Journal, Processes>();
  return {
    async open() {
      const processes = host.processes();
      const journal = localJournal(openWhole({ file, clock, processes }));
      born.set(journal, processes);
      return journal;
    },
    die(journal) {
      const processes = born.get(journal);
      if (processes) host.end(processes);
    },
    advance: ms => clock.advance(ms),
  };
}

portContract('the file of one machine', localWorld);

test('outcomes and notes are in the file before the call returns, so that a process can end immediately [E13b]', () => {
  const file = temporaryFile();
  const journal = localJournal(openWhole({ file }));
  const other = openWhole({ file });
  void journal.prepare(payout(1));
  void journal.settle(requestId(1), 'UNKNOWN');
  void journal.note({ kind: 'program-ended', detail: { why: 'crash' } });
  expect(other.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
  expect(other.audit(1)).toMatchObject({ value: [{ kind: 'program-ended' }] });
  expect(journal.auditHead()).toBe(other.auditHead());
});
