// The message line: a short message goes, a message that stays comes back.

import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { keepStayingNotice, type Notice, noticeOf, warning, withoutNotice } from '../../src/store/notices.ts';
import type { Store } from '../../src/store/store.ts';
import { signedInStore } from './signed-in.ts';

const outcome = noticeOf(t`Create payout for Zoë: UNKNOWN.`, 'warning', { stays: true });
const brief = warning(t`Nothing to copy.`);
const news = noticeOf(t`Press A.`, 'warning', { stays: true, about: 'approvals' });

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

it.each([
  ['on the line', { notice: news, noticeBehind: undefined }, undefined],
  ['behind a brief message', { notice: brief, noticeBehind: news }, brief],
])('a message about approvals that is %s goes, and an outcome stays', (_, before, notice) => {
  const withoutNews = () =>
    store.setState(withoutNotice(store.getState(), ({ about }) => about === 'approvals'));
  store.setState(before);
  withoutNews();
  expect(store.getState()).toMatchObject({ notice, noticeBehind: undefined });
  store.setState({ notice: brief, noticeBehind: outcome });
  withoutNews();
  expect(store.getState()).toMatchObject({ notice: brief, noticeBehind: outcome });
});
