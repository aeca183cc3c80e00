// An outcome that the disk could not take is recorded as soon as the disk works. Until then, the entry would say for
// ever that the write is being sent, and nobody could resolve it.

import { expect, it, vi } from 'vitest';
import { createJournalEffects } from '../../src/effects/journal.ts';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { t } from '../../src/lib/visible.ts';
import { journalRows } from '../../src/store/journal.ts';
import { manualClock } from '../harness/clock.ts';
import { patience } from '../harness/patience.ts';
import { openWhole, payout, requestId } from '../journal/parts.ts';
import { signedInStore } from '../store/signed-in.ts';

/** A console with one SENT write, whose disk takes no outcome until `works`. */
async function full(changes: Partial<Journal> = {}) {
  const whole = localJournal(openWhole());
  const [store, clock] = [signedInStore(), manualClock(0)];
  let works = false;
  const settle = vi.fn<Journal['settle']>(async (...given) =>
    works ? whole.settle(...given) : { ok: false, unwritable: t`the disk is full.` },
  );
  const journal = { ...whole, settle, ...changes };
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
    ...{ whole, clock, effects, settle },
    states: () => journalRows(store.getState()).map(({ state }) => state),
    /** From now on the disk works. */
    works() {
      works = true;
    },
  };
}

it.each(['UNKNOWN', 'NOT SENT'] as const)(
  '%s is recorded within half a minute after the disk works',
  async word => {
    const { clock, effects, settle, states, works } = await full();
    effects.settleLater(requestId(1), word);
    const looks = (seen: () => void) =>
      vi.waitFor(() => {
        clock.advance(2000);
        seen();
      }, patience);
    await looks(() => expect(settle).toHaveBeenCalled());
    expect(states()).toEqual(['SENT']);
    works();
    await looks(() => expect(states()).toEqual([word]));
  },
);

it('is recorded before the next action reads the journal', async () => {
  const { effects, states, works } = await full();
  effects.settleLater(requestId(1), 'UNKNOWN');
  works();
  await effects.refresh();
  expect(states()).toEqual(['UNKNOWN']);
});

it('is recorded only once, so that it never ends a later attempt', async () => {
  const { whole, effects, settle, states, works } = await full();
  effects.settleLater(requestId(1), 'NOT SENT');
  works();
  await Promise.all([effects.refresh(), effects.refresh()]);
  expect(settle).toHaveBeenCalledTimes(1);
  expect(await whole.repeat(requestId(1))).toMatchObject({ ok: true });
  await effects.refresh();
  expect(settle).toHaveBeenCalledTimes(1);
  expect(states()).toEqual(['SENT']);
});

it('is given up if the journal bars it, because the entry has moved on', async () => {
  const { whole, effects, settle, works } = await full();
  effects.settleLater(requestId(1), 'UNKNOWN');
  await whole.settle(requestId(1), 'DONE');
  works();
  await effects.refresh();
  await effects.refresh();
  expect(settle).toHaveBeenCalledTimes(1);
  expect(await whole.get(requestId(1))).toMatchObject({ value: { state: 'DONE' } });
});
