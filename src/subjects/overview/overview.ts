// The overview: the customer's balances, and below them everything that needs attention. Enter opens the screen of a row.

import type { Need } from '../../effects/needs.ts';
import { epochCell, textCell, timeHeading } from '../../format/cells.ts';
import { type Cell, noted } from '../../format/entry.ts';
import type { Row } from '../../journal/intent.ts';
import { isFor } from '../../journal/possible-duplicates.ts';
import { forLast } from '../../lib/remembered.ts';
import { MINUTE } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { balancesNeed, readBalances } from '../../money/available.ts';
import { unreadJournal, writeStatuses } from '../../money/journal-entry.ts';
import { confirmedCustomer, confirmedLines, confirmedMoney } from '../../money/shown-lines.ts';
import { queryKey } from '../../records/query.ts';
import { isInFlight, unresolvedHere } from '../../store/journal-view.ts';
import type { Item } from '../../store/paging.ts';
import { places, TABS, type TabId } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { statusChangesHere } from '../../store/status-changes.ts';
import { openView } from '../../store/view.ts';
import { serviceKey } from '../../store/watches.ts';
import { currentView, currentWorkspace, customerKey, updateView } from '../../store/workspace.ts';
import {
  type Attention,
  type AttentionSource,
  placeText,
  type TabCounts,
  URGENCIES,
  wayOf,
} from '../../ui/screens/attention.ts';
import { cellColumn } from '../../ui/screens/common-columns.ts';
import { abandonReads, readAgain } from '../../ui/screens/list-needs.ts';
import { listScreen } from '../../ui/screens/list-screen.tsx';
import type { Resource } from '../../ui/screens/resource.ts';
import type { Screen } from '../../ui/screens/screen.ts';
import { balancesAbove } from './above.ts';
import { todayNeeds } from './today.ts';

const NOW: ReadonlySet<Attention['urgency']> = new Set(['unresolved', 'approval', 'returned']);
const LATER: ReadonlySet<Attention['urgency']> = new Set(['inactive', 'draft', 'perhaps none', 'reading']);

/** `!` for now, `●` for soon, `·` for later. */
const markOf = ({ urgency }: Attention): NonNullable<Cell['mark']> =>
  NOW.has(urgency) ? '!' : LATER.has(urgency) ? '·' : '●';

/** Such as "1 account is inactive: Australia (new)". An amount comes first, because a narrow screen cuts the end. */
const itemText = ({ what, about, amountFirst }: Attention): Visible =>
  about === undefined ? what : amountFirst ? t`${about} · ${what}` : t`${what}: ${about}`;

const resource = (rows: NonNullable<Resource<never, Attention>['local']>): Resource<never, Attention> => ({
  place: 'overview',
  local: rows,
  nouns: { one: t`item`, many: t`items` },
  empty: t`Nothing needs attention. No write at this service is unresolved, and Purser found no open items for this customer.`,
  about: () => t`· needs attention`,
  columns: [
    cellColumn('state', t`State`, [8, 20, 0], row => ({ ...row.state, mark: markOf(row) })),
    // One column for all texts, so that a short kind leaves room for a long name.
    cellColumn(
      'what',
      t`Item`,
      [19, 90, 0],
      row => ({
        text: t`${itemText(row)}${row.whose === undefined ? t`` : t` · ${row.whose}`}`,
      }),
      { main: true },
    ),
    cellColumn(
      'since',
      t`Since`,
      [12, 16, 3],
      ({ at }, moment) => (at === undefined ? { text: t`` } : epochCell(at, moment)),
      { heading: timeHeading, spare: true, orderedBy: ({ at }) => at },
    ),
    cellColumn('place', t`Enter opens`, [13, 16, 4], row => ({ text: placeText(row), tone: 'dim' }), {
      spare: true,
    }),
  ],
  enterGoesTo: wayOf,
  statuses: { of: row => row.thing?.status?.of, explain: row => row.thing?.status?.table ?? {} },
  linkedRecord: {
    id: ({ thing }) => (thing?.id === undefined ? undefined : { title: thing.title, text: thing.id }),
    record: row =>
      row.thing?.raw === undefined
        ? { why: t`This row isn't a single record. Press Enter to open ${placeText(row)}.` }
        : { raw: row.thing.raw },
    noStatusReason: row =>
      row.thing?.status === undefined
        ? t`Purser can't explain a status here. Press Enter to open ${placeText(row)}, then i.`
        : undefined,
  },
  actions: [
    {
      id: 'cancel',
      title: t`cancel`,
      key: 'x',
      footer: 1.5,
      barred: ({ cancel, ...row }, state) =>
        cancel
          ? cancel.barred(state)
          : t`You can't cancel this on the overview. Press Enter to open ${placeText(row)}.`,
      run: (app, { cancel }) => cancel?.run(app),
    },
  ],
  watch: row =>
    row.watch ?? t`Purser can't watch this row. Press Enter to open ${placeText(row)}, then W on a record.`,
  joins: ({ joins = [] }) => joins,
  above: balancesAbove,
  details: [
    {
      title: t`What to do`,
      entries: row => [
        { lead: { text: row.what }, status: row.state },
        ...(row.about === undefined ? [] : [{ about: { text: row.about } }]),
        ...(row.whose === undefined
          ? []
          : [noted(t`This row belongs to another customer: ${row.whose}.`, 'warn')]),
        ...row.notes,
        { note: t`` },
        { note: t`Press Enter to open ${placeText(row)}.` },
      ],
    },
  ],
});

/** In ms. Balances can change at any time. */
const BALANCES_EVERY = 60_000;

const isReading = (rows: readonly Item<Attention>[]): boolean =>
  rows.some(({ row }) => row.urgency === 'reading');

/** Each console calls this function once, because the screen remembers its last rows. */
export function overview({ rows, needs }: Attentions): Screen {
  const readAt = (state: State): number | undefined => {
    const { lists, documents } = currentWorkspace(state);
    const times = needs(state).flatMap(
      ({ kind, query }) => (kind === 'list' ? lists : documents)[queryKey(query)]?.asOf ?? [],
    );
    return times.length === 0 ? undefined : Math.min(...times);
  };
  const list = listScreen({ ...resource(rows), readAt });
  let before: ReturnType<typeof rows> = [];

  /** On the most urgent row until staff move the cursor or every read is done. If its row goes, it keeps its position. */
  function placed(state: State): State {
    const { cursorKey, cursorIndex, filter, sort } = currentView(state);
    if (cursorKey === undefined || filter !== '' || sort !== undefined) return state;
    const all = rows(state);
    const first = all[0]?.key;
    const early = cursorIndex === 0 && cursorKey !== first && (isReading(all) || isReading(before));
    before = all;
    const gone = !all.some(({ key }) => key === cursorKey);
    return early || gone ? updateView(state, { cursorKey: undefined }) : state;
  }

  return {
    ...list,
    settle: state => list.settle(placed(state)),
    needs: state => [
      { ...balancesNeed, again: BALANCES_EVERY },
      ...needs(state),
      ...list.needs(state),
      ...todayNeeds(state),
    ],
    reload(app) {
      void readBalances(app);
      readAgain(app, needs(app.store.getState()));
      void app.journal.refresh();
    },
    abandon: app => abandonReads(app, [balancesNeed, ...needs(app.store.getState())]),
  };
}

interface Attentions {
  rows(state: State): readonly Item<Attention>[];
  counts(state: State): TabCounts;
  needs(state: State): readonly Need[];
}

/** Each console calls this function once, because the rows stay the same objects until the data changes. */
export function attentions(sources: readonly AttentionSource[]): Attentions {
  let now: State;
  /** The same object as long as the data is the same. */
  const data = forLast((..._of: readonly unknown[]) => ({}));
  const parts = sources.map(source => ({
    live: source.live,
    rows: forLast((..._of: readonly unknown[]) => source.attention(now)),
  }));
  const together = forLast((...rows: readonly (readonly Attention[])[]) => inOrder(rows.flat()).map(itemOf));
  let last: readonly Item<Attention>[] = [];
  /** By service, customer and source. */
  const known = new Map<string, TabCounts>();
  // After a write its customer's data is read again. Meanwhile the tabs show the last counts.
  const counted = forLast(
    (reach: State['reach'], customer: State['customer'], ...parts: (readonly Attention[])[]) =>
      sumOf(
        parts.map((rows, at) => {
          const of = `${serviceKey(reach)} ${customer && customerKey(customer)} ${at}`;
          const isRead = !rows.some(({ urgency }) => urgency === 'reading' || urgency === 'unread');
          const counts = isRead ? tabCounts(rows) : (known.get(of) ?? tabCounts(rows));
          known.set(of, counts);
          return counts;
        }),
      ),
  );

  function rowsOfParts(state: State): (readonly Attention[])[] {
    now = state;
    const { journal, approvals, customer, reach, statusChanges, watches, tick } = state;
    const { lists, documents, flows } = currentWorkspace(state);
    // A countdown changes each second, an age each minute, and everything else only with the data.
    const minute = Math.floor(state.now / MINUTE);
    const of = data(journal, approvals, customer, reach, lists, documents, statusChanges, watches, minute);
    const second = last.some(({ row }) => row.urgency === 'quote') ? tick : undefined;
    const each = parts.map(part => (part.live ? part.rows(of, flows, second) : part.rows(of)));
    last = together(...each);
    return each;
  }

  function rows(state: State): readonly Item<Attention>[] {
    rowsOfParts(state);
    return last;
  }

  return {
    rows,
    counts: state => counted(state.reach, state.customer, ...rowsOfParts(state)),
    needs: state => sources.flatMap(source => source.needs?.(state) ?? []),
  };
}

function sumOf(all: readonly TabCounts[]): TabCounts {
  const sum: { [Id in TabId]?: TabCounts[Id] } = {};
  for (const counts of all)
    for (const id of TABS) {
      const [one, other] = [sum[id], counts[id]];
      if (other)
        sum[id] = one ? { count: one.count + other.count, urgent: one.urgent || other.urgent } : other;
    }
  return sum;
}

function tabCounts(rows: readonly Attention[]): TabCounts {
  const counts: { [Id in TabId]?: { count: number; urgent: boolean } } = {};
  for (const row of rows) {
    const mark = row.urgency === 'unread' ? '·' : markOf(row);
    const { tab } = places[row.to.place];
    if (mark === '·') continue;
    const { count = 0, urgent = false } = counts[tab] ?? {};
    counts[tab] = { count: count + (row.records ?? 1), urgent: urgent || mark === '!' };
  }
  return counts;
}

/** Rows of the same urgency keep their order. */
export const inOrder = (all: readonly Attention[]): readonly Attention[] =>
  all.toSorted((a, b) => URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency));

const itemOf = (row: Attention): Item<Attention> => ({
  key: row.key,
  row,
  raw: {
    state: row.state.text,
    what: row.what,
    ...(row.about !== undefined && { about: row.about }),
    ...(row.whose !== undefined && { customer: row.whose }),
  },
});

export const noCustomer: AttentionSource = {
  attention: ({ customer }) =>
    customer
      ? []
      : [
          {
            key: 'no customer',
            urgency: 'unread',
            state: { text: t`no customer`, tone: 'warn' },
            what: t`No customer is open`,
            notes: [noted(t`Choose a customer: u lists the recent ones.`, 'plain')],
            to: openView('overview'),
          },
        ],
};

export const unresolved: AttentionSource = {
  attention: state => [
    ...(state.journal.kind === 'locked' ? [lockedAttention(state.journal.why)] : []),
    ...unreadAttention(state),
    ...unresolvedHere(state)
      .toSorted((a, b) => a.number - b.number)
      .toSorted((a, b) => Number(isOwn(b, state)) - Number(isOwn(a, state)))
      .map(row => attentionOf(row, state)),
  ],
};

/** Without this row, an empty overview would say that nothing is unresolved. */
const lockedAttention = (why: Visible): Attention => ({
  key: 'journal locked',
  urgency: 'unresolved',
  state: { text: t`locked`, tone: 'bad' },
  what: t`The journal can't be used`,
  notes: [
    noted(why, 'bad'),
    noted(t`Some writes may be unresolved. Purser can't list them now, and sends no write.`, 'bad'),
  ],
  to: openView('journal'),
});

/** Without this row, an empty overview would say that the team has no unresolved write. */
function unreadAttention(state: State): readonly Attention[] {
  const why = unreadJournal(state);
  if (why === undefined) return [];
  return [
    {
      key: 'journal unread',
      urgency: 'unresolved',
      state: { text: t`not read`, tone: 'bad' },
      what: t`The team's journal`,
      notes: [noted(why, 'bad')],
      to: openView('journal'),
    },
  ];
}

const isOwn = ({ intent }: Row, { customer }: State): boolean =>
  customer !== undefined && isFor(intent, customer);

function attentionOf(row: Row, state: State): Attention {
  const { intent } = row;
  const flying = isInFlight(row, state);
  const lines = confirmedLines(row);
  const money = confirmedMoney(row);
  const about = money ?? lines[0]?.value;
  return {
    key: `journal ${intent.requestId}`,
    urgency: flying ? 'on its way' : 'unresolved',
    state: { text: flying ? t`sending` : visible(row.state), tone: writeStatuses[row.state].tone },
    what: visible(intent.title),
    ...(about !== undefined && { about, amountFirst: money !== undefined }),
    at: intent.createdAt,
    ...(isOwn(row, state) ? {} : { whose: confirmedCustomer(row) }),
    thing: {
      title: t`Request ID`,
      id: textCell(intent.requestId).text,
      status: { of: row.state, table: writeStatuses },
    },
    notes: [
      flying
        ? noted(t`A console is sending this request and waits for the response.`, 'plain')
        : noted(
            t`The outcome is not known: the request may have been done, or not. In the journal (0), press Enter to check the entry against the service, or v to resolve it.`,
            'bad',
          ),
      { label: t`Customer`, cell: { text: confirmedCustomer(row) } },
      ...lines.map(({ label, value }) => ({ label, cell: { text: value } })),
      { label: t`Request ID`, cell: textCell(intent.requestId) },
    ],
    to: { ...openView('journal'), cursorKey: intent.requestId },
  };
}

const idIn = (key: string): string => key.slice(key.lastIndexOf(' ') + 1);

export const returned: AttentionSource = {
  attention: state =>
    statusChangesHere(state)
      .filter(({ grave }) => grave)
      .map(({ key, name, status, at }) => ({
        key: `told ${key}`,
        urgency: 'returned',
        state: { text: status, tone: 'bad' },
        // The amount is in the name, which no narrow screen cuts.
        what: name,
        about: t`changed in this session`,
        at: at + (state.skew ?? 0),
        thing: { title: t`Transaction ID`, id: visible(idIn(key)) },
        notes: [
          noted(t`A refund request was successful. The funds were credited back to the Wallet.`, 'plain'),
        ],
        to: { ...openView('direct-debits'), cursorKey: idIn(key) },
      })),
};
