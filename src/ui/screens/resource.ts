// The declaration of a list screen: its request, its columns, its filters, its details.

import type { Result } from '../../api/contract/operations.ts';
import type { Moment } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { Statuses } from '../../format/statuses.ts';
import type { Summary } from '../../format/summary.ts';
import type { Binding } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import type { Json } from '../../lib/json.ts';
import type { Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { Loaded, Related } from '../../money/related.ts';
import type {
  DocumentOperation,
  DocumentQuery,
  ListOperation,
  ListQuery,
  RowOf,
} from '../../records/query.ts';
import type { Document } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';
import type { PlaceId } from '../../store/places.ts';
import type { KnownCustomer, SavedView, State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { WatchOffer } from '../../store/watches.ts';
import type { Column } from '../kit/column-widths.ts';
import type { Span } from '../kit/edges.ts';
import type { Painted, Theme } from '../kit/theme.ts';
import type { DocumentRows } from './document-rows.ts';

export interface Nouns {
  readonly one: Visible;
  readonly many: Visible;
}

export interface ServerFilter {
  readonly field: string;
  readonly label: Visible;
  readonly hint: Visible;
  /** As a sentence. */
  check(value: string, values: Readonly<Record<string, string>>): Visible | undefined;
  /** If not as typed. */
  send?(value: string): string;
  /** A day field. With `to`, a typed period fills that field too. */
  readonly days?: { readonly to?: string };
}

export interface DetailsContext {
  readonly moment: Moment;
  readonly customer: KnownCustomer | undefined;
  /** Epoch ms by this machine's clock, like a document's `asOf`. */
  readonly now: number;
  readonly isWhole: boolean;
  document<Id extends DocumentOperation>(query: DocumentQuery<Id>): Document<Result<Id>>;
}

interface DetailsTab<Row> {
  readonly title: Visible;
  /** `items`: all loaded rows, for facts that only many rows show. */
  entries(row: Row, context: DetailsContext, raw: Json, items: readonly Item<Row>[]): readonly Entry[];
}

export interface RowAction<Row> {
  readonly id: string;
  readonly title: Visible;
  readonly key?: Key;
  /** Lower first. Without it the footer doesn't show the action. */
  readonly footer?: number;
  /** Leads to no write, so it may run while other rows are marked. */
  readonly reads?: true;
  /** Undefined if it can. */
  barred?(row: Row, state: State): Visible | undefined;
  run(app: App, row: Row, key: string): void;
}

/** If the row shows a record of another list. */
interface LinkedRecord<Row> {
  /** To copy, with its name. */
  id(row: Row): { readonly title: Visible; readonly text: Visible } | undefined;
  record(row: Row): { readonly raw: Json } | { readonly why: Visible };
  /** Undefined if `i` can explain it. */
  noStatusReason(row: Row): Visible | undefined;
}

export interface Above {
  readonly title: Visible;
  readonly age?: Span;
  readonly lines: readonly Painted[];
}

export interface Listing<Row> {
  readonly place: PlaceId;
  /** Without it the rows are local or from `document`. */
  query?(view: View): ListQuery | undefined;
  /** The service has no list of these records. */
  readonly document?: DocumentRows<Row>;
  /** Before the service's. The same array while the source is the same. The filter searches `raw`. */
  local?(state: State, view: View): readonly Item<Row>[];
  /** Epoch ms of the oldest answer behind the local rows. */
  readAt?(state: State): number | undefined;
  readonly columns: readonly Column<Row, Moment>[];
  /** The IDs of columns that are empty now and not drawn; the same array as long as they are the same. */
  absent?(state: State): readonly string[];
  readonly filters?: readonly ServerFilter[];
  readonly views?: readonly SavedView[];
  /** What the filters search in place of the service, such as "the journal". `local` must apply them. */
  readonly filtered?: Visible;
  readonly details: readonly DetailsTab<Row>[];
  readonly nouns: Nouns;
  /** If the service's rows come after them. */
  readonly localNouns?: Nouns;
  readonly empty: Visible;
  /** If it depends on more than the list and its filters. */
  emptyReason?(state: State): Visible | undefined;
  /** Below a refusal that needs another sentence. */
  readonly refused?: Visible;
  joins?(row: Row): readonly DocumentQuery[];
  /** Adds documents to the service's rows, or removes rows. The same array while nothing changed. */
  adaptRows?(items: readonly Item<Row>[], state: State): readonly Item<Row>[];
  /** If the service no longer finds it, the list is read again (FAULTS B6). */
  itself?(row: Row): DocumentQuery | undefined;
  /** A comparison of the lists may miss a status change. */
  changed?(row: Row, state: State): boolean;
  /** `again`: in ms after each answer, while on the screen. */
  rereadsList?(query: ListQuery, state: State): { readonly again?: number };
  /** In ms after each answer, while the record is selected. */
  rereadsDocuments?(row: Row): number | undefined;
  open?(row: Row): View | undefined;
  /** For a place on another tab. */
  enterGoesTo?(row: Row, state: State): State;
  /** If Enter does more than open a place. */
  enterRuns?(row: Row): ((app: App) => void) | undefined;
  /** Lines of `width` cells. */
  above?(state: State, width: number, theme: Theme): Above | undefined;
  /** Only amounts of one kind are added: several kinds of rows may have the same payment. */
  summedBy?(row: Row): string;
  readonly statuses?: Statuses<Row>;
  /** What staff can say about it to the customer. */
  summary?(row: Row, state: State): Summary | undefined;
  /** Or why Purser can't watch it. */
  watch?(row: Row, state: State): WatchOffer | Visible;
  /** The records that belong to it. `subject`: of the view. */
  related?(row: Row, loaded: Loaded, subject: string | undefined): readonly Related[];
  /** If the rows show records of another list. */
  readonly linkedRecord?: LinkedRecord<Row>;
  readonly actions?: readonly RowAction<Row>[];
  readonly commands?: readonly Binding<App>[];
  about?(view: View, state: State): Visible | undefined;
  /** What the rows leave out, before everything else under the list. The same object until it changes. */
  limit?(state: State): { readonly text: Visible; readonly brief: Visible };
  older?(app: App): void;
  reload?(app: App): void;
}

/** Of operation `Id`, of `Local` records, or of both: `Resource<never, JournalRow>`. */
export interface Resource<Id extends ListOperation, Local = never> extends Listing<RowOf<Id> | Local> {
  query?(view: View): ListQuery<Id> | undefined;
  local?(state: State, view: View): readonly Item<Local>[];
}
