// The binding of a key, and the errors in a list of bindings.
import type { Visible } from '../lib/visible.ts';
import type { Binding } from './binding.ts';
import { isKey, type Key } from './key.ts';

/** `barred`: the key is bound, and the reason says why it can't run now. */
type KeyResolution<App> =
  | { readonly kind: 'run'; readonly binding: Binding<App> }
  | { readonly kind: 'barred'; readonly binding: Binding<App>; readonly reason: Visible }
  | { readonly kind: 'unbound' };

/** Reserved by terminals and tmux, or indistinguishable from Backspace, Tab and Enter. */
const reserved: ReadonlySet<Key> = new Set([...'sqhijmba'].map(letter => `ctrl-${letter}`));

/** The meaning of a key in a list of bindings. Runs nothing. */
export function resolve<App>(bindings: readonly Binding<App>[], app: App, key: Key): KeyResolution<App> {
  const binding = bindings.find(candidate => candidate.keys.includes(key));
  if (binding === undefined) return { kind: 'unbound' };
  const able = binding.enabled?.(app) ?? true;
  return able === true ? { kind: 'run', binding } : { kind: 'barred', binding, reason: able };
}

/**
 * A sentence for everything that makes a list of bindings unusable: two with one key or one ID, a key reserved for
 * terminals and tmux, a key that no terminal sends. Empty if the list is good.
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
      if (reserved.has(key)) faults.push(`${id} is bound to ${key}, which is left to terminals and tmux.`);
      else if (!isKey(key)) faults.push(`${id} is bound to ${JSON.stringify(key)}, which is not a key.`);
    }
  }
  return faults;
}
