// Keeps one form for each customer and subject. So text typed for one customer or subject is never sent for another.

import { canonicalId } from '../lib/identifier.ts';
import { flowSlot } from './flow-data.ts';
import { asKept, valuesOf } from './form-state.ts';
import type { PlaceId } from './places.ts';
import type { Field, Form, State } from './state.ts';
import type { View } from './view.ts';
import { currentView } from './workspace.ts';

export interface FormsInState {
  /** As the person left it, or new. */
  get(state: State): Form;
  set(state: State, form: Form): State;
  fresh?(state: State): Form;
  /** In epoch ms. */
  typedAt?(state: State): number | undefined;
}

/** An ID, or a record without an ID. Two subjects never share typed text. */
type Subject = Pick<View, 'subject' | 'record'>;

export interface KeptForms extends Required<FormsInState> {
  /** Empties a form that was sent `as`. `owner`: the `customerKey`. `of`: the view's subject. Undefined if the form has changed: it stays. */
  clear(state: State, owner: string, of: Subject, as: Form): State | undefined;
}

export interface PartForms extends KeptForms {
  whole(state: State): Form;
}

/** Hidden rows keep their text until they are visible again. `clear` takes the whole form. */
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

interface KeptForm {
  readonly form: Form;
  readonly typedAt: number | undefined;
}

/** The same for all spellings of an ID. */
function keyOf({ subject, record }: Subject): string {
  if (subject !== undefined) return `/${canonicalId(subject)}`;
  return record === undefined ? '' : `#${record}`;
}

export function keptForms(
  place: PlaceId,
  begin: (subject: string | undefined, state: State) => Form,
): KeptForms {
  const slot = flowSlot<Readonly<Record<string, KeptForm>>>(place);
  const keptIn = (state: State): KeptForm | undefined => slot.get(state)?.[keyOf(currentView(state))];
  const fresh = (state: State): Form => asKept(begin(currentView(state).subject, state));
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
