// Finds the binding of a key, and the errors in a list of bindings.
import type { Visible } from '../lib/visible.ts';
import type { Binding } from './binding.ts';
import { isKey, type Key } from './key.ts';

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
