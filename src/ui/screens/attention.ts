// The rows of the overview: work that needs attention. Sources derive the rows from the state. Pure.

import { explain } from '../../api/client/explain.ts';
import type { Failure } from '../../api/client/failure.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { Need } from '../../effects/needs.ts';
import {
  type DocumentOperation,
  type DocumentQuery,
  type ListOperation,
  type ListQuery,
  queryKey,
  type RowOf,
} from '../../effects/query.ts';
import type { Cell, Entry } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import type { StatusMeaning } from '../../format/statuses.ts';
import type { Json } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { List } from '../../store/list.ts';
import { type Item, isComplete } from '../../store/paging.ts';
import { places } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import { currentWorkspace, goToView, listIn } from '../../store/workspace.ts';

/** From most to least urgent: unresolved money, approvals, returned money, deadlines, work for staff, everything else. */
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
  /** Unique among all rows, and constant for the same record. */
  readonly key: string;
  readonly urgency: (typeof URGENCIES)[number];
  /** The status in one or two words. */
  readonly state: Cell;
  readonly what: Visible;
  /** An amount, an ID or a name that distinguishes the row from similar rows. */
  readonly about?: Visible;
  /** Whether the row begins with `about`, which begins with an amount. A narrow screen cuts only the end. */
  readonly amountFirst?: boolean;
  /** Epoch ms of the start: from the journal for a write of Purser, otherwise from the service, if it sent a time. */
  readonly at?: number;
  /** The customer. Absent for the current customer. */
  readonly whose?: Visible;
  /** The record of the row, if the row is about one record. */
  readonly thing?: Thing;
  /** The meaning of the status, and the next step. */
  readonly notes: readonly Entry[];
  /** The place where a person does the work of the row. */
  readonly to: View;
  /** The documents to read while the cursor is on the row. */
  readonly joins?: readonly DocumentQuery[];
  /** Cancels the record, if the overview can ask for the cancellation. */
  readonly cancel?: {
    /** Why cancelling is not possible now. Undefined if cancelling is possible. */
    barred(state: State): Visible | undefined;
    run(app: App): void;
  };
}

export interface Thing {
  /** The label of the ID. */
  readonly title: Visible;
  readonly id: Visible | undefined;
  /** The status, and the meanings of all statuses of this kind of record. */
  readonly status?: {
    readonly of: string | undefined;
    readonly table: Readonly<Record<string, StatusMeaning>>;
  };
  readonly raw?: Json;
}

export interface AttentionSource {
  needs?(state: State): readonly Need[];
  attention(state: State): readonly Attention[];
}

/** Opens the place where a person handles the row. */
export const wayOf = ({ to }: Attention, state: State): State => goToView(state, to);

/** A read of a source, and the screen that shows its data. */
interface ReadSource<Query> {
  readonly title: Visible;
  readonly query: Query;
  readonly to: View;
}

interface ListRead {
  readonly whole: boolean;
  readonly stopped: boolean;
}

/**
 * The attention rows of a list. If the list is not read yet, or its read failed, a row says so. `whole`: all rows of the
 * list are loaded. `stopped`: rows may be missing, but the service sends no more of them.
 */
export function ofList<Id extends ListOperation>(
  state: State,
  { title, query, to }: ReadSource<ListQuery<Id>>,
  of: (items: readonly Item<RowOf<Id>>[], read: ListRead) => readonly Attention[],
): readonly Attention[] {
  // The store keeps a list under its operation, so its rows have this type.
  const list = listIn(currentWorkspace(state), queryKey(query)) as List<RowOf<Id>>;
  const { pages, failure } = list;
  const trouble = failure ? [unread(title, failure, to)] : [];
  if (pages.taken === 0) return failure ? trouble : [reading(title, to)];
  const whole = isComplete(pages.end);
  return [...of(pages.items, { whole, stopped: !whole && pages.end !== undefined }), ...trouble];
}

/** The attention rows of one document, like `ofList`. */
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

/** The service does not find the record. The overview has no list to go back to, so r repeats the read. */
const isGone = (failure: Failure): boolean => failure.kind === 'refused' && failure.status === 404;

/** The title of the screen that a row opens. */
export const placeText = ({ to }: Attention): Visible => places[to.place].title;
