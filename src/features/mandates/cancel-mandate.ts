// Cancelling a mandate: bound to the record as it is shown, read again before anything is sent.

import type { Result } from '../../api/contract/operations.ts';
import { type Question, reread } from '../../effects/question.ts';
import { tokenOf } from '../../effects/token-of.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import type { ShownLine } from '../../store/dialog.ts';
import type { State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { idText, textCell } from '../../ui/screens/cells.ts';
import { documentOf, whoseRecords } from '../../ui/screens/joined.ts';
import { isUsableId } from '../../ui/screens/last-four.ts';
import type { RowAction } from '../../ui/screens/resource.ts';
import { STATUS } from '../../ui/screens/shown-lines.ts';
import { type Mandate, mandateQuery, queryOf } from './mandate-details.ts';

export const cancelMandate: RowAction<Mandate> = {
  id: 'cancel',
  title: t`cancel this`,
  key: 'x',
  footer: 2.5,
  barred: (row, state) => whyNotWrite(state) ?? whyNotThis(row, state),
  run(app, row) {
    app.journal.refresh();
    const state = app.store.getState();
    const [account, id] = [idText(row.global_account_id), idText(row.id)];
    if (account !== undefined && id !== undefined)
      void app.writes.ask(cancelMandateQuestion({ account, id }, latest(row, state), state));
  },
};

/** What was read by its ID is newer than the list. */
function latest(row: Mandate, state: State): Mandate {
  const query = queryOf(row);
  const read = query && documentOf(state, query).value;
  return read && whyAnother(read, row) === undefined ? read : row;
}

/** No status bars it: INTERFACE.md, Mandate, names one and doesn't say which of them can be cancelled. */
function whyNotThis(row: Mandate, state: State): Visible | undefined {
  const [account, id] = [idText(row.global_account_id), idText(row.id)];
  if (account === undefined || id === undefined)
    return t`It came without its own ID or its account's, so it can't be named in a cancellation.`;
  if (account !== currentView(state).subject)
    return t`It says that it is of another account (${visible(account, 40)}) than it was listed under, so it isn't cancelled from here.`;
  return isUsableId(id)
    ? undefined
    : t`Its ID can't be told apart by its end, so it can't be confirmed by typing that.`;
}

export function cancelMandateQuestion(
  { account, id }: { readonly account: string; readonly id: string },
  mandate: Mandate,
  { customer }: Pick<State, 'customer'>,
): Question<'mandate.cancel'> {
  const warnings = (read: Mandate): readonly Visible[] => [
    ...(customer?.onBehalfOf === undefined ? [whoseRecords(customer)] : []),
    ...mandateWarnings(read),
  ];
  const input = { params: { global_account_id: account, mandate_id: id } };
  return {
    operation: 'mandate.cancel',
    input,
    title: t`Cancel mandate`,
    button: t`Cancel the mandate`,
    lines: mandateLines(mandate),
    warnings: warnings(mandate),
    token: tokenOf('mandate.cancel', input),
    reread: reread({
      ...mandateQuery(account, id),
      check(read) {
        const why = whyAnother(read, mandate);
        return why === undefined ? { lines: mandateLines(read), warnings: warnings(read) } : { barred: why };
      },
    }),
    done: () => [
      t`The service says that the mandate is cancelled: new direct debit payouts under it are rejected. What its status is called now is in the list.`,
    ],
  };
}

/** Why what was read isn't the mandate that was asked for. */
function whyAnother(read: Result<'mandate.get'>, asked: Mandate): Visible | undefined {
  if (idText(read.id) !== idText(asked.id))
    return t`The mandate that came is another one than was asked for.`;
  return idText(read.global_account_id) === idText(asked.global_account_id)
    ? undefined
    : t`The mandate that came is of another account than was asked for.`;
}

/** The dialog's lines: from one reading they are always the same. */
function mandateLines(mandate: Mandate): readonly ShownLine[] {
  return [
    { label: t`Creditor`, value: short(mandate.creditor_name) },
    { label: t`Debtor`, value: short(mandate.debtor_name) },
    { label: t`Scheme`, value: t`${short(mandate.payment_scheme)} · ${short(mandate.currency)}` },
    { label: STATUS, value: short(mandate.status) },
    {
      label: t`Created`,
      value: t`${momentText(mandate.created_at)} · set up ${momentText(mandate.setup_time)}`,
    },
    { label: t`Mandate ID`, value: short(mandate.id) },
    { label: t`Account`, value: short(mandate.global_account_id) },
  ];
}

/** What it stops, and what isn't known of it. */
const mandateWarnings = ({ status }: Mandate): readonly Visible[] => [
  t`Afterwards new direct debit payouts under this mandate are rejected, and no call takes the cancellation back.`,
  t`What becomes of payouts that are on their way under it isn't shown: each has its own row (D).`,
  ...(status === 'ACTIVE'
    ? []
    : [
        t`Its status is ${short(status)}; the only one that the interface gives is ACTIVE. Whether it can still be cancelled is the service's to say.`,
      ]),
];

const CELLS = 160;
const short = (value: Parameters<typeof textCell>[0]): Visible => cut(textCell(value).text, CELLS);
const momentText = (at: Mandate['created_at']): Visible =>
  at !== undefined && 'epochMs' in at ? visible(at.text, CELLS) : short(at);
