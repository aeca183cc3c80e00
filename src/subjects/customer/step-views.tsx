// The steps that replace the sections of a new customer, with their views: a file form, the file report, the question.

import { Box } from 'ink';
import { type Entry, noted } from '../../format/entry.ts';
import { withJsonAt, withoutEmpty } from '../../lib/json-path.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { wrap } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { field, fieldValue, setField, withErrors } from '../../store/form-state.ts';
import { EMPTY, type NewUser, type NewUserStep, newUserSlot, SECTIONS } from '../../store/new-user.ts';
import { tell, warning } from '../../store/notices.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Lines } from '../../ui/kit/Line.tsx';
import { drawnLines, type ScrollWindow, windowAt } from '../../ui/kit/scroll.ts';
import type { Spoken } from '../../ui/kit/spoken.ts';
import type { Painted, Theme } from '../../ui/kit/theme.ts';
import { FormView } from '../../ui/screens/form.tsx';
import { formSpoken } from '../../ui/screens/form-spoken.ts';
import { layoutOf } from '../../ui/screens/layout.ts';
import { PERSONS, personName } from './sections.ts';

/** The last visible line counts the rest. */
export function toldWindow(state: State): ScrollWindow {
  const { height } = layoutOf(state.size).body;
  return windowAt(currentView(state).detailsTop, height, reportIn(state).length);
}

export const toldLines = (state: State, theme: Theme): readonly Painted[] =>
  drawnLines(
    reportIn(state).map(text => theme.paint('warn', text)),
    toldWindow(state),
    theme,
  );

interface FileStepProps {
  readonly app: App;
  readonly state: State;
  readonly draft: NewUser;
  readonly theme: Theme;
}

export function FileStep({ app, state, draft, theme }: FileStepProps) {
  const { body } = layoutOf(state.size);
  if (!('form' in draft.step)) return null;
  const { form } = draft.step;
  const above = composeDetails(fileEntries(draft), body.width - 1, theme);
  return (
    <Box flexDirection="column" width={body.width} height={body.height} overflow="hidden">
      <Lines lines={above} />
      <FormView
        form={form}
        button={buttonOf(draft)}
        width={body.width - 1}
        height={Math.max(1, body.height - above.length)}
        theme={theme}
        onChange={changed => change(app, changed)}
      />
    </Box>
  );
}

const change = (app: App, form: Form): void => app.store.setState(now => withStepForm(now, form));
const buttonOf = ({ step }: NewUser): Visible => (step.kind === 'load' ? t`Load` : t`Save`);

export function stepSpoken(draft: NewUser, state: State, app: App): Spoken {
  const { step } = draft;
  if (step.kind === 'report') return { part: step.kind, entries: reportIn(state).map(note => ({ note })) };
  if (!('form' in step)) return { part: step.kind, entries: confirmEntries(draft) };
  return {
    part: step.kind,
    entries: fileEntries(draft),
    ...formSpoken({ form: step.form, button: buttonOf(draft), change: form => change(app, form) }),
  };
}

function fileEntries(draft: NewUser): readonly Entry[] {
  const loads = draft.step.kind === 'load';
  return [
    { heading: loads ? t`Load JSON file` : t`Save JSON file` },
    {
      note: loads
        ? t`The file must have the body in the service's format. Purser rejects fields that don't fit and lists them.`
        : t`The file will have your draft in the service's format, with personal data.`,
    },
    ...(loads && !isEmpty(draft)
      ? [noted(t`The file replaces your draft. To keep the draft, save it first (Esc, then E).`, 'warn')]
      : []),
  ];
}

export function confirmEntries({ step, body }: NewUser): readonly Entry[] {
  const keys: Entry = noted(t`Press y to discard, or Esc to go back and keep everything.`, 'plain');
  if (step.kind === 'remove') {
    const name = personName(body, step.person);
    return [
      { heading: t`Remove person ${step.person + 1}?` },
      noted(t`You lose all typed data about ${name === '' ? t`this person` : name}.`, 'warn'),
      keys,
    ];
  }
  if (step.kind === 'replace')
    return [
      { heading: t`Replace the draft with the file?` },
      noted(
        t`You lose the typed draft. To keep the draft, save it first (Esc, then E). The file is ${visible(step.path, 200)}.`,
        'warn',
      ),
      keys,
    ];
  return [
    { heading: t`Discard the draft?` },
    noted(t`You lose the typed draft and its file in the state folder. Nothing was sent.`, 'warn'),
    keys,
  ];
}

export const draftNow = (state: State): NewUser | undefined =>
  currentView(state).place === 'new-user' ? newUserSlot.get(state) : undefined;

export const isEmpty = ({ body }: NewUser): boolean => withoutEmpty(body) === undefined;

export const goStep = (app: App, step: NewUserStep): void =>
  app.store.setState(state => {
    const draft = draftNow(state);
    return draft ? newUserSlot.set(state, { ...draft, step }) : state;
  });

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

function reportIn(state: State): readonly Visible[] {
  const width = Math.max(1, layoutOf(state.size).body.width - 1);
  return (draftNow(state)?.report ?? []).flatMap(sentence => wrap(sentence, width, SENTENCE_LINES));
}

/** Names of fields in a file can be long. */
const SENTENCE_LINES = 6;

/** A failure is shown next to the field. */
export async function doFile(app: App, form: Form): Promise<void> {
  const step = draftNow(app.store.getState())?.step;
  const path = fieldValue(form, 'file');
  /** The person may be with another customer by now, or at another step. */
  const isHere = (state: State): boolean => draftNow(state)?.step === step;
  const refuse = (why: Visible, free?: string): void =>
    app.store.setState(state => {
      if (!isHere(state)) return { notice: warning(why) };
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
  if (isHere(app.store.getState())) goStep(app, SECTIONS);
  tell(
    app.store,
    t`Saved as JSON. Only you can read the file. Delete the file when you don't need it: it has personal data.`,
  );
}

function replace(app: App, path: string): void {
  const trouble = app.newUserFiles.load(path);
  if (!trouble) return;
  goStep(app, { kind: 'load', form: withErrors(fileForm(path, LOAD_HINT), { file: trouble.why }) });
}

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
