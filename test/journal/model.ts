/** A model of the journal as plain values, and two consoles to compare it with. */
import { expect } from 'vitest';
import type { Row, RowState, Settlement } from '../../src/journal/intent.ts';
import type { FileJournal } from '../../src/journal/local-journal.ts';
import type { Processes } from '../../src/journal/processes.ts';
import { checkAudit } from '../../src/journal/sqlite/audit-check.ts';
import { manualClock } from '../harness/clock.ts';
import { machine, open, start, temporaryFile, whole } from './parts.ts';

/** The model of one entry. */
export interface Entry {
  readonly id: string;
  readonly action: string;
  readonly repeatable: boolean;
  readonly createdAt: number;
  /** The ID of the duplicate that a person named for this entry. */
  readonly duplicateOf: string | undefined;
  state: RowState;
  /** The number of the process that made the last transition. */
  owner: number;
  readonly past: RowState[];
  /** When the entry was prepared and last changed, as a count of all transitions in the model. */
  readonly first: number;
  last: number;
}

export interface Model {
  moves: number;
  readonly entries: Entry[];
  /** The process numbers of the two consoles. */
  readonly living: [number, number];
  now: number;
}

export interface Real {
  readonly journals: [FileJournal, FileJournal];
  readonly processes: [Processes, Processes];
  /** Opens console `which` again: with a new process after `crash` and `close`. */
  reopen(which: 0 | 1, how: 'crash' | 'close' | 'second handle'): void;
  advance(ms: number): void;
}

export const isOpen = (entry: Entry) => ['PREPARED', 'SENT', 'UNKNOWN'].includes(entry.state);
const wasUnknown = (entry: Entry) => entry.past.includes('UNKNOWN');

/** Whether the write was done, may have been done, or may still be done. All verdicts in the model are DONE. */
const stands = (entry: Entry) => isOpen(entry) || entry.state === 'DONE' || entry.state === 'RESOLVED';

/** The entries that count as duplicates of the action, newest first. */
export const equalsOf = ({ entries }: Model, action: string): readonly Entry[] =>
  entries.filter(entry => entry.action === action && stands(entry)).toReversed();

export function move(model: Model, entry: Entry, to: RowState, owner: number): void {
  entry.state = to;
  entry.last = ++model.moves;
  entry.owner = owner;
  entry.past.push(to);
}

/** The state after a settlement, or undefined if it is refused. */
export function settled(entry: Entry, outcome: Settlement): RowState | undefined {
  if (entry.state === 'PREPARED')
    return outcome === 'NOT SENT' || outcome === 'UNKNOWN' ? outcome : undefined;
  if (entry.state !== 'SENT') return undefined;
  return wasUnknown(entry) && outcome !== 'DONE' ? 'UNKNOWN' : outcome;
}

/** Expects the model's entries in the journal, read through each console. */
export function compare(model: Model, real: Real): void {
  for (const journal of real.journals) {
    const all = journal.list({ limit: 1000 });
    if (!all.ok) throw new Error(all.unreadable);
    const seen = all.value.toReversed().map(seenOf);
    expect(seen).toEqual(
      model.entries.map(entry => ({
        id: entry.id,
        state: entry.state,
        owner: entry.owner,
        past: entry.past,
      })),
    );
    const unresolved = journal.unresolved();
    expect(unresolved.ok && unresolved.value.map(row => row.intent.requestId)).toEqual(
      model.entries.filter(isOpen).map(entry => entry.id),
    );
  }
}

function seenOf({ intent, state, transitions }: Row) {
  const past = transitions.map(({ to }) => to);
  return { id: intent.requestId, state, owner: transitions.at(-1)?.process.pid, past };
}

export function setUp(): { model: Model; real: Real; end: () => void } {
  const file = temporaryFile();
  const clock = manualClock(start);
  const { processes: born, end: kill } = machine();
  const handles: FileJournal[] = [];
  const openFor = (processes: Processes): FileJournal => {
    const journal = whole(open({ file, clock, processes }));
    handles.push(journal);
    return journal;
  };
  const processes: [Processes, Processes] = [born(), born()];
  const real: Real = {
    journals: [openFor(processes[0]), openFor(processes[1])],
    processes,
    reopen(console, how) {
      // A crash does not close the handle.
      if (how === 'close') real.journals[console].close();
      if (how !== 'second handle') {
        kill(processes[console]);
        processes[console] = born();
      }
      real.journals[console] = openFor(processes[console]);
    },
    advance: ms => clock.advance(ms),
  };
  return {
    model: { moves: 0, entries: [], living: [processes[0].self.pid, processes[1].self.pid], now: start },
    real,
    end: () => {
      // The audit log must be complete [FAULTS.md, O6].
      expect(checkAudit({ file })).toMatchObject({ ok: true });
      for (const journal of handles) journal.close();
    },
  };
}
