// The screen of the check: a row for each finding, and for each entry that does not follow.

import type { BooksCheck, BooksScope } from '../../effects/read-books.ts';
import { type Moment, minuteCell } from '../../format/cells.ts';
import { type Cell, DASH } from '../../format/entry.ts';
import { accountName, loadedRow } from '../../format/joined.ts';
import type { Row } from '../../journal/intent.ts';
import { counted } from '../../lib/counted.ts';
import { isCurrencyFilter } from '../../lib/currency.ts';
import { groupDigits, isNegative, sizeOf } from '../../lib/decimal.ts';
import { briefId } from '../../lib/identifier.ts';
import { type Json, textMember } from '../../lib/json.ts';
import { later } from '../../lib/later.ts';
import { todayIn } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { loadedIn } from '../../money/related.ts';
import { idText, timeOf, whenOf } from '../../records/facts.ts';
import { KINDS } from '../../records/kinds.ts';
import type { HistoryEntry } from '../../records/reads.ts';
import { info } from '../../store/notices.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { openView, type View } from '../../store/view.ts';
import { currentView, visitOnTop } from '../../store/workspace.ts';
import { cellColumn, figureColumn, otherIdColumn } from '../../ui/screens/common-columns.ts';
import { listScreen } from '../../ui/screens/list-screen.tsx';
import type { Resource } from '../../ui/screens/resource.ts';
import type { Screen } from '../../ui/screens/screen.ts';
import { currencyFilter, fromDate, toDate } from '../../ui/screens/server-filter.ts';
import type { CheckRow, Found } from './findings.ts';
import { checkView, scopeOf, slotOf, TONES } from './kept.ts';

const findings = later(() => import('./findings.ts'));
const conversions = later(() => import('./conversion-rates.ts'));

const verdictCell = ({ verdict }: CheckRow): Cell => ({ text: visible(verdict), tone: TONES[verdict] });

/** The row has a column for the currency. */
const byCell = ({ by }: CheckRow): Cell =>
  by === undefined
    ? { text: t`` }
    : {
        text: groupDigits(sizeOf(by)),
        sign: isNegative(by) ? '−' : '+',
      };

/** The check of this view. */
const checkOf = (state: State, view: View): BooksCheck<Found> | undefined => slotOf(scopeOf(view)).get(state);

const NONE: readonly Item<CheckRow>[] = [];

function phaseText(check: BooksCheck<Found> | undefined): Visible {
  if (!check) return t`not checked yet, r checks`;
  if (check.phase === 'done') return visible(check.found.verdict);
  const loaded = counted(check.loaded, t`entry`, t`entries`);
  return check.phase === 'reading'
    ? t`reading, ${loaded} so far`
    : t`stopped after ${loaded}, r starts again`;
}

const PRESS_R = t`Press r to check: Purser reads the balances and the balance history, and compares them.`;

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
  empty: PRESS_R,
  emptyReason(state) {
    const view = currentView(state);
    const check = checkOf(state, view);
    if (check?.phase === 'reading')
      return t`Purser reads the balances and the balance history, and then compares them. Esc stops.`;
    if (check?.phase === 'stopped') return t`The check was stopped. Press r to check again.`;
    return check ? t`No entries and no balance.` : PRESS_R;
  },
  about(view, state) {
    const { account, card } = scopeOf(view);
    const phase = phaseText(checkOf(state, view));
    if (card !== undefined) return t`${phase}, card ${cardText(card, state)}`;
    return account === undefined ? phase : t`${phase}, ${accountName(account, state)}`;
  },
  columns: [
    cellColumn('currency', t`Currency`, [8, 8, 0], ({ currency }) =>
      currency === undefined ? DASH : { text: visible(currency, 8), tone: 'strong' },
    ),
    cellColumn('verdict', t`Verdict`, [15, 15, 0], verdictCell),
    cellColumn('time', t`Since`, [12, 16, 2], ({ entry }, moment: Moment) =>
      entry ? minuteCell(timeOf('history', entry), moment) : { text: t`` },
    ),
    cellColumn('text', t`Finding`, [14, 120, 0], ({ text, short }) => ({ text, short }), { main: true }),
    figureColumn('by', t`Off by`, [8, 40, 1], byCell),
    otherIdColumn('id', t`Entry ID`, ({ entry }) => entry?.id),
  ],
  filters: [fromDate, toDate, currencyFilter],
  filtered: t`the balance history`,
  details: [{ title: t`Calculation`, entries: row => row.details }],
  enterGoesTo(row, state) {
    const { card } = scopeOf(currentView(state));
    if (card !== undefined) return visitOnTop(state, openView('card-transactions', card));
    if (row.write) return visitOnTop(state, ofWrite(row.write));
    const view = (row.entry && historyAround(row.entry, row.sides, state)) ?? historyOf(row, state);
    return view ? visitOnTop(state, view) : { ...state, notice: NO_CURRENCY };
  },
  reload: app => void beginCheck(app, scopeOf(currentView(app.store.getState()))),
};

const NO_CURRENCY = info(t`This finding has no currency. B shows the balance history.`);

/** An UNKNOWN outcome is checked against the service. */
const ofWrite = ({ state, intent: { requestId } }: Row): View =>
  state === 'UNKNOWN' ? openView('read-back', requestId) : { ...openView('journal'), cursorKey: requestId };

/** The entries that were checked. */
const historyOf = ({ currency }: CheckRow, state: State): View | undefined =>
  currency === undefined || !isCurrencyFilter(currency)
    ? undefined
    : { ...openView('history'), server: { ...currentView(state).server, currency } };

/** From the day of the entry before it to the day of the entry after it. */
export function historyAround(
  entry: HistoryEntry,
  sides: CheckRow['sides'],
  { reach }: State,
): View | undefined {
  const currency = idText(entry.currency);
  const id = idText(entry.id);
  const days = [entry, ...Object.values(sides ?? {})]
    .flatMap(one => whenOf('history', one) ?? [])
    .map(at => todayIn(reach.zone, at))
    .toSorted();
  const [from, to = from] = [days[0], days.at(-1)];
  if (
    whenOf('history', entry) === undefined ||
    currency === undefined ||
    from === undefined ||
    to === undefined
  )
    return undefined;
  return {
    ...openView('history'),
    server: { currency, from_date: from, to_date: to },
    ...(id !== undefined && { cursorKey: id }),
  };
}

function beginCheck(app: App, scope: BooksScope): Promise<void> {
  const began = app.clock.wall();
  const ownRows = () => loadedIn(app.store.getState()).writes;
  return app.books.begin(
    slotOf(scope),
    { scope, conversions: async () => (await conversions()).conversionIds(ownRows(), scope) },
    async reading => {
      const { conclude } = await findings();
      const { journal, skew = 0 } = app.store.getState();
      return conclude(
        reading,
        journal.kind === 'closed' ? 'unreadable' : { rows: ownRows(), scope, began, skew },
      );
    },
  );
}

/** Opens the screen and starts the check: of what the screen is about, such as days, a currency, an account or a card. */
export function checkFrom(app: App, selected: Json | undefined): void {
  const scope = scopeFrom(currentView(app.store.getState()), selected);
  app.store.setState(state => visitOnTop(state, checkView(scope)));
  const check = slotOf(scope).get(app.store.getState());
  if (check?.phase !== 'reading') void beginCheck(app, scope);
}

function scopeFrom(view: View, selected: Json | undefined): BooksScope {
  const { place, subject } = view;
  const currency = textMember(selected, 'currency');
  const card = place === 'cards' ? textMember(selected, KINDS.card.id ?? '') : subject;
  switch (place) {
    case 'check':
      return scopeOf(view);
    case 'history':
      return scopeOf({ ...view, subject: undefined });
    case 'balances':
      return currency !== undefined && isCurrencyFilter(currency) ? { currency } : {};
    case 'transactions':
      return {
        ...scopeOf({ ...view, subject: undefined }),
        ...(subject !== undefined && { account: subject }),
      };
    case 'cards':
    case 'card-transactions':
      return card === undefined ? {} : { card };
    default:
      return {};
  }
}

/** People know a card by the end of its number. */
function cardText(id: string, state: State): Visible {
  const number = idText(loadedRow(state, 'card.list', id)?.maskedCardNumber);
  return number === undefined ? briefId(id) : visible(number, 24);
}

/** Each console calls this function once, because the screen remembers its last rows. */
export function booksCheck(): Screen {
  const list = listScreen(resource);
  return { ...list, abandon: app => app.books.stop() };
}
