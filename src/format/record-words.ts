// What a record says of itself: in a cell, in a line, at the top of its details, and to the customer.

import { Odd } from '../api/contract/odd.ts';
import { isSummaryKind } from '../lib/summaries.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { epochOf, moneyOn, numberOf, statusFacts, statusOf, statusText, timeOf } from '../records/facts.ts';
import { KINDS, type RecordKind } from '../records/kinds.ts';
import type { RowOf } from '../records/query.ts';
import type { HistoryEntry } from '../records/reads.ts';
import { plainAmount } from '../store/row-search.ts';
import type { State } from '../store/state.ts';
import { amountCell, type Moment, oddStatus, signedCell, textCell, timeCell } from './cells.ts';
import { type Cell, DASH, type Entry } from './entry.ts';
import type { Statuses } from './statuses.ts';
import { lastFour, type Summary, said, saidDay } from './summary.ts';

/** Undefined if the kind has no money. */
function recordAmount(kind: RecordKind, row: unknown): Cell | undefined {
  const money = moneyOn(kind, row);
  return money && (money.moves ? signedCell : amountCell)(money.amount, money.currency, money.direction);
}

export function recordStatus(kind: RecordKind, row: unknown): Cell {
  const status = statusOf(kind, row);
  if (status instanceof Odd) return oddStatus(status);
  const tone = statusFacts(kind, status)?.tone;
  return status === undefined ? DASH : { text: visible(status), ...(tone && { tone }) };
}

export const statusesOf = (kind: RecordKind): Statuses<unknown> => ({
  of: row => statusText(statusOf(kind, row)),
  explain: KINDS[kind].statuses ?? {},
});

/** At the top of the details: the amount and who, or the name alone. */
export function recordHead(kind: RecordKind, row: unknown): readonly Entry[] {
  const facts = KINDS[kind];
  const [who] = facts.who(row as never);
  const status = facts.status !== undefined && { status: recordStatus(kind, row) };
  const lead = recordAmount(kind, row);
  return lead
    ? [{ lead, ...status }, { about: textCell(who) }]
    : [{ lead: textCell(who, 'strong'), ...status }];
}

/** Undefined if there are no texts for the kind. */
export function recordSummary(kind: RecordKind, row: unknown, state: State): Summary | undefined {
  const name = kind === 'history' ? 'entry' : kind;
  if (!isSummaryKind(name)) return undefined;
  const amount = recordAmount(kind, row);
  const fields = {
    amount: amount && said(amount, moneyOn(kind, row)?.moves ? 'signed' : undefined),
    date: saidDay(epochOf(timeOf(kind, row)), state),
    last4: lastFour(numberOf(kind, row)),
  };
  const own = Object.entries(KINDS[kind].summary?.(row as never) ?? {});
  const named = own.map(([field, value]) => [field, said(textCell(value))]);
  // A text reads only the fields of its kind.
  const all = { ...fields, ...Object.fromEntries(named) } as Summary['fields'];
  return { kind: name, status: statusText(statusOf(kind, row)), fields: all } as Summary;
}

/** What a row says about its record. The amount and the status have their own columns. */
export interface RecordWords {
  readonly words: Visible;
  /** With the sign and colour of the record's own list. */
  readonly amount?: Cell;
  readonly status?: Cell;
}

const CELLS = 120;

export const wordsOf = (...values: readonly Parameters<typeof textCell>[0][]): Visible =>
  visible(values.map(value => textCell(value).text).join(' · '), CELLS);

export function recordWords(kind: RecordKind, row: unknown): RecordWords {
  const { who, status } = KINDS[kind];
  const amount = recordAmount(kind, row);
  return {
    words: wordsOf(...who(row as never)),
    ...(amount && { amount }),
    ...(status !== undefined && { status: textCell(statusOf(kind, row)) }),
  };
}

/** With the status as the last word. */
export const inWords = ({ words, amount, status }: RecordWords): RecordWords => ({
  words: status ? t`${words} · ${status.text}` : words,
  ...(amount && { amount }),
});

const isAmount = (value: unknown, digits: string): boolean =>
  typeof value === 'string' && plainAmount(value) === digits;

/** `digits`: the searched amount, as `plainAmount` writes it. It may be the balance of an entry. */
export function searchedWords(kind: RecordKind, row: unknown, digits: string | undefined): RecordWords {
  const said = recordWords(kind, row);
  if (kind !== 'history' || digits === undefined) return said;
  const { amount, balance } = row as HistoryEntry;
  return isAmount(balance, digits) && !isAmount(amount, digits)
    ? { ...said, words: t`balance after: ${amountCell(balance).text} · ${said.words}` }
    : said;
}

export const historyEntries = (row: RowOf<'account.balanceHistory'>, moment: Moment): readonly Entry[] => [
  ...recordHead('history', row),
  { label: t`Fee`, cell: amountCell(row.fee, row.currency) },
  { label: t`Balance after`, cell: amountCell(row.balance, row.currency) },
  { label: t`Type`, cell: textCell(row.transaction_type) },
  { label: t`Source`, cell: textCell(row.source_type) },
  { label: t`Time`, cell: timeCell(timeOf('history', row), moment) },
];
