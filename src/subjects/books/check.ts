// The screen of the check: a row for each finding, and for each entry that does not follow.

import type { BooksCheck, BooksReading, BooksScope } from '../../effects/books.ts';
import {
  ageText,
  amountCell,
  idText,
  type Moment,
  minuteCell,
  movedCell,
  textCell,
  utcCell,
} from '../../format/cells.ts';
import { type Cell, DASH, type Entry, noted, type Tone } from '../../format/entry.ts';
import type { HistoryEntry } from '../../format/records.ts';
import { counted } from '../../lib/counted.ts';
import { type Decimal, groupDigits, isNegative, negate } from '../../lib/decimal.ts';
import { todayIn } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { flowSlot } from '../../store/flow.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { openView, type View } from '../../store/view.ts';
import { currentView, visitOnTop } from '../../store/workspace.ts';
import type { Attention, AttentionSource } from '../../ui/screens/attention.ts';
import { cellColumn, epochOf, figureColumn } from '../../ui/screens/columns.ts';
import { listScreen } from '../../ui/screens/list-screen.tsx';
import type { Resource } from '../../ui/screens/resource.ts';
import type { Screen } from '../../ui/screens/screen.ts';
import { currencyFilter, fromDate, toDate } from '../../ui/screens/server-filter.ts';
import { checkBooks, type Finding, VERDICTS, type Verdict, worstOf } from './books.ts';
import type { Break, Misplaced } from './chain.ts';
import { breakText, breakWord, headlines, MISPLACED, misplacedText, shortText } from './words.ts';

interface Found {
  readonly verdict: Verdict;
  readonly rows: readonly Item<CheckRow>[];
}

interface CheckRow {
  readonly verdict: Verdict;
  readonly currency: string | undefined;
  readonly text: Visible;
  /** In a few words. */
  readonly short: Visible;
  /** What is not explained. */
  readonly by?: Decimal;
  /** For a row about one entry. */
  readonly entry?: HistoryEntry;
  readonly details: readonly Entry[];
}

/** Of one currency. The command has all. */
const MOST_BREAKS = 200;

const booksSlot = flowSlot<BooksCheck<Found>>('books');

function conclude(reading: BooksReading): Found {
  const findings = checkBooks(reading);
  const { incomplete } = reading;
  const missing: CheckRow[] =
    incomplete === undefined
      ? []
      : [
          {
            verdict: 'NOT CHECKED',
            currency: undefined,
            text: incomplete,
            short: incomplete,
            details: [noted(incomplete, 'plain')],
          },
        ];
  const all = [...missing, ...findings.flatMap(rowsOf)];
  const rows = VERDICTS.flatMap(verdict => all.filter(row => row.verdict === verdict));
  const worst = worstOf(findings);
  return {
    verdict: missing.length > 0 && worst !== 'DOES NOT FOLLOW' ? 'NOT CHECKED' : worst,
    rows: rows.map((row, nth) => ({
      key: `${row.currency ?? ''} ${idText(row.entry?.id) ?? ''} ${nth}`,
      row,
      raw: { verdict: row.verdict, currency: row.currency ?? null, says: row.text },
    })),
  };
}

function rowsOf(finding: Finding): readonly CheckRow[] {
  const { verdict, currency } = finding;
  const [text = t``, ...more] = headlines(finding);
  const about = [text, ...more].map(line => noted(line, 'plain'));
  const own: CheckRow = { verdict, currency, text, short: shortText(finding), details: about };
  if (finding.check === 'end') {
    const { ending } = finding;
    return [{ ...own, ...('by' in ending && { by: ending.by }) }];
  }
  if (finding.check !== 'history') return [own];
  const { breaks, misplaced } = finding.chain;
  const hidden = breaks.length - MOST_BREAKS;
  return [
    hidden > 0
      ? {
          ...own,
          details: [...about, { note: t`The first ${MOST_BREAKS} are listed. purser check --json has all.` }],
        }
      : own,
    ...breaks.slice(0, MOST_BREAKS).map(one => breakRow(one, currency)),
    ...misplaced.map(one => misplacedRow(one, currency)),
  ];
}

const breakRow = (found: Break, currency: string | undefined): CheckRow => ({
  ...{ verdict: 'DOES NOT FOLLOW', currency, by: found.by, entry: found.entry },
  text: breakText(found),
  short: breakWord[found.kind],
  details: [
    noted(breakText(found), 'strong'),
    ...(found.before ? entriesOf(t`Before`, found.before) : []),
    ...entriesOf(t`Since this entry`, found.entry),
    ...(found.after ? entriesOf(t`After`, found.after) : []),
  ],
});

const misplacedRow = (found: Misplaced, currency: string | undefined): CheckRow => ({
  ...{ verdict: 'EXPECTED', currency, entry: found.entry },
  text: misplacedText(found),
  short: MISPLACED,
  details: [
    noted(misplacedText(found), 'strong'),
    ...entriesOf(t`Entry`, found.entry),
    ...entriesOf(t`Next entry, by the balances`, found.fitsBefore),
  ],
});

const entriesOf = (heading: Visible, entry: HistoryEntry): readonly Entry[] => [
  { note: t`` },
  { heading },
  { label: t`Amount`, cell: movedCell(entry.amount, entry.currency) },
  { label: t`Fee`, cell: amountCell(entry.fee, entry.currency) },
  { label: t`Balance after`, cell: amountCell(entry.balance, entry.currency) },
  { label: t`Description`, cell: textCell(entry.description) },
  { label: t`Time`, cell: utcCell(entry.create_time) },
  { label: t`ID`, cell: textCell(entry.id) },
];

const TONES: Readonly<Record<Verdict, Tone>> = {
  'DOES NOT FOLLOW': 'bad',
  'NOT CHECKED': 'warn',
  EXPECTED: 'accent',
  FOLLOWS: 'good',
};

const verdictCell = ({ verdict }: CheckRow): Cell => ({ text: visible(verdict), tone: TONES[verdict] });

const byCell = ({ by, currency }: CheckRow): Cell =>
  by === undefined
    ? { text: t`` }
    : {
        text: groupDigits(isNegative(by) ? negate(by) : by),
        sign: isNegative(by) ? '−' : '+',
        unit: visible(currency ?? '', 8),
      };

const scopeOf = ({ server }: View): BooksScope => {
  const { currency, from_date, to_date } = server;
  return {
    ...(currency !== undefined && { currency }),
    ...(from_date !== undefined && { from_date }),
    ...(to_date !== undefined && { to_date }),
  };
};

const isScope = (one: BooksScope, other: BooksScope): boolean =>
  one.currency === other.currency && one.from_date === other.from_date && one.to_date === other.to_date;

/** The check of this view. */
function checkOf(state: State, view: View): BooksCheck<Found> | undefined {
  const check = booksSlot.get(state);
  return check && isScope(check.scope, scopeOf(view)) ? check : undefined;
}

const NONE: readonly Item<CheckRow>[] = [];

function phaseText(check: BooksCheck<Found> | undefined): Visible {
  if (!check) return t`not checked yet, r checks`;
  if (check.phase === 'done') return visible(check.found.verdict);
  const loaded = counted(check.loaded, t`entry`, t`entries`);
  return check.phase === 'reading'
    ? t`reading, ${loaded} so far`
    : t`stopped after ${loaded}, r starts again`;
}

const resource: Resource<never, CheckRow> = {
  place: 'check',
  local(state, view) {
    const check = checkOf(state, view);
    return check?.phase === 'done' ? check.found.rows : NONE;
  },
  readAt(state) {
    const check = checkOf(state, currentView(state));
    return check?.phase === 'done' ? check.readAt : undefined;
  },
  nouns: { one: t`finding`, many: t`findings` },
  empty: t`Press r to check: Purser reads the balances and the whole balance history, and compares them.`,
  about: (view, state) => phaseText(checkOf(state, view)),
  columns: [
    cellColumn('currency', t`Currency`, [8, 8, 0], ({ currency }) =>
      currency === undefined ? DASH : { text: visible(currency, 8), tone: 'strong' },
    ),
    cellColumn('verdict', t`Verdict`, [15, 15, 0], verdictCell),
    cellColumn('time', t`Since`, [12, 16, 2], ({ entry }, moment: Moment) =>
      entry ? minuteCell(entry.create_time, moment) : { text: t`` },
    ),
    cellColumn('text', t`Finding`, [14, 120, 0], ({ text, short }) => ({ text, short }), { main: true }),
    figureColumn('by', t`Off by`, [8, 40, 1], byCell),
  ],
  filters: [fromDate, toDate, currencyFilter],
  filtered: t`the balance history`,
  details: [{ title: t`Calculation`, entries: row => row.details }],
  enterGoesTo(row, state) {
    const view = row.entry && historyAround(row.entry, state);
    return view ? visitOnTop(state, view) : { ...state, notice: NO_ENTRY };
  },
  reload: app => void beginCheck(app, scopeOf(currentView(app.store.getState()))),
};

const NO_ENTRY = {
  text: t`This finding is about the whole history. B shows the entries.`,
  tone: 'info',
} as const;

/** The entries of that day. */
function historyAround(entry: HistoryEntry, { reach }: State): View | undefined {
  const at = epochOf(entry.create_time);
  const currency = idText(entry.currency);
  const id = idText(entry.id);
  if (at === undefined || currency === undefined) return undefined;
  const day = todayIn(reach.zone, at);
  return {
    ...openView('history'),
    server: { currency, from_date: day, to_date: day },
    ...(id !== undefined && { cursorKey: id }),
  };
}

const beginCheck = (app: App, scope: BooksScope): Promise<void> =>
  app.books.begin(booksSlot, scope, conclude);

/** Opens the screen and starts the check, with the currency and the days of the open history. */
export function checkFrom(app: App): void {
  const view = currentView(app.store.getState());
  const scope = view.place === 'history' || view.place === 'check' ? scopeOf(view) : {};
  app.store.setState(state => visitOnTop(state, { ...openView('check'), server: scope }));
  void beginCheck(app, scope);
}

const URGENCY = {
  'DOES NOT FOLLOW': 'returned',
  'NOT CHECKED': 'unread',
  EXPECTED: 'inactive',
  FOLLOWS: 'inactive',
} as const satisfies Readonly<Record<Verdict, Attention['urgency']>>;

/** The last check of the open customer, in one row of the overview. */
export const lastCheck: AttentionSource = {
  live: true,
  attention(state) {
    const check = booksSlot.get(state);
    if (check?.phase !== 'done') return [];
    const { verdict, rows } = check.found;
    const wrong = rows.filter(({ row }) => row.by !== undefined).length;
    return [
      {
        key: 'check',
        urgency: URGENCY[verdict],
        state: { text: visible(verdict), tone: TONES[verdict] },
        what: t`Balances and history`,
        about: wrong > 0 ? t`${wrong} not explained` : t`checked ${ageText(check.readAt, state.now) ?? t``}`,
        ...(wrong > 0 && { records: wrong }),
        notes: [
          noted(t`Balance history and balances, read ${ageText(check.readAt, state.now) ?? t``}.`, 'plain'),
          { note: t`Press Enter for the findings.` },
        ],
        to: { ...openView('check'), server: check.scope },
      },
    ];
  },
};

/** Each console calls this function once, because the screen remembers its last rows. */
export function booksCheck(): Screen {
  const list = listScreen(resource);
  return { ...list, abandon: app => app.books.stop() };
}
