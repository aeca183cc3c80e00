// What can be copied or exported from a list, and the keys for it. A copy takes the marked records, or the selected record.

import { momentOf } from '../../format/cells.ts';
import { DASH } from '../../format/entry.ts';
import { explained } from '../../format/statuses.ts';
import { summaryText } from '../../format/summary.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { countText, minusAsSent } from '../../lib/decimal.ts';
import { type Json, memberOf, writeJson } from '../../lib/json.ts';
import { leavingJson, leavingText } from '../../lib/leaving.ts';
import { maskField } from '../../lib/redact.ts';
import { stampOf } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { kindOf } from '../../records/facts.ts';
import { KINDS } from '../../records/kinds.ts';
import type { ListQuery } from '../../records/query.ts';
import { choice, field, fieldValue } from '../../store/form-state.ts';
import { warn } from '../../store/notices.ts';
import { showOverlay } from '../../store/open-overlays.ts';
import { extentOf, type Item } from '../../store/paging.ts';
import { linkOf, linkToOpened, type PlaceLink } from '../../store/place-link.ts';
import { places } from '../../store/places.ts';
import type { Form, State } from '../../store/state.ts';
import { parseFilter } from './filter.ts';
import { createRowFinder } from './filtered-rows.ts';
import { rowProblem } from './list-empty.ts';
import type { ListModel } from './list-model.ts';
import type { Listing } from './resource.ts';
import { recordName } from './row-actions.ts';

export interface CopyText {
  readonly what: Visible;
  readonly text: string;
}

export interface Copyable {
  readonly keys: readonly string[];
  /** The records' name in a sentence: "account", "3 accounts". */
  readonly record: Visible;
  ids(): CopyText | { readonly why: Visible };
  rows(): CopyText;
  json(): CopyText;
  /** What to say to the customer about the first record. */
  summary(): CopyText | { readonly why: Visible };
  /** The link to the first record; undefined if it has no ID. */
  link(): PlaceLink | undefined;
}

export interface Exportable {
  readonly many: Visible;
  readonly marked: readonly Json[];
  /** The loaded rows that match the filter. */
  readonly shown: readonly Json[];
  readonly local: readonly Item<unknown>[];
  readonly query: ListQuery | undefined;
  /** Finds the rows of a page that match the local filter, and remembers the last page. Undefined without a filter. */
  readonly matching: ((page: readonly Item<unknown>[]) => readonly Item<unknown>[]) | undefined;
  /** Whether all rows of the service are loaded, and no filter hides any. */
  readonly whole: boolean;
}

export interface Taking {
  /** The records of `keys`, or the marked records, or the selected record; undefined if there is none. */
  copyable(state: State, keys?: readonly string[]): Copyable | undefined;
  exportable(state: State): Exportable;
}

/** The columns that may contain the record's ID. The record's own ID has priority over the request ID. */
const ID_COLUMNS = ['id', 'request-id'];
/** The length, in cells, of the longest ID that a notice shows. */
const NAMED = 44;

/** What staff can say to the customer about the row, or why not. */
export function summaryOf<Row>(
  { summary, nouns }: Listing<Row>,
  row: Row,
  state: State,
): { readonly text: Visible } | { readonly why: Visible } {
  const made = summary?.(row, state);
  return made ? summaryText(made, state.summaries) : { why: t`There is no summary for ${nouns.many}.` };
}

/** The raw JSON of the row, or of the record that the row shows. */
export function recordOf<Row>({ linkedRecord }: Listing<Row>, { row, raw }: Item<Row>): Json {
  const other = linkedRecord?.record(row);
  return other && 'raw' in other ? other.raw : raw;
}

export function takingOf<Row>(listing: Listing<Row>, model: (state: State) => ListModel<Row>): Taking {
  const withKeys = (state: State, keys: ReadonlySet<string>): readonly Item<Row>[] =>
    model(state).all.filter(item => keys.has(item.key));

  /** The record's ID: from its column, or from the field that identifies the service's records. */
  function idOf(
    { row, raw }: Item<Row>,
    state: State,
  ): { readonly title: Visible; readonly text: Visible } | undefined {
    if (listing.linkedRecord) {
      const id = listing.linkedRecord.id(row);
      return id && { title: id.title, text: leavingText(id.text) };
    }
    const [column] = ID_COLUMNS.flatMap(id => listing.columns.filter(one => one.id === id));
    if (column) {
      const { text, tone } = column.cell(row, momentOf(state));
      // An unexpected value has a "?" and is no ID.
      return text === DASH.text || tone === 'warn' ? undefined : { title: column.title, text };
    }
    const { query } = model(state);
    const field = query && KINDS[kindOf(query.operation)].id;
    const value = field === undefined ? undefined : memberOf(raw, field);
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
        const records = items.map(item => leavingJson(recordOf(listing, item)));
        return { what: t`the JSON ${whose}`, text: writeJson(single ? (records[0] ?? null) : records, 2) };
      },
      summary() {
        const made = summaryOf(listing, first.row, state);
        return 'why' in made ? made : { what: t`the summary ${whose}`, text: made.text };
      },
      // A row that shows a record of another list links to that list.
      link: () =>
        listing.enterGoesTo ? linkToOpened(listing.enterGoesTo(first.row, state)) : linkOf(state, first.key),
    };
  }

  /** The cells as the row shows them, separated by tabs. IDs are whole, and a tab inside a cell becomes a visible sign. */
  const rowText = ({ row }: Item<Row>, state: State): string =>
    model(state)
      .columns.map(({ id, align, cell }) => ({ id, align, ...cell(row, momentOf(state)) }))
      .map(({ id, align, text, unit, sign }) => {
        if (ID_COLUMNS.includes(id)) return text;
        const sent = align === 'decimal' ? minusAsSent(sign === '−' ? t`−${text}` : text) : text;
        return leavingText(unit ? t`${sent} ${unit}` : sent);
      })
      .join('\t');

  /** The view's current filter, for pages that are exported but not listed. */
  function matchingOf(state: State): Exportable['matching'] {
    const { view } = model(state);
    if (parseFilter(view.filter, listing.columns).terms.length === 0) return undefined;
    const find = createRowFinder(listing.columns);
    const moment = momentOf(state);
    return page => {
      // The page comes from this listing's own operation.
      const items = page as readonly Item<Row>[];
      return find(listing.adaptRows?.(items, state) ?? items, view, moment).items;
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
        whole: extentOf(list.pages) === 'all' && items.length === count,
      };
    },
  };
}

const bind = bindingsIn<App>(t`list`);

export function takingBindings<Row>(
  listing: Listing<Row>,
  model: (state: State) => ListModel<Row>,
  taking: Taking,
): readonly Binding<App>[] {
  function some(app: App): true | Visible {
    const state = app.store.getState();
    const marked = model(state).view.marks.size > 0 && taking.copyable(state) !== undefined;
    return marked ? true : (rowProblem(model(state)) ?? true);
  }
  return [
    bind('list.copy-id', t`copy the ID`, ['y'], {
      enabled: some,
      run(app) {
        const ids = taking.copyable(app.store.getState())?.ids();
        if (!ids) return;
        if ('why' in ids) warn(app.store, ids.why);
        else void app.clipboard.copy(ids.what, ids.text);
      },
    }),
    bind('list.copy', t`copy or summary`, ['Y'], {
      enabled: some,
      run(app) {
        const copyable = taking.copyable(app.store.getState());
        if (!copyable) return;
        const { keys, record } = copyable;
        showOverlay(app.store, { kind: 'copy', cursor: 0, keys, record });
      },
    }),
    bind('list.export', t`export to a file`, ['E'], {
      enabled(app) {
        const state = app.store.getState();
        if (state.exporting)
          return t`An export of ${state.exporting.many} is running. To stop it, press Esc on its screen.`;
        const { query, shown, marked } = taking.exportable(state);
        return query || shown.length > 0 || marked.length > 0 ? true : t`There is nothing to export.`;
      },
      run(app) {
        const state = app.store.getState();
        const form = exportForm(taking.exportable(state), listing, state, app.exports.folder);
        showOverlay(app.store, { kind: 'export', form, offered: fieldValue(form, 'file') });
      },
    }),
    bind('list.explain', t`explain status`, ['i'], {
      enabled(app) {
        if (!listing.statuses) return t`${places[listing.place].title}: these records have no status.`;
        const shown = model(app.store.getState());
        const { current } = shown;
        return rowProblem(shown) ?? (current && listing.linkedRecord?.noStatusReason(current.row)) ?? true;
      },
      run(app) {
        const state = app.store.getState();
        const { current } = model(state);
        if (!current || !listing.statuses) return;
        showOverlay(app.store, {
          kind: 'explain',
          record: recordName(listing, current.row, state),
          lines: explained(listing.statuses, current.row),
          top: 0,
        });
      },
    }),
  ];
}

function exportForm<Row>(
  { marked, shown, query, matching, whole }: Exportable,
  { place }: Listing<Row>,
  state: State,
  folder: string,
): Form {
  const scopes = [
    ...(marked.length > 0 ? [{ value: 'marked', label: t`marked (${countText(marked.length)})` }] : []),
    { value: 'shown', label: t`loaded (${countText(shown.length)})` },
    ...(query && matching ? [{ value: 'matching', label: t`all that match, fetched` }] : []),
    ...(query ? [{ value: 'all', label: t`all, fetched` }] : []),
  ];
  // Hidden rows are exported only if the user chooses that.
  const scope = marked.length > 0 ? 'marked' : query && !matching && !whole ? 'all' : 'shown';
  const stamp = stampOf(state.now, 'local', state.reach.zone)
    .slice(0, 16)
    .replaceAll(/[-:]/g, '')
    .replace(' ', '-');
  return {
    fields: [
      choice('scope', t`Which`, scope, t``, scopes),
      choice('format', t`Format`, 'csv', t`JSON and NDJSON: whole records. CSV: one column for each field`, [
        { value: 'csv', label: t`CSV` },
        { value: 'json', label: t`JSON` },
        { value: 'ndjson', label: t`NDJSON` },
        { value: 'sheet', label: t`CSV for spreadsheets` },
      ]),
      field(
        'file',
        t`File`,
        `${folder}/purser-${place}-${stamp}.csv`,
        t`~ is the home folder; Purser never overwrites a file`,
      ),
    ],
    focus: 0,
  };
}
