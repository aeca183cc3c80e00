// Finds anything by an ID or the end of a number: the places searched, their results, and the way to each match.

import { t, type Visible, visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { currentView, updateView } from '../../store/workspace.ts';
import type { Cell } from '../../ui/kit/cell.ts';
import type { Tone } from '../../ui/kit/theme.ts';
import { listScreen } from '../../ui/screens/list-screen.tsx';
import type { Resource } from '../../ui/screens/resource.ts';
import type { Screen } from '../../ui/screens/screen.ts';
import { askedFor, couldBe } from './asked.ts';
import { searchOf } from './asking.ts';
import { findText, searchService } from './begin.ts';
import { findings, needsOf, onlyHit } from './finding.ts';
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

/** How far the service was searched: with many matches the rows that say it are below the screen. */
function phaseText(state: State, subject: string): Visible {
  const search = searchOf(state, subject);
  if (!search) return t``;
  if (search.phase === 'searching') return t` · searching …`;
  if (search.phase === 'stopped') return t` · stopped, r goes on`;
  return search.phase === 'done' && search.failed.length === 0 ? t`` : t` · partly searched`;
}

const resultCell = ({ kind, word }: PlaceFinding): Cell => ({
  ...words[kind],
  ...(word !== undefined && { text: word }),
});

/** A row without a match says only how far the search came; its details have the whole sentence. */
const firstClause = (what: Visible): Visible => visible(/^.*?(?=[:;,.](?: |$))/.exec(what)?.[0] ?? what);

const resource = (
  rows: NonNullable<Resource<never, PlaceFinding>['local']>,
): Resource<never, PlaceFinding> => ({
  place: 'find',
  local: rows,
  // Not each row is a match: a place without one has a row that says so.
  nouns: { one: t`row`, many: t`rows` },
  empty: t`Type : and an ID, a reference, an amount, a name, or the last four digits of a number.`,
  about: ({ subject }, state) =>
    subject === undefined
      ? undefined
      : t`${visible(subject, 60)}, ${couldBe(askedFor(subject))}${phaseText(state, subject)}`,
  columns: [
    {
      id: 'place',
      title: t`Where`,
      align: 'left',
      min: 14,
      max: 28,
      drop: 0,
      cell: row => ({ text: row.place }),
    },
    { id: 'state', title: t`Result`, align: 'left', min: 14, max: 19, drop: 0, cell: resultCell },
    {
      id: 'what',
      title: t`Match`,
      align: 'left',
      min: 20,
      max: 120,
      drop: 0,
      main: true,
      cell: ({ what, go, customer, kind }) =>
        go || customer || kind === 'stopped'
          ? { text: what }
          : { text: what, short: firstClause(what), tone: 'dim' },
    },
  ],
  filters: [],
  details: [
    {
      title: t`Result`,
      entries: row => [
        { label: t`Where`, cell: { text: row.place, tone: 'strong' } },
        { label: t`Result`, cell: resultCell(row) },
        { note: row.what, tone: 'plain' },
        ...(row.go === undefined ? [] : [{ note: t`Press Enter to open the match, then Esc to come back.` }]),
      ],
    },
  ],
  does({ customer, searches }) {
    if (!customer) return undefined;
    return app => {
      const { subject } = currentView(app.store.getState());
      app.customers.switchTo(customer);
      if (searches && subject !== undefined) findText(app, subject);
    };
  },
  goes: (row, state) =>
    row.go?.(state) ?? {
      ...state,
      notice: { text: t`There is no match to open.`, tone: 'info' },
    },
});

/** One for each console. */
export function find(): Screen {
  const rows = findings();
  const local = (state: State, { subject }: { readonly subject: string | undefined }) =>
    subject === undefined ? [] : rows(state, subject);
  const list = listScreen(resource(local));

  /** Opens the only match, unless staff have moved the cursor or come back. */
  function settle(state: State): State {
    const { subject, cursorKey } = currentView(state);
    if (subject === undefined || cursorKey !== undefined) return list.settle(state);
    const only = onlyHit(subject, state);
    if (only) {
      const left = updateView(state, view => ({ ...view, cursorKey: only.hit.key }));
      const text = t`Found: ${only.place}, ${visible(only.hit.what, 60)}. Press - for all results.`;
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
