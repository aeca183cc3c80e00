// The console for a screen reader. It draws nothing: it writes spoken lines, and one unseen field takes typed text.

import { useEffect } from 'react';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import { TextField } from '../kit/TextField.tsx';
import type { Console } from '../shell/console.ts';
import { type FrameState, useFrameState } from '../shell/frame-state.ts';
import { frontOf, type Voice } from './voice.ts';

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
    />
  );
}

const dialogInFront = ({ overlay, lock, message, login }: State) =>
  overlay?.kind === 'dialog' && !lock && !message && !login ? overlay.dialog : undefined;
