// The outcomes that the journal could not record. Until it does, nobody can resolve their entries.

import type { Answer, Row, Settlement } from '../journal/intent.ts';
import type { Journal, ReadResult } from '../journal/journal.ts';
import { isBegun, isOpen, isToldOf, mayBeDone } from '../journal/possible-duplicates.ts';
import { t } from '../lib/visible.ts';

export interface LateOutcome {
  readonly outcome: Settlement;
  readonly answer?: Answer | undefined;
}

export interface LateOutcomes {
  /** The write has ended, and its entry is still PREPARED or SENT. */
  add(requestId: string, late: LateOutcome): void;
  isNotSent(requestId: string): boolean;
  /** With its outcome, so that no screen says that the request is on its way. */
  shown(row: Row): Row;
  /** Reads each entry as `shown` returns it. A team's journal is unchanged. */
  reading(journal: Journal): Journal;
  /** Does not wait for other consoles, because the screen freezes meanwhile. */
  record(): Promise<void>;
  /** The program ends: one short wait for other consoles. Makes all tries before it returns. */
  recordLast(): Promise<void>;
}

const NOT_YET = t`A duplicate was not sent, but the journal has not recorded that yet. Try again in a few seconds.`;

/** In ms. */
const LAST_WAIT = 500;

interface LateDeps {
  readonly journal: () => Journal | undefined;
  /** An entry whose outcome is no longer late. */
  readonly tell: (row: Row) => void;
  readonly changed: () => void;
}

export function createLateOutcomes({ journal, tell, changed }: LateDeps): LateOutcomes {
  const outcomes = new Map<string, LateOutcome>();
  const trying = new Set<string>();

  async function settle(requestId: string, late: LateOutcome, waitMs: number): Promise<void> {
    // Two calls must record the outcome once, because another attempt may begin after it.
    if (trying.has(requestId)) return;
    trying.add(requestId);
    const settled = await journal()?.settle(requestId, late.outcome, late.answer, waitMs);
    trying.delete(requestId);
    if (!settled || 'unwritable' in settled) return;
    outcomes.delete(requestId);
    // A barred step comes with the entry as it is now.
    if (settled.row) tell(settled.row);
  }
  async function record(waitMs: number): Promise<void> {
    await Promise.all([...outcomes].map(([id, late], at) => settle(id, late, at === 0 ? waitMs : 0)));
  }

  function shown(row: Row): Row {
    const outcome = outcomes.get(row.intent.requestId)?.outcome;
    if (outcome === undefined || !isBegun(row)) return row;
    return { ...row, state: outcome, wasUnknown: row.wasUnknown || outcome === 'UNKNOWN' };
  }

  /** Without the rows that don't belong to the list with their outcome. */
  function shownRows(
    read: ReadResult<readonly Row[]>,
    belongs: (row: Row) => boolean = () => true,
  ): ReadResult<readonly Row[]> {
    if (outcomes.size === 0 || !read.ok) return read;
    return { ok: true, value: read.value.map(shown).filter(belongs) };
  }

  return {
    add(requestId, late) {
      // A team's journal sends the real outcome to its server as soon as it can.
      if (journal()?.approvals) return;
      outcomes.set(requestId, late);
      changed();
    },
    isNotSent: requestId => outcomes.get(requestId)?.outcome === 'NOT SENT',
    shown,
    reading(whole) {
      if (whole.approvals) return whole;
      return {
        ...whole,
        async prepare(intent, second) {
          const refused = await whole.prepare(intent, second);
          if (!('equal' in refused)) return refused;
          const equal = refused.equal.map(shown).filter(mayBeDone);
          return equal.length > 0 ? { ok: false, equal } : { ok: false, unwritable: NOT_YET };
        },
        equals: async intent => shownRows(await whole.equals(intent), isToldOf),
        unresolved: async () => shownRows(await whole.unresolved(), isOpen),
        list: async wanted => shownRows(await whole.list(wanted)),
        async get(requestId) {
          const read = await whole.get(requestId);
          return read.ok && read.value ? { ok: true, value: shown(read.value) } : read;
        },
      };
    },
    record: () => record(0),
    recordLast: () => record(LAST_WAIT),
  };
}
