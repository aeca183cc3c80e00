// The data of forms and flows for each customer, so that typed text stays when a person looks at another screen.

import type { State } from './state.ts';
import { currentWorkspace, customerKey, withWorkspace } from './workspace.ts';

export interface FlowSlot<Value> {
  get(state: State): Value | undefined;
  set(state: State, value: Value | undefined): State;
  all(state: State): readonly Value[];
  /** `owner`: the `customerKey` of a customer who may no longer be selected. No value, no change. */
  change(state: State, owner: string, to: (value: Value) => Value): State;
}

export function flowSlot<Value>(key: string): FlowSlot<Value> {
  return {
    // Only this slot writes to its key, so the value is a Value.
    get: state => currentWorkspace(state).flows[key] as Value | undefined,
    set(state, value) {
      if (!state.customer) return state;
      return withWorkspace(state, customerKey(state.customer), w => ({
        ...w,
        flows: { ...w.flows, [key]: value },
      }));
    },
    all: ({ workspaces }) =>
      Object.values(workspaces).flatMap(({ flows }) => {
        const value = flows[key] as Value | undefined;
        return value === undefined ? [] : [value];
      }),
    change: (state, owner, to) =>
      withWorkspace(state, owner, w => {
        const value = w.flows[key] as Value | undefined;
        return value === undefined ? w : { ...w, flows: { ...w.flows, [key]: to(value) } };
      }),
  };
}
