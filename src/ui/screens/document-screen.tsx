// One object with the screen to itself: makes a screen of what is read by an ID, and how it is told.

import { Box } from 'ink';
import type { Result } from '../../api/contract/operations.ts';
import type { App } from '../../effects/app.ts';
import type { DocumentOperation, DocumentQuery } from '../../effects/query.ts';
import type { Binding } from '../../keys/binding.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Document } from '../../store/list.ts';
import type { PlaceId } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { currentView, updateView } from '../../store/workspace.ts';
import { composeDetails, type Entry } from '../kit/details.ts';
import { Lines } from '../kit/Line.tsx';
import { createTheme, type Theme } from '../kit/theme.ts';
import { documentOf } from './joined.ts';
import { layoutOf } from './layout.ts';
import type { Screen, ScreenProps } from './screen.ts';

export interface DocumentDeclaration<Id extends DocumentOperation> {
  readonly place: PlaceId;
  /** How what the ID names is read. */
  query(id: string): DocumentQuery<Id>;
  /** All that is shown of it, why there is nothing included. */
  entries(id: string, read: Document<Result<Id>>, state: State): readonly Entry[];
  /** Without an ID. */
  readonly unnamed: Visible;
}

export function documentScreen<Id extends DocumentOperation>(declared: DocumentDeclaration<Id>): Screen {
  const { place, query } = declared;
  const queryIn = (state: State): DocumentQuery<Id> | undefined => {
    const { subject } = currentView(state);
    return subject === undefined ? undefined : query(subject);
  };

  function linesIn(state: State, theme: Theme) {
    const { subject } = currentView(state);
    const { body } = layoutOf(state.size, 'list');
    const entries: readonly Entry[] =
      subject === undefined
        ? [{ note: declared.unnamed, tone: 'plain' }]
        : declared.entries(subject, documentOf(state, query(subject)), state);
    return { lines: composeDetails(entries, body.width - 1, theme), height: body.height };
  }

  const scroll = (id: string, title: Visible, keys: Binding<App>['keys'], by: number): Binding<App> => ({
    id: `document.${id}`,
    title,
    keys,
    group: t`document`,
    run: app =>
      app.store.setState(state => {
        const { lines, height } = linesIn(state, UNPAINTED);
        const last = Math.max(0, lines.length - height);
        return updateView(state, v => ({ ...v, detailsTop: Math.max(0, Math.min(v.detailsTop + by, last)) }));
      }),
  });

  const View = ({ state, theme }: ScreenProps) => {
    const { lines, height } = linesIn(state, theme);
    const top = Math.max(0, Math.min(currentView(state).detailsTop, lines.length - height));
    return (
      <Box flexDirection="column" height={height} overflow="hidden">
        <Lines lines={lines.slice(top, top + height)} height={height} />
      </Box>
    );
  };

  return {
    place,
    bindings: [scroll('down', t`down`, ['j', 'down'], 1), scroll('up', t`up`, ['k', 'up'], -1)],
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
    abandon(app) {
      const wanted = queryIn(app.store.getState());
      return wanted !== undefined && app.documents.abandon(wanted);
    },
    View,
  };
}

/** For counting lines only. */
const UNPAINTED = createTheme('mono');
