// A console whose disk is full, so that its journal can't record the outcome of a write.

import { vi } from 'vitest';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { t } from '../../src/lib/visible.ts';
import { createJournalEffects } from '../../src/money/journal-effects.ts';
import { journalRows } from '../../src/store/journal-view.ts';
import { manualClock } from '../harness/clock.ts';
import { openWhole, payout, requestId } from '../journal/parts.ts';
import { signedInStore } from '../store/signed-in.ts';

/** A console with one SENT write, whose disk takes no outcome until `works`. */
export async function fullDisk(changes: Partial<Journal> = {}) {
  const whole = localJournal(openWhole());
  const [store, clock] = [signedInStore(), manualClock(0)];
  let works = false;
  let unresolved = whole.unresolved;
  const settle = vi.fn<Journal['settle']>(async (...given) =>
    works ? whole.settle(...given) : { ok: false, unwritable: t`the disk is full.` },
  );
  const journal = { ...whole, settle, unresolved: () => unresolved(), ...changes };
  const effects = createJournalEffects({
    store,
    clock,
    openJournal: async () => ({ journal, fingerprint }),
  });
  await effects.open();
  await whole.prepare(payout(1));
  await whole.sent(requestId(1));
  await effects.refresh();
  return {
    ...{ whole, store, clock, effects, settle },
    states: () => journalRows(store.getState()).map(({ state }) => state),
    /** From now on the journal reads its unresolved entries with this function. */
    reads(by: Journal['unresolved']) {
      unresolved = by;
    },
    /** From now on the disk works. */
    works() {
      works = true;
    },
  };
}
