// The keys that scroll lines, the same on every screen.

import type { Binding } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import { updateView } from '../../store/workspace.ts';
import { type ScrollWindow, windowAt } from '../kit/scroll.ts';

interface Scrolling {
  /** `record` makes `record.down`. */
  readonly id: string;
  readonly group: Visible;
  windowIn(state: State, app: App): ScrollWindow | undefined;
  /** If the lines are not those of a view. */
  scrolled?(state: State, top: number): Partial<State>;
  /** Of the first binding, and of the second. */
  readonly footer?: readonly number[];
  /** If other keys have another meaning there. */
  readonly only?: readonly Key[];
  /** If all lines are on the screen, the keys say so. */
  readonly whole?: Visible;
}

const MOVES: readonly {
  readonly id: string;
  readonly title: Visible;
  readonly keys: readonly Key[];
  to(window: ScrollWindow): number;
}[] = [
  { id: 'down', title: t`down`, keys: ['j', 'down'], to: ({ top }) => top + 1 },
  { id: 'up', title: t`up`, keys: ['k', 'up'], to: ({ top }) => top - 1 },
  {
    id: 'page-down',
    title: t`a page down`,
    keys: ['pgdn', 'ctrl-d', 'space'],
    to: ({ top, room }) => top + room,
  },
  { id: 'page-up', title: t`a page up`, keys: ['pgup', 'ctrl-u'], to: ({ top, room }) => top - room },
  { id: 'top', title: t`first line`, keys: ['g', 'home'], to: () => 0 },
  { id: 'bottom', title: t`last line`, keys: ['G', 'end'], to: ({ count }) => count },
];

export const scrollBindings = ({
  id,
  group,
  windowIn,
  scrolled = (state, detailsTop) => updateView(state, { detailsTop }),
  footer = [],
  only,
  whole,
}: Scrolling): readonly Binding<App>[] =>
  MOVES.map(move => ({ ...move, keys: only ? move.keys.filter(key => only.includes(key)) : move.keys }))
    .filter(({ keys }) => keys.length > 0)
    .map(({ to, ...move }, i) => ({
      ...move,
      id: `${id}.${move.id}`,
      group,
      footer: footer[i],
      ...(whole && {
        enabled(app: App) {
          const window = windowIn(app.store.getState(), app);
          return window && window.count > window.room ? true : whole;
        },
      }),
      run: app =>
        app.store.setState(state => {
          const window = windowIn(state, app);
          return window ? scrolled(state, windowAt(to(window), window.room, window.count).top) : {};
        }),
    }));
