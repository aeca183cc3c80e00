// Cancelling a direct debit payout: bound to the record as it is shown, read again before anything is sent.

import type { Result } from '../../api/contract/operations.ts';
import { type Question, reread } from '../../effects/question.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import type { ShownLine } from '../../store/dialog.ts';
import type { State } from '../../store/state.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { amountCell, idText, textCell } from '../../ui/screens/cells.ts';
import { documentOf, whoseRecords } from '../../ui/screens/joined.ts';
import type { RowAction } from '../../ui/screens/resource.ts';
import { whyNotCancellable } from './direct-debit-cancelling.ts';
import { accountQuery, type DirectDebit, debitQuery } from './direct-debit-details.ts';
import { isUsableId, lastFour } from './recognised.ts';
import { AMOUNT, DEBTOR, REFERENCE, TRANSACTION_ID } from './shown-lines.ts';

type GlobalAccount = Result<'globalAccount.get'>;

export const cancelDirectDebit: RowAction<DirectDebit> = {
  id: 'cancel',
  title: t`cancel this`,
  key: 'x',
  footer: 2.5,
  barred: (row, state) => whyNotWrite(state) ?? whyNotThis(row, state),
  run(app, row) {
    const state = app.store.getState();
    const debit = latest(row, state);
    const account = accountOf(debit, state);
    const id = idText(debit.transaction_id);
    if (id !== undefined && account) void app.writes.ask(cancelDebitQuestion(id, debit, account, state));
  },
};

/** What was read by its ID is newer than the list. */
function latest(row: DirectDebit, state: State): DirectDebit {
  const id = idText(row.transaction_id);
  const read = id === undefined ? undefined : documentOf(state, debitQuery(id)).value;
  return read && idText(read.transaction_id) === id ? read : row;
}

function accountOf(debit: DirectDebit, state: State): GlobalAccount | undefined {
  const id = idText(debit.global_account_id);
  return id === undefined ? undefined : documentOf(state, accountQuery(id)).value;
}

function whyNotThis(row: DirectDebit, state: State): Visible | undefined {
  const debit = latest(row, state);
  const id = idText(debit.transaction_id);
  return (
    whyNotCancellable(debit, accountOf(debit, state)) ??
    (id !== undefined && isUsableId(id)
      ? undefined
      : t`Its transaction ID can't be told apart by its end, so it can't be confirmed by typing that.`)
  );
}

function cancelDebitQuestion(
  id: string,
  debit: DirectDebit,
  account: GlobalAccount,
  { customer }: State,
): Question<'directDebit.cancel'> {
  return {
    operation: 'directDebit.cancel',
    input: { params: { transaction_id: id } },
    title: t`Cancel direct debit payout`,
    button: t`Cancel the direct debit`,
    lines: linesOf(debit, account),
    warnings: customer?.onBehalfOf === undefined ? [whoseRecords(customer)] : [],
    token: { text: lastFour(id), name: t`the last four of the transaction ID` },
    reread: reread({
      operation: 'directDebit.get',
      input: { params: { transaction_id: id } },
      check(read) {
        if (idText(read.transaction_id) !== id)
          return { barred: t`The direct debit payout that came is another one than was asked for.` };
        const barred = whyNotCancellable(read, account);
        return barred === undefined ? { lines: linesOf(read, account) } : { barred };
      },
    }),
    done: () => [
      t`The service says that it is cancelled, and the Wallet balance is not affected. The status it now has is in the list.`,
    ],
  };
}

/** The dialog's lines: from one reading they are always the same. */
function linesOf(debit: DirectDebit, account: GlobalAccount): readonly ShownLine[] {
  const { text, unit } = amountCell(debit.amount, debit.currency);
  const created = debit.created_at;
  return [
    { label: DEBTOR, value: short(debit.debtor_name) },
    { label: AMOUNT, value: unit === undefined ? text : t`${text} ${unit}` },
    { label: REFERENCE, value: short(debit.statement_ref) },
    { label: t`Status`, value: short(debit.status) },
    {
      label: t`Created`,
      value: created !== undefined && 'epochMs' in created ? visible(created.text, CELLS) : short(created),
    },
    { label: TRANSACTION_ID, value: short(debit.transaction_id) },
    { label: t`Mandate`, value: short(debit.mandate_id) },
    {
      label: t`Account`,
      value: join([debit.global_account_id, account.country_code].map(short), ' · '),
    },
  ];
}

const CELLS = 160;
const short = (value: Parameters<typeof textCell>[0]): Visible => cut(textCell(value).text, CELLS);
