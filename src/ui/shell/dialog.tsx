// The one dialog for every write: its keys and its drawing. effects/writes.ts acts.

import { Box } from 'ink';
import { useEffect } from 'react';
import type { App } from '../../effects/app.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut, wrap } from '../../lib/width.ts';
import { declining } from '../../store/approvals.ts';
import { asksStill, type Dialog, takesToken } from '../../store/dialog.ts';
import { isAllRead, isLong } from '../../store/dialog-reading.ts';
import type { State } from '../../store/state.ts';
import { presenceText } from '../../store/together.ts';
import type { Span } from '../kit/edges.ts';
import { Line, Lines, Piece } from '../kit/Line.tsx';
import { TextField } from '../kit/TextField.tsx';
import type { Theme, Tone } from '../kit/theme.ts';
import { buttonsLine, buttonsOf } from './dialog-buttons.ts';
import { atNow, dialogLines, headOf, tokenText } from './dialog-lines.ts';
import { dialogSpoken } from './dialog-spoken.ts';
import { type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const GROUP = t`dialog`;
const bind = bindingsIn<App>(GROUP);

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
    return overlay && isLong(overlay.dialog.reading)
      ? true
      : t`You have reached the end. Press Tab to go on.`;
  },
  run: app => app.writes.scroll(by, unit),
});

export const dialogKind: OverlayKind = {
  takesText(state) {
    const overlay = openOverlay(state, 'dialog');
    return overlay !== undefined && takesToken(overlay.dialog, state.tick);
  },
  takesPaste: false,
  bindings: [
    bind('dialog.enter', t`press`, ['enter'], { footer: 1, run: app => void app.writes.enter() }),
    move('next', ['tab', 'right'], 1),
    move('back', ['shift-tab', 'left'], -1),
    { ...scroll('page-down', t`read on`, ['pgdn'], 1, 'pages'), footer: 0 },
    scroll('page-up', t`a page up`, ['pgup'], -1, 'pages'),
    scroll('down', t`a line down`, ['down'], 1, 'lines'),
    scroll('up', t`a line up`, ['up'], -1, 'lines'),
    bind('dialog.renew', t`new quote`, ['r'], {
      footer: 1.5,
      enabled(app) {
        const state = app.store.getState();
        const dialog = openOverlay(state, 'dialog')?.dialog;
        // Until it is over, the field for the token takes the letter.
        return dialog?.renews && asksStill(dialog) && !takesToken(dialog, state.tick)
          ? true
          : t`There is nothing to renew here. Esc goes back.`;
      },
      run: app => void app.writes.renew(),
    }),
    bind('dialog.decline', t`decline`, ['d', 'x'], {
      enabled(app) {
        const state = app.store.getState();
        const dialog = openOverlay(state, 'dialog')?.dialog;
        return dialog && buttonsOf(dialog).decline !== undefined && !takesToken(dialog, state.tick)
          ? true
          : t`There is nothing to decline here. Esc goes back.`;
      },
      run: app =>
        app.store.setState(({ overlay }) =>
          overlay?.kind === 'dialog' ? { overlay: declining(overlay.dialog) } : {},
        ),
    }),
    bind('dialog.close', t`go back`, ['esc'], { footer: 3, run: app => app.writes.close() }),
  ],
  over: 'dimmed',
  spoken: dialogSpoken,
  View: DialogView,
};

function DialogView({ app, state, theme }: OverlayProps) {
  const dialog = openOverlay(state, 'dialog')?.dialog;
  const { width, height } = popUpArea(state);
  const lines = dialog ? dialogLines(dialog, atNow(state, dialog), width, theme) : [];
  // The part below the text stays while the request is on its way: nothing jumps under the eyes.
  const foot = dialog?.token && !headOf(dialog.phase) ? 1 + tokenRows(dialog, width) : 1;
  const long = lines.length + foot > height;
  // If there is room, a blank line above each part that answers.
  const parts = foot > 1 ? 2 : 1;
  const air = lines.length + foot + parts <= height ? parts : 0;
  // Without room for it only the footer says how to read on: the buttons are never cut.
  const place = long && height > foot + 1 ? 1 : 0;
  const room = long ? Math.max(1, height - foot - place) : lines.length;
  const last = Math.max(0, lines.length - room);
  const moving = dialog?.phase.kind === 'reading' || dialog?.phase.kind === 'sending';
  // The current state is spoken last.
  const top = moving ? last : Math.min(dialog?.reading.top ?? 0, last);
  // Counts the lines that were drawn: a key confirms only what somebody could have read.
  useEffect(
    () => app.writes.drawn(dialog, { top, lines: lines.length, width, room: long ? room : height - foot }),
    [app, dialog, top, lines.length, width, height, room, long, foot],
  );
  // A terminal that is too small draws no dialog.
  useEffect(() => () => app.writes.drawn(undefined), [app]);
  if (!dialog) return null;
  const blank = <Line text={theme.paint('plain', t``)} />;
  return (
    <PopUp
      state={state}
      theme={theme}
      title={dialog.title}
      right={environmentSpan(state)}
      {...footOf(state)}
      {...toneOfFrame(dialog)}
      height={lines.length + foot + air + place}
    >
      <Lines lines={lines.slice(top, top + room)} height={room} />
      {place > 0 && <Line text={theme.paint('warn', cut(placeIn(dialog, top, room, lines.length), width))} />}
      {air > 0 && blank}
      {foot > 1 && <TokenLine app={app} dialog={dialog} tick={state.tick} theme={theme} width={width} />}
      {air > 1 && blank}
      <Line text={buttonsLine(dialog, state.tick, width, theme)} />
    </PopUp>
  );
}

/** The environment of the write, in the header's words. */
function environmentSpan({ reach }: State): Span {
  const production = reach.environment === 'production';
  return { text: production ? t` PRODUCTION ` : t` DEMO `, tone: production ? 'production' : 'demo' };
}

/** Colleagues at this customer, in the frame: the text that is confirmed does not move when they come and go. */
function footOf(state: State): { readonly foot?: Span } {
  const here = presenceText(state, state.customer);
  return here === undefined ? {} : { foot: { text: t`▲ ${here}`, tone: 'warn' } };
}

/** The frame of an outcome has its colour. */
function toneOfFrame({ phase }: Dialog): { readonly tone?: Tone } {
  const head = headOf(phase);
  return head ? { tone: head.tone } : {};
}

/** Which part of the text is on the screen, and what that means for confirming. */
function placeIn(dialog: Dialog, top: number, room: number, lines: number): Visible {
  const part = t`Lines ${top + 1}–${Math.min(lines, top + room)} of ${lines}`;
  const on = top + room < lines ? t`PgDn reads on` : t`PgUp goes back`;
  return asksStill(dialog) && !isAllRead(dialog.reading)
    ? t`${part}: ${on}. You can't confirm yet.`
    : t`${part}: ${on}.`;
}

/** Cells for the typing. */
const TOKEN = 12;

/** The question and its field on one row, or below each other if it would be cut. */
function tokenRows({ token }: Dialog, width: number): number {
  if (!token) return 0;
  const asks = tokenText(token);
  return cellWidth(asks) + TOKEN <= width ? 1 : wrap(asks, width).length + 1;
}

interface TokenLineProps {
  readonly app: App;
  readonly dialog: Dialog;
  readonly tick: number;
  readonly theme: Theme;
  readonly width: number;
}

function TokenLine({ app, dialog, tick, theme, width }: TokenLineProps) {
  const { token } = dialog;
  if (!token) return null;
  const rows = tokenRows(dialog, width);
  if (!asksStill(dialog) || !dialog.ready)
    return <Lines lines={[theme.paint('dim', asksStill(dialog) ? t`…` : t``)]} height={rows} />;
  const focused = takesToken(dialog, tick);
  const asks = tokenText(token);
  const tone = focused ? 'strong' : 'plain';
  const lines = wrap(asks, width).map(line => theme.paint(tone, line));
  return (
    <Box width={width} flexDirection={rows === 1 ? 'row' : 'column'}>
      {rows === 1 ? (
        <Piece text={theme.paint(tone, t`${asks} `)} />
      ) : (
        <Lines lines={lines} height={lines.length} />
      )}
      <TextField
        value={dialog.typed}
        focused={focused}
        width={rows === 1 ? Math.max(TOKEN, width - cellWidth(asks) - 2) : width}
        onChange={typed => app.writes.type(typed)}
      />
    </Box>
  );
}
