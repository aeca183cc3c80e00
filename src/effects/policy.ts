// Applies the policy of this machine while Purser runs, because an administrator may stop all writes at any moment.

import {
  checkAllowed,
  checkEnvironment,
  checkWrites,
  environmentAt,
  type Limits,
} from '../api/contract/allowed-services.ts';
import { type Clock, repeat } from '../lib/clock.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { Reach, State } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/** Reads the policy again. The same object while nothing changed. */
export type ReadPolicy = () => Limits | undefined;

interface PolicyDeps {
  readonly store: Store;
  readonly read: ReadPolicy;
  /** Ends a session with a service that the policy no longer allows. */
  readonly end: (why: Visible) => void;
}

/** In ms. Before a write Purser reads the policy too. */
const EVERY = 2000;

export type PolicyEffects = ReturnType<typeof createPolicy>;

export function createPolicy({ store, read, end }: PolicyDeps) {
  let seen = store.getState().reach.limits;

  /** Returns why nothing may be sent, as a whole sentence. */
  function check(): Visible | undefined {
    const limits = read();
    if (limits !== seen && limits !== undefined) {
      seen = limits;
      store.setState(state => ({ reach: under(limits, state) }));
      const barred = serviceProblem(store.getState());
      if (barred !== undefined) end(barred);
    }
    const state = store.getState();
    const why = checkWrites(state.reach.limits, state.reach.environment);
    return serviceProblem(state) ?? (why && t`This console only reads: ${why}.`);
  }

  return {
    check,
    /** Until the returned function is called. */
    watch(clock: Clock): () => void {
      check();
      return repeat(clock, () => EVERY, check);
    },
  };
}

/** The embedded simulator is no service. */
const isSimulator = ({ reach, demo }: State): boolean => reach.baseUrl === (demo?.baseUrl ?? '');

const under = (limits: Limits, state: State): Reach => {
  const { reach } = state;
  const { baseUrl, environment } = reach;
  return {
    ...reach,
    limits,
    environment: isSimulator(state) ? environment : environmentAt(limits, baseUrl, environment),
  };
};

function serviceProblem(state: State): Visible | undefined {
  const { reach } = state;
  if (!isSimulator(state)) return checkAllowed(reach.limits, reach);
  return reach.limits?.ended ?? checkEnvironment(reach.limits, 'demo');
}
