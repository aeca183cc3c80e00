// The details of the selected record: the resource's own tabs, unknown fields, and the raw JSON.

import { momentOf } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import { boundedJsonText, firstPart } from '../../lib/bounded.ts';
import { counted } from '../../lib/counted.ts';
import { isObject, type Json, type JsonObject, writeJson } from '../../lib/json.ts';
import { maskedNames } from '../../lib/leaving.ts';
import { maskBody, maskField } from '../../lib/redact.ts';
import { remembered } from '../../lib/remembered.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { type Waiting, waitingOn } from '../../store/approval-view.ts';
import { extentOf, type Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { watchOn } from '../../store/watches.ts';
import { composeDetails } from '../kit/details.ts';
import type { Painted, Theme } from '../kit/theme.ts';
import { detailsRows } from './layout.ts';
import type { ListModel } from './list-model.ts';
import { recordNotes } from './note-entries.ts';
import { relatedEntries, relatedTo } from './related-entries.ts';
import type { DetailsContext, Listing } from './resource.ts';
import { strayReason } from './stray.ts';
import { summaryOf } from './taking.ts';

export const detailsTitles = <Row>(listing: Listing<Row>): readonly Visible[] => [
  ...listing.details.map(tab => tab.title),
  t`Raw`,
];

const contextOf = (state: State, { pages }: ListModel<unknown>['list']): DetailsContext => ({
  moment: momentOf(state),
  customer: state.customer,
  now: state.now,
  isWhole: extentOf(pages) === 'all',
  document: query => documentOf(state, query),
});

export function detailsLines<Row>(
  listing: Listing<Row>,
  shown: ListModel<Row>,
  state: State,
  theme: Theme,
): readonly Painted[] {
  const { current, layout } = shown;
  if (!current) return [];
  const width = Math.max(1, layout.details.width - 2);
  const entries = detailsEntries(listing, current, shown, state);
  // The last tab is the raw JSON.
  const columns = shown.view.detailsTab < listing.details.length;
  return composeDetails(entries, width, theme, { rows: detailsRows(layout.details), columns });
}

export function detailsEntries<Row>(
  listing: Listing<Row>,
  item: Item<Row>,
  { view, list, query }: ListModel<Row>,
  state: State,
): readonly Entry[] {
  const chosen = listing.details[view.detailsTab];
  if (!chosen) return rawEntries(item.raw);
  const why = strayReason({ query, list }, item);
  const stray: readonly Entry[] = why === undefined ? [] : [{ note: t`? ${why}`, tone: 'bad' }];
  // Only the service's rows have their ID as their key.
  const waiting = list.pages.keys.has(item.key) ? waitingOn(state, item.key).map(waitingEntry) : [];
  const offer = listing.watch?.(item.row, state);
  const watch = typeof offer === 'object' ? watchOn(state, offer) : undefined;
  const watched: readonly Entry[] = watch
    ? [
        {
          note: t`Watched${watch.status === undefined ? t`` : t`: ${visible(watch.status, 40)}`}. Press W to stop.`,
        },
      ]
    : [];
  const entries = [
    ...stray,
    ...waiting,
    ...watched,
    ...chosen.entries(item.row, contextOf(state, list), item.raw, list.pages.items),
  ];
  if (view.detailsTab !== 0) return entries;
  // Only they can have unknown fields.
  const answered = list.pages.keys.has(item.key)
    ? [...unknownEntries(item.row, item.raw), ...maskedEntries(item.raw)]
    : [];
  const summary = summaryOf(listing, item.row, state);
  const say: readonly Entry[] =
    'text' in summary ? [{ heading: t`Say to the customer` }, { note: summary.text, tone: 'strong' }] : [];
  return [
    ...entries,
    ...say,
    ...answered,
    ...recordNotes(item.key, state),
    ...relatedEntries(relatedTo(listing, item, state)),
  ];
}

const waitingEntry = ({ row, asker }: Waiting): Entry => ({
  note: t`▲ ${visible(row.intent.title, 60)} ${row.approved ? t`is approved` : t`waits for approval`}, asked by ${visible(asker, 40)}. Press A.`,
  tone: 'warn',
});

function unknownEntries(row: unknown, raw: Json): readonly Entry[] {
  if (!isObject(raw)) return [];
  const fields: object = Object(row);
  const names = Object.keys(raw)
    .slice(0, MOST_FIELDS)
    .filter(name => !Object.hasOwn(fields, name));
  if (names.length === 0) return [];
  const entries = entriesOfFields(raw);
  return [{ heading: t`Not in the API` }, ...names.flatMap(name => entries(name))];
}

/** Making a field readable takes time. */
const entriesOfFields = remembered((raw: JsonObject) => {
  const made = new Map<string, Entry>();
  return (name: string): readonly Entry[] => {
    const entry = made.get(name) ?? unknownEntry(name, raw[name] ?? null);
    made.set(name, entry);
    return [entry];
  };
});

const unknownEntry = (name: string, value: Json): Entry => ({
  label: t`? ${visible(name, 40)}`,
  cell: { text: visible(maskField(name, textOf(value)), UNKNOWN_CELLS), tone: 'warn' },
});

/** And the most cells of each. Raw JSON has the rest. */
const MOST_FIELDS = 100;
const UNKNOWN_CELLS = 600;
/** In characters. The longest records of INTERFACE.md have some thousands. */
const RAW_SHOWN = 64 * 1024;

const textOf = (value: Json): string => (typeof value === 'string' ? value : boundedJsonText(value));

export const moreFields = (count: number): Visible =>
  t`… and ${counted(count, t`more field`)}, not shown here`;

/** Once for each record. */
function ofRecord<Value>(make: (raw: Json) => Value): (raw: Json) => Value {
  const kept = remembered<Exclude<Json, string | boolean | null>, Value>(make);
  return raw => (typeof raw === 'object' && raw !== null ? kept(raw) : make(raw));
}

export const rawEntries = ofRecord((raw): readonly Entry[] => {
  const { value, left } = firstPart(raw, RAW_SHOWN);
  return [
    ...maskBody(writeJson(value, 2))
      .split('\n')
      .map(line => ({ note: visible(line), tone: 'plain' as const })),
    ...(left > 0 ? [{ note: moreFields(left), tone: 'warn' as const }] : []),
    ...maskedEntries(raw),
  ];
});

const maskedEntries = ofRecord((raw): readonly Entry[] => {
  const names = maskedNames(firstPart(raw, RAW_SHOWN).value).map(name => visible(name, 40));
  return names.length === 0 ? [] : [{ note: t`Masked (•), like a card number: ${join(names)}.` }];
});
