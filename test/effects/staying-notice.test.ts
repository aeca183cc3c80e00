// The message line: a short message goes, a message that stays comes back.

import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { keepStayingNotice } from '../../src/effects/staying-notice.ts';
import { t } from '../../src/lib/visible.ts';
import type { Notice } from '../../src/store/state.ts';
import type { Store } from '../../src/store/store.ts';
import { signedInStore } from '../store/signed-in.ts';

const outcome: Notice = { text: t`Create payout for Zoë: UNKNOWN.`, tone: 'warning', stays: true };
const brief: Notice = { text: t`Nothing to copy.`, tone: 'warning' };

let store: Store;

beforeEach(() => {
  store = signedInStore();
  onTestFinished(keepStayingNotice(store));
});

const after = (...notices: readonly (Notice | undefined)[]): Notice | undefined => {
  for (const notice of notices) store.setState({ notice });
  return store.getState().notice;
};

it('a message that stays comes back after the brief message that replaced it', () => {
  expect(after(outcome, brief)).toBe(brief);
  expect(after(undefined)).toBe(outcome);
});

it('a message that stays comes back after several brief messages', () => {
  expect(after(outcome, brief, { ...brief }, undefined)).toBe(outcome);
  expect(after(brief, undefined)).toBe(outcome);
});

it('a message that was removed itself does not come back', () => {
  expect(after(outcome, undefined, brief, undefined)).toBeUndefined();
  expect(after(outcome, brief, undefined, undefined)).toBeUndefined();
  expect(after(brief, undefined)).toBeUndefined();
});

it('a newer message that stays takes the place of an older one', () => {
  const newer: Notice = { ...outcome, text: t`Convert: DONE.` };
  expect(after(outcome, brief, newer, undefined)).toBeUndefined();
});
