// The views of the steps that replace the sections of a new customer: a file form, the file report, and the question
// before a discard.

import { Box } from 'ink';
import type { Entry } from '../../format/entry.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { NewUser } from '../../store/new-user.ts';
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
import { personName } from './sections.ts';
import { isEmpty, reportIn, withStepForm } from './steps.ts';

/** The visible part of the file report. The last visible line counts the rest. */
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
      <Lines lines={above} height={above.length} />
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
      ? [
          {
            note: t`The file replaces your draft. To keep the draft, save it first (Esc, then E).`,
            tone: 'warn' as const,
          },
        ]
      : []),
  ];
}

export function confirmEntries({ step, body }: NewUser): readonly Entry[] {
  const keys: Entry = { note: t`Press y to discard, or Esc to go back and keep everything.`, tone: 'plain' };
  if (step.kind === 'remove') {
    const name = personName(body, step.person);
    return [
      { heading: t`Remove person ${step.person + 1}?` },
      { note: t`You lose all typed data about ${name === '' ? t`this person` : name}.`, tone: 'warn' },
      keys,
    ];
  }
  if (step.kind === 'replace')
    return [
      { heading: t`Replace the draft with the file?` },
      {
        note: t`You lose the typed draft. To keep the draft, save it first (Esc, then E). The file is ${visible(step.path, 200)}.`,
        tone: 'warn',
      },
      keys,
    ];
  return [
    { heading: t`Discard the draft?` },
    { note: t`You lose the typed draft and its file in the state folder. Nothing was sent.`, tone: 'warn' },
    keys,
  ];
}
