// The keys of every document: scrolling, tabs, and its actions.

import { type Binding, bindingsIn } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { type PlaceId, places } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { updateView } from '../../store/workspace.ts';
import type { ScrollWindow } from '../kit/scroll.ts';
import { scrollBindings, scrolledView } from './scrolling.ts';

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

export function documentBindings(
  place: PlaceId,
  windowIn: (state: State) => ScrollWindow,
  tabs: number,
  actions: readonly DocumentAction[],
): readonly Binding<App>[] {
  const turn = (app: App, by: number): void =>
    app.store.setState(state =>
      updateView(state, view => ({
        ...view,
        detailsTab: (view.detailsTab + by + tabs) % tabs,
        detailsTop: 0,
      })),
    );
  const bind = bindingsIn<App>(GROUP);
  const bindAction = bindingsIn<App>(places[place].title);
  return [
    ...scrollBindings({ id: 'document', group: GROUP, windowIn, scrolled: scrolledView }),
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
