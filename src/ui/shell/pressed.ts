// What a key press and a paste do: a binding runs or says why it can't, and what was said before is over.

import type { App } from '../../effects/app.ts';
import { resolve } from '../../keys/dispatch.ts';
import { isGraphemeKey, type Key } from '../../keys/key.ts';
import { t } from '../../lib/visible.ts';
import { CHORDS } from './chords.ts';
import type { Console } from './console.ts';
import { unlocksByAnyKey } from './lock.tsx';
import { MESSAGE } from './message.tsx';
import { closeOverlay } from './overlay.ts';
import { welcomeKind } from './welcome.tsx';

const NOT_TYPED = t`Not typed: there is no text field here. Tab moves on, Esc leaves, Ctrl+P has the commands.`;

interface Pressed {
  onKey(key: Key): void;
  /** Where no field takes it. */
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
      // What was said last is read by the time the next key is pressed; how a write ended, when Esc says so.
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
            ? t`Nothing here takes text: what was pasted was dropped.`
            : t`Nothing that is pasted confirms: type it.`,
          tone: 'warning',
        },
      });
    },
  };
}
