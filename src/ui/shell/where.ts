// Says the time left of a quote, the environment, the customer and the write access.

import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { showDuration } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import type { Deadline } from '../kit/spoken.ts';
import { sentences } from '../screens/form-spoken.ts';
import { headerFacts } from './header.ts';

const bind = bindingsIn<App>(t`everywhere`);

/** The key works in dialogs and forms too, where the time left of a quote matters most. */
export const whereBinding = (deadlineIn: (state: State, app: App) => Deadline | undefined): Binding<App> =>
  bind('where', t`time left, customer, access`, ['ctrl-f'], {
    run(app) {
      const state = app.store.getState();
      const deadline = state.login ? undefined : deadlineIn(state, app);
      const left = deadline ? [leftText(deadline, app.clock.monotonic())] : [];
      const text = sentences([...left, ...headerFacts(state).map(fact => fact.text)]);
      app.store.setState({ notice: { text, tone: 'info' } });
    },
  });

const leftText = ({ at, margin, label, over }: Deadline, tick: number): Visible =>
  tick >= at - margin ? over : t`${label} ${showDuration(at - tick)}`;
