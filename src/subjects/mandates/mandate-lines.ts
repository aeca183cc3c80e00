// The dialog's lines for the cancellation of a mandate, and the read of the mandate before sending.

import type { Result } from '../../api/contract/operations.ts';
import type { RowOf } from '../../effects/query.ts';
import { isId, utcCell } from '../../format/cells.ts';
import { whoseRecords } from '../../format/joined.ts';
import { mandateQuery } from '../../format/records.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { Reread } from '../../money/question.ts';
import { STATUS, wholeText } from '../../money/shown-lines.ts';
import type { ShownLine } from '../../store/shown-line.ts';
import type { KnownCustomer } from '../../store/state.ts';

export type Mandate = RowOf<'mandate.list'>;

interface Ids {
  readonly account: string | undefined;
  readonly id: string | undefined;
}

/** A sentence if the service returned a different mandate; otherwise undefined. */
export function whyAnotherMandate(read: Result<'mandate.get'>, asked: Ids): Visible | undefined {
  if (!isId(read.id, asked.id)) return t`The service returned a different mandate.`;
  return isId(read.global_account_id, asked.account)
    ? undefined
    : t`The service returned a mandate of a different account.`;
}

/** Reads the mandate again. An answer with a different mandate bars the cancellation. */
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

/** The dialog's lines. They depend only on the mandate. */
export function mandateLines(mandate: Mandate): readonly ShownLine[] {
  return [
    { label: t`Creditor`, value: wholeText(mandate.creditor_name) },
    { label: t`Debtor`, value: wholeText(mandate.debtor_name) },
    { label: t`Scheme`, value: t`${wholeText(mandate.payment_scheme)} · ${wholeText(mandate.currency)}` },
    { label: STATUS, value: wholeText(mandate.status) },
    {
      label: t`Created`,
      value: t`${utcCell(mandate.created_at).text} · set up ${utcCell(mandate.setup_time).text}`,
    },
    { label: t`Mandate ID`, value: wholeText(mandate.id) },
    { label: t`Account`, value: wholeText(mandate.global_account_id) },
  ];
}

/** The consequences of the cancellation, and the facts that are not documented. */
export const mandateWarnings = (
  { status }: Mandate,
  customer: KnownCustomer | undefined,
): readonly Visible[] => [
  ...(customer?.onBehalfOf === undefined ? [whoseRecords(customer)] : []),
  t`Afterwards the service rejects new direct debits under this mandate. The cancellation can't be undone.`,
  t`The service does not document what happens to direct debits under way. Press D on the mandate to see the direct debits.`,
  ...(status === 'ACTIVE'
    ? []
    : [
        t`The status is ${wholeText(status)}. The service documents only ACTIVE, and decides whether the mandate can be cancelled.`,
      ]),
];
