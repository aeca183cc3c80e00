// Whether a timeline reads on: Esc stops only the timeline that was open.

import { expect, it } from 'vitest';
import { openView } from '../../../src/store/view.ts';
import { createModel, type Reading, slot } from '../../../src/subjects/timeline/model.ts';
import { alpha, signedInStore } from '../../store/signed-in.ts';

it.each<[string, Reading, string]>([
  ['before Esc', { of: undefined }, 'reading'],
  ['after Esc, also between two requests', { of: undefined, stopped: true }, 'stopped'],
  ['after Esc in the timeline of an account', { of: 'account-1', stopped: true }, 'reading'],
])('%s', (_, reading, phase) => {
  const state = slot.set(signedInStore(alpha).getState(), reading);
  const { plan } = createModel().shownIn(state, openView('timeline'));
  expect([plan.phase, plan.needs.length > 0]).toEqual([phase, phase === 'reading']);
});
