// Reads a direct debit before its cancellation is sent again.

import { idText, isId } from '../../format/cells.ts';
import { documentOf } from '../../format/joined.ts';
import { debitQuery, globalAccountQuery } from '../../format/records.ts';
import { t } from '../../lib/visible.ts';
import { AS_CONFIRMED, KEY, type RecordReading } from '../../money/again/readings.ts';
import { notRead } from '../../money/read-again.ts';
import type { State } from '../../store/state.ts';
import { whyNotCancellable } from './debit-cancelling.ts';
import { debitReread } from './debit-lines.ts';

/** A direct debit and its Global Account: both decide whether the direct debit can be cancelled. */
export const ofDebit = (id: string): RecordReading => ({
  async load(app) {
    await app.documents.load(debitQuery(id));
    const account = accountIdOf(id, app.store.getState());
    if (account !== undefined) await app.documents.load(globalAccountQuery(account));
  },
  found({ store }) {
    const state = store.getState();
    const title = t`Direct debit`;
    const { value: debit, failure } = documentOf(state, debitQuery(id));
    if (failure && failure.kind !== 'abandoned') return { barred: notRead(failure, title, KEY) };
    if (!debit) return { barred: t`Not sent. Not read: ${title}.` };
    if (!isId(debit.transaction_id, id))
      return {
        barred: t`Not sent. The service returned a different direct debit.`,
      };
    const accountId = accountIdOf(id, state);
    const read = accountId === undefined ? undefined : documentOf(state, globalAccountQuery(accountId));
    const account = read?.failure ? undefined : read?.value;
    const why = whyNotCancellable(debit, account);
    if (why !== undefined || !account) return { barred: t`${why ?? t``} Nothing was sent.` };
    return { warnings: [AS_CONFIRMED], reread: debitReread(id, account) };
  },
});

function accountIdOf(id: string, state: State): string | undefined {
  const { value } = documentOf(state, debitQuery(id));
  return value && idText(value.global_account_id);
}
