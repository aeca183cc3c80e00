// The FX list: the customer's conversions made in Purser, with their status. Also the overview's rows for FX.

import type { Moving } from '../../effects/moving.ts';
import { type Moment, textCell } from '../../format/cells.ts';
import { type Cell, cellText, DASH, type Entry, noted } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import { recordStatus } from '../../format/record-words.ts';
import type { Row } from '../../journal/intent.ts';
import { doneAt, isFor } from '../../journal/possible-duplicates.ts';
import { bodyOf, jsonOf, textIn } from '../../journal/request-body.ts';
import { bindingsIn } from '../../keys/binding.ts';
import type { Json } from '../../lib/json.ts';
import { present } from '../../lib/present.ts';
import { remembered } from '../../lib/remembered.ts';
import { DAY, showDuration, showTime } from '../../lib/time.ts';
import { fromServer, t, type Visible, visible } from '../../lib/visible.ts';
import { movingAfter } from '../../money/after-write.ts';
import type { App } from '../../money/app.ts';
import { doneFromHere } from '../../money/done-from-here.ts';
import {
  prunedEntries,
  STATE_CELLS,
  unreadJournal,
  wordCell,
  writeStatuses,
} from '../../money/journal-entry.ts';
import { type Loaded, type Related, shortName } from '../../money/related.ts';
import { entriesOf, journalEntry, sameMoney } from '../../money/related-money.ts';
import { confirmedLine, confirmedMoney, LABELS, moneyIn } from '../../money/shown-lines.ts';
import { writeSummary } from '../../money/write-summary.ts';
import { isFinal, wordOf } from '../../records/facts.ts';
import { conversionQuery } from '../../records/reads.ts';
import { CONVERSION_STATUSES } from '../../records/record-statuses.ts';
import { isHere, journalRows } from '../../store/journal-view.ts';
import type { Document } from '../../store/list.ts';
import { leftOf } from '../../store/live-quote.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { hasStatusChanged, statusChangesHere } from '../../store/status-changes.ts';
import { openView } from '../../store/view.ts';
import { nothingLeft, type WatchOffer, watchKey } from '../../store/watches.ts';
import { currentWorkspace } from '../../store/workspace.ts';
import type { Column } from '../../ui/kit/column-widths.ts';
import type { Attention, AttentionSource } from '../../ui/screens/attention.ts';
import { cellColumn, figureColumn, timeColumn } from '../../ui/screens/common-columns.ts';
import type { DetailsContext, Resource } from '../../ui/screens/resource.ts';
import { type Conversion, nextReadIn, readEntries } from './conversion.ts';
import { answerOf, answerText, type ConversionAnswer, conversionCreate } from './conversion-create.ts';
import { flowOf } from './flow.ts';
import { barConvert, quoteFacts } from './quote-facts.ts';
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
    emptyReason: unreadJournal,
    about: () => t`· conversions made in Purser`,
    columns: [
      // Staff recognise a conversion by its time and its amounts.
      { ...timeColumn(({ row }) => ({ text: fromServer(''), epochMs: row.intent.createdAt })), drop: 0 },
      confirmed('sold', t`Sold`, LABELS.sold, 0),
      confirmed('bought', t`Bought`, LABELS.bought, 0),
      cellColumn('state', t`State`, [8, STATE_CELLS, 0], ({ row }) => wordCell(row)),
      cellColumn('status', t`Status`, [10, 12, 1], statusNow),
      cellColumn('rate', t`Rate`, [24, 30, 4], ({ row }) => textCell(confirmedLine(row, LABELS.rate))),
      cellColumn('reference', t`Reference`, [8, 20, 2], ({ answered }) => textCell(answered.reference), {
        isId: true,
      }),
      cellColumn('id', t`ID`, [31, 38, 6], ({ answered }) => textCell(answered.id, 'dim')),
    ],
    details: [{ title: t`Conversion`, entries: madeEntries }],
    statuses: {
      of: made => ownStatus(made) ?? made.row.state,
      explain: made => (ownStatus(made) === undefined ? writeStatuses : CONVERSION_STATUSES),
    },
    summary: (made, state) => writeSummary(made.row, state, conversionCreate, { status: ownStatus(made) }),
    related: relatedToConversion,
    joins: ({ answered }) => (answered.id === undefined ? [] : [conversionQuery(answered.id)]),
    watch: made =>
      watchConversion(made.answered.id, ownStatus(made), nameOf(made.row, made.answered.id ?? '')),
    changed: ({ answered }, state) => hasStatusChanged(state, conversionKey(answered.id ?? '')),
    rereadsDocuments: ({ answered, read }) =>
      answered.id === undefined ? undefined : nextReadIn(answered.id, read?.value),
    commands: [bind('fx.new', t`quote and convert`, ['n'], { footer: 1.5, run: openFlow })],
    reload: app => void app.journal.refresh(),
  };
}

function relatedToConversion({ row, answered }: Made, loaded: Loaded): readonly Related[] {
  const quote = textIn(row.intent, 'quote_id');
  const { id, reference } = answered;
  return [
    ...present(
      quote !== undefined && { kind: t`Quote`, text: shortName(quote), view: openView('quote', quote) },
      id !== undefined && { kind: t`By its ID`, text: shortName(id), view: openView('conversion', id) },
    ),
    ...entriesOf(
      [reference, id].filter(name => name !== undefined),
      loaded,
    ),
    ...present(journalEntry(row, loaded)),
    ...sameMoney(row, loaded),
  ];
}

const confirmed = (id: string, title: Visible, label: Visible, drop: number): Column<Made, Moment> =>
  figureColumn(id, title, [10, 40, drop], ({ row }) => {
    const value = confirmedLine(row, label);
    return (value && moneyIn(value)?.cell) ?? textCell(value);
  });

function statusNow({ read, answered }: Made): Cell {
  if (read?.value !== undefined) return recordStatus('conversion', read.value);
  return answered.status === undefined ? DASH : textCell(answered.status);
}

const ownStatus = ({ read, answered }: Made): string | undefined =>
  wordOf(read?.value?.status) ?? answered.status;

function madeEntries({ row, answered }: Made, context: DetailsContext): readonly Entry[] {
  const { moment, now } = context;
  const { intent, transitions } = row;
  return [
    { lead: { text: confirmedMoney(row) ?? t`Conversion`, tone: 'strong' }, status: wordCell(row) },
    ...(answered.id === undefined
      ? row.prunedAt === undefined
        ? [noted(noId(row), 'plain')]
        : prunedEntries(row, moment)
      : readEntries(answered.id, context.document(conversionQuery(answered.id)), { moment, now })),
    { heading: t`Confirmed in Purser` },
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
  const parsed = remembered((row: Row) => ({ answered: answerOf(row), raw: rawOf(row) }));
  const items = new WeakMap<Row, Item<Made>>();
  let last: { readonly sources: readonly unknown[]; readonly items: readonly Item<Made>[] } | undefined;

  function itemOf(row: Row, state: State): Item<Made> {
    const { answered, raw } = parsed(row);
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
  request: bodyOf(row.intent) ?? null,
  answer: jsonOf(answerText(row)) ?? null,
});

export const liveQuote: AttentionSource = {
  live: true,
  attention(state) {
    const stage = flowOf.get(state)?.stage;
    if (stage?.kind !== 'quoted' || barConvert(stage.held, state) !== undefined) return [];
    const { held } = stage;
    const left = leftOf(held, state);
    if (left === undefined) return [];
    const facts = quoteFacts(held.quote);
    const amounts = facts.slice(0, 2).map(({ cell }) => cellText(cell));
    return [
      {
        key: 'quote',
        urgency: 'quote',
        state: { text: t`${showDuration(left)} left`, tone: 'warn' },
        what: t`Live quote`,
        about: t`${amounts[0] ?? t``} → ${amounts[1] ?? t``}`,
        amountFirst: true,
        notes: [
          noted(
            t`Nothing is converted yet. Press Enter to go to the quote. After the quote expires you need a new quote.`,
            'plain',
          ),
          ...facts,
        ],
        to: openView('convert'),
      },
    ];
  },
};

export const movingConversions: AttentionSource = {
  needs: state => open(state).map(({ id }) => ({ kind: 'document', query: conversionQuery(id) })),
  attention: state =>
    open(state).map(({ row, at, id, status, raw }): Attention => {
      return {
        key: `conversion ${id}`,
        urgency: 'conversion',
        state: status === undefined ? DASH : { text: visible(status, 20), tone: 'warn' },
        what: t`Conversion`,
        about: confirmedMoney(row) ?? DASH.text,
        amountFirst: true,
        at,
        thing: {
          title: t`Conversion`,
          id: visible(id),
          status: { of: status, table: CONVERSION_STATUSES },
          ...(raw !== undefined && { raw }),
        },
        notes: [
          noted(
            t`The conversion had not settled when Purser last read it. Purser checks for changes.`,
            'plain',
          ),
          { label: t`Conversion`, cell: { text: visible(id) } },
        ],
        to: { ...openView('fx'), cursorKey: row.intent.requestId },
        watch: watchConversion(id, status, nameOf(row, id)),
      };
    }),
};

function open(state: Parameters<typeof doneFromHere>[0]) {
  return doneFromHere(state, conversionCreate.operation, DAY).flatMap(({ row, at }) => {
    const { id, status: answered } = answerOf(row);
    if (id === undefined) return [];
    const { value, raw } = documentOf(state, conversionQuery(id));
    const changed = statusChangesHere(state).find(({ key }) => key === conversionKey(id));
    const status = wordOf(value?.status) ?? changed?.status ?? answered;
    return isFinal('conversion', status) ? [] : [{ row, at, id, status, raw }];
  });
}

export const conversionsMoving = (state: State): readonly Moving[] =>
  movingAfter(state, conversionCreate.operation, DAY, row => {
    const { id, status } = answerOf(row);
    return id === undefined ? undefined : { kind: 'conversion', id, name: nameOf(row, id), status };
  });

export function watchConversion(
  id: string | undefined,
  status: string | undefined,
  name: Visible | undefined,
): WatchOffer | Visible {
  if (id === undefined) return t`This conversion has no ID from the service, so Purser can't read it again.`;
  const whyNot = nothingLeft(t`conversion`, 'conversion', status);
  return { kind: 'conversion', id, name: name ?? t`Conversion ${visible(id, 40)}`, status, whyNot };
}

/** The confirmed amounts, because staff do not recognise IDs. */
function nameOf(row: Row, id: string): Visible {
  const [sold, bought] = [confirmedLine(row, LABELS.sold), confirmedLine(row, LABELS.bought)];
  return sold === undefined || bought === undefined
    ? t`Conversion ${visible(id, 40)}`
    : t`Conversion ${sold} → ${bought}`;
}

const conversionKey = (id: string): string => watchKey({ kind: 'conversion', id });
