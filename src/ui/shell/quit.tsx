// Asks before the console ends. The focus is on staying.

import type { Entry } from '../../format/entry.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { present } from '../../lib/present.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { wrap } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { waitingFor } from '../../store/approval-view.ts';
import { unresolvedHere } from '../../store/journal-view.ts';
import { warning } from '../../store/notices.ts';
import { closeOverlay, type OverlayOf, overlayWith } from '../../store/open-overlays.ts';
import type { State } from '../../store/state.ts';
import { Lines } from '../kit/Line.tsx';
import { concat } from '../kit/theme.ts';
import { layoutOf } from '../screens/layout.ts';
import { arm } from './chords.ts';
import type { OverlayKind } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const bind = bindingsIn<App>(t`quit`);

export const quitKind: OverlayKind<OverlayOf<'quit'>> = {
  bindings: [
    bind('quit.yes', t`quit`, ['y'], { footer: 1, run: app => app.quit('confirmed') }),
    bind('quit.again', t`quit`, ['q'], {
      enabled: app => (app.inFlight() === 0 ? true : t`A write is on its way. Press y to quit.`),
      run: app => app.quit(),
    }),
    bind('quit.no', t`stay`, ['esc', 'enter', 'n'], { footer: 2, run: closeOverlay }),
  ],
  over: 'dimmed',
  spoken: (_, state, app) => ({
    title: t`Quit Purser?`,
    entries: underWay(app, state),
    selected: { key: 'stay', text: t`Stay: Enter or Esc. Quit: y.` },
  }),
  View({ app, state, theme }) {
    const { width } = popUpArea(state);
    const lines = [
      ...underWay(app, state).flatMap(({ note, tone = 'plain' }) =>
        wrap(note, width).map(line => theme.paint(tone, line)),
      ),
      theme.paint('plain', t``),
      concat(theme.paint('cursor', t`[ Stay: Enter or Esc ]`), theme.paint('plain', t`   Quit: y`)),
    ];
    return (
      <PopUp state={state} theme={theme} title={t`Quit Purser?`} height={lines.length}>
        <Lines lines={lines} />
      </PopUp>
    );
  },
};

export const NOT_NOW = t`Purser can't quit here while a write is on its way.`;

/** The lock, Login and a very small terminal can't show the question. */
export function askToQuit(app: App): void {
  const { lock, login, size } = app.store.getState();
  if (lock || login || layoutOf(size).kind === 'too-small') {
    arm(app, 'quit', warning(NOT_NOW));
    return;
  }
  app.dialog.close();
  app.store.setState({
    overlay: overlayWith({ kind: 'quit' }),
    prompt: undefined,
    message: undefined,
    armed: undefined,
  });
}

type NoteEntry = Extract<Entry, { note: Visible }>;

function underWay(app: App, state: State): readonly NoteEntry[] {
  const flying = app.inFlight();
  const unresolved = unresolvedHere(state).length;
  const { exporting } = state;
  const writes =
    flying > 0
      ? t`A write is on its way. Purser waits 2 seconds for the response. Without one, the outcome is UNKNOWN.`
      : unresolved > 0
        ? t`Unresolved writes: ${unresolved}. Purser shows them at the next start.`
        : undefined;
  const exports =
    exporting &&
    t`An export of ${exporting.many} is running. Quitting stops the export and removes its file.`;
  const [approved, waiting] = [waitingFor(state, 'send').length, waitingFor(state, 'wait').length];
  const notes = present<NoteEntry>(
    writes && { note: writes, tone: 'bad' },
    exports && { note: exports, tone: 'warn' },
    approved > 0 && {
      note: t`Approved, not sent yet: ${approved}. Only you can send, before the approval expires.`,
      tone: 'warn',
    },
    waiting > 0 && {
      note: t`Your requests that wait for approval: ${waiting}. Only you can send them.`,
      tone: 'warn',
    },
  );
  return notes.length > 0
    ? notes
    : [{ note: t`Nothing is running, so quitting loses nothing.`, tone: 'plain' }];
}
