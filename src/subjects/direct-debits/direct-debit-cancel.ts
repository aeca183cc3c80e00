// The cancellation of a direct debit.

import { amountCell, textCell, timeCell, utcCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { platformWarnings } from '../../format/joined.ts';
import type { Intent } from '../../journal/intent.ts';
import { join, t } from '../../lib/visible.ts';
import { asOf, type CheckedWrite, readingOf, readWith } from '../../money/check/reconciliation.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked, barred, unreadable } from '../../money/for-call.ts';
import { cancelledDebit } from '../../money/in-path.ts';
import { changing } from '../../money/same-thing.ts';
import {
  AMOUNT,
  asSentence,
  confirmedLine,
  DEBTOR,
  ofMoney,
  REFERENCE,
  STATUS,
  TRANSACTION_ID,
  wholeText,
} from '../../money/shown-lines.ts';
import { endingToken } from '../../money/write-tokens.ts';
import { idText, isId } from '../../records/facts.ts';
import { type DirectDebit, debitQuery, type GlobalAccount } from '../../records/reads.ts';
import { type Question, type ShownRecord, shownIn } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import type { State } from '../../store/state.ts';
import { whyNotCancellable } from './debit-cancelling.ts';

export const directDebitCancel: WriteDefinition<'directDebit.cancel'> = {
  operation: 'directDebit.cancel',
  class: 'money',
  happened: intent => asSentence(t`Cancelled the direct debit${ofMoney(intent, DEBTOR, 'from')}`),
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
  duplicates: changing(t`this direct debit`, transactionIn),
  reconcile: {
    plan: intent => readWith(cancelledDebit(intent), input => ({ operation: 'directDebit.get', input })),
    reads: ['directDebit.get'],
    entries: debitNow,
    proof: t`The service does not document which status follows a cancellation. PENDING: not cancelled so far. SETTLED: debited. Any other status only shows that the direct debit is no longer waiting.`,
  },
  onScreen: { place: 'direct-debits', key: 'x' },
};

export function transactionIn(intent: Intent): string | undefined {
  return cancelledDebit(intent)?.params.transaction_id;
}

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
    ...shownIn(debitToCancel(id, account), debit),
    warnings: platformWarnings(customer),
    token: directDebitCancel.token.of(input, {}),
    done: () => [
      t`The Wallet balance is unaffected. The new status is not documented, so Purser reads the list again.`,
    ],
  };
}

function debitLines(debit: DirectDebit, account: GlobalAccount): readonly ShownLine[] {
  const { text, unit } = amountCell(debit.amount, debit.currency);
  return [
    { label: DEBTOR, value: wholeText(debit.debtor_name) },
    { label: AMOUNT, value: unit === undefined ? text : t`${text} ${unit}` },
    { label: REFERENCE, value: wholeText(debit.statement_ref) },
    { label: STATUS, value: wholeText(debit.status) },
    { label: t`Created`, value: utcCell(debit.created_at).text },
    { label: TRANSACTION_ID, value: wholeText(debit.transaction_id) },
    { label: t`Mandate`, value: wholeText(debit.mandate_id) },
    { label: t`Account`, value: join([debit.global_account_id, account.country_code].map(wholeText), ' · ') },
  ];
}

const debitToCancel = (id: string, account: GlobalAccount): ShownRecord<'directDebit.get'> => ({
  ...debitQuery(id),
  found: read =>
    isId(read.transaction_id, id)
      ? (whyNotCancellable(read, account) ?? read)
      : t`The service returned a different direct debit.`,
  lines: read => debitLines(read, account),
});
