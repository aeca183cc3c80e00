// The service's lists as sources of a timeline: an event for each time of a record. Pure.

import { explain } from '../../api/client/explain.ts';
import type { Failure } from '../../api/client/failure.ts';
import type { CustomerList } from '../../format/customer-lists.ts';
import { recordWords } from '../../format/record-words.ts';
import { isNegative, negate } from '../../lib/decimal.ts';
import { remembered } from '../../lib/remembered.ts';
import { DAY } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import {
  epochOf,
  type Happening,
  happeningsOf,
  idOf,
  type MovedMoney,
  moneyMovedBy,
  timeOf,
  underOf,
  writtenOn,
} from '../../records/facts.ts';
import { KINDS, type RecordKind } from '../../records/kinds.ts';
import { queryKey } from '../../records/query.ts';
import { debitsQuery } from '../../records/reads.ts';
import { isReference, namesIn } from '../../records/record-names.ts';
import { isNotFound, type List } from '../../store/list.ts';
import { doubtOf, extentOf, type Item } from '../../store/paging.ts';
import { plainAmount } from '../../store/row-search.ts';
import { openView } from '../../store/view.ts';
import type { SourceReading } from './axis.ts';
import {
  type EventKind,
  type EventSource,
  eventKey,
  NO_NAMES,
  type TimelineEvent,
  usableTime,
} from './event.ts';

const isRecentDebits = ({ key }: CustomerList): boolean => key === queryKey(debitsQuery);

export const DEBIT_PERIOD = 30 * DAY;

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
  const last = all.loaded.pages.items.at(-1);
  const oldest = last && epochOf(timeOf(all.list.kind, last.row));
  const since = (recent.loaded.asOf ?? now) - DEBIT_PERIOD;
  return {
    ...reading,
    items,
    loaded: Math.min(since, oldest ?? since),
    why: rest?.why,
    failed: rest?.failed,
  };
}

/** Each payment has the name of its reference with the amount: two payments may have one reference. */
export const paymentName = (reference: string, { amount, currency }: MovedMoney): string =>
  `${reference} ${isNegative(amount) ? '-' : ''}${plainAmount(amount)} ${currency}`;

/** Nearly all texts have none, and there may be 100,000. */
const PERHAPS = /[a-z]{2}\d{6}|[a-z]\d{6}-|[0-9a-f]{4}-[0-9a-f]{12}/i;

function referencesIn(kind: RecordKind, row: unknown): readonly string[] {
  const text = writtenOn(kind, row);
  return text === undefined || !PERHAPS.test(text) ? NO_NAMES : namesIn(text).filter(isReference);
}

/** A held amount is not the payment. */
function namesOf(kind: RecordKind, row: unknown, references: readonly string[]): readonly string[] {
  if (references.length === 0 || KINDS[kind].isHold?.(row as never)) return NO_NAMES;
  const moved = moneyMovedBy(kind, row);
  const out = moved && !moved.signed && !isNegative(moved.amount);
  const payment = out ? { ...moved, amount: negate(moved.amount) } : moved;
  return payment ? references.map(reference => paymentName(reference, payment)) : NO_NAMES;
}

/** How far a list is loaded, in the form of the store. */
export type LoadedList = Pick<List<unknown>, 'pages' | 'failure' | 'asOf'>;

/** Undefined if the records have no times. */
export function listReading(list: CustomerList, loaded: LoadedList, now: number): SourceReading | undefined {
  const { kind, key, of } = list;
  const { time, money, newestFirst } = KINDS[kind];
  if (time === undefined) return undefined;
  const { pages, failure } = loaded;
  const { place, subject } = list.view;
  const source: ListedSource = {
    ...{ kind: kind as EventKind & RecordKind, now, place },
    of: isDebits(list) ? undefined : of,
    under: subject,
    says({ row, word }) {
      const said = recordWords(kind, row);
      return word === undefined ? said : { ...said, words: t`${word}: ${said.words}` };
    },
    view: ({ id }) => (isDebits(list) ? openView(place, id) : { ...list.view, cursorKey: id }),
    ...(money && { moved: row => moneyMovedBy(kind, row) }),
  };
  const isAll = extentOf(pages) === 'all' || isNowhere(list, failure);
  return {
    id: key,
    source,
    items: pages.items,
    events: (item: Item<never>) =>
      happeningsOf(kind, item.row).map((happening, nth) => new ListedEvent(source, item, nth, happening)),
    loaded: isAll ? 'all' : pages.items.length === 0 || !newestFirst ? 'none' : 'part',
    ...(!isAll && gapIn(list, loaded)),
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
    ({ list: { kind }, loaded }) =>
      (kind === 'account' || (under !== undefined && kind === 'card')) && extentOf(loaded.pages) !== 'all',
  );
  if (part) return { ...reading, ...gapIn(part.list, part.loaded) };
  if (under !== undefined)
    return { ...reading, why: t`this customer has no account and no card with this ID` };
  const nameless = lists.find(
    ({ list: { kind }, loaded }) => isNaming(kind) && loaded.pages.items.some(({ row }) => !idOf(kind, row)),
  );
  const one = nameless?.list.kind === 'card' ? t`a card` : t`an account`;
  return nameless && { ...reading, why: t`${one} has no readable ID` };
}

/** Accounts and cards name other lists. */
const isNaming = (kind: RecordKind): boolean => kind === 'account' || kind === 'card';

const isDebits = ({ kind }: CustomerList): boolean => kind === 'direct-debit';

/** An account of Family B may have no Global Account, and then has no mandates. For other lists, a 404 is a failure. */
export const isNowhere = ({ kind }: CustomerList, failure: LoadedList['failure']): boolean =>
  kind === 'mandate' && isNotFound(failure);

/** What a stopped or failed read leaves out. */
export function failedRead(
  failure: Failure | undefined,
  title: Visible,
): Pick<SourceReading, 'why' | 'failed'> {
  if (failure === undefined) return { why: t`not loaded yet` };
  if (failure.kind === 'abandoned') return { why: t`stopped` };
  return { why: t`not loaded`, failed: explain(failure, title).what };
}

function gapIn({ kind }: CustomerList, { pages, failure }: LoadedList): ReturnType<typeof failedRead> {
  if (failure || pages.taken === 0) return failedRead(failure, KINDS[kind].many);
  return { why: doubtOf(pages)?.brief ?? t`not loaded further` };
}

interface ListedSource extends EventSource {
  readonly kind: EventKind & RecordKind;
  readonly now: number;
  readonly place: CustomerList['view']['place'];
}

/** Most members are read from the row, because there may be 100,000 events. */
class ListedEvent implements TimelineEvent {
  readonly source: ListedSource;
  readonly item: Item<never>;
  readonly time: Happening[0];
  readonly at: number | undefined;
  readonly word: Visible | undefined;
  readonly references: readonly string[];
  readonly names: readonly string[];
  readonly nth: number;

  constructor(source: ListedSource, item: Item<never>, nth: number, [time, word]: Happening) {
    const { kind } = source;
    this.source = source;
    this.item = item;
    this.nth = nth;
    this.time = time;
    this.at = usableTime(time, source.now);
    this.word = word;
    this.references = nth === 0 ? referencesIn(kind, item.row) : NO_NAMES;
    this.names = namesOf(kind, item.row, this.references);
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
    return this.nth === 0 ? idOf(this.source.kind, this.item.row) : undefined;
  }
  get under(): string | undefined {
    return this.source.under ?? underOf(this.source.kind, this.item.row);
  }
}
