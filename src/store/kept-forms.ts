// A form that is kept per customer and per what it was opened for, so that nothing typed for one is ever sent for another; pure.

import { flowSlot } from './flow.ts';
import type { PlaceId } from './places.ts';
import type { Form, State } from './state.ts';
import { currentView } from './workspace.ts';

export interface KeptForms {
  /** The form of the view in front: as it was left, or as it begins. */
  get(state: State): Form;
  set(state: State, form: Form): State;
  /**
   * It has done its work: the next one begins anew. `owner` is `customerKey`, `as` the form that was worked with;
   * undefined where something else was typed since, which stays.
   */
  clear(state: State, owner: string, subject: string | undefined, as: Form): State | undefined;
}

const keyOf = (subject: string | undefined): string => (subject === undefined ? '' : `/${subject}`);

export function keptForms(
  place: PlaceId,
  begin: (subject: string | undefined, state: State) => Form,
): KeptForms {
  const slot = flowSlot<Readonly<Record<string, Form>>>(place);
  return {
    get(state) {
      const { subject } = currentView(state);
      return slot.get(state)?.[keyOf(subject)] ?? begin(subject, state);
    },
    set(state, form) {
      const { subject } = currentView(state);
      return slot.set(state, { ...slot.get(state), [keyOf(subject)]: form });
    },
    clear(state, owner, subject, as) {
      let same = false;
      const cleared = slot.change(state, owner, forms => {
        const { [keyOf(subject)]: kept, ...others } = forms;
        same = kept !== undefined && valuesOf(kept) === valuesOf(as);
        return same ? others : forms;
      });
      return same ? cleared : undefined;
    },
  };
}

const valuesOf = ({ fields }: Form): string => JSON.stringify(fields.map(({ id, value }) => [id, value]));
