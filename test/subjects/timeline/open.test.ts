// `T`: the timeline of an account or a card, or the customer's with the cursor on the record.

import { expect, it } from 'vitest';
import type { App } from '../../../src/money/app.ts';
import type { PlaceId } from '../../../src/store/places.ts';
import { openView } from '../../../src/store/view.ts';
import { currentView, pushView } from '../../../src/store/workspace.ts';
import { slot } from '../../../src/subjects/timeline/model.ts';
import { openTimeline } from '../../../src/subjects/timeline/timeline.ts';
import { signedInStore } from '../../store/signed-in.ts';

function opened(place: PlaceId, subject?: string) {
  const store = signedInStore();
  store.setState(state => pushView(state, openView(place, subject)));
  // Only the store is used.
  openTimeline({ store } as unknown as App, { key: 'r-1', raw: { create_time: '2026-11-20T10:00:00Z' } });
  const { target } = slot.get(store.getState()) ?? {};
  return { of: currentView(store.getState()).subject, keys: target?.keys, at: target?.at };
}

it.each<[PlaceId, string | undefined, string | undefined, readonly string[]]>([
  ['accounts', undefined, 'r-1', []],
  ['cards', undefined, 'r-1', []],
  ['history', undefined, undefined, ['history r-1']],
  ['transactions', 'a-1', undefined, ['transactions/a-1 r-1']],
  ['payouts', undefined, undefined, ['journal r-1']],
  ['rfi', undefined, undefined, []],
])('on %s %s', (place, subject, of, keys) => {
  const found = opened(place, subject);
  expect(found.of).toBe(of);
  expect(found.keys ?? []).toEqual(expect.arrayContaining([...keys]));
  expect(found.at).toBe(keys.length === 0 ? undefined : Date.parse('2026-11-20T10:00:00Z'));
});
