// The cancellation of a direct debit. What Purser does not know about the debit is a reason against it.

import { Odd } from '../../api/contract/odd.ts';
import { amountCell, textCell, timeCell, utcCell } from '../../format/cells.ts';
import { cellText, type Entry } from '../../format/entry.ts';
import { documentOf, platformWarnings } from '../../format/joined.ts';
import type { Intent } from '../../journal/intent.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import { actOn, questionOf } from '../../money/act.ts';
import { asOf, type CheckedWrite, readWith } from '../../money/check/reconciliation.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked, askedAbout, barred } from '../../money/for-call.ts';
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
import { endingToken, isUsableId, unusableId } from '../../money/write-tokens.ts';
import { idText, isId, withId } from '../../records/facts.ts';
import type { DocumentQuery } from '../../records/query.ts';
import {
  type DirectDebit,
  debitQuery,
  type GlobalAccount,
  globalAccountQuery,
  isUnitedKingdom,
} from '../../records/reads.ts';
import { type Question, type ShownRecord, shownIn } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import type { State } from '../../store/state.ts';
import { whyNotWrite } from '../../store/writing.ts';
import type { RowAction } from '../../ui/screens/resource.ts';

const ACT = actOn(t`Cancel`, t`direct debit`);

export const directDebitCancel: WriteDefinition<'directDebit.cancel'> = {
  operation: 'directDebit.cancel',
  class: 'money',
  happened: intent => asSentence(t`Cancelled the direct debit${ofMoney(intent, DEBTOR, 'from')}`),
  meaning: { not: ACT.not, may: t`the debit may still be taken, or not` },
  token: endingToken(t`transaction ID`, ({ params }) => params.transaction_id),
  question: ({ params: { transaction_id: id } }, sources) =>
    askedAbout(sources, debitOf(id), debit => {
      const ask = (account?: GlobalAccount) => {
        const why = barDebitCancel(debit, account);
        return why === undefined && account
          ? asked(cancelDebitQuestion(id, debit, account, sources.store.getState()))
          : barred(why ?? t`The direct debit's Global Account is not known.`);
      };
      const account = withId(debit.global_account_id, globalAccountQuery);
      return account ? askedAbout(sources, { ...account, found: (read: GlobalAccount) => read }, ask) : ask();
    }),
  duplicates: changing(t`this direct debit`, transactionIn),
  reconcile: {
    plan: intent => readWith(cancelledDebit(intent), input => ({ operation: 'directDebit.get', input })),
    evidence: { 'directDebit.get': debitNow },
    proof: t`The service does not document which status follows a cancellation. PENDING: not cancelled so far. SETTLED: debited. Any other status only shows that the direct debit is no longer waiting.`,
  },
  onScreen: { place: 'direct-debits', key: 'x' },
};

export function transactionIn(intent: Intent): string | undefined {
  return cancelledDebit(intent)?.params.transaction_id;
}

/**
 * Why the direct debit can't be cancelled. INTERFACE.md, Endpoints › Family A, rule 5: "Only GBP direct debit payouts in
 * the United Kingdom can be cancelled, and only while they are PENDING." The country comes from the payout's Global Account.
 */
export const barDebitCancel = (
  debit: DirectDebit,
  account: GlobalAccount | undefined,
): Visible | undefined =>
  idText(debit.transaction_id) === undefined
    ? t`This direct debit has no usable transaction ID, so it can't be cancelled.`
    : (barStatus(debit) ?? barCurrency(debit) ?? barCountry(debit, account));

function barStatus({ status }: DirectDebit): Visible | undefined {
  if (status === 'PENDING') return undefined;
  const only = t`Only a PENDING direct debit can be cancelled.`;
  if (status === undefined) return t`The status is missing. ${only}`;
  const { text } = textCell(status);
  return status instanceof Odd
    ? t`The status (${text}) is not documented. ${only}`
    : t`The status is ${text}. ${only}`;
}

function barCurrency({ currency }: DirectDebit): Visible | undefined {
  const code = idText(currency);
  if (code === 'GBP') return undefined;
  const { text } = textCell(currency);
  return code === undefined
    ? t`The currency (${text}) is missing or unreadable. Only GBP direct debits can be cancelled.`
    : t`The currency is ${text}. Only GBP direct debits can be cancelled.`;
}

function barCountry(
  { global_account_id: id }: DirectDebit,
  account: GlobalAccount | undefined,
): Visible | undefined {
  const own = idText(id);
  const only = t`Only direct debits in the United Kingdom can be cancelled.`;
  if (own === undefined)
    return t`This direct debit has no Global Account, so its country is not known. ${only}`;
  if (account === undefined)
    return t`Purser has not read the Global Account, so its country is not known. ${only}`;
  if (!isId(account.id, own))
    return t`The service returned a different Global Account, so the country of the direct debit's account is not known.`;
  const country = idText(account.country_code);
  const { text } = textCell(account.country_code);
  if (country === undefined)
    return t`The country of the Global Account (${text}) is missing or unreadable. ${only}`;
  return isUnitedKingdom(country) ? undefined : t`The Global Account is in ${text}. ${only}`;
}

function debitNow(read: DirectDebit, checked: CheckedWrite): readonly Entry[] {
  return [
    asOf(t`The direct debit now`, 'directDebit.get', checked),
    { label: t`Status then`, cell: textCell(confirmedLine(checked.row, STATUS)) },
    { label: t`Status now`, cell: textCell(read.status, 'strong') },
    { label: t`Amount`, cell: amountCell(read.amount, read.currency) },
    { label: t`Debtor`, cell: textCell(read.debtor_name) },
    { label: t`Created`, cell: timeCell(read.created_at, checked.moment) },
    { label: t`ID`, cell: textCell(read.transaction_id) },
  ];
}

export const debitJoins = (row: DirectDebit): readonly DocumentQuery[] =>
  [withId(row.transaction_id, debitQuery), withId(row.global_account_id, globalAccountQuery)].filter(
    query => query !== undefined,
  );

export const cancelDirectDebit: RowAction<DirectDebit> = {
  id: 'cancel',
  title: t`cancel debit`,
  key: 'x',
  footer: 2.5,
  barred: (row, state) => whyNotWrite(state) ?? barRow(row, state),
  run(app, row) {
    const state = app.store.getState();
    const debit = latestDebit(row, state);
    const account = accountOf(debit, state);
    const id = idText(debit.transaction_id);
    if (id !== undefined && account) void app.dialog.ask(cancelDebitQuestion(id, debit, account, state));
  },
};

function barRow(row: DirectDebit, state: State): Visible | undefined {
  const debit = latestDebit(row, state);
  return (
    barDebitCancel(debit, accountOf(debit, state)) ??
    (isUsableId(idText(debit.transaction_id) ?? '') ? undefined : unusableId(t`transaction ID`))
  );
}

/** The read by ID is newer than the list. */
function latestDebit(row: DirectDebit, state: State): DirectDebit {
  const read = withId(row.transaction_id, id => documentOf(state, debitQuery(id)).value);
  return read && isId(read.transaction_id, idText(row.transaction_id)) ? read : row;
}

const accountOf = (debit: DirectDebit, state: State): GlobalAccount | undefined =>
  withId(debit.global_account_id, id => documentOf(state, globalAccountQuery(id)).value);

const cancelDebitQuestion = (
  id: string,
  debit: DirectDebit,
  account: GlobalAccount,
  { customer }: State,
): Question<'directDebit.cancel'> => ({
  ...questionOf(directDebitCancel, ACT, { params: { transaction_id: id } }),
  ...shownIn(debitToCancel(id, account), debit),
  warnings: platformWarnings(customer),
  done: () => [
    t`The Wallet balance is unaffected. The new status is not documented, so Purser reads the list again.`,
  ],
});

function debitLines(debit: DirectDebit, account: GlobalAccount): readonly ShownLine[] {
  return [
    { label: DEBTOR, value: wholeText(debit.debtor_name) },
    { label: AMOUNT, value: cellText(amountCell(debit.amount, debit.currency)) },
    { label: REFERENCE, value: wholeText(debit.statement_ref) },
    { label: STATUS, value: wholeText(debit.status) },
    { label: t`Created`, value: utcCell(debit.created_at).text },
    { label: TRANSACTION_ID, value: wholeText(debit.transaction_id) },
    { label: t`Mandate`, value: wholeText(debit.mandate_id) },
    { label: t`Account`, value: join([debit.global_account_id, account.country_code].map(wholeText), ' · ') },
  ];
}

const debitOf = (id: string) => ({
  ...debitQuery(id),
  found: (read: DirectDebit) => (isId(read.transaction_id, id) ? read : ANOTHER_DEBIT),
});

const ANOTHER_DEBIT = t`The service returned a different direct debit.`;

const debitToCancel = (id: string, account: GlobalAccount): ShownRecord<'directDebit.get'> => ({
  ...debitQuery(id),
  found: read => (isId(read.transaction_id, id) ? (barDebitCancel(read, account) ?? read) : ANOTHER_DEBIT),
  lines: read => debitLines(read, account),
});
