// A key binding as a value, the binding that a key finds, and the keys that config.json gives to commands.

import { t, type Visible, visible } from '../lib/visible.ts';
import { isKey, type Key } from './key.ts';

export interface Binding<App> {
  /** Unique: config.json gives the command other keys by this name. */
  readonly id: string;
  readonly title: Visible;
  readonly keys: readonly Key[];
  /** Where the keys work: everywhere, list, form, dialog … */
  readonly group: Visible;
  /** Lower comes first. If absent, the footer does not show the binding. */
  readonly footer?: number | undefined;
  readonly forRecord?: true;
  /** `true`, or the reason why not. If absent, always. */
  enabled?(app: App): true | Visible;
  run(app: App): void;
}

type Rest<App> = Omit<Binding<App>, 'id' | 'title' | 'keys' | 'group'>;

export const bindingsIn =
  <App>(group: Visible) =>
  (id: string, title: Visible, keys: readonly Key[], rest: Rest<App>): Binding<App> => ({
    id,
    title,
    keys,
    group,
    ...rest,
  });

/** Or the reason why not. */
export const canRun = <App>({ enabled }: Pick<Binding<App>, 'enabled'>, app: App): true | Visible =>
  enabled?.(app) ?? true;

type KeyResolution<App> =
  | { readonly kind: 'run'; readonly binding: Binding<App> }
  | { readonly kind: 'barred'; readonly binding: Binding<App>; readonly reason: Visible }
  | { readonly kind: 'unbound' };

/** Terminals and tmux use these, or can't distinguish them from Backspace, Tab or Enter. */
const reserved: ReadonlySet<Key> = new Set([...'sqhijmba'].map(letter => `ctrl-${letter}`));

export function resolve<App>(bindings: readonly Binding<App>[], app: App, key: Key): KeyResolution<App> {
  const binding = bindings.find(candidate => candidate.keys.includes(key));
  if (binding === undefined) return { kind: 'unbound' };
  const able = canRun(binding, app);
  return able === true ? { kind: 'run', binding } : { kind: 'barred', binding, reason: able };
}

/** One sentence for each key or ID that two bindings have, each reserved key, and each key that no terminal sends. */
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

/** By the ID of the command. */
export type WantedKeys = Readonly<Record<string, string | readonly string[]>>;

export interface Rebinding {
  readonly keys: ReadonlyMap<string, readonly Key[]>;
  /** One sentence for each command that keeps its default keys. */
  readonly problems: readonly Visible[];
}

/** Commands that protect money, and those that leave Purser. */
export const FIXED = /^(?:dialog|lock|quit|prompt|writing|grant)\b/;

type Sets<App> = ReadonlyMap<string, readonly Binding<App>[]>;

export const rebound = <App>(
  bindings: readonly Binding<App>[],
  keys: Rebinding['keys'],
): readonly Binding<App>[] =>
  bindings.map(binding => {
    const chosen = keys.get(binding.id);
    return chosen ? { ...binding, keys: chosen } : binding;
  });

/** A command that clashes with the commands before it keeps its default keys. */
export function readRebinding<App>(wanted: WantedKeys, sets: Sets<App>): Rebinding {
  const known = new Set([...sets.values()].flatMap(bindings => bindings.map(({ id }) => id)));
  let keys: ReadonlyMap<string, readonly Key[]> = new Map();
  const problems: Visible[] = [];
  for (const [id, chosen] of Object.entries(wanted)) {
    const list = typeof chosen === 'string' ? [chosen] : chosen;
    const next = new Map(keys).set(id, list);
    const why = keysProblem(id, list, known) ?? clashIn(next, id, sets);
    if (why === undefined) keys = next;
    else problems.push(t`keys.${visible(id, 40)}: ${why}`);
  }
  return { keys, problems };
}

function keysProblem(id: string, keys: readonly string[], known: ReadonlySet<string>): Visible | undefined {
  if (!known.has(id)) return t`unknown command.`;
  if (FIXED.test(id)) return t`this command keeps its keys.`;
  const wrong = keys.find(key => !isKey(key));
  return wrong === undefined ? undefined : t`“${visible(wrong, 20)}” is not a key.`;
}

function clashIn<App>(keys: Rebinding['keys'], id: string, sets: Sets<App>): Visible | undefined {
  for (const bindings of sets.values()) {
    if (!bindings.some(binding => binding.id === id)) continue;
    const [clash] = clashes(rebound(bindings, keys));
    if (clash !== undefined) return visible(clash);
  }
  return undefined;
}
