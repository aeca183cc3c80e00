// The one dialog for every write: its keys and its drawing. src/money/write-dialog.ts acts.

import { useEffect } from 'react';
import { summaryText } from '../../format/summary.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { showDuration } from '../../lib/time.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { definitionOf } from '../../money/definition.ts';
import { writeSummary } from '../../money/write-summary.ts';
import { isTyped } from '../../sending/confirm-token.ts';
import { actProblem, type Dialog, isAsking, isOver, takesToken } from '../../store/dialog.ts';
import { isAllRead, isAtEnd, isLong } from '../../store/dialog-reading.ts';
import { rowOf } from '../../store/journal-view.ts';
import { urgencyOf } from '../../store/live-quote.ts';
import { warn } from '../../store/notices.ts';
import { declineOverlay, type OverlayOf, openOverlay, overlayWith } from '../../store/open-overlays.ts';
import type { State } from '../../store/state.ts';
import { presenceText } from '../../store/together-view.ts';
import { environmentTone, environmentWord } from '../../store/writing.ts';
import type { Span } from '../kit/edges.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { linesBelow, type ScrollWindow } from '../kit/scroll.ts';
import { buttonText, type Selected, type Spoken } from '../kit/spoken.ts';
import { sentences } from '../screens/form-spoken.ts';
import { hasLargeDigits, isShort, layoutOf } from '../screens/layout.ts';
import { buttonsLine, buttonsOf, TokenLine, tokenRows } from './dialog-controls.tsx';
import { atNow, dialogEntries, dialogLines, headOf, outcomeFigures, tokenText } from './dialog-lines.ts';
import type { OverlayKind, OverlayProps } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const bind = bindingsIn<App>(t`dialog`);

/** It doesn't say what the key does in other dialogs. */
const NO_USE = t`This dialog does not use this key. Esc goes back.`;

const dialogOf = (state: State): Dialog | undefined => openOverlay(state, 'dialog')?.dialog;

const dialogMust =
  (test: (dialog: Dialog, tick: number) => boolean, why = NO_USE) =>
  ({ store }: App): true | Visible => {
    const state = store.getState();
    const dialog = dialogOf(state);
    return dialog && test(dialog, state.tick) ? true : why;
  };

function hasOneButton({ store }: App): boolean {
  const dialog = dialogOf(store.getState());
  return dialog !== undefined && buttonsOf(dialog).go === undefined;
}

/** What staff say to the customer now. */
function copySummary({ store, clipboard, rules }: App): void {
  const state = store.getState();
  const dialog = dialogOf(state);
  const row = dialog && rowOf(dialog.requestId, state);
  const made = row
    ? summaryText(
        writeSummary(row, state, definitionOf(rules.definitions, row.intent.operation)),
        state.summaries,
      )
    : { why: t`The journal has no entry of this write yet. Press Y again.` };
  if ('why' in made) warn(store, made.why);
  else void clipboard.copy(t`what to say to the customer`, made.text);
}

const move = (id: string, keys: Binding<App>['keys'], by: number): Binding<App> =>
  bind(`dialog.${id}`, by > 0 ? t`next` : t`back`, keys, {
    ...(by > 0 && { footer: 2 }),
    enabled: app => (hasOneButton(app) ? t`This dialog has one button. Press Enter.` : true),
    run: app => app.dialog.move(by),
  });

const scroll = (
  id: string,
  title: Visible,
  keys: Binding<App>['keys'],
  by: number,
  unit: 'lines' | 'pages',
): Binding<App> =>
  bind(`dialog.${id}`, title, keys, {
    enabled(app) {
      const dialog = dialogOf(app.store.getState());
      if (dialog && isLong(dialog.reading) && !(by > 0 && isAtEnd(dialog.reading))) return true;
      return hasOneButton(app)
        ? t`You have reached the end.`
        : t`You have reached the end. Press Tab to go on.`;
    },
    run: app => app.dialog.scroll(by, unit),
  });

export const dialogKind: OverlayKind<OverlayOf<'dialog'>> = {
  takesText: ({ dialog }, { tick }) => takesToken(dialog, tick),
  takesPaste: false,
  bindings: [
    bind('dialog.enter', t`select`, ['enter'], { footer: 1, run: app => void app.dialog.enter() }),
    move('next', ['tab', 'right'], 1),
    move('back', ['shift-tab', 'left'], -1),
    { ...scroll('page-down', t`read on`, ['pgdn'], 1, 'pages'), footer: 0 },
    scroll('page-up', t`a page up`, ['pgup'], -1, 'pages'),
    scroll('down', t`a line down`, ['down'], 1, 'lines'),
    scroll('up', t`a line up`, ['up'], -1, 'lines'),
    bind('dialog.clear', t`clear the field`, ['ctrl-u'], {
      enabled: dialogMust(takesToken, t`No text field has the focus.`),
      run: app => app.dialog.type(''),
    }),
    bind('dialog.renew', t`new quote`, ['r'], {
      footer: 1.5,
      // Until the quote expires, `r` is typed into the token's field.
      enabled: dialogMust(
        (dialog, tick) => dialog.renews === true && isAsking(dialog) && !takesToken(dialog, tick),
      ),
      run: app => void app.dialog.renew(),
    }),
    bind('dialog.decline', t`decline`, ['d', 'x'], {
      enabled: dialogMust(
        (dialog, tick) => buttonsOf(dialog).decline !== undefined && !takesToken(dialog, tick),
      ),
      run: app =>
        app.store.setState(state => {
          const dialog = dialogOf(state);
          return dialog ? { overlay: declineOverlay(dialog, true) } : {};
        }),
    }),
    bind('dialog.inspect', t`requests`, ['@'], {
      enabled: dialogMust(({ phase }) => phase.kind === 'ended'),
      run: app =>
        app.store.setState(state => {
          const under = dialogOf(state);
          if (!under) return {};
          const exchange = state.exchanges.findLast(({ requestId }) => requestId === under.requestId)?.id;
          return { overlay: overlayWith({ kind: 'inspector', exchange, top: 0, under }) };
        }),
    }),
    bind('dialog.summary', t`copy summary`, ['Y'], {
      enabled: dialogMust(({ phase }) => phase.kind === 'ended'),
      run: copySummary,
    }),
    bind('dialog.close', t`go back`, ['esc'], { footer: 3, run: app => app.dialog.close() }),
  ],
  over: 'dimmed',
  spoken: dialogSpoken,
  foot: footOf,
  View: DialogView,
};

function DialogView({ app, overlay: { dialog }, state, theme }: OverlayProps<OverlayOf<'dialog'>>) {
  const { width, height } = popUpArea(state);
  const figures = hasLargeDigits(state) ? outcomeFigures(dialog, width, theme) : [];
  const composed = (short: boolean) => {
    const lines = [...figures, ...dialogLines(dialog, atNow(state, dialog), width, theme, short)];
    // The rows below the text stay while the request is on its way, so that nothing moves.
    const foot = dialog.token && !headOf(dialog.phase) ? 1 + tokenRows(dialog, width, short) : 1;
    return { short, lines, foot, long: lines.length + foot > height };
  };
  const edged = isShort(state.size);
  const airy = composed(edged);
  // In a small terminal no row may be blank while warnings are out of view.
  const { short, lines, foot, long } = airy.long && !layoutOf(state.size).framed ? composed(true) : airy;
  const parts = foot > 1 ? 2 : 1;
  const air = lines.length + foot + parts <= height ? parts : 0;
  // In a short terminal the edge says which part of the text is on the screen, and the footer has the keys.
  const place = long && !edged ? 1 : 0;
  const room = long ? Math.max(1, height - foot - place) : lines.length;
  const last = Math.max(0, lines.length - room);
  const moving = dialog.phase.kind === 'reading' || dialog.phase.kind === 'sending';
  // During the write the end of the text is shown, because the last line is the current state.
  const top = moving ? last : Math.min(dialog.reading.top, last);
  const window = { top, room, count: lines.length };
  // A key confirms only lines that were on the screen.
  useEffect(
    () => app.dialog.drawn(dialog, { top, lines: lines.length, width, room: long ? room : height - foot }),
    [app, dialog, top, lines.length, width, height, room, long, foot],
  );
  // No dialog is drawn any more, for example in a terminal that is too small.
  useEffect(() => () => app.dialog.drawn(undefined), [app]);
  const blank = <Line text={theme.paint('plain', t``)} />;
  return (
    <PopUp
      state={state}
      theme={theme}
      title={dialog.title}
      beside={edgeCountdown(state, dialog)}
      right={long && edged ? placeSpan(dialog, window, width) : environmentSpan(state)}
      foot={footOf(state)}
      tone={headOf(dialog.phase)?.tone}
      height={lines.length + foot + air + place}
    >
      <Lines lines={lines.slice(top, top + room)} height={room} />
      {place > 0 && <Line text={theme.paint('warn', cut(placeIn(dialog, window), width))} />}
      {air > 0 && blank}
      {foot > 1 && (
        <TokenLine app={app} dialog={dialog} tick={state.tick} theme={theme} width={width} short={short} />
      )}
      {air > 1 && blank}
      <Line text={buttonsLine(dialog, state.tick, width, theme)} />
    </PopUp>
  );
}

function environmentSpan({ reach }: State): Span {
  return { text: t` ${environmentWord(reach)} `, tone: environmentTone(reach) };
}

/** In the frame, so that these texts don't move the text to confirm. */
function footOf(state: State): Span | undefined {
  const dialog = dialogOf(state);
  if (!dialog) return undefined;
  const { token, typed, missed } = dialog;
  const incomplete = missed && isAsking(dialog) && token !== undefined && !isTyped(token, typed);
  const here = presenceText(state, state.customer);
  // The line with the countdown may be out of view.
  const left =
    isLong(dialog.reading) && isAsking(dialog) && edgeCountdown(state, dialog) === undefined
      ? countdownOf(dialog, state.tick)
      : undefined;
  const said = [
    ...(left === undefined ? [] : [left]),
    ...(incomplete ? [t`Typed too early. Press Ctrl+U and type ${token.name} again.`] : []),
    ...(here === undefined ? [] : [here]),
  ];
  return said.length === 0 ? undefined : { text: t`▲ ${join(said, ' · ')}`, tone: 'warn' };
}

/** Without frames a message would cover the countdown in the last line. */
function edgeCountdown(state: State, dialog: Dialog): Span | undefined {
  if (layoutOf(state.size).framed || isShort(state.size) || !isAsking(dialog)) return undefined;
  const text = countdownOf(dialog, state.tick);
  const left = (dialog.deadline?.at ?? 0) - state.tick;
  return text === undefined ? undefined : { text: t`  ${text}`, tone: urgencyOf(left) ?? 'plain' };
}

function countdownOf(dialog: Dialog, tick: number): Visible | undefined {
  const { deadline } = dialog;
  if (!deadline || isOver(dialog, tick)) return undefined;
  return t`${deadline.label} ${showDuration(deadline.at - tick)}`;
}

function placeIn(dialog: Dialog, window: ScrollWindow): Visible {
  const part = partOf(window);
  const on = linesBelow(window) > 0 ? t`PgDn reads on` : t`PgUp goes back`;
  return isAsking(dialog) && !isAllRead(dialog.reading)
    ? t`${part}: ${on}. You can't confirm yet.`
    : t`${part}: ${on}.`;
}

/** Replaces the environment in the frame's edge, because the header shows the environment too. */
function placeSpan(dialog: Dialog, window: ScrollWindow, width: number): Span {
  const part = partOf(window);
  const brief = t`${part} · ${linesBelow(window) > 0 ? t`PgDn` : t`PgUp`}`;
  const left = width - CORNERS - cellWidth(dialog.title);
  const text = [placeIn(dialog, window), brief].find(one => cellWidth(one) <= left) ?? part;
  return { text, tone: 'warn' };
}

/** The cells of the frame's edge that its two texts can't use. */
const CORNERS = 8;

const partOf = ({ top, room, count }: ScrollWindow): Visible =>
  t`Lines ${top + 1}–${Math.min(count, top + room)} of ${count}`;

function dialogSpoken({ dialog }: OverlayOf<'dialog'>, state: State, app: App): Spoken {
  const { phase, deadline, token } = dialog;
  const head = headOf(phase);
  return {
    title: t`${dialog.title}, ${environmentWord(state.reach)}`,
    ...(head && { status: head.word }),
    entries: dialogEntries(dialog, atNow(state, dialog), t`Warning:`),
    // While a write is on its way there is nothing to choose.
    ...((isAsking(dialog) || head) && { selected: focusSpoken(dialog, state.tick) }),
    ...(deadline && isAsking(dialog) && { deadline }),
    ...(token &&
      takesToken(dialog, state.tick) && {
        typing: {
          key: 'token',
          name: token.name,
          value: dialog.typed,
          change: typed => app.dialog.type(typed),
        },
      }),
  };
}

/** If the acting button can't act, the reason follows. */
function focusSpoken(dialog: Dialog, tick: number): Selected {
  const { focus, token, ready } = dialog;
  const { safe, go, decline } = buttonsOf(dialog);
  const count = go === undefined ? 1 : decline === undefined ? 2 : 3;
  if (focus === 'token' && token) return { key: 'token', text: tokenText(token) };
  if (focus === 'go' && go !== undefined) {
    const why = isAsking(dialog) ? actProblem(dialog, tick) : undefined;
    return { key: `go ${go} ${why ?? ''}`, text: sentences([buttonText(go, 2, count), why ?? t``]) };
  }
  if (focus === 'decline' && decline !== undefined)
    return { key: 'decline', text: buttonText(decline, count, count) };
  // Until the dialog is ready, no key moves the focus.
  const next: Visible = isAsking(dialog) && ready ? t`Press Tab to go on.` : t``;
  return { key: `safe ${safe}`, text: sentences([buttonText(safe, 1, count)]), brief: next };
}
