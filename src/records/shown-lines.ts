// The labels of what is confirmed about payouts: the dialogs write them, and what reads the journal finds the lines by them.

import { REASON_FOR_WRITING, whose } from '../effects/question.ts';
import type { Row, Shown } from '../journal/intent.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { ShownLine } from '../store/dialog.ts';

export const BENEFICIARY = t`Beneficiary`;
export const DEBTOR = t`Debtor`;
export const AMOUNT = t`Amount`;
export const REFERENCE = t`Reference`;
export const STATUS = t`Status`;
export const AVAILABLE = t`Available`;
export const PAYOUT_ID = t`Payout ID`;
export const SYSTEM_REFERENCE = t`System reference`;
export const TRANSACTION_ID = t`Transaction ID`;

/** The first of these stands in every dialog; the second for a connected account. */
const [CUSTOMER, ...actingFor] = whose({ userId: '', onBehalfOf: '', name: undefined }).map(
  ({ label }) => label,
);
const besides: ReadonlySet<string | undefined> = new Set([CUSTOMER, ...actingFor, REASON_FOR_WRITING]);

/** What was confirmed last: a further attempt may have been asked for anew. */
const confirmedOf = ({ intent, transitions }: Row): readonly Shown[] =>
  transitions.findLast(({ what }) => what)?.what ?? intent.what;

/** What the line of this label said when it was confirmed. */
export function confirmedLine(row: Row, label: Visible): Visible | undefined {
  const line = confirmedOf(row).find(shown => shown.label === label);
  return line && visible(line.value);
}

/** What was asked: all of it but for whom it was, which every dialog says by itself, and why writing was granted. */
export const confirmedLines = (row: Row): readonly ShownLine[] =>
  confirmedOf(row)
    .filter(({ label }) => !besides.has(label))
    .map(({ label, value }) => ({ label: visible(label), value: visible(value) }));

/** For whom it was, in the dialog's words. */
export const confirmedCustomer = (row: Row): Visible =>
  (CUSTOMER && confirmedLine(row, CUSTOMER)) ?? visible(row.intent.customer.userId);
