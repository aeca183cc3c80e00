// The unfinished work of a form or a flow, per customer, so that nothing typed is lost by looking elsewhere. Pure.

import type { State } from './state.ts';
import { currentWorkspace, customerKey, withWorkspace } from './workspace.ts';

/** The typed place of one kind of flow. */
export interface FlowSlot<Value> {
  get(state: State): Value | undefined;
  set(state: State, value: Value | undefined): State;
  /** The values of all customers in this session, in no order. */
  all(state: State): readonly Value[];
  /** For a customer who may no longer be selected, because an answer came late. `owner` is `customerKey`. */
  change(state: State, owner: string, to: (value: Value) => Value): State;
}

export function flowSlot<Value>(key: string): FlowSlot<Value> {
  return {
    // Only this slot writes with its key, so the value is a Value.
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
