// What the loaded balance history says about the payout that a person names.

import { expect, it } from 'vitest';
import type { Decimal } from '../../../src/lib/decimal.ts';
import { fromServer } from '../../../src/lib/visible.ts';
import { queryKey, type RowOf } from '../../../src/records/query.ts';
import { historyQuery } from '../../../src/records/reads.ts';
import { emptyList } from '../../../src/store/list.ts';
import type { State } from '../../../src/store/state.ts';
import { customerKey, withList, withWorkspace } from '../../../src/store/workspace.ts';
import { entriesOfPayout, laterEntries, notInHistory } from '../../../src/subjects/payouts/payout-entries.ts';
import { alpha, NOW, signedInStore } from '../../store/signed-in.ts';

const REFERENCE = 'PAY139988571160';

const entry = (text: string, n: number): RowOf<'account.balanceHistory'> => ({
  id: fromServer(`h${n}`),
  amount: '-12.5' as Decimal,
  currency: fromServer('USD'),
  balance: '1' as Decimal,
  description: fromServer(text),
  fee: '0' as Decimal,
  create_time: { text: fromServer(''), epochMs: NOW + n * 60_000 },
  source_type: 'PAYOUT',
  transaction_type: 'PAYOUT',
});

/** Newest first, as the service sends them. */
function stateWith(texts: readonly string[]): State {
  const list = emptyList<unknown>();
  const items = texts.map((text, n) => ({ key: `h${n}`, row: entry(text, n), raw: null })).toReversed();
  return withWorkspace(signedInStore(alpha).getState(), customerKey(alpha), w =>
    withList(w, queryKey(historyQuery), { ...list, pages: { ...list.pages, items, taken: 1 }, asOf: NOW }),
  );
}

it('of the entries after the first, the newest three are named', () => {
  const state = stateWith(['Held', 'One', 'Two', 'Three', 'Four'].map(word => `${word} ${REFERENCE}`));
  const [said] = laterEntries(entriesOfPayout([REFERENCE], state), state);
  expect(said).toMatch(/: Two PAY.*; Three PAY.*; Four PAY/);
  expect(said).not.toContain('One');
  expect(laterEntries(entriesOfPayout([REFERENCE], stateWith([`Held ${REFERENCE}`])), state)).toEqual([]);
});

it.each([
  ['one wrong digit', 'PAY139988571161', true],
  ['two digits apart that changed places', 'PAY931988571160', false],
  ['two neighbours that changed places', 'PAY139988571106', true],
  ['two wrong neighbours', 'PAY139988571122', false],
  ['another length', 'PAY1399885711600', false],
  ['another length, shorter', 'PAY13998857116', false],
])('a reference with %s (%s) is taken for a mistyped one: %s', (_, typed, like) => {
  const why = notInHistory(typed, stateWith([`Held for payout ${REFERENCE}`]));
  expect(why.includes(`The balance history has ${REFERENCE}`)).toBe(like);
});
