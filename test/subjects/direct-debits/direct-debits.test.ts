// A direct debit opened by its ID: the row has the newest answer of the open customer, or only the ID.

import { expect, it } from 'vitest';
import { queryKey } from '../../../src/records/query.ts';
import { debitQuery } from '../../../src/records/reads.ts';
import { emptyDocument } from '../../../src/store/list.ts';
import type { State } from '../../../src/store/state.ts';
import { openView } from '../../../src/store/view.ts';
import { customerKey, withDocument, withWorkspace } from '../../../src/store/workspace.ts';
import { directDebits } from '../../../src/subjects/direct-debits/direct-debits.ts';
import { resultOf } from '../../harness/answers.ts';
import { alpha, beta, signedInStore } from '../../store/signed-in.ts';

/** The state after the service answered a customer's read of the direct debit with this status. */
const read = (state: State, customer: typeof alpha, status: string): State =>
  withWorkspace(state, customerKey(customer), workspace =>
    withDocument(workspace, queryKey(debitQuery('dd-1')), {
      ...emptyDocument(),
      value: resultOf('directDebit.get', { transaction_id: 'dd-1', status }),
    }),
  );

/** The row of one list in each of these states, one after the other. */
function rowsIn(...states: readonly State[]) {
  const { local } = directDebits();
  return states.map(state => local?.(state, openView('direct-debits', 'dd-1'))[0]);
}
const before = signedInStore(alpha).getState();

it('a new answer replaces the row', () => {
  const first = read(before, alpha, 'PENDING');
  const rows = rowsIn(before, first, read(first, alpha, 'SETTLED'));
  expect(rows.map(item => item?.row)).toMatchObject([
    { transaction_id: 'dd-1', status: undefined },
    { transaction_id: 'dd-1', status: 'PENDING' },
    { transaction_id: 'dd-1', status: 'SETTLED' },
  ]);
});

it('an answer to another customer is not in the row', () => {
  const both = read(read(before, alpha, 'PENDING'), beta, 'SETTLED');
  const rows = rowsIn(both, { ...both, customer: beta });
  expect(rows.map(item => item?.row.status)).toEqual(['PENDING', 'SETTLED']);
});

it('the same answer gives the same row, so that nothing is drawn again', () => {
  const once = read(before, alpha, 'PENDING');
  const [first, again] = rowsIn(once, { ...once, tick: 5 });
  expect(again).toBe(first);
});
