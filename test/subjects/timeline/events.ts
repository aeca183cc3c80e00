// Lists of a customer for tests of a timeline: rows as the service sends them, and what is loaded of them.

import type { Failure } from '../../../src/api/client/failure.ts';
import { decode } from '../../../src/api/contract/decode.ts';
import { readPage } from '../../../src/api/contract/next-page.ts';
import { type OperationId, operations } from '../../../src/api/contract/operations.ts';
import { arrivals } from '../../../src/effects/lists.ts';
import { allDebits, type CustomerList, listsUnder } from '../../../src/format/customer-lists.ts';
import { type Json, JsonNumber } from '../../../src/lib/json.ts';
import { fromServer } from '../../../src/lib/visible.ts';
import { join, noPages, type Pages } from '../../../src/store/paging.ts';
import { createAxis } from '../../../src/subjects/timeline/axis.ts';
import { readingsOf, type TimelineData } from '../../../src/subjects/timeline/sources.ts';
import type { LoadedList } from '../../../src/subjects/timeline/timeline-lists.ts';

export const NOW = Date.parse('2026-11-20T10:00:00Z');
export const at = (minutes: number): number => NOW - minutes * 60_000;
const iso = (epochMs: number): string => new Date(epochMs).toISOString().replace(/\.\d{3}Z$/, '+0000');

export const ACCOUNTS = ['account-1', 'account-2'] as const;
export const CARDS = ['card-1', 'card-2'] as const;

const lists: readonly CustomerList[] = [
  ...listsUnder(
    ACCOUNTS.map(id => ({ row: account(id) })),
    CARDS.map(id => ({ row: card(id) })),
  ),
  allDebits,
];

type AccountRow = Parameters<typeof listsUnder>[0][number]['row'];
type CardRow = Parameters<typeof listsUnder>[1][number]['row'];

function account(id: string): AccountRow {
  // Only the ID and the label name a list.
  return { id: fromServer(id), label: fromServer(`Label of ${id}`) } as AccountRow;
}
function card(id: string): CardRow {
  return { cardHashId: fromServer(id), maskedCardNumber: fromServer('4000********4411') } as CardRow;
}

/** The list of an operation, of an account or a card. */
export function listOf(operation: OperationId, subject?: string): CustomerList {
  const found = lists.find(({ query, view }) => query.operation === operation && view.subject === subject);
  if (!found) throw new Error(`no list of ${operation} ${subject}`);
  return found;
}

const amount = (digits: string): JsonNumber => new JsonNumber(digits as JsonNumber['source']);

export const entry = (
  id: string,
  time: number | string | null,
  digits = '-10.00',
  more: Readonly<Record<string, Json>> = {},
) => ({
  id,
  amount: amount(digits),
  currency: 'GBP',
  balance: amount('100'),
  description: 'Rent',
  create_time: typeof time === 'number' ? iso(time) : time,
  transaction_type: 'PAYOUT',
  ...more,
});

export const transaction = (
  id: string,
  time: number | string | null,
  digits = '10.00',
  more: Readonly<Record<string, Json>> = {},
) => ({
  id,
  amount: amount(digits),
  currency: 'GBP',
  type: 'DEBIT',
  status: 'SETTLED',
  description: 'Rent',
  create_time: typeof time === 'number' ? iso(time) : time,
  ...more,
});

export const purchase = (id: string, time: number) => ({
  transaction_id: id,
  billing_amount: amount('10.00'),
  billing_currency: 'GBP',
  transaction_date: iso(time),
  merchant: { name: 'Shop' },
});

export const debit = (id: string, time: number, more: Readonly<Record<string, Json>> = {}) => ({
  transaction_id: id,
  amount: amount('10.00'),
  currency: 'GBP',
  created_at: iso(time),
  ...more,
});

const EMPTY: LoadedList = { pages: noPages(), failure: undefined, asOf: undefined };

/** Adds a page as an answer of the service. */
export function withPage(list: CustomerList, pages: Pages<unknown>, raws: readonly Json[]): Pages<unknown> {
  const { paging, result } = operations[list.query.operation];
  const wrapped = paging.style === 'has-more' || list.query.operation === 'card.transactions';
  const answer: Json = wrapped ? { has_more: raws.length > 0, items: raws } : raws;
  const decoded = decode(result, answer);
  const page = 'value' in decoded ? readPage(paging, decoded.value, answer) : undefined;
  if (!page) throw new Error('the page can’t be read');
  return join(pages, arrivals(list.query, page), paging.style !== 'none', page);
}

/** All of a list, or its first rows if `whole` is false. */
export function loaded(list: CustomerList, raws: readonly Json[], whole = true): LoadedList {
  const first = raws.length === 0 ? noPages() : withPage(list, noPages(), raws);
  return {
    pages: { ...first, taken: 1, end: whole ? 'last-page' : undefined },
    failure: undefined,
    asOf: NOW,
  };
}

export const failing = (failure: Failure): LoadedList => ({ ...EMPTY, failure });

export type Given = ReadonlyMap<CustomerList, LoadedList>;

/** Lists without an entry in `given` are loaded and empty. */
export const dataOf = (given: Given, more: Partial<TimelineData> = {}): TimelineData => ({
  lists: lists.map(list => ({ list, loaded: given.get(list) ?? loaded(list, []) })),
  rfi: undefined,
  conversions: [],
  writes: [],
  writesLoaded: 'all',
  changes: [],
  notes: [],
  notesLoaded: 'all',
  under: undefined,
  language: 'en',
  now: NOW,
  ...more,
});

export const axisOf = (given: Given, more: Partial<TimelineData> = {}) =>
  createAxis()(readingsOf(dataOf(given, more)));
