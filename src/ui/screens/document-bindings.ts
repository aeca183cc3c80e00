// The keys of every document: scrolling it, turning its tabs, and what can be done with it.

import type { App } from '../../effects/app.ts';
import type { Binding } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type PlaceId, places } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { updateView } from '../../store/workspace.ts';
import { createTheme, type Theme } from '../kit/theme.ts';

/** Something that can be done with the document on screen. */
export interface DocumentAction {
  readonly id: string;
  readonly title: Visible;
  readonly key: Key;
  readonly footer?: number;
  /** Why not now, as a whole sentence. */
  barred?(state: State): Visible | undefined;
  run(app: App): void;
}

/** The window of lines on screen: its first, how many there is room for, and the last line that can be its first. */
interface Window {
  readonly top: number;
  readonly height: number;
  readonly last: number;
}

const GROUP = t`document`;
/** For counting lines only. */
const UNPAINTED = createTheme('mono');

export function documentBindings(
  place: PlaceId,
  windowIn: (state: State, theme: Theme) => Window,
  tabs: number,
  actions: readonly DocumentAction[],
): readonly Binding<App>[] {
  const scroll = (
    id: string,
    title: Visible,
    keys: readonly Key[],
    to: (window: Window) => number,
  ): Binding<App> => ({
    id: `document.${id}`,
    title,
    keys,
    group: GROUP,
    run: app =>
      app.store.setState(state => {
        const window = windowIn(state, UNPAINTED);
        const top = Math.max(0, Math.min(to(window), window.last));
        return updateView(state, view => ({ ...view, detailsTop: top }));
      }),
  });
  const turn = (id: string, title: Visible, key: Key, by: number): Binding<App> => ({
    id: `document.${id}`,
    title,
    keys: [key],
    group: GROUP,
    run: app =>
      app.store.setState(state =>
        updateView(state, view => ({
          ...view,
          detailsTab: (view.detailsTab + by + tabs) % tabs,
          detailsTop: 0,
        })),
      ),
  });
  return [
    scroll('down', t`down`, ['j', 'down'], ({ top }) => top + 1),
    scroll('up', t`up`, ['k', 'up'], ({ top }) => top - 1),
    scroll('page-down', t`a page down`, ['pgdn', 'ctrl-d', 'space'], ({ top, height }) => top + height),
    scroll('page-up', t`a page up`, ['pgup', 'ctrl-u'], ({ top, height }) => top - height),
    scroll('top', t`first line`, ['g', 'home'], () => 0),
    scroll('bottom', t`last line`, ['G', 'end'], ({ last }) => last),
    { ...turn('next', t`next tab`, ']', 1), footer: 3 },
    turn('previous', t`tab before`, '[', -1),
    ...actions.map(
      ({ id, title, key, footer, barred, run }): Binding<App> => ({
        id: `${place}.${id}`,
        title,
        keys: [key],
        group: places[place].title,
        ...(footer === undefined ? {} : { footer }),
        enabled: app => barred?.(app.store.getState()) ?? true,
        run,
      }),
    ),
  ];
}
