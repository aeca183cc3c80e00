// A screen for one object: a tab for each of its reads, and the raw JSON as the last tab.

import type { Result } from '../../api/contract/operations.ts';
import type { Entry } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { type Loaded, loadedIn, type Related } from '../../money/related.ts';
import type { DocumentOperation, DocumentQuery } from '../../records/query.ts';
import type { Document } from '../../store/list.ts';
import { type PlaceId, places } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { NOT_WATCHED, type WatchOffer } from '../../store/watches.ts';
import { currentView, updateView } from '../../store/workspace.ts';
import { composeDetails } from '../kit/details.ts';
import { type Span, tabAtCell, tabSpans } from '../kit/edges.ts';
import { Lines } from '../kit/Line.tsx';
import { Panel } from '../kit/Panel.tsx';
import { moreBelow, type ScrollWindow, windowAt } from '../kit/scroll.ts';
import { type Theme, UNPAINTED } from '../kit/theme.ts';
import { layoutOf } from './layout.ts';
import { rawEntries } from './list-details.ts';
import { type Relations, relatedBinding, relatedEntries } from './related-entries.ts';
import type { Screen, ScreenProps } from './screen.ts';
import { scrollBindings } from './scrolling.ts';

/** `subject`: the ID of the view, if its place takes one. */
export interface DocumentTab {
  readonly title: Visible;
  query(subject: string | undefined): DocumentQuery | undefined;
  /** Or why there is none. */
  entries(state: State, subject: string | undefined): readonly Entry[];
}

export interface DocumentDeclaration {
  readonly place: PlaceId;
  /** The first is the screen's main read. The raw JSON comes last. */
  readonly tabs: readonly [DocumentTab, ...DocumentTab[]];
  /** If the view has no ID. */
  readonly unnamed?: Visible;
  readonly actions?: readonly DocumentAction[];
  /** Or why Purser can't watch it. */
  watch?(state: State, subject: string): WatchOffer | Visible;
  related?(state: State, subject: string, loaded: Loaded): readonly Related[];
}

export function documentTab<Id extends DocumentOperation>(tab: {
  readonly title: Visible;
  query(subject: string | undefined): DocumentQuery<Id> | undefined;
  entries(read: Document<Result<Id>>, state: State, subject: string): readonly Entry[];
}): DocumentTab {
  return {
    title: tab.title,
    query: tab.query,
    entries(state, subject) {
      const query = tab.query(subject);
      return query ? tab.entries(documentOf(state, query), state, subject ?? '') : [];
    },
  };
}

export function documentScreen(declared: DocumentDeclaration): Screen {
  const { place, actions = [] } = declared;
  const [main] = declared.tabs;
  const raw: DocumentTab = {
    title: t`Raw`,
    query: main.query,
    entries(state, subject) {
      const query = main.query(subject);
      const read = query && documentOf(state, query);
      return read?.raw === undefined ? main.entries(state, subject) : rawEntries(read.raw);
    },
  };
  const tabs: readonly DocumentTab[] = [...declared.tabs, raw];
  const tabIn = (state: State): DocumentTab => tabs[currentView(state).detailsTab] ?? main;
  const queryIn = (state: State): DocumentQuery | undefined => tabIn(state).query(currentView(state).subject);

  const relations = (state: State): Relations => {
    const { subject = '' } = currentView(state);
    const all = declared.related?.(state, subject, loadedIn(state)) ?? [];
    return { key: subject, record: t`${places[place].title} ${visible(subject, 60)}`, all };
  };

  function entriesIn(state: State): readonly Entry[] {
    const { subject } = currentView(state);
    if (declared.unnamed !== undefined && subject === undefined)
      return [{ note: declared.unnamed, tone: 'plain' }];
    const tab = tabIn(state);
    return [...tab.entries(state, subject), ...(tab === main ? relatedEntries(relations(state).all) : [])];
  }

  function linesIn(state: State, theme: Theme) {
    const { detailsTop } = currentView(state);
    const { body } = layoutOf(state.size);
    const lines = composeDetails(entriesIn(state), body.width, theme, { columns: tabIn(state) !== raw });
    return { lines, window: windowAt(detailsTop, Math.max(1, body.height), lines.length) };
  }

  const titlesIn = (state: State) =>
    tabSpans(
      tabs.map(tab => tab.title),
      tabs.indexOf(tabIn(state)),
    );
  /** Before the titles of the tabs, in the last frame. */
  let before = 0;

  const View = ({ state, title, theme }: ScreenProps) => {
    const { lines, window } = linesIn(state, theme);
    const { top, room } = window;
    const { framed, body } = layoutOf(state.size);
    const titles = titlesIn(state);
    const cells = cellsOf(titles);
    return (
      <Panel
        width={body.width}
        height={body.height}
        padding={framed ? 1 : 0}
        framed={framed}
        focused={!state.overlay}
        top={{
          left: most => {
            const path = [...title(most - cells - GAP), { text: t` ─── `, tone: 'frame-focused' as const }];
            before = cellsOf(path);
            return [...path, ...titles];
          },
          right: moreBelow(window),
        }}
        theme={theme}
      >
        <Lines lines={lines.slice(top, top + room)} height={room} />
      </Panel>
    );
  };

  return {
    place,
    bindings: [
      ...documentBindings(place, state => linesIn(state, UNPAINTED).window, tabs.length, actions),
      ...(declared.related ? [relatedBinding('document.related', GROUP, relations)] : []),
    ],
    needs(state) {
      const wanted = queryIn(state);
      return wanted ? [{ kind: 'document', query: wanted }] : [];
    },
    about: ({ subject }) => (subject === undefined ? undefined : visible(subject, 60)),
    reload(app) {
      const wanted = queryIn(app.store.getState());
      if (wanted) void app.documents.load(wanted);
    },
    abandon(app: App) {
      const wanted = queryIn(app.store.getState());
      return wanted !== undefined && app.documents.abandon(wanted);
    },
    watchable(state) {
      const { subject } = currentView(state);
      return declared.watch?.(state, subject ?? '') ?? NOT_WATCHED;
    },
    ...(declared.related && { related: relations }),
    framesItself: true,
    clicked(state, { x, y }) {
      const detailsTab = y === TITLE_ROW ? tabAtCell(titlesIn(state), x - before) : undefined;
      return detailsTab === undefined ? state : updateView(state, { detailsTab, detailsTop: 0 });
    },
    View,
    spoken(state) {
      const at = tabs.indexOf(tabIn(state));
      const status = t`${tabIn(state).title}, tab ${at + 1} of ${tabs.length}`;
      return { part: `${at}`, status, entries: entriesIn(state) };
    },
  };
}

/** In cells. */
const GAP = 5;
/** Below header and tabs. */
const TITLE_ROW = 2;

const cellsOf = (spans: readonly Span[]): number => spans.reduce((sum, { text }) => sum + cellWidth(text), 0);

export interface DocumentAction {
  readonly id: string;
  readonly title: Visible;
  readonly key: Key;
  readonly footer?: number;
  /** A whole sentence. Undefined if it can run. */
  barred?(state: State): Visible | undefined;
  run(app: App): void;
}

const GROUP = t`document`;

function documentBindings(
  place: PlaceId,
  windowIn: (state: State) => ScrollWindow,
  tabs: number,
  actions: readonly DocumentAction[],
): readonly Binding<App>[] {
  const turn = (app: App, by: number): void =>
    app.store.setState(state =>
      updateView(state, {
        detailsTab: (currentView(state).detailsTab + by + tabs) % tabs,
        detailsTop: 0,
      }),
    );
  const bind = bindingsIn<App>(GROUP);
  const bindAction = bindingsIn<App>(places[place].title);
  return [
    ...scrollBindings({ id: 'document', group: GROUP, windowIn }),
    bind('document.next', t`next tab`, [']'], { footer: 3, run: app => turn(app, 1) }),
    bind('document.previous', t`previous tab`, ['['], { run: app => turn(app, -1) }),
    ...actions.map(({ id, title, key, barred, ...rest }) =>
      bindAction(`${place}.${id}`, title, [key], {
        ...rest,
        enabled: app => barred?.(app.store.getState()) ?? true,
      }),
    ),
  ];
}
