// Asked at the root before the console ends: the focus is on staying.

import { t } from '../../lib/visible.ts';
import { unresolvedHere } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { Lines } from '../kit/Line.tsx';
import { concat, type Painted, type Theme } from '../kit/theme.ts';
import { closeOverlay, type OverlayKind, type OverlayProps } from './overlay.ts';
import { PopUp } from './PopUp.tsx';

const GROUP = t`quit`;

export const quitKind: OverlayKind = {
  takesText: () => false,
  bindings: [
    { id: 'quit.yes', title: t`quit`, keys: ['y', 'q'], group: GROUP, footer: 1, run: app => app.quit() },
    {
      id: 'quit.no',
      title: t`stay`,
      keys: ['esc', 'enter', 'n'],
      group: GROUP,
      footer: 2,
      run: closeOverlay,
    },
  ],
  over: 'dimmed',
  View({ app, state, theme }: OverlayProps) {
    const lines = [
      ...underWay(app.inFlight(), unresolvedHere(state).length, state, theme),
      theme.paint('plain', t``),
      concat(theme.paint('cursor', t`[ Stay: Enter or Esc ]`), theme.paint('plain', t`   Quit: y`)),
    ];
    return (
      <PopUp state={state} theme={theme} title={t`Quit Purser?`} height={lines.length}>
        <Lines lines={lines} height={lines.length} />
      </PopUp>
    );
  },
};

/** What quitting does to what isn't finished. */
function underWay(
  flying: number,
  unresolved: number,
  { exporting }: State,
  theme: Theme,
): readonly Painted[] {
  const lines: Painted[] = [];
  if (flying > 0)
    lines.push(
      theme.paint('bad', t`A write is on its way: quitting waits 2 seconds for it, then it is UNKNOWN.`),
    );
  else if (unresolved > 0)
    lines.push(theme.paint('bad', t`${unresolved} unresolved: the next start begins with them.`));
  if (exporting)
    lines.push(
      theme.paint(
        'warn',
        t`An export of ${exporting.many} is running: quitting stops it and removes its file.`,
      ),
    );
  return lines.length > 0 ? lines : [theme.paint('plain', t`Nothing is under way that quitting could lose.`)];
}
