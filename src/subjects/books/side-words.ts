// What the comparisons with an account's transactions and with a card's limits say.

import { amountCell, movedCell, textCell, utcCell } from '../../format/cells.ts';
import { cellText } from '../../format/entry.ts';
import { counted } from '../../lib/counted.ts';
import { type Decimal, groupDigits, isNegative, negate } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { timeOf } from '../../records/facts.ts';
import type { HistoryEntry } from '../../records/reads.ts';
import type { AccountCheck, TransactionFinding, TransactionProblem } from './account-side.ts';
import type { CardCheck, LimitFinding, LimitInterval, LimitResult } from './card.ts';

/** For a table, in a few words. */
export const transactionWord: Readonly<Record<TransactionProblem, Visible>> = {
  'other-amount': t`Other amount`,
  absent: t`Not in history`,
};

const transactionsText = (count: number): Visible => counted(count, t`transaction`);

export function accountText(check: AccountCheck): readonly Visible[] {
  const { account, present, pending, unjoined, candidates, unreadable, findings } = check;
  const all = present + pending + unjoined + unreadable + findings.length;
  return [
    t`${present} of ${transactionsText(all)} of the account ${visible(account, 40)}: the history has their entries, by ID or reference.`,
    ...(pending > 0 ? [t`${transactionsText(pending)} PENDING: not in the history before they settle.`] : []),
    ...(unjoined > 0
      ? [
          t`Not checked: ${transactionsText(unjoined)} that no ID and no reference joins to an entry. The service documents no other field.`,
          t`${candidates} of these have exactly one entry of the same amount within a day.`,
        ]
      : []),
    ...(unreadable > 0
      ? [t`Not checked: ${transactionsText(unreadable)} without a readable amount or type.`]
      : []),
  ];
}

export function transactionText({ problem, transaction, entries }: TransactionFinding): Visible {
  const what = t`${utcCell(timeOf('transaction', transaction)).text}  ${textCell(transaction.type).text} ${cellText(amountCell(transaction.amount, transaction.currency))}  ${textCell(transaction.description).text}  ID ${textCell(transaction.id).text}`;
  const [entry] = entries;
  return problem === 'absent' || !entry
    ? t`${what}: the history has no entry with its ID or its amount, but the IDs of nearly all others.`
    : t`${what}: the entry with its ID has ${movedText(entry)}.`;
}

function movedText(of: Pick<HistoryEntry, 'amount' | 'currency'>): Visible {
  const { text, sign = '', unit } = movedCell(of.amount, of.currency);
  return t`${visible(sign)}${text} ${unit ?? t``}`;
}

const INTERVAL: Readonly<Record<LimitInterval, Visible>> = {
  PER_TRANSACTION: t`Per transaction`,
  DAILY: t`Daily`,
  WEEKLY: t`Weekly`,
  MONTHLY: t`Monthly`,
  ALL_TIME: t`All time`,
};

const PERIOD: Readonly<Record<LimitInterval, Visible>> = {
  PER_TRANSACTION: t`of one transaction`,
  DAILY: t`of the last 25 hours`,
  WEEKLY: t`of the last 7 days`,
  MONTHLY: t`of the last 31 days`,
  ALL_TIME: t`of all time`,
};

export const cardText = ({ id, transactions, limits }: CardCheck): readonly Visible[] => [
  t`Card ${visible(id, 40)}: ${counted(limits.length, t`limit`)} against ${transactionsText(transactions)}.`,
];

export const limitWord = ({ interval, isCash }: LimitFinding): Visible => {
  const name = interval === undefined ? t`Limit` : INTERVAL[interval];
  return isCash ? t`Cash: ${name}` : name;
};

const shown = (amount: Decimal | undefined, currency: string | undefined): Visible =>
  amount === undefined ? t`–` : t`${groupDigits(amount)} ${visible(currency ?? '', 8)}`;

const WHY: Readonly<Record<Exclude<LimitResult, 'spent' | 'above' | 'refunded'>, Visible>> = {
  unused: t`Nothing is used.`,
  undocumented: t`The service does not document which transactions count.`,
  changed: t`The limit changed during the check. Check again.`,
  several: t`The service lists several limits of this interval.`,
  unreadable: t`The limit can't be read.`,
};

export function limitText(found: LimitFinding): Visible {
  const { result, currency, amount, remaining, used, approved, refunds, interval } = found;
  const what = t`${limitWord(found)}: ${shown(remaining, currency)} of ${shown(amount, currency)} remain.`;
  const spent =
    approved === undefined || interval === undefined
      ? t``
      : t` Approved transactions ${PERIOD[interval]}: ${shown(approved, currency)}.`;
  switch (result) {
    case 'spent':
      return t`${what} Used: ${shown(used, currency)}.${spent}`;
    case 'undocumented':
      return t`${what} Used: ${shown(used, currency)}.${spent} ${WHY[result]}`;
    case 'above':
      return t`${what} ${shown(overOf(used), currency)} more than the limit. Refunds: ${shown(refunds, currency)}.`;
    case 'refunded':
      return t`${what} ${shown(overOf(used), currency)} more than the limit, after refunds of ${shown(refunds, currency)}.`;
    default:
      return t`${what} ${WHY[result]}`;
  }
}

export const overOf = (used: Decimal | undefined): Decimal | undefined =>
  used !== undefined && isNegative(used) ? negate(used) : undefined;
