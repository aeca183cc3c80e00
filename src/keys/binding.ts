// A key binding as a value. Input, footer, help, palette and docs/keys.md all use it.

import { t, type Visible, visible } from '../lib/visible.ts';
import { isKey, type Key } from './key.ts';

/** A command and its keys. A binding reads and changes `App`. */
export interface Binding<App> {
  /** The unique name, by which config.json gives the command other keys. */
  readonly id: string;
  readonly title: Visible;
  readonly keys: readonly Key[];
  /** The place where the keys work: everywhere, list, form, dialog … */
  readonly group: Visible;
  /** The rank in the footer, lower first. If absent, the footer does not show the binding. */
  readonly footer?: number;
  /** The command acts on the record under the cursor. */
  readonly forRecord?: true;
  /** `true` if the command can run now, otherwise the reason. If absent, it can always run. */
  enabled?(app: App): true | Visible;
  run(app: App): void;
}

type Rest<App> = Omit<Binding<App>, 'id' | 'title' | 'keys' | 'group'>;

/** Makes the bindings of one group. */
export const bindingsIn =
  <App>(group: Visible) =>
  (id: string, title: Visible, keys: readonly Key[], rest: Rest<App>): Binding<App> => ({
    id,
    title,
    keys,
    group,
    ...rest,
  });

/** `barred`: the key has a binding that can't run now, for this `reason`. */
type KeyResolution<App> =
  | { readonly kind: 'run'; readonly binding: Binding<App> }
  | { readonly kind: 'barred'; readonly binding: Binding<App>; readonly reason: Visible }
  | { readonly kind: 'unbound' };

/** Keys that terminals and tmux use, and keys that look the same as Backspace, Tab or Enter. */
const reserved: ReadonlySet<Key> = new Set([...'sqhijmba'].map(letter => `ctrl-${letter}`));

/** Finds the first binding that has the key, and whether it can run. Runs nothing. */
export function resolve<App>(bindings: readonly Binding<App>[], app: App, key: Key): KeyResolution<App> {
  const binding = bindings.find(candidate => candidate.keys.includes(key));
  if (binding === undefined) return { kind: 'unbound' };
  const able = binding.enabled?.(app) ?? true;
  return able === true ? { kind: 'run', binding } : { kind: 'barred', binding, reason: able };
}

/**
 * One sentence for each error in a list of bindings: a key or an ID that two bindings have, a reserved key, a key that
 * no terminal sends. Empty if the list has no error.
 */
export function clashes<App>(bindings: readonly Binding<App>[]): string[] {
  const ids = new Set<string>();
  const owners = new Map<Key, string>();
  const faults: string[] = [];
  for (const { id, keys } of bindings) {
    if (ids.has(id)) faults.push(`Two bindings are called ${id}.`);
    ids.add(id);
    for (const key of keys) {
      const owner = owners.get(key);
      owners.set(key, id);
      if (owner !== undefined) faults.push(`${key} is bound to both ${owner} and ${id}.`);
      if (reserved.has(key)) faults.push(`${id} is bound to ${key}, which terminals and tmux use.`);
      else if (!isKey(key)) faults.push(`${id} is bound to ${JSON.stringify(key)}, which is not a key.`);
    }
  }
  return faults;
}

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
