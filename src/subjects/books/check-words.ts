// What a check of the books says: sentences with the calculation.

import type { BooksReading } from '../../effects/read-books.ts';
import { amountCell, movedCell, textCell, utcCell } from '../../format/cells.ts';
import { counted } from '../../lib/counted.ts';
import { countText, type Decimal, groupDigits, isNegative } from '../../lib/decimal.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { timeOf, whenOf } from '../../records/facts.ts';
import type { HistoryEntry } from '../../records/reads.ts';
import type { Finding, HeldAmount, HistoryEnd, WhyUnchecked } from './books.ts';
import type { Break, BreakKind, Chain, Fees, Unreadable } from './chain.ts';
import type { Misplaced } from './misplaced.ts';
import { conversionsText, elsewhereText, journalText } from './own-words.ts';
import { accountText, cardText } from './side-words.ts';

/** For a table, in a few words. */
export function shortText(finding: Finding): Visible {
  switch (finding.check) {
    case 'history': {
      const { entries, breaks, unchecked } = finding.chain;
      if (breaks.length > 0) return t`${countText(breaks.length)} of ${countedEntries(entries)}`;
      return unchecked.length > 0
        ? t`${countText(unchecked.length)} of ${countedEntries(entries)}`
        : countedEntries(entries);
    }
    case 'end':
      return t`Balance now`;
    case 'unchecked':
      return UNCHECKED[finding.why](finding.count);
    case 'journal':
      return t`Journal`;
    case 'elsewhere':
      return t`Made elsewhere`;
    case 'conversions':
      return t`Conversions`;
    case 'account':
      return t`Transactions`;
    case 'card':
      return t`Card limits`;
  }
}

/** For a table, in a few words. */
export const breakWord: Readonly<Record<BreakKind, Visible>> = {
  gap: t`Unexplained`,
  sign: t`Wrong sign`,
  extra: t`Extra entry`,
  twice: t`Repeated entry`,
  balance: t`Wrong balance`,
};

export const MISPLACED = t`Posted later`;

/** The first sentences of a finding. */
export function headlines(finding: Finding): readonly Visible[] {
  switch (finding.check) {
    case 'history':
      return historyText(finding.chain);
    case 'end':
      return [endText(finding.ending)];
    case 'unchecked':
      return [UNCHECKED[finding.why](finding.count)];
    case 'journal':
      return journalText(finding.journal);
    case 'elsewhere':
      return [elsewhereText(finding)];
    case 'conversions':
      return conversionsText(finding.conversions);
    case 'account':
      return accountText(finding.account);
    case 'card':
      return cardText(finding.card);
  }
}

const UNCHECKED: Readonly<Record<WhyUnchecked, (count: number) => Visible>> = {
  changed: () => t`The balance changed during the check. Check again.`,
  unreadable: () => t`The balance or the end of the history can't be read.`,
  'several-balances': () => t`The service lists several balances in this currency.`,
  'no-balance': () => t`The service lists no readable balance in this currency.`,
  'no-entries': () => t`The history has no entry, but there is a balance.`,
  'no-currency': count =>
    t`${countedEntries(count)} without a readable currency. An entry that another finding misses may be among them.`,
  journal: () => t`The journal can't be read: writes and conversions made here are not compared.`,
  'nameless-balance': count => t`${counted(count, t`balance`, t`balances`)} without a readable currency.`,
};

/** What a reading leaves out of all findings. */
export function limitText({ entries, balances, incomplete, card }: BooksReading): Visible | undefined {
  if (incomplete !== undefined)
    return entries.size === 0
      ? incomplete
      : t`${incomplete} Only ${countedEntries(entries.size)} were read: the findings are about these.`;
  return balances || card ? undefined : t`The balance now is not compared, because a last day is set.`;
}

const countedEntries = (count: number): Visible => counted(count, t`entry`, t`entries`);

const isTimed = (entry: HistoryEntry | undefined): entry is HistoryEntry =>
  whenOf('history', entry) !== undefined;

function historyText(chain: Chain): readonly Visible[] {
  const { entries, oldest, newest, breaks, unchecked, reordered, fees } = chain;
  const times = [oldest, newest].flatMap(one => (isTimed(one) ? [timeText(one)] : []));
  const period = times.length === 2 ? t`, ${join([...new Set(times)], ' to ')}` : t``;
  const all = t`${countedEntries(entries)}${period}`;
  const wrong = breaks.length;
  return [
    wrong > 0
      ? t`${countText(wrong)} of ${all}: the balance does not follow from the one before.`
      : entries < 2
        ? t`${all}: no two balances to compare.`
        : t`${all}: ${unchecked.length > 0 ? t`every other` : t`each`} balance follows from the one before.`,
    ...uncheckedText(unchecked),
    ...feesText(fees),
    ...(reordered.length > 0
      ? [
          t`${countedEntries(reordered.length)} follow in another order than their times, which are up to 5 minutes apart.`,
        ]
      : []),
  ];
}

const LACKS: Readonly<Record<Exclude<Unreadable, 'currency' | 'order'>, Visible>> = {
  balance: t`balance`,
  amount: t`amount`,
  fee: t`fee`,
  time: t`time`,
};

function uncheckedText(unchecked: Chain['unchecked']): readonly Visible[] {
  const lacking = Map.groupBy(unchecked, ({ lacks }) => lacks);
  return [...lacking].map(([lacks, { length }]) => uncheckedReason(lacks, countedEntries(length)));
}

function uncheckedReason(lacks: Unreadable, which: Visible): Visible {
  switch (lacks) {
    case 'currency':
      return t`Not checked: ${which} after an entry without a readable currency.`;
    case 'order':
      return t`Not checked: ${which}. More entries near in time are in mixed order than Purser can sort.`;
    default:
      return t`Not checked: ${which} without a readable ${LACKS[lacks]}.`;
  }
}

function feesText(fees: Fees): readonly Visible[] {
  if (fees.place === 'none') return [];
  const which = t`The fees of ${countedEntries(fees.count)}, ${groupDigits(fees.sum)} together,`;
  const except = fees.neither ? t` This entry follows in neither way: ${entryText(fees.neither)}.` : t``;
  if (fees.place === 'inside') return [t`${which} are inside the amounts.${except}`];
  if (fees.place === 'outside') return [t`${which} change the balance in addition to the amounts.${except}`];
  return [t`Not documented and not visible here: whether the amounts contain the fees.${except}`];
}

function endText(ending: HistoryEnd): Visible {
  const { history, available } = ending;
  const both = t`The history ends at ${groupDigits(history)}. Available now: ${groupDigits(available)}.`;
  switch (ending.verdict) {
    case 'FOLLOWS':
      return t`The history ends at ${groupDigits(history)}, the available balance now.`;
    case 'EXPECTED':
      return t`${both} The difference is ${join(ending.ways.map(wayText), ', or ')}.`;
    case 'DOES NOT FOLLOW':
      return t`${both} Not explained: ${signed(ending.by)}.`;
  }
}

const wayText = (way: readonly HeldAmount[]): Visible =>
  join(
    way.map(({ name, amount }) => t`${groupDigits(amount)} ${visible(name)}`),
    ' and ',
  );

export const misplacedText = ({ entry, fitsBefore }: Misplaced): Visible =>
  t`${entryText(entry)}: posted just before the entry of ${timeText(fitsBefore)}, by the balances.`;

export function breakText({ kind, expected, by, entry, alsoExtra }: Break): Visible {
  const balance = amountCell(entry.balance).text;
  if (alsoExtra > 0)
    return t`The balances follow without this entry and the next ${alsoExtra}: ${groupDigits(expected)} before and after.`;
  return BREAK[kind](
    groupDigits(expected),
    t`${signed(by)} has no ${textCell(entry.currency).text} entry`,
    balance,
  );
}

const BREAK: Readonly<Record<BreakKind, (expected: Visible, lack: Visible, balance: Visible) => Visible>> = {
  gap: (expected, lack, balance) => t`The balance should be ${expected}, and is ${balance}: ${lack}.`,
  sign: (expected, _, balance) =>
    t`The balance should be ${expected}, and is ${balance}. With the other sign the amount follows.`,
  extra: expected => t`The balances follow without this entry: ${expected} before and after.`,
  twice: expected => t`This entry repeats the entry before. The balance stays ${expected}.`,
  balance: (expected, _, balance) =>
    t`The balance should be ${expected}, and is ${balance}. The next entry continues from ${expected}.`,
};

const signed = (amount: Decimal): Visible => t`${isNegative(amount) ? t`` : t`+`}${groupDigits(amount)}`;

const timeText = (entry: HistoryEntry): Visible => utcCell(timeOf('history', entry)).text;

/** "26 Nov 2026 09:00:00 UTC  −50.00 GBP → 900.00  Payout 035973  ID 1f…" */
export function entryText(entry: HistoryEntry): Visible {
  const { amount, currency, balance, description, id } = entry;
  const { text, sign = '', unit } = movedCell(amount, currency);
  return t`${timeText(entry)}  ${visible(sign)}${text} ${unit ?? t``} → ${amountCell(balance).text}  ${textCell(description).text}  ${textCell(id).text}`;
}
