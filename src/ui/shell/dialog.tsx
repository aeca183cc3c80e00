// The one dialog for every write: its keys and its drawing. What it does is effects/writes.ts.

import { Box } from 'ink';
import { useEffect } from 'react';
import type { App } from '../../effects/app.ts';
import type { Binding } from '../../keys/binding.ts';
import { t, visible } from '../../lib/visible.ts';
import { cellWidth, cut } from '../../lib/width.ts';
import { asksStill, type Dialog, isOver, isTyped, takesToken } from '../../store/dialog.ts';
import { journalRows } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { TextField } from '../kit/TextField.tsx';
import { concat, type Theme } from '../kit/theme.ts';
import { buttonsOf, dialogLines } from './dialog-lines.ts';
import { type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';

const GROUP = t`dialog`;

const move = (id: string, keys: Binding<App>['keys'], by: number): Binding<App> => ({
  id: `dialog.${id}`,
  title: by > 0 ? t`next` : t`back`,
  keys,
  group: GROUP,
  ...(by > 0 ? { footer: 2 } : {}),
  run: app => app.writes.move(by),
});

export const dialogKind: OverlayKind = {
  takesText(state) {
    const overlay = openOverlay(state, 'dialog');
    return overlay !== undefined && takesToken(overlay.dialog);
  },
  takesPaste: false,
  bindings: [
    {
      id: 'dialog.enter',
      title: t`press`,
      keys: ['enter'],
      group: GROUP,
      footer: 1,
      run: app => void app.writes.enter(),
    },
    move('next', ['tab', 'right', 'down'], 1),
    move('back', ['shift-tab', 'left', 'up'], -1),
    {
      id: 'dialog.close',
      title: t`go back`,
      keys: ['esc'],
      group: GROUP,
      footer: 3,
      run: app => app.writes.close(),
    },
  ],
  View: DialogView,
};

function DialogView({ app, state, theme, area }: OverlayProps) {
  const dialog = openOverlay(state, 'dialog')?.dialog;
  const lines = dialog
    ? dialogLines(dialog, { tick: state.tick, sent: isSent(state, dialog) }, area.width, theme)
    : [];
  const foot = dialog && asksStill(dialog) && dialog.token ? 2 : 1;
  const whole = lines.length + foot <= area.height;
  // Where there is room, air around what has to be read.
  const airy = lines.length + foot + 2 <= area.height;
  // What was drawn, not what was about to be: a key confirms only what somebody could have read.
  useEffect(() => {
    if (dialog && !dialog.ready) app.writes.drawn(whole);
    else if (dialog && !whole) app.writes.drawn(false);
  }, [app, dialog, whole]);
  // A terminal too small for any dialog draws none.
  useEffect(() => () => app.writes.drawn(false), [app]);
  if (!dialog) return null;
  const room = Math.max(0, area.height - foot);
  const hidden = lines.length - room;
  const shown = whole
    ? lines
    : [
        ...lines.slice(0, Math.max(0, room - 1)),
        theme.paint(
          'bad',
          cut(
            t`${hidden + 1} lines don't fit: make the terminal larger; until then nothing can be confirmed.`,
            area.width,
          ),
        ),
      ];
  return (
    <Box flexDirection="column" width={area.width} height={area.height} overflow="hidden">
      <Lines lines={shown} height={whole ? lines.length + (airy ? 1 : 0) : room} />
      {foot === 2 && <TokenLine app={app} dialog={dialog} theme={theme} width={area.width} />}
      {foot === 2 && airy && <Line text={theme.paint('plain', t``)} />}
      <Line text={buttonsLine(dialog, state.tick, theme)} />
    </Box>
  );
}

interface TokenLineProps {
  readonly app: App;
  readonly dialog: Dialog;
  readonly theme: Theme;
  readonly width: number;
}

function TokenLine({ app, dialog, theme, width }: TokenLineProps) {
  const { token } = dialog;
  if (!token) return null;
  if (!dialog.ready) return <Line text={theme.paint('dim', t`…`)} />;
  const focused = takesToken(dialog);
  const asks = cut(t`Type ${token.name}, ${visible(token.text)}, to confirm: `, Math.max(8, width - 14));
  return (
    <Box width={width}>
      <Line text={theme.paint(focused ? 'strong' : 'plain', asks)} />
      <TextField
        value={dialog.typed}
        focused={focused}
        width={Math.max(12, width - cellWidth(asks) - 1)}
        onChange={typed => app.writes.type(typed)}
      />
    </Box>
  );
}

function buttonsLine(dialog: Dialog, tick: number, theme: Theme) {
  const { safe, go } = buttonsOf(dialog);
  const { focus, ready } = dialog;
  const mistyped = dialog.token !== undefined && !isTyped(dialog.token, dialog.typed);
  const dead = asksStill(dialog) && (!ready || mistyped || isOver(dialog, tick));
  const safeText = theme.paint(focus === 'safe' ? 'cursor' : 'plain', t`[ ${safe} ]`);
  if (go === undefined) return safeText;
  const goText = theme.paint(focus === 'go' ? 'cursor' : dead ? 'dim' : 'plain', t`[ ${go} ]`);
  return concat(safeText, theme.paint('plain', t`   `), goText);
}

const isSent = (state: State, { requestId }: Dialog): boolean =>
  journalRows(state).some(row => row.intent.requestId === requestId && row.state !== 'PREPARED');
