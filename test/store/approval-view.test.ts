// The messages about approvals.

import { expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { withoutApprovalNews } from '../../src/store/approval-view.ts';
import type { Notice } from '../../src/store/state.ts';
import { signedInStore } from './signed-in.ts';

const news: Notice = { text: t`Press A.`, tone: 'warning', stays: true, about: 'approvals' };
const brief: Notice = { text: t`Nothing to copy.`, tone: 'warning' };
const outcome: Notice = { text: t`Create payout: UNKNOWN.`, tone: 'warning', stays: true };

it.each([
  ['a visible message', { notice: news, noticeBehind: undefined }, { notice: undefined }],
  ['a message that a brief message covers', { notice: brief, noticeBehind: news }, { notice: brief }],
])('%s about approvals is removed', (_, before, after) => {
  const store = signedInStore();
  store.setState(before);
  store.setState(state => withoutApprovalNews(state));
  expect(store.getState()).toMatchObject({ ...after, noticeBehind: undefined });
});

it('the outcome of a write stays', () => {
  const store = signedInStore();
  store.setState({ notice: brief, noticeBehind: outcome });
  expect(withoutApprovalNews(store.getState())).toEqual({});
});
