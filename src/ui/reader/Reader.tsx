// The console for a screen reader: it draws nothing, speaks lines, and has one field for the typing.

import { useEffect } from 'react';
import type { App } from '../../effects/app.ts';
import type { State } from '../../store/state.ts';
import { TextField } from '../kit/TextField.tsx';
import type { Console } from '../shell/console.ts';
import { type FrameState, useFrameState } from '../shell/frame-state.ts';
import { frontOf } from './front.ts';
import type { Voice } from './voice.ts';

interface ReaderProps {
  readonly app: App;
  readonly console: Console;
  readonly frames: FrameState;
  readonly voice: Voice;
}

/** A dialog speaks all its lines at once. */
const ALL_SAID = { top: 0, room: 1, width: 1, lines: 1 } as const;
/** Cells of a field that nobody sees. */
const WIDTH = 40;

export function Reader({ app, console, frames, voice }: ReaderProps) {
  const state = useFrameState(frames);
  const { key, typing } = frontOf(state, app, console);
  const dialog = dialogInFront(state);
  useEffect(() => voice.say(state), [voice, state]);
  useEffect(() => () => voice.stop(), [voice]);
  // Only then may a key confirm.
  useEffect(() => app.writes.drawn(dialog, dialog && ALL_SAID), [app, dialog]);
  useEffect(() => () => app.writes.drawn(undefined), [app]);
  if (!typing) return null;
  return (
    <TextField
      key={`${key} ${typing.key}`}
      value={typing.value}
      focused
      width={WIDTH}
      onChange={typing.change}
    />
  );
}

const dialogInFront = ({ overlay, lock, message, login }: State) =>
  overlay?.kind === 'dialog' && !lock && !message && !login ? overlay.dialog : undefined;
