// Work that needs attention: its urgency, its text, and the way to its place. Sources derive it from the state. Pure.

import { explain } from '../api/client/explain.ts';
import type { Failure } from '../api/client/failure.ts';
import type { Result } from '../api/contract/operations.ts';
import type { App } from '../effects/app.ts';
import type { Need } from '../effects/needs.ts';
import {
  type DocumentOperation,
  type DocumentQuery,
  type ListOperation,
  type ListQuery,
  queryKey,
  type RowOf,
} from '../effects/query.ts';
import type { Json } from '../lib/json.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { List } from '../store/list.ts';
import type { Item } from '../store/paging.ts';
import { places } from '../store/places.ts';
import type { State } from '../store/state.ts';
import type { View } from '../store/view.ts';
import { currentWorkspace, goToView, listIn } from '../store/workspace.ts';
import type { Cell } from '../ui/kit/cell.ts';
import type { Entry } from '../ui/kit/details.ts';
import type { StatusMeaning } from '../ui/screens/explained.ts';
import { documentOf } from '../ui/screens/joined.ts';

/** Most urgent first: unresolved money, returned money, deadlines, work for staff, the rest. */
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
  'unread',
  'inactive',
  'draft',
  'perhaps none',
  'reading',
] as const;

export interface Attention {
  /** Unique among all items, and the same for as long as it is about the same thing. */
  readonly key: string;
  readonly urgency: (typeof URGENCIES)[number];
  /** Its status in a word or two. */
  readonly state: Cell;
  readonly what: Visible;
  /** What tells it from others of its kind: an amount, an ID, a name. */
  readonly about?: Visible;
  /** Epoch ms of its start, by the service's clock if the service gave it; for a write made in Purser, from the journal. */
  readonly at?: number;
  /** Its customer, if that isn't the current one. */
  readonly whose?: Visible;
  /** The one record that it is about, if there is one. */
  readonly thing?: Thing;
  /** What it means, and the next step. */
  readonly notes: readonly Entry[];
  /** The place where a person handles it. */
  readonly to: View;
  /** The documents to read while the cursor is on it. */
  readonly joins?: readonly DocumentQuery[];
  /** Cancels it, where that can be asked right here. */
  readonly cancel?: {
    /** Why it can't be now. */
    barred(state: State): Visible | undefined;
    run(app: App): void;
  };
}

export interface Thing {
  /** The ID's name, and the raw ID; undefined without an ID. */
  readonly title: Visible;
  readonly id: Visible | undefined;
  /** Its status, and the meanings of its kind's statuses. */
  readonly status?: {
    readonly of: string | undefined;
    readonly table: Readonly<Record<string, StatusMeaning>>;
  };
  /** Its raw record. */
  readonly raw?: Json;
}

export interface AttentionSource {
  /** The reads that it needs. */
  needs?(state: State): readonly Need[];
  attention(state: State): readonly Attention[];
}

/** From one row to its place. */
export const wayOf = ({ to }: Attention, state: State): State => goToView(state, to);

/** A source's reads, and the place where a person looks at them. */
interface ReadSource<Query> {
  readonly title: Visible;
  readonly query: Query;
  readonly to: View;
}

/** The reads of a list's rows, and a word if one is loading, failed, or is only a part. */
export function ofList<Id extends ListOperation>(
  state: State,
  { title, query, to }: ReadSource<ListQuery<Id>>,
  of: (items: readonly Item<RowOf<Id>>[], read: { readonly whole: boolean }) => readonly Attention[],
): readonly Attention[] {
  // Cached under the operation that filled it.
  const list = listIn(currentWorkspace(state), queryKey(query)) as List<RowOf<Id>>;
  const { pages, failure } = list;
  const trouble = failure ? [unread(title, failure, to)] : [];
  if (pages.taken === 0) return failure ? trouble : [reading(title, to)];
  return [...of(pages.items, { whole: pages.end !== undefined }), ...trouble];
}

/** The same for one object. */
export function ofDocument<Id extends DocumentOperation>(
  state: State,
  { title, query, to }: ReadSource<DocumentQuery<Id>>,
  of: (value: Result<Id>) => readonly Attention[],
): readonly Attention[] {
  const { value, failure } = documentOf(state, query);
  const trouble = failure ? [unread(title, failure, to)] : [];
  if (value === undefined) return failure ? trouble : [reading(title, to)];
  return [...of(value), ...trouble];
}

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
        note: isGone(failure) ? t`Not found at the service now. Press r to read again.` : todo,
        tone: 'plain',
      },
    ],
    to,
  };
}

/** There is no list to return to: the request itself is out of date, and r repeats it. */
const isGone = (failure: Failure): boolean => failure.kind === 'refused' && failure.status === 404;

/** Where a row leads, as its details say. */
export const placeText = ({ to }: Attention): Visible => places[to.place].title;
