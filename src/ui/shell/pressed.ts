// What a key press and a paste do: a binding runs or says why it can't, and the last message goes.

import type { App } from '../../effects/app.ts';
import { resolve } from '../../keys/dispatch.ts';
import { isGraphemeKey, type Key } from '../../keys/key.ts';
import { t } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { CHORDS } from './chords.ts';
import type { Console } from './console.ts';
import { unlocksByAnyKey } from './lock.tsx';
import { MESSAGE } from './message.tsx';
import { closeOverlay } from './overlay.ts';
import { welcomeKind } from './welcome.tsx';

const NOT_TYPED = t`Not typed: no text field has the focus. Tab moves on, Esc leaves, Ctrl+P shows the commands.`;

/** Keys that only move in a list or over lines: held down, they come in bursts. */
const MOVES: ReadonlySet<string> = new Set(['j', 'k', 'down', 'up', 'pgdn', 'pgup', 'ctrl-d', 'ctrl-u']);

/** A dialog counts the lines that were on the screen, and a form's focus moves with the frame: there each key needs one. */
export const needsNoFrame = ({ overlay, lock, login, message, prompt }: State, key: Key): boolean =>
  MOVES.has(key) && !overlay && !lock && !login && !message && !prompt;

interface Pressed {
  onKey(key: Key): void;
  /** For places without a text field. */
  onPaste(): void;
}

export function pressed(app: App, console: Console): Pressed {
  const { store } = app;
  return {
    onKey(key) {
      // The card is no dialog: a key that isn't its own is for the screen behind it.
      if (
        store.getState().overlay?.kind === 'welcome' &&
        resolve(welcomeKind.bindings, app, key).kind === 'unbound'
      )
        closeOverlay(app);
      const state = store.getState();
      const found = resolve(console.bindings(state), app, key);
      // The last message is read by the time of the next key; a write's outcome stays until Esc.
      if (state.message && !state.lock && key !== 'ctrl-c')
        return store.setState({
          message: undefined,
          said: state.message,
          notice: state.notice?.stays ? state.notice : undefined,
        });
      const reads = found.kind === 'run' && found.binding.id === MESSAGE;
      const kept = state.lock || reads || (state.notice?.stays && key !== 'esc') ? state.notice : undefined;
      const again = found.kind === 'run' && state.armed && found.binding.id === CHORDS[state.armed];
      if (state.notice || state.armed)
        store.setState({
          notice: kept,
          armed: again ? state.armed : undefined,
          ...(state.notice && { said: state.notice }),
        });
      if (found.kind === 'run') found.binding.run(app);
      else if (unlocksByAnyKey(state)) void app.lock.unlock();
      else if (found.kind === 'barred') store.setState({ notice: { text: found.reason, tone: 'warning' } });
      else if (console.inForm(state) && isGraphemeKey(key))
        store.setState({ notice: { text: NOT_TYPED, tone: 'warning' } });
    },
    onPaste() {
      const state = store.getState();
      if (state.lock) return;
      store.setState({
        notice: {
          text: console.takesPaste(state)
            ? t`Not pasted: no text field has the focus.`
            : t`Not pasted: type this text yourself to confirm.`,
          tone: 'warning',
        },
      });
    },
  };
}
