// After a write from a form: DONE clears the form and opens its tab, if the form is still on screen. A write that waits for
// approval opens the tab too, and the form keeps its content.

import type { App } from '../../effects/app.ts';
import type { Ended } from '../../effects/question.ts';
import { type FormCheck, withErrors } from '../../store/form.ts';
import { places } from '../../store/places.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView, customerKey, goTo } from '../../store/workspace.ts';
import type { FormDeclaration } from './form-screen.tsx';

interface Reviewed {
  readonly declared: FormDeclaration;
  /** `customerKey` of the customer that the form was reviewed for. */
  readonly owner: string;
  /** The subject of the view in which the form was reviewed. */
  readonly subject: string | undefined;
  readonly record?: string | undefined;
  /** The form as it was reviewed. Text typed since then stays. */
  readonly form: Form;
  /** Also removes other data that belongs to the form. */
  readonly clears?: (cleared: State) => State;
}

const same = (state: State): State => state;

/** Makes a `Question.ended`. After REFUSED, NOT SENT or UNKNOWN the form stays, so that people can correct the form. */
export const formDone =
  ({ store }: App, { declared: { place, forms }, owner, subject, record, form, clears = same }: Reviewed) =>
  ({ word }: Pick<Ended, 'word'>): void => {
    if (word !== 'DONE' && word !== 'WAITING') return;
    const of = { subject, ...(record !== undefined && { record }) };
    store.setState(state => {
      const left = word === 'DONE' ? forms.clear(state, owner, of, form) : state;
      if (!left) return state;
      const cleared = word === 'DONE' ? clears(left) : left;
      const view = currentView(cleared);
      const here = cleared.customer !== undefined && customerKey(cleared.customer) === owner;
      return here && view.place === place && view.subject === subject && view.record === record
        ? goTo(cleared, places[place].tab)
        : cleared;
    });
  };

/** Reviews a form: shows errors at its fields, or asks the question about its write. DONE then clears the form. */
export const reviewing =
  <Values>(
    declared: () => FormDeclaration,
    check: (form: Form, state: State) => FormCheck<Values>,
    ask: (app: App, values: Values, ended: (ended: Pick<Ended, 'word'>) => void) => void,
  ) =>
  (app: App, form: Form): void => {
    const { getState, setState } = app.store;
    const state = getState();
    const checked = check(form, state);
    if (!checked.ok) {
      setState(now => declared().forms.set(now, withErrors(form, checked.errors)));
      return;
    }
    const { customer } = state;
    if (!customer) return;
    const { subject, record } = currentView(state);
    ask(
      app,
      checked,
      formDone(app, { declared: declared(), owner: customerKey(customer), subject, record, form }),
    );
  };
