// After a write from a form: DONE clears the form and opens its tab. A write that waits for approval keeps the form.

import type { FieldError } from '../../api/contract/refusal-words.ts';
import { t, unsafeText, type Visible, visible } from '../../lib/visible.ts';
import type { Ended } from '../../sending/question.ts';
import { type FormCheck, valuesOf, withErrors } from '../../store/form-state.ts';
import type { FormsInState, KeptForms } from '../../store/kept-forms.ts';
import { type PlaceId, places } from '../../store/places.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView, customerKey, frontKey, goTo } from '../../store/workspace.ts';
import type { App } from '../app.ts';

interface OwnForm {
  readonly place: PlaceId;
  readonly forms: KeptForms;
}

interface Reviewed {
  readonly declared: OwnForm;
  /** With the hidden fields. By default there are none. */
  readonly whole?: Form;
  readonly clears?: (cleared: State) => State;
}

const same = (state: State): State => state;

type FormEnd = Pick<Ended, 'word' | 'errors'>;

/** For the form on the screen. Only DONE clears the form, so that people can correct it. Text typed since then stays. */
export function formDone({ store }: App, { declared, whole, clears = same }: Reviewed) {
  const { place, forms } = declared;
  const reviewed = store.getState();
  const { customer } = reviewed;
  const form = forms.get(reviewed);
  const isHere = (state: State): boolean => frontKey(state) === frontKey(reviewed);
  return ({ word, errors }: FormEnd): void => {
    if (word === 'REFUSED' && errors)
      store.setState(state => (isHere(state) ? withRefusal(state, forms, form, errors) : state));
    if (!customer || (word !== 'DONE' && word !== 'WAITING')) return;
    store.setState(state => {
      const left =
        word === 'DONE'
          ? forms.clear(state, customerKey(customer), currentView(reviewed), whole ?? form)
          : state;
      if (!left) return state;
      const cleared = word === 'DONE' ? clears(left) : left;
      return isHere(cleared) ? goTo(cleared, places[place].tab) : cleared;
    });
  };
}

/** At the fields that the service named. Text typed meanwhile stays without errors. */
export function withRefusal(
  state: State,
  forms: FormsInState,
  as: Form,
  errors: readonly FieldError[],
): State {
  const now = forms.get(state);
  const said = Object.fromEntries(
    errors.flatMap(({ field, words }) => {
      const id =
        field === undefined ? words && fieldIn(now, unsafeText(words)) : fieldNamed(now, unsafeText(field));
      return id === undefined ? [] : [[id, saidOf(words)] as const];
    }),
  );
  // Text is typed where the focus is, and it replaces a selected text.
  return valuesOf(now) === valuesOf(as) && Object.keys(said).length > 0
    ? forms.set(state, withErrors(now, said, now.focus !== as.focus))
    : state;
}

const saidOf = (words: FieldError['words']): Visible =>
  words === undefined ? t`The service refused this value.` : t`The service: "${visible(words, 200)}"`;

/** By the whole path or its last name. Undefined if several fit. */
function fieldNamed({ fields }: Form, name: string): string | undefined {
  const path = name
    .replace(/\[\d+\]/g, '')
    .replace(/^[/$.#]+/, '')
    .replaceAll('/', '.');
  const last = path.slice(path.lastIndexOf('.') + 1);
  for (const wanted of [path, last, last.replace(/_id$/, '')]) {
    const ids = fields.map(({ id }) => id).filter(id => id === wanted || id.endsWith(`.${wanted}`));
    if (ids.length === 1) return ids[0];
  }
  return undefined;
}

/** By its whole name in the service's words. Undefined if they name several. */
function fieldIn({ fields }: Form, words: string): string | undefined {
  const said = new Set(words.match(/\w+/g));
  const named = fields.map(({ id }) => id).filter(id => said.has(id.slice(id.lastIndexOf('.') + 1)));
  return named.length === 1 ? named[0] : undefined;
}

export const reviewing =
  <Values>(
    declared: OwnForm,
    check: (form: Form, state: State) => FormCheck<Values>,
    ask: (app: App, values: Values, ended: (ended: FormEnd) => void) => void,
  ) =>
  (app: App, form: Form): void => {
    const checked = check(form, app.store.getState());
    if (checked.ok) ask(app, checked, formDone(app, { declared }));
    else app.store.setState(now => declared.forms.set(now, withErrors(form, checked.errors)));
  };
