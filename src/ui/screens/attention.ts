// The rows of the overview: work that needs attention. Sources derive the rows from the state. Pure.

import { explain } from '../../api/client/explain.ts';
import type { Failure } from '../../api/client/failure.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { Need } from '../../effects/needs.ts';
import { type Cell, type Entry, noted } from '../../format/entry.ts';
import { documentOf, listOf } from '../../format/joined.ts';
import type { Json } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type {
  DocumentOperation,
  DocumentQuery,
  ListOperation,
  ListQuery,
  RowOf,
} from '../../records/query.ts';
import type { StatusMeaning } from '../../records/record-statuses.ts';
import { isNotFound } from '../../store/list.ts';
import { extentOf, type Item } from '../../store/paging.ts';
import { places, type TabId } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { WatchOffer } from '../../store/watches.ts';
import { goToView } from '../../store/workspace.ts';

/** From most to least urgent. */
export const URGENCIES = [
  'unresolved',
  'approval',
  'returned',
  'quote',
  'rfi',
  'direct debit',
  'mandate',
  'payout',
  'conversion',
  'on its way',
  'watched',
  'unread',
  'inactive',
  'draft',
  'perhaps none',
  'reading',
] as const;

export interface Attention {
  /** Unique, and constant for the same record. */
  readonly key: string;
  readonly urgency: (typeof URGENCIES)[number];
  readonly state: Cell;
  readonly what: Visible;
  /** What distinguishes the row: an amount, an ID or a name. */
  readonly about?: Visible;
  /** The row begins with `about`, because a narrow screen cuts the end. */
  readonly amountFirst?: boolean;
  /** Records in the row, if not one. */
  readonly records?: number;
  /** Epoch ms of the start, if known. */
  readonly at?: number;
  readonly whose?: Visible;
  readonly thing?: Thing;
  readonly notes: readonly Entry[];
  readonly to: View;
  /** Read while the cursor is on the row. */
  readonly joins?: readonly DocumentQuery[];
  /** What `W` watches, or why it can't. */
  readonly watch?: WatchOffer | Visible;
  readonly cancel?: {
    barred(state: State): Visible | undefined;
    run(app: App): void;
  };
}

export interface Thing {
  readonly title: Visible;
  readonly id: Visible | undefined;
  /** With the meanings of all statuses of this kind of record. */
  readonly status?: {
    readonly of: string | undefined;
    readonly table: Readonly<Record<string, StatusMeaning>>;
  };
  readonly raw?: Json;
}

/** What waits in a tab: the records of the overview's rows with `!` or `●` that Enter opens there. */
export type TabCounts = {
  readonly [Id in TabId]?: { readonly count: number /** One has `!`. */; readonly urgent: boolean };
};

export interface AttentionSource {
  /** Depends on a form or a countdown. The rows of the others are kept while somebody types. */
  readonly live?: true;
  needs?(state: State): readonly Need[];
  attention(state: State): readonly Attention[];
}

export const wayOf = ({ to }: Attention, state: State): State => goToView(state, to);

interface ReadSource<Query> {
  readonly title: Visible;
  readonly query: Query;
  readonly to: View;
}

interface ListRead {
  readonly whole: boolean;
  readonly stopped: boolean;
}

/** A row says so if the list is not read. `whole`: all rows are loaded. `stopped`: the service sends no more. */
export function ofList<Id extends ListOperation>(
  state: State,
  { title, query, to }: ReadSource<ListQuery<Id>>,
  of: (items: readonly Item<RowOf<Id>>[], read: ListRead) => readonly Attention[],
): readonly Attention[] {
  const { pages, failure } = listOf(state, query);
  const extent = extentOf(pages);
  const read = { whole: extent === 'all', stopped: extent === 'unsure' };
  return withTrouble(state, { title, to }, failure, pages.taken > 0 ? of(pages.items, read) : undefined);
}

export function ofDocument<Id extends DocumentOperation>(
  state: State,
  { title, query, to }: ReadSource<DocumentQuery<Id>>,
  of: (value: Result<Id>) => readonly Attention[],
): readonly Attention[] {
  const { value, failure, other } = documentOf(state, query);
  const rows = value === undefined ? undefined : of(value);
  const marked =
    other === undefined
      ? rows
      : rows?.map(row => ({ ...row, about: other, notes: [noted(other, 'bad'), ...row.notes] }));
  return withTrouble(state, { title, to }, failure, marked);
}

const withTrouble = (
  { customer }: State,
  { title, to }: Omit<ReadSource<never>, 'query'>,
  failure: Failure | undefined,
  rows: readonly Attention[] | undefined,
): readonly Attention[] =>
  failure ? [...(rows ?? []), unread(title, failure, to)] : (rows ?? (customer ? [reading(title, to)] : []));

const reading = (title: Visible, to: View): Attention => ({
  key: `reading ${title}`,
  urgency: 'reading',
  state: { text: t`reading …`, tone: 'dim' },
  what: title,
  notes: [{ note: t`${title}: not read yet.` }],
  to,
});

function unread(title: Visible, failure: Failure, to: View): Attention {
  const { what, todo } = explain(failure, title);
  return {
    key: `unread ${title}`,
    urgency: 'unread',
    state: { text: t`not read`, tone: 'warn' },
    what,
    notes: [
      { note: t`Purser does not know whether anything needs attention there.`, tone: 'plain' },
      {
        // The overview has no list to go back to, so r repeats the read.
        note: isNotFound(failure) ? t`Not found at the service now. Press r to read again.` : todo,
        tone: 'plain',
      },
    ],
    to,
  };
}

export const placeText = ({ to }: Attention): Visible => places[to.place].title;
