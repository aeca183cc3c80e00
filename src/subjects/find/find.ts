// The screen of a search: a row for each match and for each searched place. Enter opens a match.

import { type Cell, noted, type Tone } from '../../format/entry.ts';
import { type Json, memberOf } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { currentView, updateView } from '../../store/workspace.ts';
import { cellColumn } from '../../ui/screens/columns.ts';
import { listScreen } from '../../ui/screens/list-screen.tsx';
import type { Resource } from '../../ui/screens/resource.ts';
import type { Screen } from '../../ui/screens/screen.ts';
import { couldBe, searchFor } from './asked.ts';
import { searchOf } from './asking.ts';
import { findings, findText, needsOf, onlyHit, searchService } from './finding.ts';
import type { PlaceFinding } from './source.ts';

const words: Readonly<Record<PlaceFinding['kind'], { readonly text: Visible; readonly tone: Tone }>> = {
  found: { text: t`found`, tone: 'good' },
  failed: { text: t`not read`, tone: 'bad' },
  reading: { text: t`searching …`, tone: 'accent' },
  waiting: { text: t`later`, tone: 'dim' },
  stopped: { text: t`stopped`, tone: 'warn' },
  screen: { text: t`screen`, tone: 'accent' },
  part: { text: t`partly searched`, tone: 'warn' },
  absent: { text: t`not found`, tone: 'dim' },
  unsearchable: { text: t`not supported`, tone: 'warn' },
  customer: { text: t`customer`, tone: 'accent' },
};

/** How far the service was searched, for the header. The rows with the same information may be below the screen. */
function phaseText(state: State, subject: string, rows: readonly Item<PlaceFinding>[]): Visible {
  const search = searchOf(state, subject);
  if (!search) return t``;
  if (search.phase === 'searching') return t` · searching …`;
  if (search.phase === 'stopped') return t` · stopped, r continues`;
  if (search.phase !== 'done' || search.failed.length > 0) return t` · partly searched`;
  return rows.some(({ row }) => row.kind === 'found') ? t`` : t` · no match`;
}

const resultCell = ({ kind, word }: PlaceFinding): Cell => ({
  ...words[kind],
  ...(word !== undefined && { text: word }),
});

/** The first clause of a row without a match. The details have the whole text. */
const firstClause = (what: Visible): Visible => visible(/^.*?(?=[:;,.](?: |$))/.exec(what)?.[0] ?? what);

const matchCell = ({ what, go, customer, kind }: PlaceFinding): Cell =>
  go || customer || kind === 'stopped'
    ? { text: what }
    : { text: what, short: firstClause(what), tone: 'dim' };

const resource = (
  rows: NonNullable<Resource<never, PlaceFinding>['local']>,
): Resource<never, PlaceFinding> => ({
  place: 'find',
  local: rows,
  // Not "matches", because places without a match have rows too.
  nouns: { one: t`row`, many: t`rows` },
  empty: t`Press : and type an ID, a reference, an amount, a name, or the last four digits of a number.`,
  about: (view, state) =>
    view.subject === undefined
      ? undefined
      : t`${visible(view.subject, 60)}, ${couldBe(searchFor(view.subject))}${phaseText(state, view.subject, rows(state, view))}`,
  columns: [
    cellColumn('place', t`Where`, [14, 28, 0], row => ({ text: row.place })),
    cellColumn('state', t`Result`, [14, 19, 0], resultCell),
    cellColumn('what', t`Match`, [20, 120, 0], matchCell, { main: true }),
  ],
  details: [
    {
      title: t`Result`,
      entries: row => [
        { label: t`Where`, cell: { text: row.place, tone: 'strong' } },
        { label: t`Result`, cell: resultCell(row) },
        noted(row.what, 'plain'),
        ...(row.go === undefined ? [] : [{ note: t`Press Enter to open the match, then Esc to come back.` }]),
      ],
    },
  ],
  linkedRecord: {
    id: ({ raw }) => {
      const id = idIn(raw);
      return id === undefined ? undefined : { title: t`ID`, text: visible(id) };
    },
    record: ({ raw }) => (raw === undefined ? { why: t`This row isn't a record.` } : { raw }),
    whyNoStatus: () => undefined,
  },
  enterRuns({ customer, searches }) {
    if (!customer) return undefined;
    return app => {
      const { subject } = currentView(app.store.getState());
      app.customers.switchTo(customer);
      if (searches && subject !== undefined) findText(app, subject);
    };
  },
  enterGoesTo: (row, state) =>
    row.go?.(state) ?? { ...state, notice: { text: t`There is no match to open.`, tone: 'info' } },
});

/** The fields with a record's own ID, in the lists and reads that a search uses. */
const MATCH_ID_FIELDS = ['requestId', 'transaction_id', 'cardHashId', 'id'] as const;

const idIn = (raw: Json | undefined): string | undefined =>
  MATCH_ID_FIELDS.map(field => memberOf(raw, field)).find(
    (id): id is string => typeof id === 'string' && id !== '',
  );

/** Each console calls this function once, because the screen remembers its last rows. */
export function find(): Screen {
  const rows = findings();
  const local = (state: State, { subject }: { readonly subject: string | undefined }) =>
    subject === undefined ? [] : rows(state, subject);
  const list = listScreen(resource(local));

  /** Opens the only match, unless the cursor was moved or the person came back. */
  function settle(state: State): State {
    const { subject, cursorKey } = currentView(state);
    if (subject === undefined || cursorKey !== undefined) return list.settle(state);
    const only = onlyHit(subject, state);
    if (only) {
      const left = updateView(state, view => ({ ...view, cursorKey: only.hit.key }));
      const text = t`Found: ${only.place}, ${visible(only.hit.what, 60)}. Press q for all results.`;
      return { ...only.hit.go(left), notice: { text, tone: 'info' } };
    }
    const open = rows(state, subject).some(({ row }) => row.kind === 'reading' || row.kind === 'waiting');
    return open ? state : list.settle(state);
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
      for (const need of needs(app.store.getState())) {
        if (need.kind === 'list') void app.lists.load(need.query, 'again', need.through);
        else void app.documents.load(need.query);
      }
      void app.journal.refresh();
      const { subject } = currentView(app.store.getState());
      if (subject !== undefined) searchService(app, subject);
    },
    abandon(app) {
      const searched = app.search.stop();
      const stopped = needs(app.store.getState()).map(need =>
        need.kind === 'list' ? app.lists.abandon(need.query) : app.documents.abandon(need.query),
      );
      return searched || stopped.includes(true);
    },
  };
}
