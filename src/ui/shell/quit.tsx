// Asked at the root before the console ends: the focus is on staying.

import { t, type Visible } from '../../lib/visible.ts';
import { wrap } from '../../lib/width.ts';
import { unresolvedHere } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { Lines } from '../kit/Line.tsx';
import { concat, type Painted, type Theme, type Tone } from '../kit/theme.ts';
import { closeOverlay, type OverlayKind, type OverlayProps } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

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
function underWay(flying: number, unresolved: number, state: State, theme: Theme): readonly Painted[] {
  const { exporting } = state;
  const { width } = popUpArea(state);
  const said = (text: Visible, tone: Tone): readonly Painted[] =>
    wrap(text, width).map(line => theme.paint(tone, line));
  const lines: Painted[] = [];
  if (flying > 0)
    lines.push(
      ...said(t`A write is on its way: quitting waits 2 seconds for it, then it is UNKNOWN.`, 'bad'),
    );
  else if (unresolved > 0)
    lines.push(...said(t`${unresolved} unresolved: the next start begins with them.`, 'bad'));
  if (exporting)
    lines.push(
      ...said(t`An export of ${exporting.many} is running: quitting stops it and removes its file.`, 'warn'),
    );
  return lines.length > 0 ? lines : said(t`Nothing is under way that quitting could lose.`, 'plain');
}
