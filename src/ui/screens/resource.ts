// A resource screen, declared: what it asks, its columns, its filters, its details. One of these is all a list screen is.

import type { Result } from '../../api/contract/operations.ts';
import type { App } from '../../effects/app.ts';
import type {
  DocumentOperation,
  DocumentQuery,
  ListOperation,
  ListQuery,
  RowOf,
} from '../../effects/query.ts';
import type { Binding } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import type { Json } from '../../lib/json.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Document } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';
import type { PlaceId } from '../../store/places.ts';
import type { SavedView } from '../../store/saved-views.ts';
import type { KnownCustomer, State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { Column } from '../kit/columns.ts';
import type { Entry } from '../kit/details.ts';
import type { Span } from '../kit/edges.ts';
import type { Painted, Theme } from '../kit/theme.ts';
import type { Moment } from './cells.ts';
import type { DocumentRows } from './document-rows.ts';
import type { Statuses } from './explained.ts';
import type { Nouns } from './list-status.ts';

/** One of the server's filters, by the name its request field has. */
export interface ServerFilter {
  readonly field: string;
  readonly label: Visible;
  readonly hint: Visible;
  /** A sentence when what was typed can't be sent. */
  check(value: string, values: Readonly<Record<string, string>>): Visible | undefined;
  /** How it is sent, where that isn't as it was typed. */
  send?(value: string): string;
  /** It takes a day; `to`: the field of the last day, where it takes a whole period. */
  readonly days?: { readonly to?: string };
}

/** What a details tab may look at besides its record. */
export interface DetailsContext {
  readonly moment: Moment;
  readonly customer: KnownCustomer | undefined;
  /** Epoch ms by this machine's clock, as a document's `asOf` is. */
  readonly now: number;
  document<Id extends DocumentOperation>(query: DocumentQuery<Id>): Document<Result<Id>>;
}

interface DetailsTab<Row> {
  readonly title: Visible;
  /** `items`: all that is loaded, for what only many rows together show. */
  entries(row: Row, context: DetailsContext, raw: Json, items: readonly Item<Row>[]): readonly Entry[];
}

/** What can be done with one record: by its own key, and from the menu under `a`. */
export interface RowAction<Row> {
  /** Unique among the actions of its list. */
  readonly id: string;
  readonly title: Visible;
  readonly key?: Key;
  /** Its rank in the footer, lower first; without one it is not shown there. */
  readonly footer?: number;
  /** Why it can't be done with this record now. */
  barred?(row: Row, state: State): Visible | undefined;
  run(app: App, row: Row, key: string): void;
}

/** Instead of the row itself. */
interface StandsFor<Row> {
  /** The ID that is copied, and what it is called. */
  id(row: Row): { readonly title: Visible; readonly text: Visible } | undefined;
  /** The record as it came; without one, why there is none. */
  record(row: Row): { readonly raw: Json } | { readonly why: Visible };
  /** Why its status isn't explained. */
  whyNoStatus(row: Row): Visible | undefined;
}

/** What a panel over a list says. */
export interface Above {
  readonly title: Visible;
  /** How old it is. */
  readonly age?: Span;
  readonly lines: readonly Painted[];
}

/** What a list screen is made of, whatever its rows are and wherever they come from. */
export interface Listing<Row> {
  readonly place: PlaceId;
  /** What the service is asked for; without it the view shows its local rows only and is never loading. */
  query?(view: View): ListQuery | undefined;
  /** The one document that its records are taken out of, where the service has no list of them. */
  readonly document?: DocumentRows<Row>;
  /**
   * Records that don't come from an answer, listed before those that do. The same array as long as its source is the
   * same: a key press must not cost a walk through them. `raw` is what the search looks through and what Raw shows.
   */
  local?(state: State, view: View): readonly Item<Row>[];
  /** Epoch ms: when the oldest answer was read that the local rows are made of. */
  readAt?(state: State): number | undefined;
  readonly columns: readonly Column<Row, Moment>[];
  readonly filters: readonly ServerFilter[];
  /** Views that are there from the start. */
  readonly views?: readonly SavedView[];
  /** What they filter, where that isn't the service's answer: "the journal". Then `local` honours them. */
  readonly filtered?: Visible;
  readonly details: readonly DetailsTab<Row>[];
  readonly nouns: Nouns;
  /** What the local rows are called, where others are listed behind them. */
  readonly localNouns?: Nouns;
  /** Said when there are none. */
  readonly empty: Visible;
  /** Said below a refusal to give them, where that needs a word more. */
  readonly refused?: Visible;
  /** Joined to the record under the cursor. */
  joins?(row: Row): readonly DocumentQuery[];
  /**
   * The service's rows with what is joined to them, where columns show it: then it is read for every row on the screen.
   * The same array as long as nothing of it changed.
   */
  withJoins?(items: readonly Item<Row>[], state: State): readonly Item<Row>[];
  /** The read of this very record by its ID: where the service knows it no more, the list is read again (FAULTS B6). */
  itself?(row: Row): DocumentQuery | undefined;
  /** Whether a change of it that no reload of the list shows was announced. */
  changed?(row: Row, state: State): boolean;
  /** In how many ms after each answer the list is read again by itself, while it is on the screen. */
  moves?(query: ListQuery, state: State): { readonly again?: number };
  /** In how many ms after each answer they are read again by themselves, while this record is on the screen. */
  follows?(row: Row): number | undefined;
  /** What Enter opens. */
  open?(row: Row): View | undefined;
  /** Where Enter goes instead: a place of another tab. */
  goes?(row: Row, state: State): State;
  /** What Enter does instead, where that is more than going somewhere. */
  does?(row: Row): ((app: App) => void) | undefined;
  /** A panel over the list and its details, its lines in `width` cells. */
  above?(state: State, width: number, theme: Theme): Above;
  /** Cells by which the details are wider than usual, or below 0 narrower. */
  readonly wider?: number;
  /** What the status of a record means. */
  readonly statuses?: Statuses<Row>;
  /** What a row stands for, where that is a record of another list. */
  readonly standsFor?: StandsFor<Row>;
  readonly actions?: readonly RowAction<Row>[];
  /** Keys of this list that need no record, such as `n` for a new one. */
  readonly commands?: readonly Binding<App>[];
  /** What the breadcrumb says the place is about. */
  about?(view: View, state: State): Visible | undefined;
  /** Brings local rows that are older than those that are listed. */
  older?(app: App): void;
  /** Reads anew what no answer brings: the local rows. */
  reload?(app: App): void;
}

/**
 * A list of the records of operation `Id`, of `Local` ones, or of both: `Resource<'account.list'>`,
 * `Resource<never, JournalRow>`, `Resource<'account.balanceHistory', JournalRow>`.
 */
export interface Resource<Id extends ListOperation, Local = never> extends Listing<RowOf<Id> | Local> {
  query?(view: View): ListQuery<Id> | undefined;
  local?(state: State, view: View): readonly Item<Local>[];
}
