// The cancellation of a direct debit.

import type { Question } from '../effects/question.ts';
import { t } from '../lib/visible.ts';
import { whyNotCancellable } from '../records/debit-cancelling.ts';
import { debitLines, debitReread } from '../records/debit-lines.ts';
import type { GlobalAccount } from '../records/global-account.ts';
import { cancelledDebit } from '../records/in-path.ts';
import type { DirectDebit } from '../records/row-types.ts';
import { confirmedLine, STATUS } from '../records/shown-lines.ts';
import type { State } from '../store/state.ts';
import type { Entry } from '../ui/kit/details.ts';
import { amountCell, idText, isId, textCell, timeCell } from '../ui/screens/cells.ts';
import { whoseRecords } from '../ui/screens/joined.ts';
import { hasUsableId } from './again/again-rule.ts';
import { ofDebit } from './again/readings.ts';
import { asked, barred, unreadable } from './called.ts';
import type { WriteDefinition } from './definition.ts';
import { byId } from './reconcile/plan.ts';
import { asOf, readingOf } from './reconcile/reading.ts';
import type { CheckedWrite } from './reconcile/reconciliation.ts';
import { changing } from './rules/same-thing.ts';
import { endingToken } from './rules/tokens.ts';

export const directDebitCancel: WriteDefinition<'directDebit.cancel'> = {
  operation: 'directDebit.cancel',
  class: 'money',
  meaning: {
    not: t`this request did not cancel the direct debit`,
    may: t`the debit may still be taken, or not`,
  },
  token: endingToken(t`transaction ID`, ({ params }) => params.transaction_id),
  async question({ params }, { client, store }) {
    const { customer } = store.getState();
    const id = params.transaction_id;
    const debit = await client.perform('directDebit.get', { params }, { customer });
    if (!debit.ok) return unreadable('directDebit.get', debit.failure);
    if (!isId(debit.value.transaction_id, id))
      return barred(t`The service returned a different direct debit.`);
    const global_account_id = idText(debit.value.global_account_id);
    const account =
      global_account_id === undefined
        ? undefined
        : await client.perform('globalAccount.get', { params: { global_account_id } }, { customer });
    if (account?.ok === false) return unreadable('globalAccount.get', account.failure);
    const why = whyNotCancellable(debit.value, account?.value);
    if (why !== undefined || !account)
      return barred(why ?? t`The direct debit's Global Account is not known.`);
    return asked(cancelDebitQuestion(id, debit.value, account.value, { customer }));
  },
  duplicates: changing(t`this direct debit`, cancelledDebit),
  reconcile: {
    plan: intent =>
      byId(cancelledDebit(intent), transaction_id => ({
        operation: 'directDebit.get',
        input: { params: { transaction_id } },
      })),
    reads: ['directDebit.get'],
    entries: debitNow,
    proof: t`The service does not document which status follows a cancellation. PENDING: not cancelled so far. SETTLED: debited. Any other status only shows that the direct debit is no longer waiting.`,
  },
  again: {
    title: t`Cancel the direct debit: send the request again`,
    button: t`Cancel the direct debit`,
    hasToken: hasUsableId(cancelledDebit),
    named(intent) {
      const transaction_id = cancelledDebit(intent);
      return transaction_id === undefined ? undefined : { params: { transaction_id } };
    },
    reading: ({ intent }) => {
      const id = cancelledDebit(intent);
      return id === undefined ? undefined : ofDebit(id);
    },
  },
  onScreen: { place: 'direct-debits', key: 'x' },
};

function debitNow({ row, outcomeCheck, moment }: CheckedWrite): readonly Entry[] {
  const read = readingOf(outcomeCheck, 'directDebit.get')?.value;
  if (read === undefined) return [];
  const then = confirmedLine(row, STATUS);
  return [
    { heading: asOf(t`The direct debit now`, outcomeCheck, 'directDebit.get', moment) },
    { label: t`Status then`, cell: textCell(then) },
    { label: t`Status now`, cell: textCell(read.status, 'strong') },
    { label: t`Amount`, cell: amountCell(read.amount, read.currency) },
    { label: t`Debtor`, cell: textCell(read.debtor_name) },
    { label: t`Created`, cell: timeCell(read.created_at, moment) },
    { label: t`ID`, cell: textCell(read.transaction_id) },
  ];
}

export function cancelDebitQuestion(
  id: string,
  debit: DirectDebit,
  account: GlobalAccount,
  { customer }: Pick<State, 'customer'>,
): Question<'directDebit.cancel'> {
  const input = { params: { transaction_id: id } };
  return {
    operation: 'directDebit.cancel',
    input,
    title: t`Cancel direct debit`,
    button: t`Cancel direct debit`,
    lines: debitLines(debit, account),
    warnings: customer?.onBehalfOf === undefined ? [whoseRecords(customer)] : [],
    token: directDebitCancel.token.of(input, {}),
    reread: debitReread(id, account),
    done: () => [
      t`The service cancelled the direct debit. The Wallet balance is unaffected. The new status is not documented, so Purser reads the list again.`,
    ],
  };
}
