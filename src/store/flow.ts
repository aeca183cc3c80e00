// What a form or a flow keeps for one customer until it is done: nothing typed is lost by looking elsewhere; pure.

import type { State } from './state.ts';
import { currentWorkspace, customerKey, withWorkspace } from './workspace.ts';

/** A place of its own for one kind of flow, read and written as what it is. */
export interface FlowSlot<Value> {
  get(state: State): Value | undefined;
  set(state: State, value: Value | undefined): State;
  /** Of every customer who has one in this session, in no order. */
  all(state: State): readonly Value[];
  /** For a customer who may not be the current one any more: an answer that comes late. `owner` is `customerKey`. */
  change(state: State, owner: string, to: (value: Value) => Value): State;
}

export function flowSlot<Value>(key: string): FlowSlot<Value> {
  return {
    // Only this slot writes under its key, so what is there is a Value.
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
