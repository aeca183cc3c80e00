// The labels of confirmed payouts: the dialogs write them, and readers of the journal find the lines by them.

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

/** The first of these is in every dialog; the second for a connected account. */
const [CUSTOMER, ...actingFor] = whose({ userId: '', onBehalfOf: '', name: undefined }).map(
  ({ label }) => label,
);
const besides: ReadonlySet<string | undefined> = new Set([CUSTOMER, ...actingFor, REASON_FOR_WRITING]);

/** The last confirmation: a retry has its own. */
const confirmedOf = ({ intent, transitions }: Row): readonly Shown[] =>
  transitions.findLast(({ what }) => what)?.what ?? intent.what;

/** Of the moment, not of the record: a balance moves while a write waits for approval. */
export const isOfMoment = ({ label }: Shown): boolean =>
  label === AVAILABLE || label.startsWith(`${AVAILABLE} `);

/** Labels in journals of earlier versions. */
const EARLIER: ReadonlyMap<string, string> = new Map([
  ['Customer sells', 'You sell'],
  ['Customer buys', 'You buy'],
]);

/** The confirmed value with this label. */
export function confirmedLine(row: Row, label: Visible): Visible | undefined {
  const labels = [label, EARLIER.get(label)];
  const line = confirmedOf(row).find(shown => labels.includes(shown.label));
  return line && visible(line.value);
}

/**
 * The confirmed lines without the customer, which every dialog shows itself, and without the reason for write access.
 */
export const confirmedLines = (row: Row): readonly ShownLine[] =>
  confirmedOf(row)
    .filter(({ label }) => !besides.has(label))
    .map(({ label, value }) => ({ label: visible(label), value: visible(value) }));

/** The customer, in the dialog's words. */
export const confirmedCustomer = (row: Row): Visible =>
  (CUSTOMER && confirmedLine(row, CUSTOMER)) ?? visible(row.intent.customer.userId);
