// One object with the screen to itself: makes a screen of what is read, tab by tab, each told in its own way, the last as it came.

import { Box } from 'ink';
import type { Result } from '../../api/contract/operations.ts';
import type { App } from '../../effects/app.ts';
import type { DocumentOperation, DocumentQuery } from '../../effects/query.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Document } from '../../store/list.ts';
import type { PlaceId } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import { composeDetails, type Entry } from '../kit/details.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { linesBelow, windowAt } from '../kit/scroll.ts';
import { concat, createTheme, type Theme } from '../kit/theme.ts';
import { type DocumentAction, documentBindings } from './document-bindings.ts';
import { documentOf } from './joined.ts';
import { layoutOf } from './layout.ts';
import { rawEntries } from './list-details.ts';
import type { Screen, ScreenProps } from './screen.ts';

/** What is read, and how it is told. `subject`: the ID that the view is of, where its place takes one. */
export interface DocumentTab {
  readonly title: Visible;
  query(subject: string | undefined): DocumentQuery | undefined;
  /** All that is shown of it, why there is nothing included. */
  entries(state: State, subject: string | undefined): readonly Entry[];
}

export interface DocumentDeclaration {
  readonly place: PlaceId;
  /** The first is what the screen is about; the record as it came follows the last. */
  readonly tabs: readonly [DocumentTab, ...DocumentTab[]];
  /** Where nothing can be read without an ID: said instead. */
  readonly unnamed?: Visible;
  readonly actions?: readonly DocumentAction[];
}

/** A tab whose `entries` are given the answer of its own operation. */
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

  function linesIn(state: State, theme: Theme) {
    const { subject, detailsTop } = currentView(state);
    const { body } = layoutOf(state.size, 'list');
    const entries: readonly Entry[] =
      declared.unnamed !== undefined && subject === undefined
        ? [{ note: declared.unnamed, tone: 'plain' }]
        : tabIn(state).entries(state, subject);
    const lines = composeDetails(entries, body.width - 1, theme);
    const height = Math.max(1, body.height - TITLES);
    return { lines, window: windowAt(detailsTop, height, lines.length) };
  }
  const unpainted = createTheme('mono');

  const View = ({ state, theme }: ScreenProps) => {
    const { lines, window } = linesIn(state, theme);
    const { top, room } = window;
    const below = linesBelow(window);
    const now = tabIn(state);
    const titles = tabs.flatMap(tab => [
      theme.paint(tab === now ? 'heading' : 'dim', tab.title),
      theme.paint('plain', t`  `),
    ]);
    const more = theme.paint('dim', below > 0 ? t`  ↓ ${below} more` : t``);
    return (
      <Box flexDirection="column" height={room + TITLES} overflow="hidden">
        <Line text={concat(...titles, more)} />
        <Lines lines={lines.slice(top, top + room)} height={room} />
      </Box>
    );
  };

  return {
    place,
    bindings: documentBindings(place, state => linesIn(state, unpainted).window, tabs.length, actions),
    filters: [],
    filterable: false,
    settle: state => state,
    needs(state) {
      const wanted = queryIn(state);
      return wanted ? [{ kind: 'document', query: wanted }] : [];
    },
    problem: () => undefined,
    about: ({ subject }) => (subject === undefined ? undefined : visible(subject, 60)),
    reload(app) {
      const wanted = queryIn(app.store.getState());
      if (wanted) void app.documents.load(wanted);
    },
    abandon(app: App) {
      const wanted = queryIn(app.store.getState());
      return wanted !== undefined && app.documents.abandon(wanted);
    },
    View,
  };
}

/** Rows of the tabs' titles. */
const TITLES = 1;
