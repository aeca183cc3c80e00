// The labels of confirmed lines. Dialogs write the lines, and readers of the journal find the lines by their labels.

import { textCell } from '../format/cells.ts';
import { type Cell, DASH } from '../format/entry.ts';
import type { Intent, Row, Shown } from '../journal/intent.ts';
import { type Decimal, groupDigits, parseDecimal, parseShown } from '../lib/decimal.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { cut } from '../lib/width.ts';
import { REASON_FOR_WRITING, whose } from '../sending/question.ts';
import type { ShownLine } from '../sending/shown-line.ts';

export const LABELS = { sold: t`Customer sells`, bought: t`Customer buys`, rate: t`Rate` } as const;

export interface ShownMoney {
  readonly amount: Decimal;
  readonly cell: Cell & { readonly unit: Visible };
}

/** Undefined if `value` is not from `lineOf`. */
export function moneyIn(value: string): ShownMoney | undefined {
  const [, text = '', unit] = /^(\S+) (\S+)$/.exec(value) ?? [];
  const amount = parseShown(visible(text));
  return amount === undefined || unit === undefined || groupDigits(amount) !== text
    ? undefined
    : { amount, cell: { text: groupDigits(amount), unit: visible(unit) } };
}

export const amountText = (amount: Decimal, currency: string): Visible =>
  t`${groupDigits(amount)} ${visible(currency)}`;

/** Undefined for any other form than that of `amountText`. */
export function amountOf(text: string): { readonly amount: Decimal; readonly currency: string } | undefined {
  const [, digits = '', currency = ''] = /^([\d,]+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? [];
  const amount = parseDecimal(digits.replaceAll(',', ''));
  return amount === undefined ? undefined : { amount, currency };
}

export const BENEFICIARY = t`Beneficiary`;
export const DEBTOR = t`Debtor`;
export const AMOUNT = t`Amount`;
export const REFERENCE = t`Reference`;
export const STATUS = t`Status`;
/** Its questions have their own status. */
export const RFI_STATUS = t`Request status`;
export const AVAILABLE = t`Available`;
export const PAYOUT_ID = t`Payout ID`;
export const SYSTEM_REFERENCE = t`System reference`;
export const TRANSACTION_ID = t`Transaction ID`;

/** A person can't read a longer text before confirming. No real name is longer. */
const MOST_CELLS = 1000;

export const wholeText = (value: Parameters<typeof textCell>[0]): Visible =>
  cut(textCell(value).text, MOST_CELLS);

/** Only a connected account has the second label. */
const [CUSTOMER, ...actingFor] = whose({ userId: '', onBehalfOf: '', name: undefined }).map(
  ({ label }) => label,
);
const notOfWrite: ReadonlySet<string | undefined> = new Set([CUSTOMER, ...actingFor, REASON_FOR_WRITING]);

/** Of the last confirmation: each retry has its own. */
const confirmedOf = ({ intent, transitions }: Row): readonly Shown[] =>
  transitions.findLast(({ what }) => what)?.what ?? intent.what;

/** Lines that may change although the record does not, such as a balance. */
export const isOfMoment = ({ label }: Shown): boolean =>
  label === AVAILABLE || label.startsWith(`${AVAILABLE} `);

export function confirmedLine(row: Row, label: Visible): Visible | undefined {
  const line = confirmedOf(row).find(shown => shown.label === label);
  return line && visible(line.value);
}

/** As `confirmedLine`. Also undefined if the value was missing or unreadable. */
export function knownLine(row: Row, label: Visible): Visible | undefined {
  const value = confirmedLine(row, label);
  return value !== undefined && isKnown(value) ? value : undefined;
}

/** The value of a confirmed line. Undefined if the value was missing or unreadable. */
export function confirmedIn({ what }: Pick<Intent, 'what'>, label: Visible): Visible | undefined {
  const value = what.find(shown => shown.label === label)?.value;
  return value === undefined || !isKnown(visible(value)) ? undefined : visible(value);
}

export const isKnown = (value: Visible): boolean =>
  value !== '' && value !== DASH.text && !value.startsWith('? ');

/** A name may end with a full stop, such as A.Ş. */
export const asSentence = (words: Visible): Visible => (words.endsWith('.') ? words : t`${words}.`);

/** ` of 12.50 GBP to Zoë Ltd`, with the parts that are known. */
export function ofMoney(intent: Pick<Intent, 'what'>, who: Visible, between: 'to' | 'from'): Visible {
  const [amount, name] = [confirmedIn(intent, AMOUNT), confirmedIn(intent, who)];
  const of = amount === undefined ? t`` : t` of ${amount}`;
  return name === undefined ? of : t`${of} ${visible(between)} ${name}`;
}

/** "12.50 GBP to Zoë Ltd", "9.30 USD from Zoë Ltd" or "10.00 GBP → 11.52 EUR" */
export function confirmedMoney(row: Row): Visible | undefined {
  const from = confirmedLine(row, AMOUNT) ?? confirmedLine(row, LABELS.sold);
  const to = confirmedLine(row, BENEFICIARY);
  const bought = confirmedLine(row, LABELS.bought);
  if (from === undefined) return bought;
  const debtor = confirmedLine(row, DEBTOR);
  if (to !== undefined) return t`${from} to ${to}`;
  if (debtor !== undefined) return t`${from} from ${debtor}`;
  return bought === undefined ? from : t`${from} → ${bought}`;
}

/** Without the customer and the reason for write access, which screens show themselves. */
export const confirmedLines = (row: Row): readonly ShownLine[] =>
  confirmedOf(row)
    .filter(({ label }) => !notOfWrite.has(label))
    .map(({ label, value }) => ({ label: visible(label), value: visible(value) }));

export const confirmedCustomer = (row: Row): Visible =>
  (CUSTOMER && confirmedLine(row, CUSTOMER)) ?? visible(row.intent.customer.userId);
