// The service's lists as sources of a timeline: the times of each record, its amount, and its names. Pure.

import { explain } from '../../api/client/explain.ts';
import type { Failure } from '../../api/client/failure.ts';
import type { Timestamp } from '../../api/contract/fields.ts';
import { Odd } from '../../api/contract/odd.ts';
import { textCell } from '../../format/cells.ts';
import { type CustomerList, customerList, debitWords, name } from '../../format/customer-lists.ts';
import { directed, isDirected } from '../../lib/amounts.ts';
import { type Decimal, isNegative, negate } from '../../lib/decimal.ts';
import { remembered } from '../../lib/remembered.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { epochOf, idText } from '../../records/facts.ts';
import { type ListOperation, queryKey, type RowOf } from '../../records/query.ts';
import { debitsQuery } from '../../records/reads.ts';
import { isReference, namesIn } from '../../records/record-names.ts';
import type { List } from '../../store/list.ts';
import { doubtOf, extentOf, type Item } from '../../store/paging.ts';
import { plainAmount } from '../../store/row-search.ts';
import { openView } from '../../store/view.ts';
import type { SourceReading } from './axis.ts';
import {
  type EventKind,
  type EventSource,
  eventKey,
  type MovedMoney,
  NO_NAMES,
  type TimelineEvent,
  usableTime,
} from './event.ts';

type ReadTime = Timestamp | Odd | undefined;
type Amount = Decimal | Odd | undefined;
type Text = Parameters<typeof idText>[0];

interface TimedList<Id extends ListOperation> {
  readonly kind: EventKind;
  /** The service sends the newest first. */
  readonly newestFirst?: true;
  time(row: RowOf<Id>): ReadTime;
  /** What happened then, if the record has other times. */
  readonly word?: Visible;
  others?(row: RowOf<Id>): readonly (readonly [time: ReadTime, word: Visible])[];
  id(row: RowOf<Id>): Text;
  under?(row: RowOf<Id>): Text;
  moved?(row: RowOf<Id>): MovedMoney | undefined;
  /** May have a reference of the service. */
  reference?(row: RowOf<Id>): Text;
  /** A held amount is not the payment. */
  isHeld?(row: RowOf<Id>): boolean;
}

const movedOf = (amount: Amount, currency: Text, signed: boolean): MovedMoney | undefined => {
  const code = idText(currency);
  return amount === undefined || amount instanceof Odd || code === undefined
    ? undefined
    : { amount, currency: code, signed };
};

const outgoing = (moved: MovedMoney | undefined): MovedMoney | undefined =>
  moved && !isNegative(moved.amount) ? { ...moved, amount: negate(moved.amount), signed: true } : moved;

function transactionMoved({ amount, currency, type }: RowOf<'account.transactions'>): MovedMoney | undefined {
  const moved = movedOf(amount, currency, false);
  return moved && { ...moved, amount: directed(moved.amount, type), signed: isDirected(moved.amount, type) };
}

/** A second time only if it differs from the first. */
const later = (first: ReadTime, time: ReadTime, word: Visible): readonly (readonly [ReadTime, Visible])[] =>
  time === undefined || epochOf(time) === epochOf(first) ? [] : [[time, word]];

const CREATED = t`Created`;

const TIMED: { readonly [Id in ListOperation]?: TimedList<Id> } = {
  'account.balanceHistory': {
    kind: 'history',
    newestFirst: true,
    time: row => row.create_time,
    id: row => row.id,
    moved: row => movedOf(row.amount, row.currency, true),
    reference: row => row.description,
    isHeld: row => row.transaction_type === 'HOLD',
  },
  'account.transactions': {
    kind: 'transaction',
    newestFirst: true,
    time: row => row.create_time,
    id: row => row.id,
    moved: transactionMoved,
    reference: row => row.description,
  },
  'card.transactions': {
    kind: 'card-transaction',
    newestFirst: true,
    time: row => row.transaction_date,
    id: row => row.transaction_id,
    moved: row => movedOf(row.billing_amount, row.billing_currency, false),
  },
  'directDebit.list': {
    kind: 'direct-debit',
    newestFirst: true,
    time: row => row.created_at,
    id: row => row.transaction_id,
    under: row => row.global_account_id,
    moved: row => movedOf(row.amount, row.currency, false),
    reference: row => row.statement_ref,
  },
  'mandate.list': {
    kind: 'mandate',
    time: row => row.created_at,
    word: CREATED,
    others: row => later(row.created_at, row.setup_time, t`Set up`),
    id: row => row.id,
  },
  'beneficiary.list': {
    kind: 'beneficiary',
    time: row => row.created_at,
    word: CREATED,
    others: row => later(row.created_at, row.last_used_at, t`Last used`),
    id: row => row.id,
  },
  'card.list': {
    kind: 'card',
    time: row => row.createdAt,
    word: CREATED,
    others: row => later(row.createdAt, row.updatedAt, t`Last changed`),
    id: row => row.cardHashId,
    under: row => row.cardHashId,
  },
};

// The list of this operation has its own rows.
const timedBy = ({ query }: CustomerList): TimedList<never> | undefined =>
  TIMED[query.operation] as TimedList<never> | undefined;

export const mandatesOf = (account: string, label: Visible): CustomerList =>
  customerList<'mandate.list'>({
    query: { operation: 'mandate.list', input: { params: { global_account_id: account }, query: {} } },
    one: t`Mandate`,
    many: t`Mandates`,
    of: label,
    place: 'account-mandates',
    subject: account,
    what: row => ({ ...name(row.creditor_name, row.debtor_name), status: textCell(row.status) }),
  });

/** Without a period the service lists 30 days (INTERFACE.md, Endpoints › Family A, rule 3). */
export const allDebits: CustomerList = customerList<'directDebit.list'>({
  query: { operation: 'directDebit.list', input: { query: { from_created_date: '2000-01-01' } } },
  one: t`Direct debit`,
  many: t`Direct debits`,
  of: t`before the last 30 days`,
  place: 'direct-debits',
  what: debitWords,
});

const isRecentDebits = ({ key }: CustomerList): boolean => key === queryKey(debitsQuery);

export const DEBIT_PERIOD = 30 * 24 * 3_600_000;

interface ListWithRows {
  readonly list: CustomerList;
  readonly loaded: LoadedList;
}

type ListItems = readonly Item<unknown>[];

const withEarlier = remembered((recent: ListItems) => {
  const known = new Set(recent.map(({ key }) => key));
  return remembered((all: ListItems): ListItems => recent.concat(all.filter(({ key }) => !known.has(key))));
});

/** The list of the last 30 days, then the rest of the list of all. */
export function debitsReading(lists: readonly ListWithRows[], now: number): SourceReading | undefined {
  const recent = lists.find(({ list }) => isRecentDebits(list));
  const all = lists.find(({ list }) => !isRecentDebits(list));
  const reading = recent && listReading(recent.list, recent.loaded, now);
  if (!all || !recent || reading?.loaded !== 'all') return reading;
  const rest = listReading(all.list, all.loaded, now);
  const items = withEarlier(recent.loaded.pages.items)(all.loaded.pages.items);
  if (rest?.loaded === 'all') return { ...reading, items };
  const oldest = epochOf(
    (all.loaded.pages.items.at(-1)?.row as RowOf<'directDebit.list'> | undefined)?.created_at,
  );
  const since = (recent.loaded.asOf ?? now) - DEBIT_PERIOD;
  return {
    ...reading,
    items,
    loaded: Math.min(since, oldest ?? since),
    ...(rest?.why !== undefined && { why: rest.why }),
    ...(rest?.failed !== undefined && { failed: rest.failed }),
  };
}

/** Each payment has the name of its reference with the amount: two payments may have one reference. */
export const paymentName = (reference: string, { amount, currency }: MovedMoney): string =>
  `${reference} ${isNegative(amount) ? '-' : ''}${plainAmount(amount)} ${currency}`;

/** Nearly all texts have none, and there may be 100,000. */
const PERHAPS = /[a-z]{2}\d{6}|[a-z]\d{6}-|[0-9a-f]{4}-[0-9a-f]{12}/i;

function referencesIn(timed: TimedList<never>, row: never): readonly string[] {
  const text = timed.reference && idText(timed.reference(row));
  return text === undefined || !PERHAPS.test(text) ? NO_NAMES : namesIn(text).filter(isReference);
}

function namesOf(timed: TimedList<never>, row: never, references: readonly string[]): readonly string[] {
  if (references.length === 0 || timed.isHeld?.(row)) return NO_NAMES;
  const moved = timed.moved?.(row);
  const payment = moved && (moved.signed ? moved : outgoing(moved));
  return payment ? references.map(reference => paymentName(reference, payment)) : NO_NAMES;
}

/** How far a list is loaded, in the form of the store. */
export type LoadedList = Pick<List<unknown>, 'pages' | 'failure' | 'asOf'>;

/** Undefined if the list has no times. */
export function listReading(list: CustomerList, loaded: LoadedList, now: number): SourceReading | undefined {
  const timed = timedBy(list);
  if (!timed) return undefined;
  const { pages, failure } = loaded;
  const { place, subject } = list.view;
  const source: ListedSource = {
    ...{ timed, now, place },
    kind: timed.kind,
    ...(list.of !== undefined && !isDebits(list) && { of: list.of }),
    ...(subject !== undefined && { under: subject }),
    says({ row, word }) {
      const said = list.what(row);
      return word === undefined ? said : { ...said, words: t`${word}: ${said.words}` };
    },
    view: ({ id }) => (isDebits(list) ? openView(place, id) : { ...list.view, cursorKey: id }),
    ...(timed.moved && { moved: row => timed.moved?.(row as never) }),
  };
  const isAll = extentOf(pages) === 'all' || isNowhere(list, failure);
  return {
    id: list.key,
    source,
    items: pages.items,
    events: (item: Item<never>) => eventsIn(item, source),
    loaded: isAll ? 'all' : pages.items.length === 0 || !timed.newestFirst ? 'none' : 'part',
    ...(!isAll && whyNotAll(list, loaded)),
  };
}

/** Accounts have no times, but their transactions are in lists that only they name. */
const NAMED: EventSource = { kind: 'transaction', says: () => ({ words: t`` }), view: () => undefined };

/** Undefined if every list is known. `under`: the account or card of the timeline. */
export function unnamedReading(
  lists: readonly ListWithRows[],
  under: string | undefined,
): SourceReading | undefined {
  if (under !== undefined && lists.some(({ list }) => list.view.subject === under)) return undefined;
  const reading = { id: 'unnamed', source: NAMED, items: [], events: () => [], loaded: 'none' } as const;
  const part = lists.find(
    ({ list: { query }, loaded }) =>
      (query.operation === 'account.list' || (under !== undefined && query.operation === 'card.list')) &&
      extentOf(loaded.pages) !== 'all',
  );
  if (part) return { ...reading, ...whyNotAll(part.list, part.loaded) };
  if (under !== undefined)
    return { ...reading, why: t`this customer has no account and no card with this ID` };
  const nameless = lists.find(({ list, loaded }) => isNameless(list, loaded.pages.items));
  const one = nameless?.list.query.operation === 'card.list' ? t`a card` : t`an account`;
  return nameless && { ...reading, why: t`${one} has no readable ID` };
}

function isNameless({ query: { operation } }: CustomerList, items: ListItems): boolean {
  if (operation === 'account.list')
    return items.some(({ row }) => idText((row as RowOf<'account.list'>).id) === undefined);
  return (
    operation === 'card.list' &&
    items.some(({ row }) => idText((row as RowOf<'card.list'>).cardHashId) === undefined)
  );
}

const isDebits = ({ query }: CustomerList): boolean => query.operation === 'directDebit.list';

/** An account of Family B may have no Global Account, and then has no mandates. For other lists, a 404 is a failure. */
export const isNowhere = ({ query }: CustomerList, failure: LoadedList['failure']): boolean =>
  query.operation === 'mandate.list' && failure?.kind === 'refused' && failure.status === 404;

/** What a stopped or failed read leaves out. */
export function failedRead(
  failure: Failure | undefined,
  title: Visible,
): Pick<SourceReading, 'why' | 'failed'> {
  if (failure === undefined) return { why: t`not loaded yet` };
  if (failure.kind === 'abandoned') return { why: t`stopped` };
  return { why: t`not loaded`, failed: explain(failure, title).what };
}

function whyNotAll({ many }: CustomerList, { pages, failure }: LoadedList): ReturnType<typeof failedRead> {
  if (failure || pages.taken === 0) return failedRead(failure, many);
  return { why: doubtOf(pages)?.brief ?? t`not loaded further` };
}

interface ListedSource extends EventSource {
  readonly timed: TimedList<never>;
  readonly now: number;
  readonly place: CustomerList['view']['place'];
}

/** Most members are read from the row, because there may be 100,000 events. */
class ListedEvent implements TimelineEvent {
  readonly source: ListedSource;
  readonly item: Item<never>;
  readonly time: ReadTime;
  readonly at: number | undefined;
  readonly word: Visible | undefined;
  readonly references: readonly string[];
  readonly names: readonly string[];
  readonly nth: number;

  constructor(
    source: ListedSource,
    item: Item<never>,
    nth: number,
    time: ReadTime,
    word: Visible | undefined,
  ) {
    this.source = source;
    this.item = item;
    this.nth = nth;
    this.time = time;
    this.at = usableTime(time, source.now);
    this.word = word;
    this.references = nth === 0 ? referencesIn(source.timed, item.row) : NO_NAMES;
    this.names = namesOf(source.timed, item.row, this.references);
  }

  get key(): string {
    const { place, under } = this.source;
    return eventKey(place, under, this.item.key, this.nth === 0 ? '' : this.word);
  }
  get id(): string {
    return this.item.key;
  }
  get row(): unknown {
    return this.item.row;
  }
  get raw(): TimelineEvent['raw'] {
    return this.item.raw;
  }
  get text(): string | undefined {
    return this.item.text;
  }
  get marks(): number | undefined {
    return this.item.marks;
  }
  get own(): string | undefined {
    return this.nth === 0 ? idText(this.source.timed.id(this.item.row)) : undefined;
  }
  get under(): string | undefined {
    const { under, timed } = this.source;
    return under ?? (timed.under && idText(timed.under(this.item.row)));
  }
}

function eventsIn(item: Item<never>, source: ListedSource): readonly TimelineEvent[] {
  const { time, word, others } = source.timed;
  const first = new ListedEvent(source, item, 0, time(item.row), word);
  const later = others?.(item.row) ?? NO_OTHERS;
  return later.length === 0
    ? [first]
    : [first, ...later.map(([at, what], nth) => new ListedEvent(source, item, nth + 1, at, what))];
}

const NO_OTHERS: readonly never[] = [];
