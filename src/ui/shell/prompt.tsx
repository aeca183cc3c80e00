// The one-line prompts at the foot of the screen: `:` opens a screen or a record, `/` filters the loaded rows.

import { Box } from 'ink';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { type Recall, recalled, rememberTyped } from '../../store/recall.ts';
import type { State } from '../../store/state.ts';
import { underOf, type View } from '../../store/view.ts';
import { currentView, replaceView, updateView } from '../../store/workspace.ts';
import { requestText } from '../../subjects/fx/terms.ts';
import { Piece } from '../kit/Line.tsx';
import type { Spoken } from '../kit/spoken.ts';
import { TextField } from '../kit/TextField.tsx';
import type { Screen, ScreenProps } from '../screens/screen.ts';
import { aimOf, go } from './go.ts';
import { completions } from './goto.ts';

const bind = bindingsIn<App>(t`prompt`);
const KEPT = t`typing replaces the filter, ← keeps it`;
const GRAMMAR = t`loaded rows: words, a|b, column:part, =whole, >100, !not`;

function accept(app: App) {
  app.store.setState(state =>
    state.prompt ? rememberTyped(state, state.prompt.kind, typedIn(state)) : state,
  );
  const { prompt } = app.store.getState();
  if (prompt?.kind !== 'goto') return app.store.setState({ prompt: undefined });
  const to = aimOf(prompt.value);
  return to.kind === 'quit' ? app.quit() : go(app, to);
}

function cancel(app: App): void {
  app.store.setState(state => {
    const { prompt } = state;
    const left = prompt?.kind === 'filter' ? replaceView(state, prompt.before) : state;
    return { ...left, prompt: undefined };
  });
}

function clear(app: App): void {
  app.store.setState(state =>
    state.prompt?.kind === 'goto'
      ? { prompt: { kind: 'goto', value: '' } }
      : keepsFilter(updateView(state, { filter: currentView(state).under?.filter ?? '' })),
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
  const { kept: _, ...open } = prompt;
  app.store.setState({
    ...filteredBy(state, text),
    prompt: { ...open, completed: { typed, text, nth: at + 1, of: all.length } },
  });
}

/** A filter without the filter of the record that the rows belong to. */
function typedIn(state: State): string {
  if (state.prompt?.kind === 'goto') return state.prompt.value;
  const view = currentView(state);
  return view.filter.slice(underOf(view)?.filter.length ?? 0);
}

function withTyped(view: View, text: string): string {
  const under = underOf(view)?.filter;
  return under === undefined ? text : text === '' ? under : `${under} ${text.trimStart()}`;
}

function recalledFrom(state: State, by: 1 | -1): Recall | undefined {
  const { prompt } = state;
  if (!prompt) return undefined;
  const typed = typedIn(state);
  const { recall } = prompt;
  // Edited text is new text, and selected text is no beginning.
  const going = recall?.text.trim() === typed.trim() ? recall : undefined;
  const prefix = prompt.kind === 'filter' && prompt.kept ? '' : typed;
  return recalled(state, prompt.kind, going ?? { typed, prefix, nth: -1 }, by);
}

function recallInto(state: State, by: 1 | -1): State {
  const { prompt } = state;
  const recall = recalledFrom(state, by);
  if (!prompt || !recall) return state;
  if (prompt.kind === 'goto') return { ...state, prompt: { kind: 'goto', value: recall.text, recall } };
  const { before } = prompt;
  return {
    ...filteredBy(state, withTyped(currentView(state), recall.text)),
    prompt: { kind: 'filter', before, recall },
  };
}

const filteredBy = (state: State, filter: string): State =>
  updateView(state, { filter, cursorIndex: 0, cursorKey: undefined, top: 0 });

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
  bind('prompt.older', t`recent`, ['up'], {
    footer: 4,
    run: app => app.store.setState(state => recallInto(state, 1)),
  }),
  bind('prompt.newer', t`newer`, ['down'], {
    run: app => app.store.setState(state => recallInto(state, -1)),
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
    const typing = { key: `goto ${prompt.recall?.nth}`, name: t`Go to`, value: prompt.value, change };
    const completed =
      prompt.completed === undefined || !only || others.length > 0 ? undefined : visible(only);
    const found = completed ?? (prompt.recall && visible(prompt.recall.text));
    return { title: t`Go to`, typing, ...(found && { selected: { key: found, text: found } }) };
  }
  const { filter } = currentView(state);
  const { completed } = prompt;
  return {
    title: prompt.kept ? t`Filter ${visible(filter)}: ${KEPT}` : t`Filter ${GRAMMAR}`,
    typing: {
      key: `filter ${completed?.text} ${prompt.recall?.nth}`,
      name: t`Filter`,
      value: filter,
      kept: prompt.kept === true,
      change,
      keep: () => app.store.setState(keepsFilter),
    },
    ...(prompt.recall && {
      selected: { key: `recall ${prompt.recall.nth}`, text: visible(prompt.recall.text) },
    }),
    ...(completed && {
      selected: {
        key: completed.text,
        text: t`${visible(completed.text)}, ${completed.nth} of ${completed.of}`,
      },
    }),
  };
}

const typedInto = (state: State, value: string): State | Partial<State> =>
  state.prompt?.kind === 'goto'
    ? { prompt: { ...state.prompt, value } }
    : keepsFilter(filteredBy(state, value));

function keepsFilter(state: State): State {
  if (state.prompt?.kind !== 'filter' || !state.prompt.kept) return state;
  const { kept: _, ...prompt } = state.prompt;
  return { ...state, prompt };
}

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
      (prompt.kept ? KEPT : undefined) ??
      (completed?.text === value && completed.of > 1
        ? t`${completed.nth} of ${completed.of}: Tab for the next`
        : GRAMMAR));
  // The hint gets the cells that the text leaves, at least half of the line.
  const room = Math.max(12, Math.min(cellWidth(visible(value)) + 2, Math.floor(width / 2)));
  return (
    <Box width={width} height={1} overflow="hidden">
      <Piece text={theme.paint('strong', isGoto ? t`: ` : t`/ `)} />
      <TextField
        // A completion or a recalled text makes a new field, whose cursor is at the end of the text.
        key={`${prompt.kind} ${isGoto ? prompt.completed : completed?.text} ${prompt.recall?.nth}`}
        value={value}
        focused
        selected={!isGoto && prompt.kept === true}
        width={room}
        onChange={next => app.store.setState(now => typedInto(now, next))}
        onKeep={() => app.store.setState(keepsFilter)}
      />
      <Piece
        text={theme.paint(wrong && !isGoto ? 'warn' : 'dim', cut(t` ${hint}`, Math.max(1, width - room - 2)))}
      />
    </Box>
  );
}
