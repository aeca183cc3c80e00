// The records that belong to a record, as its details list them.

import { expect, it } from 'vitest';
import { t } from '../../../src/lib/visible.ts';
import type { Related } from '../../../src/money/related.ts';
import { openView } from '../../../src/store/view.ts';
import { relatedTo } from '../../../src/ui/screens/related-entries.ts';
import { signedInStore } from '../../store/signed-in.ts';
import { ledger } from './ledger.ts';

const one = (n: number, possibly?: Related['possibly']): Related => ({
  kind: t`Payout`,
  text: t`${n}`,
  view: openView('payouts'),
  ...(possibly !== undefined && { possibly }),
});

it('records joined by an ID come before possible ones, and nine are listed', () => {
  const all = [one(1, t`the amount agrees`), one(2), ...Array.from({ length: 9 }, (_, n) => one(3 + n))];
  const item = { key: 'e1', row: {} as never, raw: null };
  const listed = (some: readonly Related[]) =>
    relatedTo({ ...ledger, related: () => some }, item, signedInStore().getState()).map(({ text }) => text);
  expect(listed(all.slice(0, 3))).toEqual(['2', '3', '1']);
  expect(listed(all)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9', '10']);
});
