// The notes on the screen are of the service that this console uses now.

import { expect, it, onTestFinished, vi } from 'vitest';
import type { JournalPort } from '../../src/journal/open-journal.ts';
import type { LocalNotes, Note } from '../../src/journal/together.ts';
import type { JournalEffects } from '../../src/money/journal-effects.ts';
import { createTogether, watchTogether } from '../../src/money/together-effects.ts';
import { noteCount, notesHere } from '../../src/store/together-view.ts';
import { manualClock } from '../harness/clock.ts';
import { alpha, NOW, reach, signedInStore } from '../store/signed-in.ts';

const ELSEWHERE = { ...reach, baseUrl: 'http://127.0.0.1:4001' };
const NOTE: Note = { number: 1, author: 'sam', at: NOW, text: 'of the first service' };

/** Both services have the same customer; each has one note. The journal answers when `answers` is called. */
function begin() {
  const store = signedInStore(alpha);
  const waiting: (() => void)[] = [];
  const later = <Answer>(answer: Answer): Promise<Answer> =>
    new Promise(resolve => waiting.push(() => resolve(answer)));
  const notes = ({ baseUrl }: { readonly baseUrl: string }): LocalNotes => ({
    counts: () => later({ ok: true, value: [{ customer: alpha, notes: 1 }] }),
    notes: () =>
      later({
        ok: true,
        value: [baseUrl === reach.baseUrl ? NOTE : { ...NOTE, text: 'of the other service' }],
      }),
    addNote: async () => ({ ok: true }),
    unjoined: async () => ({ ok: true, value: [] }),
    join: async () => ({ ok: true }),
  });
  const journal: Partial<JournalEffects> = {
    open: async () => ({ journal: { notes } as Partial<JournalPort['journal']> }) as JournalPort,
  };
  const deps = { store, clock: manualClock(NOW), journal: journal as JournalEffects };
  const effects = createTogether(deps);
  const watch = watchTogether({ ...deps, together: effects });
  onTestFinished(watch.stop);
  return {
    store,
    effects,
    asked: () => vi.waitFor(() => expect(waiting).not.toEqual([])),
    async answers() {
      await vi.waitFor(() => expect(waiting).not.toEqual([]));
      for (const answer of waiting.splice(0)) answer();
    },
    shown: () => notesHere(store.getState()).map(({ text }) => text),
  };
}

it('notes of another service disappear at once, and the notes of this service come', async () => {
  const { store, answers, shown } = begin();
  await answers();
  await answers();
  await vi.waitFor(() => expect(shown()).toEqual(['of the first service']));
  store.setState({ reach: ELSEWHERE });
  expect(shown()).toEqual([]);
  expect(noteCount(store.getState(), alpha)).toBe(0);
  await answers();
  await answers();
  await vi.waitFor(() => expect(shown()).toEqual(['of the other service']));
});

it('an answer of the journal that comes after a change of the service is dropped', async () => {
  const { store, answers, asked, shown } = begin();
  await answers();
  await asked();
  store.setState({ reach: ELSEWHERE });
  await answers();
  await asked();
  expect(shown()).toEqual([]);
  await answers();
  await answers();
  await vi.waitFor(() => expect(shown()).toEqual(['of the other service']));
});
