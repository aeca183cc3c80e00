// A form that is opened again: the focus is on its first field, a note names earlier text, and a key clears the form.

import type { Entry } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { showClock } from '../../lib/time.ts';
import { t } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { valuesOf } from '../../store/form.ts';
import type { FormsInState } from '../../store/kept-forms.ts';
import type { PlaceId } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { currentView, updateView } from '../../store/workspace.ts';

const bind = bindingsIn<App>(t`form`);

const untouched = (state: State, forms: FormsInState): boolean =>
  !forms.fresh || valuesOf(forms.fresh(state)) === valuesOf(forms.get(state));

/** On the first field, with the earlier text marked. */
export function entered(state: State, forms: FormsInState): State {
  if (currentView(state).entered || !forms.fresh) return state;
  const form = forms.get(state);
  const fresh = forms.fresh(state);
  const given = new Map(fresh.fields.map(({ id, value }) => [id, value]));
  const fields = form.fields.map(one => {
    const kept = one.value !== (given.get(one.id) ?? '');
    return kept === (one.kept ?? false) ? one : { ...one, kept };
  });
  const same = form.focus === fresh.focus && fields.every((one, i) => one === form.fields[i]);
  const there = same ? state : forms.set(state, { fields, focus: fresh.focus });
  const kept = untouched(state, forms) ? undefined : forms.typedAt?.(state);
  return updateView(there, view => ({ ...view, entered: { kept } }));
}

/** Until the user types again. */
export function keptEntries(state: State, forms: FormsInState): readonly Entry[] {
  const kept = currentView(state).entered?.kept;
  if (kept === undefined || kept !== forms.typedAt?.(state) || untouched(state, forms)) return [];
  const when = showClock(kept, state.reach.zone);
  return [
    {
      note: t`This form has your text from ${when}. Typing replaces the text of a field, ← keeps it. Ctrl+K clears the form.`,
      tone: 'warn',
    },
  ];
}

/** None if the form doesn't know its first state. */
export const clearsAll = (place: PlaceId, forms: FormsInState): readonly Binding<App>[] =>
  forms.fresh
    ? [
        bind(`${place}.clear-all`, t`clear all fields`, ['ctrl-k'], {
          enabled: ({ store }) => (untouched(store.getState(), forms) ? t`This form is empty.` : true),
          run: ({ store }) =>
            store.setState(state => (forms.fresh ? forms.set(state, forms.fresh(state)) : state)),
        }),
      ]
    : [];
