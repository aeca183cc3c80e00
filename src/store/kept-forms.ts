// A form that is kept per customer and per what it was opened for, so that nothing typed for one is ever sent for another; pure.

import { flowSlot } from './flow.ts';
import type { PlaceId } from './places.ts';
import type { Field, Form, State } from './state.ts';
import { currentView } from './workspace.ts';

export interface FormsInState {
  /** The form of the view in front: as it was left, or as it begins. */
  get(state: State): Form;
  set(state: State, form: Form): State;
}

export interface KeptForms extends FormsInState {
  /**
   * It has done its work: the next one begins anew. `owner` is `customerKey`, `as` the form that was worked with;
   * undefined where something else was typed since, which stays.
   */
  clear(state: State, owner: string, subject: string | undefined, as: Form): State | undefined;
}

/** Of a form whose rows depend on what is chosen in it: the whole, and the part of it that is on the screen. */
export interface PartForms extends KeptForms {
  whole(state: State): Form;
}

/**
 * The rows that `shows` says belong to the form as it stands. What was typed into others is kept for when they come back;
 * `clear` is given the whole form.
 */
export function partOf(forms: KeptForms, shows: (field: Field, whole: Form) => boolean): PartForms {
  const partIn = (whole: Form): Form => {
    const fields = whole.fields.filter(one => shows(one, whole));
    const focused = whole.fields[whole.focus];
    const at = focused ? fields.indexOf(focused) : fields.length;
    return { fields, focus: Math.max(0, at) };
  };
  return {
    get: state => partIn(forms.get(state)),
    whole: state => forms.get(state),
    clear: forms.clear,
    set(state, part) {
      const before = forms.get(state).fields;
      const changed = new Map(part.fields.map(one => [one.id, one]));
      const known = new Set(before.map(({ id }) => id));
      const fields = [
        ...before.map(one => changed.get(one.id) ?? one),
        ...part.fields.filter(({ id }) => !known.has(id)),
      ];
      const focused = part.fields[part.focus];
      const focus = focused ? fields.findIndex(({ id }) => id === focused.id) : fields.length;
      return forms.set(state, { fields, focus });
    },
  };
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
