// A resource screen, declared: its request, its columns, its filters, its details. A list screen is one of these.

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

/** One of the service's filters, by its request field. */
export interface ServerFilter {
  readonly field: string;
  readonly label: Visible;
  readonly hint: Visible;
  /** A sentence if the value can't be sent. */
  check(value: string, values: Readonly<Record<string, string>>): Visible | undefined;
  /** How the value is sent, if not as typed. */
  send?(value: string): string;
  /** It takes a day; `to`: the field of the last day, where it takes a whole period. */
  readonly days?: { readonly to?: string };
}

/** What a details tab may use in addition to its record. */
export interface DetailsContext {
  readonly moment: Moment;
  readonly customer: KnownCustomer | undefined;
  /** Epoch ms by this machine's clock, as a document's `asOf` is. */
  readonly now: number;
  /** The service has no more rows of this list. */
  readonly isWhole: boolean;
  document<Id extends DocumentOperation>(query: DocumentQuery<Id>): Document<Result<Id>>;
}

interface DetailsTab<Row> {
  readonly title: Visible;
  /** `items`: all loaded rows, for facts that only many rows together show. */
  entries(row: Row, context: DetailsContext, raw: Json, items: readonly Item<Row>[]): readonly Entry[];
}

/** An action on one record: by its own key, and in the menu under `a`. */
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
  /** The copied ID, and its name. */
  id(row: Row): { readonly title: Visible; readonly text: Visible } | undefined;
  /** The raw record; if there is none, why. */
  record(row: Row): { readonly raw: Json } | { readonly why: Visible };
  /** Why its status isn't explained. */
  whyNoStatus(row: Row): Visible | undefined;
}

/** The text of a panel over a list. */
export interface Above {
  readonly title: Visible;
  /** How old it is. */
  readonly age?: Span;
  readonly lines: readonly Painted[];
}

/** The parts of a list screen, for any rows from any source. */
export interface Listing<Row> {
  readonly place: PlaceId;
  /** The request to the service; without it the view shows only local rows and never loads. */
  query?(view: View): ListQuery | undefined;
  /** The one document that its records come from, if the service has no list of them. */
  readonly document?: DocumentRows<Row>;
  /**
   * Local records, listed before the service's. The same array as long as its source is the same: a key press must not
   * walk through them. `raw` is searched, and shown as Raw.
   */
  local?(state: State, view: View): readonly Item<Row>[];
  /** Epoch ms: when the oldest answer behind the local rows was read. */
  readAt?(state: State): number | undefined;
  readonly columns: readonly Column<Row, Moment>[];
  readonly filters: readonly ServerFilter[];
  /** Views that are there from the start. */
  readonly views?: readonly SavedView[];
  /** The source that the filters work on, if not the service: "the journal". Then `local` applies them. */
  readonly filtered?: Visible;
  readonly details: readonly DetailsTab<Row>[];
  readonly nouns: Nouns;
  /** The local rows' name, if others are listed after them. */
  readonly localNouns?: Nouns;
  /** Shown in an empty list. */
  readonly empty: Visible;
  /** Shown below a refusal, if it needs another sentence. */
  readonly refused?: Visible;
  /** Joined to the selected record. */
  joins?(row: Row): readonly DocumentQuery[];
  /**
   * The service's rows with their joined records, if columns show those: then every row on the screen is read. The same
   * array as long as nothing in it changed.
   */
  withJoins?(items: readonly Item<Row>[], state: State): readonly Item<Row>[];
  /**
   * The read of this very record by its ID: if the service doesn't find it any more, the list is read again (FAULTS
   * B6).
   */
  itself?(row: Row): DocumentQuery | undefined;
  /** Whether a change of it was announced that no reload of the list shows. */
  changed?(row: Row, state: State): boolean;
  /** The list is read again this many ms after each answer, while it is on the screen. */
  moves?(query: ListQuery, state: State): { readonly again?: number };
  /** They are read again this many ms after each answer, while this record is on the screen. */
  follows?(row: Row): number | undefined;
  /** What Enter opens. */
  open?(row: Row): View | undefined;
  /** Where Enter goes instead: a place of another tab. */
  goes?(row: Row, state: State): State;
  /** What Enter does instead, where that is more than going somewhere. */
  does?(row: Row): ((app: App) => void) | undefined;
  /** A panel over the list and its details, its lines in `width` cells. */
  above?(state: State, width: number, theme: Theme): Above;
  /** What the status of a record means. */
  readonly statuses?: Statuses<Row>;
  /** The record of another list that a row shows. */
  readonly standsFor?: StandsFor<Row>;
  readonly actions?: readonly RowAction<Row>[];
  /** Keys of this list that need no record, such as `n` for a new one. */
  readonly commands?: readonly Binding<App>[];
  /** The place's subject in the breadcrumb. */
  about?(view: View, state: State): Visible | undefined;
  /** Loads local rows that are older than the listed ones. */
  older?(app: App): void;
  /** Reads the local rows again. */
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
