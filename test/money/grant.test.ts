// Write access that has ended stays ended, even if it ends between the check of the confirmation and the sending.

import { expect, it } from 'vitest';
import { createGrant } from '../../src/money/grant.ts';
import { GRANT_LASTS, whyNotWrite } from '../../src/store/writing.ts';
import { manualClock } from '../harness/clock.ts';
import { NOW, reach, signedInStore } from '../store/signed-in.ts';

function opened() {
  const [clock, store] = [manualClock(NOW), signedInStore()];
  store.setState({ reach: { ...reach, environment: 'production' } });
  const grant = createGrant({ store, clock });
  grant.give('refund 12');
  return { clock, store, grant, may: () => whyNotWrite(store.getState(), clock.monotonic()) === undefined };
}

it('a write prolongs write access until its last moment', () => {
  const { clock, grant, may } = opened();
  clock.advance(GRANT_LASTS - 1);
  grant.prolong();
  clock.advance(GRANT_LASTS - 1);
  expect(may()).toBe(true);
  clock.advance(1);
  expect(may()).toBe(false);
});

it('a write that is sent after write access has ended does not give it back', () => {
  const { clock, grant, may } = opened();
  clock.advance(GRANT_LASTS);
  grant.prolong();
  expect(may()).toBe(false);
});

it('a write prolongs nothing after the user gave write access up, or at another service', () => {
  const { grant, store, may } = opened();
  grant.giveUp();
  grant.prolong();
  expect(may()).toBe(false);
  grant.give('refund 13');
  store.setState(state => ({ reach: { ...state.reach, baseUrl: 'https://other.example' } }));
  grant.prolong();
  expect(may()).toBe(false);
});
