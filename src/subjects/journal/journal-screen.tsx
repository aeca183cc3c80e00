// The journal screen: all writes in the journal, of all customers and profiles, unresolved writes first.

import { asClock, minuteCell, timeHeading } from '../../format/cells.ts';
import { type Cell, type Entry, noted } from '../../format/entry.ts';
import type { Row } from '../../journal/intent.ts';
import { forLast } from '../../lib/remembered.ts';
import { HOUR, todayIn } from '../../lib/time.ts';
import { fromServer, t, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { definitionOf } from '../../money/definition.ts';
import {
  customerText,
  type Entries,
  entryOf,
  isoOf,
  type JournalEntry,
  journalEntries,
  STATE_CELLS,
  stateText,
  subjectCell,
  unreadJournal,
  writeStatuses,
} from '../../money/journal-entry.ts';
import { relatedToWrite } from '../../money/related-money.ts';
import type { WriteRules } from '../../money/write-rules.ts';
import { writeSummary } from '../../money/write-summary.ts';
import { givenView } from '../../store/saved-views.ts';
import type { State } from '../../store/state.ts';
import { personText } from '../../store/together-view.ts';
import { openView, type View } from '../../store/view.ts';
import { currentView } from '../../store/workspace.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Lines } from '../../ui/kit/Line.tsx';
import { cellColumn } from '../../ui/screens/common-columns.ts';
import { layoutOf } from '../../ui/screens/layout.ts';
import { listScreen } from '../../ui/screens/list-screen.tsx';
import type { Resource, ServerFilter } from '../../ui/screens/resource.ts';
import type { Screen, ScreenProps } from '../../ui/screens/screen.ts';
import { periodFilters, wordFilter } from '../../ui/screens/server-filter.ts';
import { handoverCommand } from './handover.tsx';
import { foundEntries, happenedEntries, whatEntries } from './journal-details.ts';
import { resolveAction, sendAgainAction } from './resolve.tsx';

/** The details tab that checks the entry against the service. */
const READ_BACK = 2;

const OWNER = 'owner';
const ONLY_TEAM: readonly string[] = [OWNER];
const NONE: readonly string[] = [];

/** In characters. */
const END_OF_ID = 6;

/** The list shows only the end of the ID, so that neither a name nor half an ID is cut. */
function customerCell(entry: JournalEntry): Cell {
  const text = customerText(entry);
  const { userId } = entry.row.intent.customer;
  const short = visible(text.replace(userId, `…${userId.slice(-END_OF_ID)}`));
  return text === userId || userId.length <= END_OF_ID ? { text } : { text, short };
}

function resource(entries: ReturnType<typeof journalEntries>, rules: WriteRules) {
  const fitting = filteredEntries();
  const declared: Resource<never, JournalEntry> = {
    place: 'journal',
    local: (state, view) => fitting(entries(state), view, state),
    nouns: { one: t`write`, many: t`writes` },
    empty: t`The journal has no writes yet.`,
    emptyReason: unreadJournal,
    about: (_, { journal }) =>
      journal.kind !== 'open' || journal.complete
        ? t`of all customers and profiles`
        : journal.unread === undefined
          ? t`of all customers, the newest ${journal.rows.length}`
          : t`only of this machine`,
    columns: [
      // Ages use the service's clock, but an entry's time is from the machine that made the entry.
      cellColumn(
        'time',
        t`Time`,
        [12, 16, 3],
        ({ row: { intent } }, moment) =>
          minuteCell(
            { text: fromServer(isoOf(intent.createdAt)), epochMs: intent.createdAt },
            asClock(moment),
          ),
        {
          heading: moment => timeHeading(asClock(moment)),
          orderedBy: ({ row: { intent } }) => intent.createdAt,
        },
      ),
      cellColumn('state', t`State`, [STATE_CELLS, STATE_CELLS, 0], entry => ({
        text: stateText(entry),
        tone: writeStatuses[entry.row.state].tone,
      })),
      // 13 cells are enough for "Cancel payout". A wider column would hide the time column at 100 columns with details.
      cellColumn('what', t`Write`, [13, 28, 0], ({ row }) => ({ text: visible(row.intent.title) })),
      cellColumn('subject', t`Amount or ID`, [17, 17, 0], ({ row }) => subjectCell(row), { main: true }),
      cellColumn(OWNER, t`Owner`, [8, 24, 9], ({ row: { held } }) => ({
        text: held ? personText(held.owner) : t``,
      })),
      cellColumn('customer', t`Customer`, [16, 60, 3.5], customerCell),
      // Customers may have similar names, and a long name is cut. The ID is exact.
      cellColumn(
        'customer-id',
        t`Customer ID`,
        [26, 40, 5],
        ({ row }) => ({ text: visible(row.intent.customer.userId, 40) }),
        { isId: true },
      ),
      cellColumn(
        'request-id',
        t`Request ID`,
        [36, 36, 7],
        ({ row }) => ({ text: visible(row.intent.requestId), tone: 'dim' }),
        { isId: true },
      ),
    ],
    absent: ({ together }) => (together === undefined ? ONLY_TEAM : NONE),
    filters: journalFilters,
    views: [givenView(t`Unresolved`, { server: { state: 'UNKNOWN' } })],
    filtered: t`the journal`,
    older: app => app.journal.older(),
    details: [
      { title: t`Request`, entries: (entry, { moment }) => whatEntries(entry, moment, rules) },
      { title: t`History`, entries: (entry, { moment }) => happenedEntries(entry, moment) },
      { title: t`Check`, entries: (entry, { moment }) => foundEntries(entry, moment, rules) },
    ],
    open: ({ row }) => (row.state === 'UNKNOWN' ? openView('read-back', row.intent.requestId) : undefined),
    statuses: { of: ({ row }) => row.state, explain: writeStatuses },
    watch: () => t`Purser watches a record on its own screen: payouts (5), FX (4), cards (3) or RFI (8).`,
    summary: ({ row }, state) =>
      writeSummary(row, state, definitionOf(rules.definitions, row.intent.operation)),
    related: ({ row }, loaded) => relatedToWrite(row, loaded),
    actions: [resolveAction, sendAgainAction(rules)],
    commands: [handoverCommand],
    reload: app => void reload(app),
  };
  return declared;
}

/** If this console sends nothing now, its writes without a recorded outcome become UNKNOWN. */
async function reload(app: App): Promise<void> {
  await app.journal.refresh();
  const state = app.store.getState();
  const { journal } = state;
  if (journal.kind === 'open' && app.inFlight() === 0) {
    const lost = journal.rows.filter(
      row => (row.state === 'PREPARED' || row.state === 'SENT') && entryOf(row, state).own,
    );
    await Promise.all(lost.map(({ intent }) => app.journal.lose(intent.requestId)));
  }
}

/** Each console calls this function once, because the screen remembers its last rows. */
export function journal(rules: WriteRules): Screen {
  const entries = journalEntries();
  const list = listScreen(resource(entries, rules));

  function checkedWrite(state: State): Row | undefined {
    const view = currentView(state);
    if (view.detailsTab !== READ_BACK) return undefined;
    return entries(state).find(({ key }) => key === view.cursorKey)?.row.row;
  }

  return {
    ...list,
    checkedWrite,
    reload(app) {
      list.reload(app);
      const row = checkedWrite(app.store.getState());
      if (row) void app.outcomeChecks.load(row);
    },
    abandon(app) {
      const row = checkedWrite(app.store.getState());
      return row !== undefined && app.outcomeChecks.abandon(row);
    },
    View(props) {
      return props.state.journal.kind === 'open' ? <list.View {...props} /> : <NotOpen {...props} />;
    },
  };
}

function NotOpen({ state, theme }: ScreenProps) {
  const { body } = layoutOf(state.size);
  const { journal: view } = state;
  const entries: readonly Entry[] =
    view.kind === 'locked'
      ? [
          noted(view.why, 'bad'),
          noted(
            t`Purser can't write to the service, because it must record every write first. You can still read everything.`,
            'plain',
          ),
          noted(t`Earlier writes are not shown here, and some of them may be unresolved.`, 'plain'),
        ]
      : [{ note: t`Opening the journal …` }];
  return <Lines lines={composeDetails(entries, body.width - 1, theme)} height={body.height} />;
}

const STATES = [t`PREPARED`, t`SENT`, t`DONE`, t`REFUSED`, t`NOT SENT`, t`UNKNOWN`, t`RESOLVED`];

const HOURS = /^(\d{1,5})h$/i;
const [since, until] = periodFilters('since', 'until');

export const journalFilters: readonly ServerFilter[] = [
  wordFilter('state', t`State`, STATES, true),
  {
    field: 'operation',
    label: t`Operation`,
    hint: t`part of the name, such as payout`,
    check: () => undefined,
  },
  { field: 'customer', label: t`Customer`, hint: t`part of a user ID or a name`, check: () => undefined },
  {
    ...since,
    hint: t`20nov, 20..21nov, yesterday, 7d, or 8h for hours`,
    check: (value, values) => (HOURS.test(value) ? undefined : since.check(value, values)),
  },
  until,
];

/** The same array for the same filter and entries. Each console has its own function. */
export function filteredEntries(): (entries: Entries, view: View, state: State) => Entries {
  const fitting = forLast((entries: Entries, server: View['server'], now: number, zone: string) =>
    entries.filter(({ row }) => fits(row, server, now, zone)),
  );
  return (entries, { server }, { now, reach }) => {
    if (Object.keys(server).length === 0) return entries;
    // A filter in hours changes each minute.
    const minute = HOURS.test(server['since'] ?? '') ? Math.floor(now / 60_000) * 60_000 : 0;
    return fitting(entries, server, minute, reach.zone);
  };
}

function fits(entry: JournalEntry, server: View['server'], now: number, zone: string): boolean {
  const { row } = entry;
  const { state: word, operation, customer } = server;
  if (word !== undefined && row.state !== word) return false;
  if (operation !== undefined && !has(`${row.intent.title} ${row.intent.operation}`, operation)) return false;
  const { userId, onBehalfOf = '' } = row.intent.customer;
  if (customer !== undefined && !has(`${userId} ${onBehalfOf} ${customerText(entry)}`, customer))
    return false;
  return isWithin(row, server, now, zone);
}

const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

function isWithin(
  { intent, transitions }: Row,
  { since = '', until }: View['server'],
  now: number,
  zone: string,
): boolean {
  const at = transitions.at(-1)?.at ?? intent.createdAt;
  const [, hours] = HOURS.exec(since) ?? [];
  const day = todayIn(zone, at);
  if (until !== undefined && day > until) return false;
  return hours === undefined ? day >= since : at >= now - Number(hours) * HOUR;
}
