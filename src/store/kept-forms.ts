// A form that is kept per customer and per what it was opened for, so that nothing typed for one is ever sent for another; pure.

import { canonicalId } from '../lib/identifier.ts';
import { flowSlot } from './flow.ts';
import { valuesOf } from './form.ts';
import type { PlaceId } from './places.ts';
import type { Field, Form, State } from './state.ts';
import type { View } from './view.ts';
import { currentView } from './workspace.ts';

export interface FormsInState {
  /** The form of the view in front: as it was left, or as it begins. */
  get(state: State): Form;
  set(state: State, form: Form): State;
  /** As it begins, whatever was typed. */
  fresh?(state: State): Form;
  /** When something was last typed into it, epoch ms. */
  typedAt?(state: State): number | undefined;
}

/** What a form was opened for: an ID, or a record that no ID names. Two of them never share what was typed. */
type Subject = Pick<View, 'subject' | 'record'>;

export interface KeptForms extends FormsInState {
  fresh(state: State): Form;
  typedAt(state: State): number | undefined;
  /**
   * It has done its work: the next form is empty. `owner` is `customerKey`, `of` the view's own, `as` the form that was
   * worked with; undefined where something else was typed since, which stays.
   */
  clear(state: State, owner: string, of: Subject, as: Form): State | undefined;
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
    fresh: state => partIn(forms.fresh(state)),
    typedAt: forms.typedAt,
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

interface Kept {
  readonly form: Form;
  readonly typedAt: number | undefined;
}

/** An ID however it is spelt; a record's key as it is. */
function keyOf({ subject, record }: Subject): string {
  if (subject !== undefined) return `/${canonicalId(subject)}`;
  return record === undefined ? '' : `#${record}`;
}

export function keptForms(
  place: PlaceId,
  begin: (subject: string | undefined, state: State) => Form,
): KeptForms {
  const slot = flowSlot<Readonly<Record<string, Kept>>>(place);
  const keptIn = (state: State): Kept | undefined => slot.get(state)?.[keyOf(currentView(state))];
  const fresh = (state: State): Form => begin(currentView(state).subject, state);
  return {
    fresh,
    typedAt: state => keptIn(state)?.typedAt,
    get: state => keptIn(state)?.form ?? fresh(state),
    set(state, form) {
      const before = keptIn(state);
      const same = valuesOf(before?.form ?? fresh(state)) === valuesOf(form);
      const typedAt = same ? before?.typedAt : state.now;
      return slot.set(state, { ...slot.get(state), [keyOf(currentView(state))]: { form, typedAt } });
    },
    clear(state, owner, of, as) {
      let same = false;
      const cleared = slot.change(state, owner, forms => {
        const { [keyOf(of)]: kept, ...others } = forms;
        same = kept !== undefined && valuesOf(kept.form) === valuesOf(as);
        return same ? others : forms;
      });
      return same ? cleared : undefined;
    },
  };
}
