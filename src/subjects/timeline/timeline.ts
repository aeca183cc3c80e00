// The screen of a timeline: everything that Purser can read about a customer, an account or a card, on one axis.

import { type Moment, momentOf } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { accountName, loadedRow } from '../../format/joined.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { countText } from '../../lib/decimal.ts';
import { type Json, memberOf } from '../../lib/json.ts';
import { forLast } from '../../lib/remembered.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { Related } from '../../money/related.ts';
import { idText } from '../../records/facts.ts';
import { KINDS } from '../../records/kinds.ts';
import { info } from '../../store/notices.ts';
import { givenView } from '../../store/saved-views.ts';
import type { State } from '../../store/state.ts';
import { openView, type View } from '../../store/view.ts';
import {
  currentView,
  customerKey,
  pushView,
  updateView,
  visitOnTop,
  withWorkspace,
} from '../../store/workspace.ts';
import type { Theme } from '../../ui/kit/theme.ts';
import { listScreen } from '../../ui/screens/list-screen.tsx';
import type { Above, Resource } from '../../ui/screens/resource.ts';
import type { Screen } from '../../ui/screens/screen.ts';
import { periodFilters, wordFilter } from '../../ui/screens/server-filter.ts';
import { isUnknown, type TimelineLoaded } from './data.ts';
import { eventKey, type TimelineEvent } from './event.ts';
import {
  createModel,
  type Reading,
  slot,
  type TimelineModel,
  type TimelineShown,
  zoneOf,
  zoomIn,
} from './model.ts';
import { MOST_ROWS } from './reading.ts';
import { possiblySame, sameReference, sourceText } from './same.ts';
import { stripLines } from './strip.ts';
import { timelineColumns } from './timeline-columns.ts';
import { LINE_KEY, type TimelineRow, withinDays, ZOOMS } from './timeline-rows.ts';
import {
  completeText,
  coverageEntries,
  eventEntries,
  lineEntries,
  periodEntries,
  phaseText,
} from './timeline-words.ts';

const bind = bindingsIn<App>(t`Timeline`);

/** Out: events, days, weeks, months. */
function zoomed(view: View, by: 1 | -1): Partial<View> {
  const zoom = zoomIn(view);
  const at = zoom === undefined ? 0 : ZOOMS.indexOf(zoom) + 1;
  const next = ZOOMS[Math.max(0, Math.min(ZOOMS.length, at + by)) - 1];
  const { zoom: _, ...server } = view.server;
  return {
    server: next === undefined ? server : { ...server, zoom: next },
    ...{ cursorIndex: 0, cursorKey: undefined, top: 0, detailsTop: 0, marks: new Set() },
  };
}

const zoomBinding = (id: string, title: Visible, key: 'z' | 'Z', by: 1 | -1, footer?: number) =>
  bind(`timeline.${id}`, title, [key], {
    footer,
    enabled(app) {
      const view = currentView(app.store.getState());
      const zoom = zoomIn(view);
      if (view.filter !== '') return t`Periods count all events. Press Esc to clear the filter first.`;
      if (by === -1 && zoom === undefined) return t`These are the events.`;
      return by === 1 && zoom === 'month' ? t`Months are the longest periods.` : true;
    },
    run: app => app.store.setState(state => updateView(state, zoomed(currentView(state), by))),
  });

const FULL = info(
  t`A timeline has ${countText(MOST_ROWS)} records at most. Open one account or card (T) for older ones.`,
);
const NO_RECORD = info(t`This event has no record to open. The details have everything.`);
const LINE_NOTE = info(t`Press G to load the rest.`);

function openRow(row: TimelineRow, state: State): State {
  if (row.kind === 'line') return { ...state, notice: LINE_NOTE };
  if (row.kind === 'event') {
    const view = row.event.source.view(row.event);
    return view ? visitOnTop(state, view) : { ...state, notice: NO_RECORD };
  }
  const { subject } = currentView(state);
  const server = { from_date: row.from, to_date: row.to };
  return pushView(state, { ...openView('timeline', subject), server, opened: server });
}

function relatedTo(row: TimelineRow): readonly Related[] {
  if (row.kind !== 'event') return [];
  const { event, others, axis } = row;
  const related = (other: TimelineEvent, possibly?: Visible): readonly Related[] => {
    const view = other.source.view(other);
    const text = other.source.says(other).words;
    return view ? [{ kind: sourceText(other), text, view, ...(possibly !== undefined && { possibly }) }] : [];
  };
  return [
    ...others.flatMap(other => related(other)),
    ...sameReference(event, axis.joins).found.flatMap(other => related(other)),
    ...possiblySame(event, axis.events, axis.joins).found.flatMap(({ event: other, agrees }) =>
      related(other, t`same ${join(agrees)}; no ID joins them`),
    ),
  ];
}

const NOT_LISTED = t`The service lists no account and no card with this ID.`;

/** The name of the account or card, if it is loaded. */
function subjectName(id: string, state: State): Visible {
  const card = loadedRow(state, 'card.list', id);
  return card ? t`card ${visible(idText(card.maskedCardNumber) ?? id, 24)}` : accountName(id, state);
}

const days = periodFilters(
  'from_date',
  'to_date',
  t`20nov, 20..21nov, yesterday, 7d; days as the screen shows times`,
);

function resourceOf(model: TimelineModel): Resource<never, TimelineRow> {
  const limitOf = forLast((complete: Visible, phase: Visible) => ({
    text: phase === '' ? complete : t`${complete} · ${phase}`,
    brief: complete,
  }));
  const here = (state: State): TimelineShown => model.shownIn(state, currentView(state));
  return {
    place: 'timeline',
    local: model.items,
    readAt: state => oldestIn(here(state).loaded),
    nouns: { one: t`row`, many: t`rows` },
    empty: t`Nothing has happened yet.`,
    emptyReason(state) {
      const { plan, axis, loaded } = here(state);
      if (isUnknown(loaded)) return NOT_LISTED;
      if (plan.phase === 'reading')
        return t`Purser reads all records of this customer, one list at a time. Esc stops.`;
      return axis.events.length > 0 ? t`No events in these days.` : undefined;
    },
    about: (view, state) =>
      view.subject === undefined ? undefined : t`of ${subjectName(view.subject, state)}`,
    limit(state) {
      const { axis, plan } = here(state);
      return limitOf(completeText(axis, momentOf(state)), phaseText(plan.phase));
    },
    columns: timelineColumns,
    summedBy: row => (row.kind === 'event' ? row.event.source.kind : row.kind),
    filters: [...days, wordFilter('zoom', t`Zoom`, [t`day`, t`week`, t`month`], true)],
    filtered: t`the timeline`,
    views: [
      givenView(t`By day`, { server: { zoom: 'day' } }),
      givenView(t`Money only`, { filter: 'source=history|account|"card use"|debit|fx' }),
      givenView(t`Done in Purser`, { filter: 'source=journal' }),
    ],
    details: [
      { title: t`Event`, entries: (row, { moment }) => rowEntries(row, moment) },
      {
        title: t`Coverage`,
        entries: (row, { moment }) => coverageEntries(row.axis, moment),
      },
    ],
    linkedRecord: {
      id: row => (row.kind === 'event' ? { title: t`ID`, text: visible(row.event.id) } : undefined),
      record: row => (row.kind === 'event' ? { raw: row.event.raw } : { why: t`This row is no record.` }),
      noStatusReason: () => t`Open the record (Enter). Its own screen explains the status.`,
    },
    related: relatedTo,
    enterGoesTo: openRow,
    commands: [
      zoomBinding('zoom-out', t`zoom out`, 'z', 1, 3.2),
      zoomBinding('zoom-in', t`zoom in`, 'Z', -1),
    ],
    above: (state, width, theme) => activity(state, here(state), width, theme, model),
    older(app) {
      const state = app.store.getState();
      if (here(state).plan.phase === 'full') return app.store.setState({ notice: FULL });
      app.store.setState(now =>
        continued(now, { ...slot.get(now), of: currentView(now).subject, all: true }),
      );
    },
  };
}

const oldestIn = ({ lists }: TimelineLoaded): number | undefined => {
  const times = lists.flatMap(({ loaded: { asOf } }) => asOf ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
};

const rowEntries = (row: TimelineRow, moment: Moment): readonly Entry[] =>
  row.kind === 'event'
    ? eventEntries(row, moment)
    : row.kind === 'line'
      ? lineEntries(row.axis, moment)
      : periodEntries(row, moment);

/** With fewer rows and columns there is no room. */
const WITH_STRIP = { rows: 30, columns: 60 } as const;
const TALL = 36;

function activity(
  state: State,
  { axis }: TimelineShown,
  width: number,
  theme: Theme,
  model: TimelineModel,
): Above | undefined {
  const { size } = state;
  if (size.rows < WITH_STRIP.rows || size.columns < WITH_STRIP.columns) return undefined;
  const view = currentView(state);
  const selected = model.items(state, view)[view.cursorIndex]?.row;
  const mark =
    selected?.kind === 'event' ? selected.event.at : selected?.kind === 'period' ? selected.at : undefined;
  const zone = zoneOf(momentOf(state));
  const { from_date: from, to_date: to } = view.server;
  const drawn = withinDays(axis.events, { from, to, zone });
  const height = size.rows < TALL ? 1 : 2;
  const strip = { events: drawn, back: axis.back, mark, zone, height };
  return { title: t`Activity`, lines: stripLines(strip, width, theme) };
}

const FOUND_GONE = info(
  t`This record is not in the timeline: the service sent no list with it, or it has no time.`,
);

/** Each console calls this function once, because the screen remembers its last rows. */
export function timeline(): Screen {
  const model = createModel();
  const list = listScreen(resourceOf(model));
  const here = (state: State): TimelineShown => model.shownIn(state, currentView(state));

  /** The cursor goes to the record from which a person came, when it is loaded. */
  function settle(state: State): State {
    const view = currentView(state);
    const reading = slot.get(state);
    const { target } = reading ?? {};
    const items = model.items(state, view);
    if (!reading || !target || reading.of !== view.subject) {
      // Until a person moves it, the cursor stays on the newest event.
      if (view.cursorKey === undefined && here(state).plan.phase === 'reading') return state;
      // The line moves while Purser reads, and takes no cursor with it.
      const isLeft = view.cursorKey === LINE_KEY && items[view.cursorIndex]?.key !== LINE_KEY;
      const kept = isLeft ? updateView(state, { cursorKey: undefined }) : state;
      return list.settle?.(kept) ?? kept;
    }
    const at = items.findIndex(({ key }) => target.keys.includes(key));
    const key = items[at]?.key;
    if (key === undefined && here(state).plan.phase === 'reading') return state;
    const { target: _, ...rest } = reading;
    const found = slot.set(state, rest);
    if (key === undefined) return { ...found, notice: state.notice ?? FOUND_GONE };
    return updateView(found, { cursorKey: key, cursorIndex: at });
  }

  return {
    ...list,
    settle,
    needs: state => here(state).plan.needs,
    reload: renew,
    abandon(app) {
      const state = app.store.getState();
      const { plan, loaded } = here(state);
      if (plan.phase !== 'reading') return false;
      for (const { query } of loaded.queries) app.lists.abandon(query);
      for (const query of loaded.records) app.documents.abandon(query);
      app.store.setState(now =>
        slot.set(now, { ...slot.get(now), of: currentView(now).subject, stopped: true }),
      );
      return true;
    },
  };
}

/** Reads everything again, and what failed or was stopped. */
function renew({ store, journal }: App): void {
  void journal.refresh();
  store.setState(state => {
    const reading = slot.get(state) ?? { of: currentView(state).subject };
    return continued(updateView(state, { after: state.now }), reading);
  });
}

/** Also after Esc, or after a failure. */
const continued = (state: State, { stopped: _, ...reading }: Reading): State =>
  withoutFailures(slot.set(state, reading));

/** Nothing that failed or was stopped before is read on its own. */
function withoutFailures(state: State): State {
  if (!state.customer) return state;
  const healed = <One extends { readonly failure: unknown }>(all: Readonly<Record<string, One>>) =>
    Object.fromEntries(
      Object.entries(all).map(([key, one]) => [
        key,
        one.failure === undefined ? one : { ...one, failure: undefined },
      ]),
    );
  return withWorkspace(state, customerKey(state.customer), workspace => ({
    ...workspace,
    lists: healed(workspace.lists),
    documents: healed(workspace.documents),
  }));
}

/** Their rows are events, or are known from the journal. */
const WITH_EVENTS: ReadonlySet<View['place']> = new Set([
  ...(['transactions', 'history', 'card-transactions', 'direct-debits', 'beneficiaries'] as const),
  ...(['account-mandates', 'journal', 'payouts', 'fx'] as const),
]);

const OF_ITSELF: ReadonlySet<View['place']> = new Set(['accounts', 'mandates', 'cards']);

interface SelectedRecord {
  readonly key: string;
  readonly raw: Json;
}

/** On an account or a card: its own timeline. On another record: the customer's, with the cursor on the record. */
export function openTimeline({ store }: App, selected: SelectedRecord | undefined): void {
  const state = store.getState();
  const { place, subject } = currentView(state);
  const own = selected && OF_ITSELF.has(place) ? selected.key : undefined;
  const target =
    selected && WITH_EVENTS.has(place)
      ? { keys: keysOf(selected, place, subject), at: firstTime(selected.raw) }
      : undefined;
  store.setState(now => {
    const opened = visitOnTop(now, openView('timeline', own));
    return continued(opened, { of: own, ...(target && { target }) });
  });
}

/** Of the records that have a time, and of the writes in the journal. */
const ID_MEMBERS: ReadonlySet<string> = new Set([
  'requestId',
  ...Object.values(KINDS).flatMap(({ id, time }) => (id !== undefined && time !== undefined ? [id] : [])),
]);

/** A list of the screen may have the records of another source under other keys. */
function keysOf(
  { key, raw }: SelectedRecord,
  place: View['place'],
  subject: string | undefined,
): readonly string[] {
  const ids = [key, ...[...ID_MEMBERS].map(name => memberOf(raw, name))].filter(id => typeof id === 'string');
  return ids.flatMap(id => [
    eventKey(place, subject, id),
    ...([place, 'history', 'journal', 'conversion'] as const).map(one => eventKey(one, undefined, id)),
  ]);
}

/** Epoch ms of the first time in a record. */
function firstTime(raw: Json): number | undefined {
  if (raw === null || typeof raw !== 'object') return undefined;
  for (const value of Object.values(raw)) {
    const at = typeof value === 'string' ? parseTimestamp(value) : undefined;
    if (at !== undefined) return at;
  }
  return undefined;
}
