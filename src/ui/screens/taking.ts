// What can be copied or exported from a list: its marked records or the selected one to copy, and all of it to export.

import type { ListQuery } from '../../effects/query.ts';
import { countText, minusAsSent } from '../../lib/decimal.ts';
import { type Json, writeJson } from '../../lib/json.ts';
import { leavingJson, leavingText } from '../../lib/leaving.ts';
import { maskField } from '../../lib/redact.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { DASH } from '../kit/cell.ts';
import { momentOf } from './cells.ts';
import { parseFilter } from './filter.ts';
import type { ListModel } from './list-model.ts';
import type { Listing } from './resource.ts';
import { createRowFinder } from './rows.ts';

/** One form of the records to copy: the text, and its name. */
export interface CopyText {
  readonly what: Visible;
  readonly text: string;
}

/** The records that a copy takes, in the order of the list. */
export interface Copyable {
  readonly keys: readonly string[];
  /** Their name in a sentence: "account", "3 accounts". */
  readonly record: Visible;
  /** If no ID can be used, why. */
  ids(): CopyText | { readonly why: Visible };
  rows(): CopyText;
  json(): CopyText;
}

export interface Exportable {
  readonly many: Visible;
  readonly marked: readonly Json[];
  /** The loaded rows that match the filter. */
  readonly shown: readonly Json[];
  /** Local rows. */
  readonly local: readonly Item<unknown>[];
  readonly query: ListQuery | undefined;
  /**
   * With a local filter, the matching rows of a fetched page; it remembers one page. Undefined if there is no filter.
   */
  readonly matching: ((page: readonly Item<unknown>[]) => readonly Item<unknown>[]) | undefined;
  /** Whether all rows of the service are loaded, and no filter hides any. */
  readonly whole: boolean;
}

export interface Taking {
  /** The records of `keys`, or the marked ones, or the selected one; undefined if there is none. */
  copyable(state: State, keys?: readonly string[]): Copyable | undefined;
  exportable(state: State): Exportable;
}

/** The columns that contain the record's ID, the record's own before the request's. */
const ID_COLUMNS = ['id', 'request-id'];
/** Cells of an ID in a notice. */
const NAMED = 44;

export function takingOf<Row>(listing: Listing<Row>, model: (state: State) => ListModel<Row>): Taking {
  const withKeys = (state: State, keys: ReadonlySet<string>): readonly Item<Row>[] =>
    model(state).all.filter(item => keys.has(item.key));

  /** The ID from its column, or the field that the service identifies its records by. */
  function idOf(
    { row, raw }: Item<Row>,
    state: State,
  ): { readonly title: Visible; readonly text: Visible } | undefined {
    if (listing.standsFor) {
      const id = listing.standsFor.id(row);
      return id && { title: id.title, text: leavingText(id.text) };
    }
    const [column] = ID_COLUMNS.flatMap(id => listing.columns.filter(one => one.id === id));
    if (column) {
      const { text, tone } = column.cell(row, momentOf(state));
      // An unexpected value has a "?" and is no ID.
      return text === DASH.text || tone === 'warn' ? undefined : { title: column.title, text };
    }
    const field = model(state).query?.idField;
    const value = field === undefined ? undefined : fieldOf(raw, field);
    return field !== undefined && typeof value === 'string' && value !== ''
      ? { title: leavingText(field), text: visible(maskField(field, value)) }
      : undefined;
  }

  function copyable(state: State, keys?: readonly string[]): Copyable | undefined {
    const { current, view } = model(state);
    const wanted = keys ? new Set(keys) : view.marks;
    const items = wanted && wanted.size > 0 ? withKeys(state, wanted) : current ? [current] : [];
    const [first] = items;
    if (!first) return undefined;
    const single = items.length === 1;
    const { one, many } = listing.nouns;
    const record = single ? one : t`${countText(items.length)} ${many}`;
    const whose = single ? t`of the ${one}` : t`of ${record}`;
    return {
      keys: items.map(({ key }) => key),
      record,
      ids() {
        const ids = items.map(item => idOf(item, state));
        const known = ids.filter(id => id !== undefined);
        const [id] = known;
        if (!id || known.length < ids.length)
          return {
            why: single
              ? t`The ${one} has no ID to copy.`
              : t`Nothing was copied: some of the ${record} have no ID.`,
          };
        const what = single
          ? t`${id.title} ${id.text.length > NAMED ? whose : id.text}`
          : t`the IDs ${whose}`;
        return { what, text: known.map(({ text }) => text).join('\n') };
      },
      rows: () => ({
        what: t`the ${single ? t`row` : t`rows`} ${whose}`,
        text: items.map(item => rowText(item, state)).join('\n'),
      }),
      json() {
        const records = items.map(({ raw }) => leavingJson(raw));
        return { what: t`the JSON ${whose}`, text: writeJson(single ? (records[0] ?? null) : records, 2) };
      },
    };
  }

  /** The cells as the row shows them, with whole IDs, separated by tabs: a tab inside a cell is made visible. */
  const rowText = ({ row }: Item<Row>, state: State): string =>
    model(state)
      .columns.map(({ id, align, cell }) => ({ id, align, ...cell(row, momentOf(state)) }))
      .map(({ id, align, text, unit }) => {
        if (ID_COLUMNS.includes(id)) return text;
        const sent = align === 'decimal' ? minusAsSent(text) : text;
        return leavingText(unit ? t`${sent} ${unit}` : sent);
      })
      .join('\t');

  /** The view's filter now, for pages that are never on the screen. */
  function matchingOf(state: State): Exportable['matching'] {
    const { view } = model(state);
    if (parseFilter(view.filter, listing.columns).terms.length === 0) return undefined;
    const find = createRowFinder(listing.columns);
    const moment = momentOf(state);
    return page => {
      // They come from this listing's own operation.
      const items = page as readonly Item<Row>[];
      return find(listing.withJoins?.(items, state) ?? items, view, moment).items;
    };
  }

  return {
    copyable,
    exportable(state) {
      const { items, local, list, query, count, view } = model(state);
      const raws = (of: readonly Item<Row>[]): readonly Json[] => of.map(({ raw }) => raw);
      return {
        many: listing.nouns.many,
        marked: view.marks && view.marks.size > 0 ? raws(withKeys(state, view.marks)) : [],
        shown: raws(items),
        local,
        query,
        matching: matchingOf(state),
        whole: list.pages.end !== undefined && items.length === count,
      };
    },
  };
}

function fieldOf(raw: Json, name: string): unknown {
  return raw !== null && typeof raw === 'object' && Object.hasOwn(raw, name)
    ? Reflect.get(raw, name)
    : undefined;
}
