// Acts on keys, pastes and the mouse. A key's binding runs or says why it can't; the last message disappears.

import { resolve } from '../../keys/binding.ts';
import { isForeignLetter, isGraphemeKey, type Key } from '../../keys/key.ts';
import type { MouseReport } from '../../keys/sequence.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { typingProblem } from '../../store/dialog.ts';
import { noticeRead, warn } from '../../store/notices.ts';
import { closeOverlay } from '../../store/open-overlays.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace, openTab } from '../../store/workspace.ts';
import { CHORDS } from './chords.ts';
import type { Console } from './console.ts';
import { unlocksByAnyKey } from './lock.tsx';
import { MESSAGE } from './message.tsx';
import { tabAt } from './tabs.ts';
import { welcomeKind } from './text-overlays.tsx';

const NOT_TYPED = t`Not typed: no text field has the focus. Tab moves on, Esc leaves, Ctrl+P shows the commands.`;

const PASTE_STALLED = t`A paste has not ended. Wait for the rest, or press Esc to drop it.`;
const PASTE_DROPPED = t`Paste dropped: its end did not arrive. Nothing was typed.`;

/** Without this message, early digits of a token would be lost silently. */
const notTyped = ({ lock, overlay, tick }: State, key: Key): Visible | undefined =>
  !lock && overlay?.kind === 'dialog' && isGraphemeKey(key) ? typingProblem(overlay.dialog, tick) : undefined;

/** Held down, these keys come in bursts. */
const MOVES: ReadonlySet<string> = new Set(['j', 'k', 'down', 'up', 'pgdn', 'pgup', 'ctrl-d', 'ctrl-u']);

/** Dialogs and forms need a new frame for each key, because they act on the drawn text. */
export const needsNoFrame = (state: State, key: Key): boolean => MOVES.has(key) && isPlain(state);

const isPlain = ({ overlay, lock, login, message, prompt }: State): boolean =>
  !overlay && !lock && !login && !message && !prompt;

export function pressed(app: App, console: Console) {
  const { store } = app;
  return {
    onKey(key: Key) {
      // A key that the welcome card doesn't use closes the card and acts on the screen.
      if (
        store.getState().overlay?.kind === 'welcome' &&
        resolve(welcomeKind.bindings, app, key).kind === 'unbound'
      )
        closeOverlay(app);
      const state = store.getState();
      const found = resolve(console.bindings(state), app, key);
      // A write's outcome stays until Esc.
      if (state.message && !state.lock && key !== 'ctrl-c')
        return store.setState({
          ...noticeRead(state, state.notice?.stays === true),
          message: undefined,
          lastMessage: state.message,
        });
      const reads = found.kind === 'run' && found.binding.id === MESSAGE;
      const keeps = state.lock !== undefined || reads || (state.notice?.stays === true && key !== 'esc');
      const again = found.kind === 'run' && state.armed && found.binding.id === CHORDS[state.armed];
      if (state.notice || state.armed)
        store.setState({ ...noticeRead(state, keeps), armed: again ? state.armed : undefined });
      const untyped = notTyped(state, key);
      if (found.kind === 'run') found.binding.run(app);
      else if (unlocksByAnyKey(state)) void app.lock.unlock();
      else if (untyped) {
        app.dialog.missed();
        warn(store, untyped);
      } else if (found.kind === 'barred') warn(store, found.reason);
      else if (console.inForm(state) && isGraphemeKey(key)) {
        const typed = console.typed(state);
        if (typed) typed(app, key);
        else warn(store, NOT_TYPED);
      } else if (!state.lock && isForeignLetter(key)) {
        const text = t`This key types ${visible(key, 8)}: switch to a Latin keyboard layout.`;
        warn(store, text);
      }
    },
    /** While no text field has the focus. */
    onPaste(text: string) {
      const state = store.getState();
      if (state.lock) return;
      const typed = console.inForm(state) ? console.typed(state) : undefined;
      if (typed) return typed(app, text);
      warn(
        store,
        console.takesPaste(state)
          ? t`Not pasted: no text field has the focus.`
          : t`Not pasted: type this text yourself to confirm.`,
      );
    },
    onPasteStall(now: 'stalled' | 'over' | 'dropped') {
      if (now !== 'over') return warn(store, now === 'stalled' ? PASTE_STALLED : PASTE_DROPPED);
      if (store.getState().notice?.text === PASTE_STALLED) store.setState({ notice: undefined });
    },
  };
}

const NOTCH = 3;
/** Below the header. */
const TABS_ROW = 1;

export const mouse =
  (app: App, console: Console, onKey: (key: Key) => void) =>
  ({ what, x, y }: MouseReport): void => {
    const state = app.store.getState();
    if (!isPlain(state)) return;
    if (what === 'click' && y === TABS_ROW) {
      const tab = tabAt(x, currentWorkspace(state).tab, console.counts(state), state.size.columns);
      if (tab) app.store.setState(openTab(state, tab));
      return;
    }
    // In a form the arrow keys change values, and the wheel must not do that by accident.
    if (console.inForm(state)) return;
    if (what === 'click') {
      const clicked = console.screenOf(state).clicked?.(state, { x, y });
      if (clicked && clicked !== state) app.store.setState(clicked);
      return;
    }
    for (let n = 0; n < NOTCH; n++) onKey(what === 'wheel-up' ? 'up' : 'down');
  };
