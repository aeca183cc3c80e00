// What stands in place of the sections of a new customer while something is asked over them.

import { Box } from 'ink';
import type { App } from '../../effects/app.ts';
import { t, visible } from '../../lib/visible.ts';
import type { NewUser } from '../../store/new-user.ts';
import type { State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import { composeDetails, type Entry } from '../../ui/kit/details.ts';
import { Lines } from '../../ui/kit/Line.tsx';
import { drawnLines, type ScrollWindow, windowAt } from '../../ui/kit/scroll.ts';
import type { Painted, Theme } from '../../ui/kit/theme.ts';
import { FormView } from '../../ui/screens/form.tsx';
import { layoutOf } from '../../ui/screens/layout.ts';
import { personName } from './sections.ts';
import { isEmpty, toldIn, withStepForm } from './steps.ts';

/** The window on all that is said; its last line says how many more there are. */
/** The window over what was said of a file. */
export function toldWindow(state: State): ScrollWindow {
  const { height } = layoutOf(state.size, 'list').body;
  return windowAt(currentView(state).detailsTop, height, toldIn(state).length);
}

export const toldLines = (state: State, theme: Theme): readonly Painted[] =>
  drawnLines(
    toldIn(state).map(text => theme.paint('warn', text)),
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
  const { body } = layoutOf(state.size, 'list');
  if (!('form' in draft.step)) return null;
  const { kind, form } = draft.step;
  const loads = kind === 'load';
  const entries: readonly Entry[] = [
    { heading: loads ? t`Load from a JSON file` : t`Save as a JSON file` },
    {
      note: loads
        ? t`The file holds the body as the service takes it. What doesn't fit is left out and named.`
        : t`The file will hold what was typed so far, as the service takes it: personal data too.`,
    },
    ...(loads && !isEmpty(draft)
      ? [
          {
            note: t`It takes the place of what was typed here. Save that first (Esc, then E) if it is still needed.`,
            tone: 'warn' as const,
          },
        ]
      : []),
  ];
  const above = composeDetails(entries, body.width - 1, theme);
  return (
    <Box flexDirection="column" width={body.width} height={body.height} overflow="hidden">
      <Lines lines={above} height={above.length} />
      <FormView
        form={form}
        button={loads ? t`Load` : t`Save`}
        width={body.width - 1}
        height={Math.max(1, body.height - above.length)}
        theme={theme}
        onChange={changed => app.store.setState(now => withStepForm(now, changed))}
      />
    </Box>
  );
}

export function confirmEntries({ step, body }: NewUser): readonly Entry[] {
  const keys: Entry = { note: t`y throws it away; Esc goes back, and everything stays.`, tone: 'plain' };
  if (step.kind === 'remove') {
    const name = personName(body, step.person);
    return [
      { heading: t`Take person ${step.person + 1} away?` },
      {
        note: t`All that was typed about ${name === '' ? t`this person` : name} is gone then.`,
        tone: 'warn',
      },
      keys,
    ];
  }
  if (step.kind === 'replace')
    return [
      { heading: t`Put the file in place of what was typed?` },
      {
        note: t`All that was typed is gone then. Save it first (Esc, then E) if it is still needed. The file is ${visible(step.path, 200)}.`,
        tone: 'warn',
      },
      keys,
    ];
  return [
    { heading: t`Discard the draft?` },
    {
      note: t`All that was typed is gone then, and so is its file in the state folder. Nothing was sent.`,
      tone: 'warn',
    },
    keys,
  ];
}
