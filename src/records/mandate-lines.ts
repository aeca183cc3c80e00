// What is confirmed when a mandate is cancelled, or cancelled again: made from the record alone, and read again.

import type { Result } from '../api/contract/operations.ts';
import type { DocumentQuery, RowOf } from '../effects/query.ts';
import type { Reread } from '../effects/question.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { cut } from '../lib/width.ts';
import type { ShownLine } from '../store/dialog.ts';
import type { KnownCustomer } from '../store/state.ts';
import { isId, textCell } from '../ui/screens/cells.ts';
import { whoseRecords } from '../ui/screens/joined.ts';
import { STATUS } from './shown-lines.ts';

export type Mandate = RowOf<'mandate.list'>;

export const mandateQuery = (account: string, id: string): DocumentQuery<'mandate.get'> => ({
  operation: 'mandate.get',
  input: { params: { global_account_id: account, mandate_id: id } },
});

interface Ids {
  readonly account: string | undefined;
  readonly id: string | undefined;
}

/** Why what was read isn't the mandate that was asked for. */
export function whyAnotherMandate(read: Result<'mandate.get'>, asked: Ids): Visible | undefined {
  if (!isId(read.id, asked.id)) return t`The mandate that came is another one than was asked for.`;
  return isId(read.global_account_id, asked.account)
    ? undefined
    : t`The mandate that came is of another account than was asked for.`;
}

/** Reads it again; what is another one bars it. */
export const mandateReread = (
  asked: { readonly account: string; readonly id: string },
  customer: KnownCustomer | undefined,
): Reread<'mandate.get'> => ({
  ...mandateQuery(asked.account, asked.id),
  check(read) {
    const barred = whyAnotherMandate(read, asked);
    return barred === undefined
      ? { lines: mandateLines(read), warnings: mandateWarnings(read, customer) }
      : { barred };
  },
});

/** The dialog's lines: from one reading they are always the same. */
export function mandateLines(mandate: Mandate): readonly ShownLine[] {
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
export const mandateWarnings = (
  { status }: Mandate,
  customer: KnownCustomer | undefined,
): readonly Visible[] => [
  ...(customer?.onBehalfOf === undefined ? [whoseRecords(customer)] : []),
  t`Afterwards new direct debit payouts under this mandate are rejected, and no call takes the cancellation back.`,
  t`What becomes of payouts that are on their way under it, the interface doesn't say: each has its own row (D).`,
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
