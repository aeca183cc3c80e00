// The one dialog for every write: its keys and its drawing. What it does is effects/writes.ts.

import { Box } from 'ink';
import { useEffect } from 'react';
import type { App } from '../../effects/app.ts';
import type { Binding } from '../../keys/binding.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut } from '../../lib/width.ts';
import { asksStill, type Dialog, isOver, isTyped, takesToken } from '../../store/dialog.ts';
import { isAllRead, isLong } from '../../store/dialog-reading.ts';
import { journalRows } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { Line, Lines, Piece } from '../kit/Line.tsx';
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

const scroll = (
  id: string,
  title: Visible,
  keys: Binding<App>['keys'],
  by: number,
  unit: 'lines' | 'pages',
): Binding<App> => ({
  id: `dialog.${id}`,
  title,
  keys,
  group: GROUP,
  enabled: app => {
    const overlay = openOverlay(app.store.getState(), 'dialog');
    return overlay && isLong(overlay.dialog.reading) ? true : t`All of it is on the screen: Tab goes on.`;
  },
  run: app => app.writes.scroll(by, unit),
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
    move('next', ['tab', 'right'], 1),
    move('back', ['shift-tab', 'left'], -1),
    { ...scroll('page-down', t`read on`, ['pgdn'], 1, 'pages'), footer: 0 },
    scroll('page-up', t`a page up`, ['pgup'], -1, 'pages'),
    scroll('down', t`a line down`, ['down'], 1, 'lines'),
    scroll('up', t`a line up`, ['up'], -1, 'lines'),
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
  // What is drawn below the text stays while it is on its way: nothing jumps under the eyes.
  const foot = dialog?.token && dialog.phase.kind !== 'ended' ? 2 : 1;
  const long = lines.length + foot > area.height;
  // Where there is room, air around what has to be read.
  const airy = lines.length + foot + 2 <= area.height;
  const room = long ? Math.max(1, area.height - foot - 1) : lines.length;
  const { width, height } = area;
  const last = Math.max(0, lines.length - room);
  const moving = dialog?.phase.kind === 'reading' || dialog?.phase.kind === 'sending';
  // What happens now is said at the end.
  const top = moving ? last : Math.min(dialog?.reading.top ?? 0, last);
  // What was drawn, not what was about to be: a key confirms only what somebody could have read.
  useEffect(
    () => app.writes.drawn(dialog, { top, lines: lines.length, width, room: long ? room : height - foot }),
    [app, dialog, top, lines.length, width, height, room, long, foot],
  );
  // A terminal too small for any dialog draws none.
  useEffect(() => () => app.writes.drawn(undefined), [app]);
  if (!dialog) return null;
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Lines lines={lines.slice(top, top + room)} height={room + (airy ? 1 : 0)} />
      {long && <Line text={theme.paint('warn', cut(placeIn(dialog, top, room, lines.length), width))} />}
      {foot === 2 && <TokenLine app={app} dialog={dialog} theme={theme} width={width} />}
      {foot === 2 && airy && <Line text={theme.paint('plain', t``)} />}
      <Line text={buttonsLine(dialog, state.tick, theme)} />
    </Box>
  );
}

/** Which part of it is on the screen, and what that means for confirming it. */
function placeIn(dialog: Dialog, top: number, room: number, lines: number): Visible {
  const part = t`Lines ${top + 1}–${Math.min(lines, top + room)} of ${lines}`;
  const on = top + room < lines ? t`PgDn reads on` : t`PgUp goes back`;
  return asksStill(dialog) && !isAllRead(dialog.reading)
    ? t`${part}: ${on}; it can't be confirmed yet.`
    : t`${part}: ${on}.`;
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
  if (!asksStill(dialog)) return <Line text={theme.paint('plain', t``)} />;
  if (!dialog.ready) return <Line text={theme.paint('dim', t`…`)} />;
  const focused = takesToken(dialog);
  const asks = cut(t`Type ${token.name}, ${visible(token.text)}, to confirm: `, Math.max(8, width - 14));
  return (
    <Box width={width}>
      <Piece text={theme.paint(focused ? 'strong' : 'plain', asks)} />
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
