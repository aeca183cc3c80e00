// The Ctrl keys that work everywhere, also in overlays, prompts and Login. Two of them may need a second press.

import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { t } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { info, type Notice, warning } from '../../store/notices.ts';

const bind = bindingsIn<App>(t`everywhere`);
/** In ms. */
const ARMED = 3000;

export const CHORDS = { quit: 'quit.now', suspend: 'suspend', end: 'call-end' } as const;

export const PRESS_AGAIN = t`Press Ctrl+C again to quit.`;

export function arm(app: App, armed: keyof typeof CHORDS, notice: Notice): void {
  app.clock.after(ARMED, () =>
    app.store.setState(state => (state.armed === armed ? { armed: undefined } : state)),
  );
  app.store.setState({ armed, notice });
}

export const chords: readonly Binding<App>[] = [
  bind(CHORDS.quit, t`quit: press twice`, ['ctrl-c'], {
    run(app) {
      if (app.inFlight() > 0 || app.store.getState().armed === 'quit') return app.quit();
      arm(app, 'quit', info(PRESS_AGAIN));
    },
  }),
  bind('redraw', t`redraw`, ['ctrl-l'], { run: app => app.redraw() }),
  bind(CHORDS.suspend, t`suspend`, ['ctrl-z'], {
    run(app) {
      if (app.inFlight() === 0 || app.store.getState().armed === 'suspend') return app.suspend();
      const text = t`A write is on its way. If Purser stops, the response is lost. Press Ctrl+Z again to stop.`;
      arm(app, 'suspend', warning(text));
    },
  }),
];
