// The declaration of a list screen: its request, its columns, its filters, its details.

import type { Result } from '../../api/contract/operations.ts';
import type {
  DocumentOperation,
  DocumentQuery,
  ListOperation,
  ListQuery,
  RowOf,
} from '../../effects/query.ts';
import type { Moment } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { Statuses } from '../../format/statuses.ts';
import type { Binding } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import type { Json } from '../../lib/json.ts';
import type { Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { Document } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';
import type { PlaceId } from '../../store/places.ts';
import type { SavedView } from '../../store/saved-views.ts';
import type { KnownCustomer, State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { Column } from '../kit/columns.ts';
import type { Span } from '../kit/edges.ts';
import type { Painted, Theme } from '../kit/theme.ts';
import type { DocumentRows } from './document-rows.ts';
import type { Nouns } from './list-status.ts';

/** One of the service's filters, by its request field. */
export interface ServerFilter {
  readonly field: string;
  readonly label: Visible;
  readonly hint: Visible;
  /** Why the value can't be sent, as a sentence. Undefined if it can. */
  check(value: string, values: Readonly<Record<string, string>>): Visible | undefined;
  /** How the value is sent, if not as typed. */
  send?(value: string): string;
  /** The field takes a day. If the user may type a period here, `to` is the field that gets the last day. */
  readonly days?: { readonly to?: string };
}

/** What a details tab may use together with its record. */
export interface DetailsContext {
  readonly moment: Moment;
  readonly customer: KnownCustomer | undefined;
  /** Epoch ms by this machine's clock, like the `asOf` of a document. */
  readonly now: number;
  /** True if the service has no more rows of this list. */
  readonly isWhole: boolean;
  document<Id extends DocumentOperation>(query: DocumentQuery<Id>): Document<Result<Id>>;
}

interface DetailsTab<Row> {
  readonly title: Visible;
  /** `items`: all loaded rows, for facts that only many rows together show. */
  entries(row: Row, context: DetailsContext, raw: Json, items: readonly Item<Row>[]): readonly Entry[];
}

/** An action on a record. The menu of `a` lists it; it may also have its own key. */
export interface RowAction<Row> {
  /** Unique among the actions of its list. */
  readonly id: string;
  readonly title: Visible;
  readonly key?: Key;
  /** The rank in the footer, lower first. Without a rank, the footer doesn't show the action. */
  readonly footer?: number;
  /** Why the action can't run on this record now. Undefined if it can. */
  barred?(row: Row, state: State): Visible | undefined;
  run(app: App, row: Row, key: string): void;
}

/** The data used in place of a row, if the row shows a record of another list. */
interface LinkedRecord<Row> {
  /** The ID to copy, and its name. */
  id(row: Row): { readonly title: Visible; readonly text: Visible } | undefined;
  /** The raw record, or why there is none. */
  record(row: Row): { readonly raw: Json } | { readonly why: Visible };
  /** Why `i` can't explain the status. Undefined if it can. */
  whyNoStatus(row: Row): Visible | undefined;
}

/** The text of a panel above a list. */
export interface Above {
  readonly title: Visible;
  /** The age of the text. */
  readonly age?: Span;
  readonly lines: readonly Painted[];
}

/** The parts of a list screen, for any rows from any source. */
export interface Listing<Row> {
  readonly place: PlaceId;
  /** The list request to the service. Without a list request, the rows are local or come from `document`. */
  query?(view: View): ListQuery | undefined;
  /** The document that contains the records, if the service has no list of them. */
  readonly document?: DocumentRows<Row>;
  /**
   * Local records, listed before the service's. The same array as long as the source is the same, so that a key press is
   * fast. The filter searches `raw`, and the Raw tab shows it.
   */
  local?(state: State, view: View): readonly Item<Row>[];
  /** Epoch ms: when the oldest answer behind the local rows was read. */
  readAt?(state: State): number | undefined;
  readonly columns: readonly Column<Row, Moment>[];
  /** The IDs of columns that have no content now; the same array as long as they are the same. */
  absent?(state: State): readonly string[];
  readonly filters?: readonly ServerFilter[];
  /** Views that come with Purser. */
  readonly views?: readonly SavedView[];
  /**
   * The source of the filtered rows, such as "the journal". Absent if the source is the service. If present, `local`
   * applies the filters.
   */
  readonly filtered?: Visible;
  readonly details: readonly DetailsTab<Row>[];
  readonly nouns: Nouns;
  /** The nouns of the local rows, if the service's rows are listed after them. */
  readonly localNouns?: Nouns;
  /** Shown in an empty list. */
  readonly empty: Visible;
  /** Shown below a refusal, if the refusal needs another sentence. */
  readonly refused?: Visible;
  /** The documents that belong to the selected record. */
  joins?(row: Row): readonly DocumentQuery[];
  /**
   * Changes the service's rows before the list shows them: adds the documents that belong to a row, or removes rows of
   * another kind. Purser then reads the documents of all visible rows, not only of the selected row. The same array as
   * long as nothing in the array changed.
   */
  adaptRows?(items: readonly Item<Row>[], state: State): readonly Item<Row>[];
  /**
   * The read of the record by its ID. If the service no longer finds the record, the list is read again (FAULTS B6).
   */
  itself?(row: Row): DocumentQuery | undefined;
  /**
   * Whether Purser announced a status change of the record. Needed because a comparison of the reloaded list with the
   * previous rows may miss the change.
   */
  changed?(row: Row, state: State): boolean;
  /** `again`: the list is read again this many ms after each answer, while it is on the screen. */
  rereadsList?(query: ListQuery, state: State): { readonly again?: number };
  /** The record's documents are read again this many ms after each answer, while the record is selected. */
  rereadsDocuments?(row: Row): number | undefined;
  /** The view that Enter opens; undefined if there is none. */
  open?(row: Row): View | undefined;
  /** Where Enter goes in place of `open`, if the place is on another tab. */
  enterGoesTo?(row: Row, state: State): State;
  /** What Enter does in place of `open`, if it does more than open a place. */
  enterRuns?(row: Row): ((app: App) => void) | undefined;
  /** A panel above the list and its details, with lines of `width` cells. */
  above?(state: State, width: number, theme: Theme): Above;
  /** The meanings of the records' statuses. */
  readonly statuses?: Statuses<Row>;
  /** Set if the rows show records of another list. */
  readonly linkedRecord?: LinkedRecord<Row>;
  readonly actions?: readonly RowAction<Row>[];
  /** Keys of this list that need no record, such as `n` for a new record. */
  readonly commands?: readonly Binding<App>[];
  /** The place's subject in the breadcrumb. */
  about?(view: View, state: State): Visible | undefined;
  /** Loads local rows that are older than the listed rows. */
  older?(app: App): void;
  /** Reads the local rows again. */
  reload?(app: App): void;
}

/**
 * A list of the records of operation `Id`, of `Local` records, or of both, such as `Resource<'account.list'>`,
 * `Resource<never, JournalRow>` and `Resource<'account.balanceHistory', JournalRow>`.
 */
export interface Resource<Id extends ListOperation, Local = never> extends Listing<RowOf<Id> | Local> {
  query?(view: View): ListQuery<Id> | undefined;
  local?(state: State, view: View): readonly Item<Local>[];
}
