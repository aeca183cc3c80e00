// A resource screen, declared: what it asks, its columns, its filters, its details. One of these is all a list screen is.

import type { Result } from '../../api/contract/operations.ts';
import type {
  DocumentOperation,
  DocumentQuery,
  ListOperation,
  ListQuery,
  RowOf,
} from '../../effects/query.ts';
import type { Json } from '../../lib/json.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Document } from '../../store/list.ts';
import type { PlaceId } from '../../store/places.ts';
import type { KnownCustomer, State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { Column } from '../kit/columns.ts';
import type { Entry } from '../kit/details.ts';
import type { Moment } from './cells.ts';
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
}

/** What a details tab may look at besides its record. */
export interface DetailsContext {
  readonly moment: Moment;
  readonly customer: KnownCustomer | undefined;
  document<Id extends DocumentOperation>(query: DocumentQuery<Id>): Document<Result<Id>>;
}

interface DetailsTab<Row> {
  readonly title: Visible;
  entries(row: Row, context: DetailsContext, raw: Json): readonly Entry[];
}

export interface Resource<Id extends ListOperation> {
  readonly place: PlaceId;
  query(view: View): ListQuery<Id>;
  readonly columns: readonly Column<RowOf<Id>, Moment>[];
  readonly filters: readonly ServerFilter[];
  readonly details: readonly DetailsTab<RowOf<Id>>[];
  readonly nouns: Nouns;
  /** Said when the server has none. */
  readonly empty: Visible;
  /** Joined to the record under the cursor. */
  joins?(row: RowOf<Id>): readonly DocumentQuery[];
  /** What Enter opens. */
  open?(row: RowOf<Id>): View | undefined;
  /** What the breadcrumb says the place is about. */
  about?(view: View, state: State): Visible | undefined;
}
