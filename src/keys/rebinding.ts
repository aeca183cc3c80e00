// Checks the keys that config.json gives to commands: accepts the usable keys, and explains why the others are not
// usable.

import { t, type Visible, visible } from '../lib/visible.ts';
import type { Binding } from './binding.ts';
import { clashes } from './dispatch.ts';
import { isKey, type Key } from './key.ts';

/** One key, several keys or no key, by the ID of the command. */
export type WantedKeys = Readonly<Record<string, string | readonly string[]>>;

export interface Rebinding {
  readonly keys: ReadonlyMap<string, readonly Key[]>;
  /** One sentence for each command that keeps its default keys. */
  readonly problems: readonly Visible[];
}

/** Commands whose keys can't be changed: those that protect money, and those that leave Purser. */
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

/**
 * Accepts the commands one after the other. A command that clashes with the accepted commands keeps its default keys.
 */
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
  const wrong = keys.find(key => !isKey(key));
  return wrong === undefined ? undefined : t`“${visible(wrong, 20)}” is not a key.`;
}

/** The first clash of this command's new keys, in any set that has the command. One key may cause many clashes. */
function clashIn<App>(keys: Rebinding['keys'], id: string, sets: Sets<App>): Visible | undefined {
  for (const bindings of sets.values()) {
    if (!bindings.some(binding => binding.id === id)) continue;
    const [clash] = clashes(rebound(bindings, keys));
    if (clash !== undefined) return visible(clash);
  }
  return undefined;
}
