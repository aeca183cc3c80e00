// The one-line prompts at the foot of the screen: `:` opens a screen or a record, `/` filters the loaded rows.

import { Box } from 'ink';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import { currentView, updateView } from '../../store/workspace.ts';
import { requestText } from '../../subjects/fx/terms.ts';
import { Piece } from '../kit/Line.tsx';
import type { Spoken } from '../kit/spoken.ts';
import { TextField } from '../kit/TextField.tsx';
import type { Screen, ScreenProps } from '../screens/screen.ts';
import { aimOf, go } from './go.ts';
import { completions } from './goto.ts';

const bind = bindingsIn<App>(t`prompt`);
const GRAMMAR = t`loaded rows: words, a|b, column:part, =whole, >100, !not`;

function accept(app: App) {
  const { prompt } = app.store.getState();
  if (prompt?.kind !== 'goto') return app.store.setState({ prompt: undefined });
  const to = aimOf(prompt.value);
  return to.kind === 'quit' ? app.quit() : go(app, to);
}

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

function completePlace(app: App, value: string): void {
  const [only, ...others] = completions(value.trim());
  if (only && others.length === 0)
    app.store.setState({ prompt: { kind: 'goto', value: only, completed: only } });
}

/** Each further press takes the next completion. */
function completeFilter(app: App, screenOf: (state: State) => Screen): void {
  const state = app.store.getState();
  const { prompt } = state;
  if (prompt?.kind !== 'filter') return;
  const { filter } = currentView(state);
  const { completed } = prompt;
  // If there was only one completion, the next press completes the new text.
  const before = completed?.text === filter && completed.of > 1 ? completed : undefined;
  const typed = before?.typed ?? filter;
  const all = screenOf(state).filterCompletions?.(state, typed) ?? [];
  const at = before ? before.nth % Math.max(1, all.length) : 0;
  const text = all[at];
  if (text === undefined) return;
  app.store.setState({
    ...filteredBy(state, text),
    prompt: { ...prompt, completed: { typed, text, nth: at + 1, of: all.length } },
  });
}

const filteredBy = (state: State, filter: string): State =>
  updateView(state, view => ({ ...view, filter, cursorIndex: 0, cursorKey: undefined, top: 0 }));

export const promptBindings = (screenOf: (state: State) => Screen): readonly Binding<App>[] => [
  bind('prompt.accept', t`apply`, ['enter'], { footer: 1, run: accept }),
  bind('prompt.cancel', t`cancel`, ['esc'], { footer: 2, run: cancel }),
  bind('prompt.clear', t`clear the line`, ['ctrl-u'], { run: clear }),
  bind('prompt.complete', t`complete`, ['tab'], {
    footer: 3,
    run(app) {
      const { prompt } = app.store.getState();
      if (prompt?.kind === 'goto') completePlace(app, prompt.value);
      else completeFilter(app, screenOf);
    },
  }),
  // In the background, while the user types.
  bind('prompt.rest', t`load the rest`, ['ctrl-g'], {
    footer: 0.5,
    enabled(app) {
      const state = app.store.getState();
      return state.prompt?.kind === 'filter' && screenOf(state).rest?.offered(state)
        ? true
        : t`There are no more rows to load for this filter.`;
    },
    run: app => screenOf(app.store.getState()).rest?.load(app),
  }),
];

/** A filter's error is spoken after the prompt has closed. */
export function promptSpoken(state: State, app: App): Spoken {
  const { prompt } = state;
  if (!prompt) return {};
  const change = (value: string): void => app.store.setState(now => typedInto(now, value));
  if (prompt.kind === 'goto') {
    const [only, ...others] = completions(prompt.value.trim().split('/')[0] ?? '');
    const typing = { key: 'goto', name: t`Go to`, value: prompt.value, change };
    const found = prompt.completed === undefined || !only || others.length > 0 ? undefined : visible(only);
    return { title: t`Go to`, typing, ...(found && { selected: { key: found, text: found } }) };
  }
  const { filter } = currentView(state);
  const { completed } = prompt;
  return {
    title: t`Filter ${GRAMMAR}`,
    typing: { key: `filter ${completed?.text ?? ''}`, name: t`Filter`, value: filter, change },
    ...(completed && {
      selected: {
        key: completed.text,
        text: t`${visible(completed.text)}, ${completed.nth} of ${completed.of}`,
      },
    }),
  };
}

const typedInto = (state: State, value: string): State | Partial<State> =>
  state.prompt?.kind === 'goto' ? { prompt: { ...state.prompt, value } } : filteredBy(state, value);

function gotoHint(typed: string): Visible {
  const to = aimOf(typed);
  if (to.kind === 'quit') return t`quits Purser`;
  if (to.kind === 'quote') return to.line.ok ? requestText(to.line.terms) : to.line.why;
  const places = completions(typed.split('/')[0] ?? '').map(place => visible(place));
  if (places.length > 0) return join(places, ' ');
  return to.kind === 'place' ? t`finds an ID, a reference, an amount, a name; gbpusd1000 gets a quote` : t``;
}

interface PromptLineProps extends Pick<ScreenProps, 'app' | 'state' | 'theme'> {
  readonly width: number;
  readonly wrong: Visible | undefined;
}

export function PromptLine({ app, state, theme, width, wrong }: PromptLineProps) {
  const { prompt } = state;
  if (!prompt) return null;
  const isGoto = prompt.kind === 'goto';
  const completed = prompt.kind === 'filter' ? prompt.completed : undefined;
  const value = isGoto ? prompt.value : currentView(state).filter;
  const hint = isGoto
    ? gotoHint(value.trim())
    : (wrong ??
      (completed?.text === value && completed.of > 1
        ? t`${completed.nth} of ${completed.of}: Tab for the next`
        : GRAMMAR));
  // The hint gets the cells that the text leaves, at least half of the line.
  const room = Math.max(12, Math.min(cellWidth(visible(value)) + 2, Math.floor(width / 2)));
  return (
    <Box width={width} height={1} overflow="hidden">
      <Piece text={theme.paint('strong', isGoto ? t`: ` : t`/ `)} />
      <TextField
        // A completion makes a new field, whose cursor is at the end of the text.
        key={isGoto ? prompt.completed : `filter ${completed?.text ?? ''}`}
        value={value}
        focused
        width={room}
        onChange={next => app.store.setState(now => typedInto(now, next))}
      />
      <Piece
        text={theme.paint(wrong && !isGoto ? 'warn' : 'dim', cut(t` ${hint}`, Math.max(1, width - room - 2)))}
      />
    </Box>
  );
}
