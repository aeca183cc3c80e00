// The screen of a search: a row for each match and for each searched place. Enter opens a match.

import { epochCell, type Moment } from '../../format/cells.ts';
import { customerLists } from '../../format/customer-lists.ts';
import { type Cell, DASH, noted, type Tone } from '../../format/entry.ts';
import { counted } from '../../lib/counted.ts';
import { countText } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { info } from '../../store/notices.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { currentView, updateView } from '../../store/workspace.ts';
import { cellColumn, figureColumn } from '../../ui/screens/common-columns.ts';
import { abandonReads, readAgain } from '../../ui/screens/list-needs.ts';
import { listScreen } from '../../ui/screens/list-screen.tsx';
import type { Resource } from '../../ui/screens/resource.ts';
import type { Screen } from '../../ui/screens/screen.ts';
import { couldBe, searchFor } from './asked.ts';
import { searchOf } from './asking.ts';
import { findings, findText, isSearching, needsOf, onlyHit, searchedRows, searchService } from './finding.ts';
import { type PlaceFinding, saidText } from './source.ts';

const tones: Readonly<Record<PlaceFinding['kind'], Tone>> = {
  found: 'plain',
  failed: 'bad',
  reading: 'accent',
  stopped: 'warn',
  screen: 'accent',
  part: 'warn',
  absent: 'dim',
  unsearchable: 'warn',
  customer: 'accent',
};

/** How far the service was searched, in the frame. The rows with the same information may be below the screen. */
function phaseText(
  state: State,
  subject: string,
  rows: readonly Item<PlaceFinding>[],
  searched: number,
): Visible {
  const search = searchOf(state, subject);
  if (!search) return t``;
  if (search.phase === 'searching') return t` · searching, ${counted(searched, t`row`)} so far`;
  if (search.phase === 'stopped') return t` · stopped, r continues`;
  if (search.phase !== 'done' || search.failed.length > 0) return t` · partly searched`;
  return rows.some(({ row }) => row.kind === 'found') ? t`` : t` · no match`;
}

/** A part of a sentence. The details have the whole text. */
const firstClause = (what: Visible): Visible => visible(/^.*?(?=[:;,.](?: |$))/.exec(what)?.[0] ?? what);

function matchCell({ what, said, kind, word }: PlaceFinding): Cell {
  if (said) return { text: said.words };
  if (kind === 'customer' || kind === 'screen') return { text: what };
  const begins = word !== undefined ? t`${word}: ` : kind === 'failed' ? t`not read: ` : t``;
  return { text: t`${begins}${what}`, short: t`${begins}${firstClause(what)}`, tone: tones[kind] };
}

/** A row that is no record has none. */
function dayCell({ at, said }: PlaceFinding, moment: Moment): Cell {
  if (at === undefined) return said ? DASH : { text: t`` };
  const { text, short = text } = epochCell(at, moment);
  return { text, short: visible(short.replace(/ \d\d:\d\d$/, '')) };
}

const kindCell = ({ place, kind, count }: PlaceFinding): Cell =>
  count === undefined
    ? { text: place, tone: kind === 'found' ? 'dim' : tones[kind] }
    : { text: place, short: t`${place} ${countText(count)}`, tone: 'strong' };

const resource = (
  rows: NonNullable<Resource<never, PlaceFinding>['local']>,
  searched: (state: State) => number,
): Resource<never, PlaceFinding> => ({
  place: 'find',
  local: rows,
  // Not "matches", because places without a match have rows too.
  nouns: { one: t`row`, many: t`rows` },
  empty: t`Press : and type an ID, a reference, an amount, a name, or the last four digits of a number.`,
  about: (view, state) =>
    view.subject === undefined
      ? undefined
      : t`${visible(view.subject, 60)}, ${couldBe(searchFor(view.subject))}${phaseText(state, view.subject, rows(state, view), searched(state))}`,
  columns: [
    cellColumn('place', t`Where`, [9, 28, 0], kindCell),
    cellColumn('time', t`Date`, [6, 11, 2], dayCell, { orderedBy: ({ at }) => at }),
    cellColumn('what', t`Match`, [20, 120, 0], matchCell, { main: true }),
    figureColumn('amount', t`Amount`, [12, 40, 1], ({ said }) => said?.amount ?? { text: t`` }),
  ],
  details: [
    {
      title: t`Result`,
      entries: row => [
        { label: t`Where`, cell: { text: row.place, tone: 'strong' } },
        noted(row.word === undefined ? row.what : t`${row.word}: ${row.what}`, 'plain'),
        ...(row.places ?? []).map(({ place, what }) => ({ label: place, cell: { text: what } })),
        ...(row.go === undefined ? [] : [{ note: t`Press Enter to open the match, then Esc to come back.` }]),
      ],
    },
  ],
  linkedRecord: {
    id: ({ id }) => (id === undefined ? undefined : { title: t`ID`, text: visible(id) }),
    record: ({ raw }) => (raw === undefined ? { why: t`This row isn't a record.` } : { raw }),
    noStatusReason: () => undefined,
  },
  enterRuns({ customer, searches }) {
    if (!customer) return undefined;
    return app => {
      const { subject } = currentView(app.store.getState());
      app.customers.switchTo(customer);
      if (searches && subject !== undefined) findText(app, subject);
    };
  },
  enterGoesTo: (row, state) => row.go?.(state) ?? { ...state, notice: info(t`There is no match to open.`) },
});

/** Each console calls this function once, because the screen remembers its last rows. */
export function find(): Screen {
  const rows = findings();
  const local = (state: State, { subject }: { readonly subject: string | undefined }) =>
    subject === undefined ? [] : rows(state, subject);
  const listsIn = customerLists();
  const list = listScreen(resource(local, state => searchedRows(listsIn(state), state)));

  /** Opens the only match, unless the cursor was moved or the person came back. */
  function settle(state: State): State {
    const { subject, cursorKey } = currentView(state);
    if (subject === undefined || cursorKey !== undefined) return list.settle(state);
    const only = onlyHit(subject, state);
    // The prompt and the overlay belong to this screen.
    if (only && (state.prompt ?? state.overlay)) return state;
    if (only) {
      const left = updateView(state, { cursorKey: only.hit.key });
      const text = t`Found: ${only.place}, ${visible(saidText(only.hit.what), 60)}. Press q for all results.`;
      return { ...only.hit.go(left), notice: info(text) };
    }
    // Until a person moves it, the cursor stays on the first result, whatever new results come before it.
    return !searchOf(state, subject) || isSearching(subject, state) ? state : list.settle(state);
  }

  const needs = (state: State) => {
    const { subject, after } = currentView(state);
    if (subject === undefined) return [];
    const wanted = needsOf(subject, state);
    return after === undefined ? wanted : wanted.map(need => ({ ...need, after }));
  };

  return {
    ...list,
    settle,
    needs,
    reload(app) {
      readAgain(app, needs(app.store.getState()));
      void app.journal.refresh();
      const { subject } = currentView(app.store.getState());
      if (subject !== undefined) searchService(app, subject);
    },
    abandon(app) {
      const searched = app.search.stop();
      return abandonReads(app, needs(app.store.getState())) || searched;
    },
  };
}
