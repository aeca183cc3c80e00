// Keys that a person chose for commands: what can be used of them, and what is wrong with the rest.

import { join, t, type Visible, visible } from '../lib/visible.ts';
import type { Binding } from './binding.ts';
import { clashes } from './dispatch.ts';
import { isKey, type Key } from './key.ts';

/** Commands by their ID: a key, several, or none. */
export type WantedKeys = Readonly<Record<string, string | readonly string[]>>;

export interface Rebinding {
  readonly keys: ReadonlyMap<string, readonly Key[]>;
  /** One sentence for each command whose keys stay as they were. */
  readonly problems: readonly Visible[];
}

/** What keeps money safe, and the way out, have their own keys for everybody. */
export const FIXED = /^(?:dialog|lock|quit|prompt|writing|grant)\b/;

type Sets<App> = ReadonlyMap<string, readonly Binding<App>[]>;

/** The same bindings with the chosen keys. */
export const rebound = <App>(
  bindings: readonly Binding<App>[],
  keys: Rebinding['keys'],
): readonly Binding<App>[] =>
  bindings.map(binding => {
    const chosen = keys.get(binding.id);
    return chosen ? { ...binding, keys: chosen } : binding;
  });

/** Takes each command in its order; one that clashes with what is taken already keeps the keys it had. */
export function readRebinding<App>(wanted: WantedKeys, sets: Sets<App>): Rebinding {
  const known = new Set([...sets.values()].flatMap(bindings => bindings.map(({ id }) => id)));
  let keys: ReadonlyMap<string, readonly Key[]> = new Map();
  const problems: Visible[] = [];
  for (const [id, chosen] of Object.entries(wanted)) {
    const list = typeof chosen === 'string' ? [chosen] : chosen;
    const next = new Map(keys).set(id, list);
    const why = whyNot(id, list, known) ?? clashIn(next, id, sets);
    if (why === undefined) keys = next;
    else problems.push(t`keys.${visible(id, 40)}: ${why}`);
  }
  return { keys, problems };
}

function whyNot(id: string, keys: readonly string[], known: ReadonlySet<string>): Visible | undefined {
  if (!known.has(id)) return t`unknown command.`;
  if (FIXED.test(id)) return t`this command keeps its keys.`;
  const wrong = keys.filter(key => !isKey(key)).map(key => t`“${visible(key, 20)}” is not a key.`);
  return wrong.length === 0 ? undefined : join(wrong, ' ');
}

/** The clashes that this command would bring about. */
function clashIn<App>(keys: Rebinding['keys'], id: string, sets: Sets<App>): Visible | undefined {
  const active = [...sets.values()].filter(bindings => bindings.some(binding => binding.id === id));
  const all = new Set(active.flatMap(bindings => clashes(rebound(bindings, keys))));
  return all.size === 0
    ? undefined
    : join(
        [...all].map(clash => visible(clash)),
        ' ',
      );
}
