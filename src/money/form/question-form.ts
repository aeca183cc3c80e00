// The screen of a write's form. A complete form asks the question of the write.

import type { WriteId } from '../../api/contract/operations.ts';
import type { Entry } from '../../format/entry.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Question } from '../../sending/question.ts';
import type { ScreenForm } from '../../store/body-form.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { PlaceId } from '../../store/places.ts';
import type { Form, State } from '../../store/state.ts';
import type { WriteDefinition } from '../definition.ts';
import { isConfirmableId } from '../write-tokens.ts';
import { addsRows } from './adds-rows.ts';
import { reviewing } from './form-done.ts';

interface QuestionForm<Id extends WriteId, Body> {
  readonly place: PlaceId;
  readonly button: Visible;
  above(): readonly Entry[];
  readonly write: Pick<WriteDefinition<Id>, 'class'>;
  readonly form: ScreenForm<Body>;
  /** By the path in the body. */
  initial?(subject: string | undefined, state: State): Readonly<Record<string, string>>;
  /** The key that adds an item to a list of the body. */
  readonly adds?: { readonly title: Visible; readonly list: string };
  question(body: Body): Question<Id>;
}

/** A subject is the first field, so the focus is on the second. */
export function questionForm<Id extends WriteId, Body>(declared: QuestionForm<Id, Body>) {
  const { place, button, above, write, form, initial, adds, question } = declared;
  const forms = keptForms(place, (subject, state) => ({
    fields: form.rows(initial?.(subject, state)),
    focus: subject === undefined ? 0 : 1,
  }));
  const check = (typed: Form, state: State) => form.check(typed, id => isConfirmableId(id, write, state));
  return {
    place,
    forms,
    button,
    above,
    check,
    review: reviewing(
      { place, forms },
      check,
      (app, { body }, ended) => void app.dialog.ask({ ...question(body), ended }),
    ),
    commands: adds ? [addsRows(place, forms, adds.title, one => form.withItem(one, adds.list))] : [],
  };
}
