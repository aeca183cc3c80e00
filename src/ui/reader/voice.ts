// Writes the spoken text as plain lines, and remembers what was last said.

import { t } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import type { Console } from '../shell/console.ts';
import { headerFacts } from '../shell/header.ts';
import { frontOf, goingOn } from './front.ts';
import { type Front, type Heard, speak } from './speak.ts';

export interface Voice {
  say(state: State): void;
  /** Says all of the top layer again. */
  again(state: State): void;
  /** Cancels the line that would be said after a pause in typing. */
  stop(): void;
}

/** The result of typing is spoken after this many ms without a new letter. */
const TYPING_PAUSE = 600;

const NOWHERE = { key: '', title: t``, over: false } as const;

export function createVoice(app: App, console: Console, write: (text: string) => void): Voice {
  let heard: Heard | undefined;
  /** The time at which the top layer was last said. Ages and countdowns alone are not said again. */
  let clock: Pick<State, 'now' | 'tick'> | undefined;
  let last: State | undefined;
  /** The focused field and its text at the last check. */
  let typed: string | undefined;
  let cancelPause = (): void => {};

  /** Whether only the text of the focused field has changed. */
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

/** Whether only the time has changed. */
const isOnlyLater = (before: State, { now, tick, ...rest }: State): boolean =>
  Object.entries(rest).every(([name, value]) => before[name as keyof typeof rest] === value);
