// The FX list: the customer's conversions made in Purser, each with the status that Purser read last.

import { type Moment, statusCell, textCell } from '../../format/cells.ts';
import { type Cell, DASH, type Entry } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import { doneAt, isFor } from '../../journal/duplicates.ts';
import type { Row } from '../../journal/intent.ts';
import { bindingsIn } from '../../keys/binding.ts';
import type { Json } from '../../lib/json.ts';
import { showTime } from '../../lib/time.ts';
import { fromServer, t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { STATE_CELLS, wordCell, writeStatuses } from '../../money/journal-states.ts';
import { confirmedLine, LABELS, moneyIn } from '../../money/shown-lines.ts';
import { isHere, journalRows } from '../../store/journal.ts';
import type { Document } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { hasStatusChanged } from '../../store/status-changes.ts';
import { currentWorkspace } from '../../store/workspace.ts';
import type { Column } from '../../ui/kit/columns.ts';
import { cellColumn, timeColumn } from '../../ui/screens/columns.ts';
import type { DetailsContext, Resource } from '../../ui/screens/resource.ts';
import { conversionKey } from './attention.ts';
import {
  type Conversion,
  conversionQuery,
  conversionStatuses,
  nextReadIn,
  readEntries,
  statusTones,
  statusWord,
} from './conversion.ts';
import {
  answerOf,
  answerText,
  type ConversionAnswer,
  conversionCreate,
  jsonOf,
} from './conversion-create.ts';
import { openFlow } from './quoting.ts';

const bind = bindingsIn<App>(t`FX`);

/** Each console has its own list, which remembers its last rows. */
export function conversions(): Resource<never, Made> {
  const made = conversionsMade();
  return {
    place: 'fx',
    local: made,
    nouns: { one: t`conversion`, many: t`conversions` },
    empty: t`No conversions made in Purser for this customer. Press n for a quote. Press B for the balance history, which also has conversions made elsewhere.`,
    about: () => t`· conversions made in Purser`,
    columns: [
      timeColumn(({ row }) => ({ text: fromServer(''), epochMs: row.intent.createdAt })),
      confirmed('sold', t`Sold`, LABELS.sold, 0),
      confirmed('bought', t`Bought`, LABELS.bought, 0),
      cellColumn('state', t`State`, [8, STATE_CELLS, 0], ({ row }) => wordCell(row)),
      { id: 'status', title: t`Status`, align: 'left', min: 10, max: 12, drop: 1, cell: statusNow },
      cellColumn('rate', t`Rate`, [24, 30, 4], ({ row }) => textCell(confirmedLine(row, LABELS.rate))),
      cellColumn('reference', t`Reference`, [13, 20, 0], ({ answered }) => textCell(answered.reference), {
        main: true,
      }),
      cellColumn('id', t`ID`, [31, 38, 6], ({ answered }) => textCell(answered.id, 'dim')),
    ],
    details: [{ title: t`Conversion`, entries: madeEntries }],
    statuses: {
      of: made => ownStatus(made) ?? made.row.state,
      explain: made => (ownStatus(made) === undefined ? writeStatuses : conversionStatuses),
    },
    joins: ({ answered }) => (answered.id === undefined ? [] : [conversionQuery(answered.id)]),
    changed: ({ answered }, state) => hasStatusChanged(state, conversionKey(answered.id ?? '')),
    rereadsDocuments: ({ answered, read }) =>
      answered.id === undefined ? undefined : nextReadIn(answered.id, read?.value),
    commands: [bind('fx.new', t`quote and convert`, ['n'], { footer: 1.5, run: openFlow })],
    reload: app => void app.journal.refresh(),
  };
}

function confirmed(id: string, title: Visible, label: Visible, drop: number): Column<Made, Moment> {
  return {
    id,
    title,
    align: 'decimal',
    min: 10,
    max: 40,
    drop,
    cell({ row }) {
      const value = confirmedLine(row, label);
      return (value && moneyIn(value)?.cell) ?? textCell(value);
    },
  };
}

/** The status as last read, or else as in the response to the request. */
function statusNow({ read, answered }: Made): Cell {
  if (read?.value !== undefined) return statusCell(read.value.status, statusTones);
  return answered.status === undefined ? DASH : textCell(answered.status);
}

/** Undefined if only the outcome of the write is known. */
const ownStatus = ({ read, answered }: Made): string | undefined =>
  statusWord(read?.value?.status) ?? answered.status;

function madeEntries({ row, answered }: Made, context: DetailsContext): readonly Entry[] {
  const { moment, now } = context;
  const { intent, transitions } = row;
  return [
    { label: t`State`, cell: wordCell(row) },
    ...(answered.id === undefined
      ? [{ note: noId(row), tone: 'plain' as const }]
      : readEntries(answered.id, context.document(conversionQuery(answered.id)), { moment, now })),
    { heading: t`Confirmed` },
    ...intent.what.map(({ label, value }) => ({ label: visible(label), cell: textCell(value) })),
    { label: t`Request ID`, cell: textCell(intent.requestId) },
    { heading: t`Steps` },
    ...transitions.map(({ to, at }) => ({
      label: visible(to),
      cell: { text: showTime(at, moment.mode, moment.now, moment.zone) },
    })),
  ];
}

function noId(row: Row): Visible {
  switch (row.state) {
    case 'WAITING':
      return t`This conversion waits for approval.`;
    case 'PREPARED':
    case 'SENT':
      return t`Purser is sending this conversion. The outcome will appear here.`;
    case 'UNKNOWN':
      return t`Unknown: the conversion may have been done. Check this entry against the service in the journal (0).`;
    case 'REFUSED':
    case 'NOT SENT':
      return t`Nothing was converted.`;
    case 'DONE':
      return t`The service made the conversion but sent no ID. Look for the conversion in the balance history (B).`;
    case 'RESOLVED':
      return doneAt(row) === undefined
        ? t`Resolved: nothing was converted. The journal (0) has the evidence.`
        : t`Resolved: the conversion was done. The journal (0) has the evidence.`;
  }
}

interface Made {
  readonly row: Row;
  readonly answered: ConversionAnswer;
  readonly read: Document<Conversion> | undefined;
}

/** The same items until the data changes. Each console has its own function. */
export function conversionsMade(): (state: State) => readonly Item<Made>[] {
  const parsed = new WeakMap<Row, { readonly answered: ConversionAnswer; readonly raw: Json }>();
  const items = new WeakMap<Row, Item<Made>>();
  let last: { readonly sources: readonly unknown[]; readonly items: readonly Item<Made>[] } | undefined;

  function itemOf(row: Row, state: State): Item<Made> {
    const { answered, raw } = parsed.get(row) ?? { answered: answerOf(row), raw: rawOf(row) };
    parsed.set(row, { answered, raw });
    const read = answered.id === undefined ? undefined : documentOf(state, conversionQuery(answered.id));
    const known = items.get(row);
    if (known && known.row.read?.value === read?.value && known.row.read?.asOf === read?.asOf) return known;
    const item = { key: row.intent.requestId, row: { row, answered, read }, raw };
    items.set(row, item);
    return item;
  }

  return state => {
    const { customer, reach } = state;
    const rows = journalRows(state);
    const { documents } = currentWorkspace(state);
    const sources = [rows, documents, customer, reach];
    if (last?.sources.every((source, i) => source === sources[i])) return last.items;
    last = { sources, items: rowsMade(state).map(row => itemOf(row, state)) };
    return last.items;
  };
}

/** Newest first. */
function rowsMade(state: State): readonly Row[] {
  const { customer } = state;
  return journalRows(state).filter(
    row =>
      row.intent.operation === conversionCreate.operation &&
      isHere(row, state) &&
      customer !== undefined &&
      isFor(row.intent, customer),
  );
}

const rawOf = (row: Row): Json => ({
  request_id: row.intent.requestId,
  state: row.state,
  request: jsonOf(row.intent.body) ?? null,
  answer: jsonOf(answerText(row)) ?? null,
});
