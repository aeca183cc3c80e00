// The dialog for a screen reader: all its lines, then the focus. After the write, the outcome comes first.

import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { type Dialog, isAsking, takesToken, whyNotAct } from '../../store/dialog.ts';
import type { State } from '../../store/state.ts';
import { environmentWord } from '../../store/writing.ts';
import { buttonText, type Selected, type Spoken } from '../kit/spoken.ts';
import { sentences } from '../screens/form-spoken.ts';
import { buttonsOf } from './dialog-buttons.ts';
import { atNow, dialogEntries, headOf, tokenText } from './dialog-lines.ts';
import { openOverlay } from './overlay.ts';

export function dialogSpoken(state: State, app: App): Spoken {
  const dialog = openOverlay(state, 'dialog')?.dialog;
  if (!dialog) return {};
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
          change: typed => app.writes.type(typed),
        },
      }),
  };
}

/** The focused button or field. If the acting button can't act, the reason follows. */
function focusSpoken(dialog: Dialog, tick: number): Selected {
  const { focus, token, ready } = dialog;
  const { safe, go, decline } = buttonsOf(dialog);
  const count = go === undefined ? 1 : decline === undefined ? 2 : 3;
  if (focus === 'token' && token) return { key: 'token', text: tokenText(token) };
  if (focus === 'go' && go !== undefined) {
    const why = isAsking(dialog) ? whyNotAct(dialog, tick) : undefined;
    return { key: `go ${go} ${why ?? ''}`, text: sentences([buttonText(go, 2, count), why ?? t``]) };
  }
  if (focus === 'decline' && decline !== undefined)
    return { key: 'decline', text: buttonText(decline, count, count) };
  // Until the dialog is ready, no key moves the focus.
  const next: Visible = isAsking(dialog) && ready ? t`Press Tab to go on.` : t``;
  return { key: `safe ${safe}`, text: sentences([buttonText(safe, 1, count)]), brief: next };
}
