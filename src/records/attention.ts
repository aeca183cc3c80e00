// What needs somebody's attention: how urgent it is, what is said of it, and the way to its place. Sources say it of the state; pure.

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

/** Most urgent first: money that isn't certain, money that came back, what runs out, what waits for staff, what only stands. */
export const URGENCIES = [
  'unresolved',
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
  /** Unique among all that is said, and the same for as long as it is about the same thing. */
  readonly key: string;
  readonly urgency: (typeof URGENCIES)[number];
  /** Its state in a word or two. */
  readonly state: Cell;
  readonly what: Visible;
  /** What tells it from others of its kind: an amount, an ID, a name. */
  readonly about?: Visible;
  /** Epoch ms: since when. By the service's clock where it said so; of a write from here as the journal has it. */
  readonly at?: number;
  /** The customer that it is of, where that isn't the one in front. */
  readonly whose?: Visible;
  /** The one thing that it is about, where it is one. */
  readonly thing?: Thing;
  /** What it means and what to do. */
  readonly notes: readonly Entry[];
  /** Where it is looked at and seen to. */
  readonly to: View;
  /** What is read with it while the cursor is on it. */
  readonly joins?: readonly DocumentQuery[];
  /** Cancels it, where that can be asked right here. */
  readonly cancel?: {
    /** Why it can't be now. */
    barred(state: State): Visible | undefined;
    run(app: App): void;
  };
}

export interface Thing {
  /** What the ID is called, and the ID as it came; none where none came. */
  readonly title: Visible;
  readonly id: Visible | undefined;
  /** Its status, and what the statuses of its kind mean. */
  readonly status?: {
    readonly of: string | undefined;
    readonly table: Readonly<Record<string, StatusMeaning>>;
  };
  /** Its record as it came. */
  readonly raw?: Json;
}

export interface AttentionSource {
  /** What has to be read for it. */
  needs?(state: State): readonly Need[];
  attention(state: State): readonly Attention[];
}

/** From one row to its place. */
export const wayOf = ({ to }: Attention, state: State): State => goToView(state, to);

/** What is read for a source, and where a person looks at it. */
interface ReadSource<Query> {
  readonly title: Visible;
  readonly query: Query;
  readonly to: View;
}

/** What a list's rows need; that it is being read, couldn't be, or is only a part, where that is so. */
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

/** The same of one object. */
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
  notes: [{ note: t`${title}: not read yet, so nothing is said of it.` }],
  to,
});

function unread(title: Visible, failure: Failure, to: View): Attention {
  const { what, todo } = explain(failure, title);
  return {
    key: `unread ${title}`,
    urgency: 'unread',
    state: { text: t`not read`, tone: 'warn' },
    what: title,
    about: what,
    notes: [
      { note: what, tone: 'bad' },
      { note: t`Whether anything of it needs attention is not known.`, tone: 'plain' },
      { note: isGone(failure) ? t`The service has none of it now: r asks again.` : todo, tone: 'plain' },
    ],
    to,
  };
}

/** There is no list to go back to from here: what may be stale is what was asked for, and r asks for it. */
const isGone = (failure: Failure): boolean => failure.kind === 'refused' && failure.status === 404;

/** Where a row leads, as its details say it. */
export const placeText = ({ to }: Attention): Visible => places[to.place].title;
