// What a person typed after `:` and `/`, for each customer. Only in memory, and without secrets.

import { looksSecret } from '../lib/redact.ts';
import type { State } from './state.ts';
import { currentWorkspace, inCurrent } from './workspace.ts';

type PromptKind = 'goto' | 'filter';

/** Newest first. */
export type TypedBefore = { readonly [Kind in PromptKind]?: readonly string[] };

/** `typed` comes back after the newest entry. The entries begin with `prefix`. `text`: the entry on the screen. */
export interface Recall {
  readonly typed: string;
  readonly prefix: string;
  readonly text: string;
  /** -1: `typed` itself. */
  readonly nth: number;
}

const MOST = 50;
/** In UTF-16 units. Longer texts were pasted. */
const LONGEST = 200;

const before = (state: State, kind: PromptKind): readonly string[] =>
  currentWorkspace(state).typed?.[kind] ?? [];

export function rememberTyped(state: State, kind: PromptKind, line: string): State {
  const text = line.trim();
  if (text === '' || text.length > LONGEST || looksSecret(text)) return state;
  const others = before(state, kind).filter(one => one !== text);
  return inCurrent(state, workspace => ({
    ...workspace,
    typed: { ...workspace.typed, [kind]: [text, ...others].slice(0, MOST) },
  }));
}

/** As in a shell: the entries that begin with the typed text. Undefined at both ends. */
export function recalled(
  state: State,
  kind: PromptKind,
  { typed, prefix, nth }: Pick<Recall, 'typed' | 'prefix' | 'nth'>,
  by: 1 | -1,
): Recall | undefined {
  const begun = prefix.trim().toLowerCase();
  const fits = before(state, kind).filter(one => one.toLowerCase().startsWith(begun) && one !== typed.trim());
  const at = nth + by;
  const text = at === -1 ? typed : fits[at];
  return text === undefined ? undefined : { typed, prefix, text, nth: at };
}
