// The console for a screen reader. It draws nothing: it writes spoken lines, and one unseen field takes typed text.

import { useEffect } from 'react';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { waitingExchange } from '../../store/exchanges.ts';
import type { State } from '../../store/state.ts';
import { currentView, frontKey } from '../../store/workspace.ts';
import { loginSpoken } from '../../subjects/login/login.tsx';
import { TextField } from '../kit/TextField.tsx';
import { placeTitle } from '../shell/bars.ts';
import type { Console } from '../shell/console.ts';
import { type FrameState, useFrameState } from '../shell/frame-state.ts';
import { headerFacts } from '../shell/header.ts';
import { lockSpoken } from '../shell/lock.tsx';
import { promptSpoken } from '../shell/prompt.tsx';
import { type Front, type Heard, LOCKED, speak } from './speak.ts';

interface ReaderProps {
  readonly app: App;
  readonly console: Console;
  readonly frames: FrameState;
  readonly voice: Voice;
}

/** All lines of a dialog are spoken when it opens. */
const ALL_SAID = { top: 0, room: 1, width: 1, lines: 1 } as const;
const WIDTH = 40;

export function Reader({ app, console, frames, voice }: ReaderProps) {
  const state = useFrameState(frames);
  const { key, typing } = frontOf(state, app, console);
  const dialog = dialogInFront(state);
  useEffect(() => voice.say(state), [voice, state]);
  useEffect(() => () => voice.stop(), [voice]);
  // A key may confirm a dialog only after the dialog's lines were said.
  useEffect(() => app.dialog.drawn(dialog, dialog && ALL_SAID), [app, dialog]);
  useEffect(() => () => app.dialog.drawn(undefined), [app]);
  if (!typing) return null;
  return (
    <TextField
      key={`${key} ${typing.key}`}
      value={typing.value}
      focused
      selected={typing.kept === true}
      width={WIDTH}
      onChange={typing.change}
      {...(typing.keep && { onKeep: typing.keep })}
    />
  );
}

const dialogInFront = ({ overlay, lock, message, login }: State) =>
  overlay?.kind === 'dialog' && !lock && !message && !login ? overlay.dialog : undefined;

export interface Voice {
  say(state: State): void;
  again(state: State): void;
  /** Also cancels the line after a pause in typing. */
  stop(): void;
}

/** Ms without a new letter. */
const TYPING_PAUSE = 600;

const NOWHERE = { key: '', title: t``, over: false } as const;

export function createVoice(app: App, console: Console, write: (text: string) => void): Voice {
  let heard: Heard | undefined;
  /** Of the last speech. Ages and countdowns alone are not said again. */
  let clock: Pick<State, 'now' | 'tick'> | undefined;
  let last: State | undefined;
  /** At the last check. */
  let typed: string | undefined;
  let cancelPause = (): void => {};

  /** Nothing else has changed. */
  function isTyping(front: Front): boolean {
    const before = typed;
    typed = front.typing && `${front.key} ${front.typing.key} ${front.typing.value}`;
    return (
      typed !== undefined &&
      typed !== before &&
      heard?.front.key === front.key &&
      heard.front.typing?.key === front.typing?.key
    );
  }

  function say(state: State, typedOut = false): void {
    const ticked = !typedOut && last !== undefined && heard?.left === undefined && isOnlyLater(last, state);
    last = state;
    if (ticked) return;
    const front = frontOf(state, app, console);
    cancelPause();
    if (isTyping(front)) {
      // The whole text is spoken when the focus leaves the field.
      if (heard)
        heard = { ...heard, front: { ...heard.front, ...(front.typing && { typing: front.typing }) } };
      cancelPause = app.clock.after(TYPING_PAUSE, () => say(last ?? state, true));
      return;
    }
    const still = clock && clock.tick !== state.tick ? frontOf({ ...state, ...clock }, app, console) : front;
    const below = front.over && !state.login ? console.deadline(state, app) : undefined;
    const said = speak(heard, {
      front,
      still,
      facts: headerFacts(state),
      notice: state.lock ? undefined : state.notice,
      goingOn: goingOn(state, console),
      deadline: front.deadline ?? below,
      tick: state.tick,
    });
    heard = said.heard;
    if (said.asOfNow || !clock) clock = { now: state.now, tick: state.tick };
    if (said.lines.length > 0) write(said.lines.map(line => `${line}\n`).join(''));
  }

  return {
    say: state => say(state),
    again(state) {
      if (heard) heard = { ...heard, front: NOWHERE, below: undefined };
      last = undefined;
      say(state);
    },
    stop: () => cancelPause(),
  };
}

const isOnlyLater = (before: State, { now, tick, ...rest }: State): boolean =>
  Object.entries(rest).every(([name, value]) => before[name as keyof typeof rest] === value);

function frontOf(state: State, app: App, console: Console): Front {
  const { overlay, prompt, message } = state;
  if (state.lock) return { key: LOCKED, over: false, title: t``, ...lockSpoken(state, app) };
  if (message) return { key: 'message', over: true, title: t`Message`, entries: [{ note: message.text }] };
  if (state.login) return { key: 'login', over: false, title: t`Sign in`, ...loginSpoken(state, app) };
  const kind = console.overlay(state);
  if (overlay && kind) {
    const dialog = overlay.kind === 'dialog' ? ` ${overlay.dialog.requestId}` : '';
    return { key: `${overlay.kind}${dialog}`, over: true, title: t``, ...kind.spoken(overlay, state, app) };
  }
  if (prompt) return { key: `prompt ${prompt.kind}`, over: true, title: t``, ...promptSpoken(state, app) };
  // Without a customer, there is no screen to describe.
  if (!state.customer) return { key: 'nobody', over: false, title: t`` };
  const title = placeTitle(state, place => console.screens.get(place));
  const key = `${frontKey(state)} ${JSON.stringify(currentView(state).server)}`;
  return { key, over: false, title, ...console.screenOf(state).spoken(state, app) };
}

function goingOn(state: State, console: Console): readonly Visible[] {
  if (state.lock) return [];
  const waiting = waitingExchange(state);
  const plain = !state.login && !state.overlay && !state.message;
  const problem = plain ? console.screenOf(state).problem?.(state) : undefined;
  return [
    ...(waiting ? [t`${waiting.title}: trying again, attempt ${waiting.attempt}.`] : []),
    ...(state.session.phase === 'signing-in' ? [t`Signing in …`] : []),
    ...(state.exporting ? [t`Exporting ${state.exporting.many} …`] : []),
    ...(problem ? [problem] : []),
  ];
}
