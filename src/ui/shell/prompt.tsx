// The one-line questions at the foot of the screen: `:` goes somewhere, `/` filters what is loaded.

import { Box } from 'ink';
import type { App } from '../../effects/app.ts';
import type { Binding } from '../../keys/binding.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import type { State } from '../../store/state.ts';
import { currentView, goTo, updateView } from '../../store/workspace.ts';
import { Line } from '../kit/Line.tsx';
import { TextField } from '../kit/TextField.tsx';
import type { Theme } from '../kit/theme.ts';
import { customersOverlay } from './customers.tsx';
import { completions, destination } from './goto.ts';

const GROUP = t`prompt`;

function accept(app: App) {
  const { prompt } = app.store.getState();
  if (prompt?.kind !== 'goto') return app.store.setState({ prompt: undefined });
  const to = destination(prompt.value);
  if (to.kind === 'quit') return app.quit();
  if (to.kind === 'unknown')
    return app.store.setState({ prompt: undefined, notice: { text: to.why, tone: 'warning' } });
  if (to.kind === 'customer')
    return app.store.setState({ prompt: undefined, overlay: customersOverlay(false, to.userId) });
  app.store.setState(state => ({ ...goTo(state, to.place, to.subject), prompt: undefined }));
}

/** Leaving the filter undone puts back the one that was there. */
function cancel(app: App): void {
  app.store.setState(state => {
    const { prompt } = state;
    const left = prompt?.kind === 'filter' ? updateView(state, () => prompt.before) : state;
    return { ...left, prompt: undefined };
  });
}

function clear(app: App): void {
  app.store.setState(state =>
    state.prompt?.kind === 'goto'
      ? { prompt: { kind: 'goto', value: '' } }
      : updateView(state, view => ({ ...view, filter: view.under?.filter ?? '' })),
  );
}

function complete(app: App): void {
  const { prompt } = app.store.getState();
  if (prompt?.kind !== 'goto') return;
  const [only, ...others] = completions(prompt.value.trim());
  if (only && others.length === 0)
    app.store.setState({ prompt: { kind: 'goto', value: only, completed: only } });
}

export const promptBindings: readonly Binding<App>[] = [
  { id: 'prompt.accept', title: t`do it`, keys: ['enter'], group: GROUP, footer: 1, run: accept },
  { id: 'prompt.cancel', title: t`leave`, keys: ['esc'], group: GROUP, footer: 2, run: cancel },
  { id: 'prompt.clear', title: t`clear the line`, keys: ['ctrl-u'], group: GROUP, run: clear },
  { id: 'prompt.complete', title: t`complete`, keys: ['tab'], group: GROUP, footer: 3, run: complete },
];

export function PromptLine({
  app,
  state,
  theme,
  width,
  wrong,
}: {
  app: App;
  state: State;
  theme: Theme;
  width: number;
  /** What is wrong with the filter. */
  wrong: Visible | undefined;
}) {
  const { prompt } = state;
  if (!prompt) return null;
  const isGoto = prompt.kind === 'goto';
  const value = isGoto ? prompt.value : currentView(state).filter;
  const hint = isGoto
    ? join(
        completions(value.trim().split('/')[0] ?? '').map(place => visible(place)),
        ' ',
      )
    : (wrong ?? t`among what is loaded: words, column:value, >100, !not, "a phrase"; all must fit`);
  const room = Math.max(12, Math.floor(width / 2));
  return (
    <Box width={width} height={1} overflow="hidden">
      <Line text={theme.paint('strong', isGoto ? t`: ` : t`/ `)} />
      <TextField
        // A new field has its cursor at the end, which is where a completion leaves off.
        key={isGoto ? prompt.completed : 'filter'}
        value={value}
        focused
        width={room}
        onChange={next =>
          app.store.setState(current =>
            isGoto
              ? { prompt: { ...prompt, value: next } }
              : updateView(current, view => ({
                  ...view,
                  filter: next,
                  cursorIndex: 0,
                  cursorKey: undefined,
                  top: 0,
                })),
          )
        }
      />
      <Line
        text={theme.paint(wrong && !isGoto ? 'warn' : 'dim', cut(t` ${hint}`, Math.max(1, width - room - 2)))}
      />
    </Box>
  );
}
