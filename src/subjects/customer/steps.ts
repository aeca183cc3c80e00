// The steps that replace the sections of a new customer: load a file, read its report, save a file, confirm a discard.

import { withJsonAt, withoutEmpty } from '../../lib/json-path.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { wrap } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { field, fieldValue, setField, withErrors } from '../../store/form.ts';
import { EMPTY, type NewUser, type NewUserStep, newUserSlot, SECTIONS } from '../../store/new-user.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import { layoutOf } from '../../ui/screens/layout.ts';
import { PERSONS } from './fields.ts';

/** The draft, if the screen of the new customer is open. */
export const draftNow = (state: State): NewUser | undefined =>
  currentView(state).place === 'new-user' ? newUserSlot.get(state) : undefined;

export const isEmpty = ({ body }: NewUser): boolean => withoutEmpty(body) === undefined;

export const goStep = (app: App, step: NewUserStep): void =>
  app.store.setState(state => {
    const draft = draftNow(state);
    return draft ? newUserSlot.set(state, { ...draft, step }) : state;
  });

/** The form of the current step; undefined if the step has none. */
export function stepForm(state: State): Form | undefined {
  const step = draftNow(state)?.step;
  return step && 'form' in step ? step.form : undefined;
}

export function withStepForm(state: State, form: Form): State {
  const draft = draftNow(state);
  return draft && 'form' in draft.step
    ? newUserSlot.set(state, { ...draft, step: { ...draft.step, form } })
    : state;
}

export const LOAD_HINT = t`a JSON file of at most 1 MiB; ~ is the home folder`;

export const fileForm = (value: string, hint: Visible): Form => ({
  fields: [field('file', t`File`, value, hint)],
  focus: 0,
});

/** The lines of the report about the loaded file. */
export function reportIn(state: State): readonly Visible[] {
  const width = Math.max(1, layoutOf(state.size).body.width - 1);
  return (draftNow(state)?.report ?? []).flatMap(sentence => wrap(sentence, width, SENTENCE_LINES));
}

/** The most lines of one sentence, because names of fields in a file can be long. */
const SENTENCE_LINES = 6;

/** Loads or saves the file at the typed path, or shows next to the field why that failed. */
export async function doFile(app: App, form: Form): Promise<void> {
  const step = draftNow(app.store.getState())?.step;
  const path = fieldValue(form, 'file');
  const refuse = (why: Visible, free?: string): void =>
    app.store.setState(state => {
      const named = free === undefined ? form : setField(form, 'file', free);
      return withStepForm(state, withErrors(named, { file: why }));
    });
  if (path === '') {
    refuse(t`Enter a file name.`);
    return;
  }
  if (step?.kind === 'load') {
    const draft = draftNow(app.store.getState());
    if (draft && !isEmpty(draft)) return goStep(app, { kind: 'replace', path });
    const trouble = app.newUserFiles.load(path);
    if (trouble) refuse(trouble.why);
    return;
  }
  const trouble = await app.newUserFiles.save(path);
  if (trouble) {
    refuse(trouble.why, trouble.free);
    return;
  }
  goStep(app, SECTIONS);
  app.store.setState({
    notice: {
      text: t`Saved as JSON. Only you can read the file. Delete the file when you don't need it: it has personal data.`,
      tone: 'info',
    },
  });
}

/** Loads the file in place of the draft. If that fails, shows the error next to the file name. */
function replace(app: App, path: string): void {
  const trouble = app.newUserFiles.load(path);
  if (!trouble) return;
  goStep(app, { kind: 'load', form: withErrors(fileForm(path, LOAD_HINT), { file: trouble.why }) });
}

/** Does what the person confirmed: replaces or discards the draft, or removes a person. */
export function throwAway(app: App): void {
  const state = app.store.getState();
  const draft = draftNow(state);
  if (!draft || !state.customer) return;
  if (draft.step.kind === 'replace') replace(app, draft.step.path);
  if (draft.step.kind === 'discard') app.newUsers.discard();
  if (draft.step.kind !== 'remove') return;
  const body = withJsonAt(draft.body, `${PERSONS}.${draft.step.person}`, undefined);
  app.store.setState(
    newUserSlot.set(state, {
      ...draft,
      body: withoutEmpty(body) === undefined ? EMPTY : body,
      step: SECTIONS,
      flagged: [],
      focus: {},
    }),
  );
}
