/** Computes a value once for each object, because a screen is drawn after every key press. */

export function remembered<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return key => {
    const known = made.get(key);
    if (known) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}

/** Calls `make` again only when a member that it read has changed. The members must be replaced, never modified. */
export function byReads<Of extends object, Answer>(make: (of: Of) => Answer): (of: Of) => Answer {
  let last: { readonly reads: Reads; readonly answer: Answer } | undefined;
  return of => {
    if (last && areSame(last.reads, of)) return last.answer;
    const reads: Reads = { names: [], values: [], listed: false };
    const watched = new Proxy(of, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (!reads.names.includes(name)) {
          reads.names.push(name);
          reads.values.push(value);
        }
        return value;
      },
      // A new member changes the answer of a `make` that listed them.
      ownKeys(target) {
        reads.listed = true;
        return Reflect.ownKeys(target);
      },
    });
    last = { reads, answer: make(watched) };
    return last.answer;
  };
}

interface Reads {
  readonly names: (string | symbol)[];
  readonly values: unknown[];
  listed: boolean;
}

function areSame({ names, values, listed }: Reads, of: object): boolean {
  if (listed) return false;
  // Runs at every key press. `for … of` makes an object for each step, an index none.
  for (let at = 0; at < names.length; at++) if (Reflect.get(of, names[at] ?? '') !== values[at]) return false;
  return true;
}

/** Calls `make` again only when an argument has changed. */
export function forLast<Given extends readonly unknown[], Answer>(
  make: (...given: Given) => Answer,
): (...given: Given) => Answer {
  let last: { readonly given: Given; readonly answer: Answer } | undefined;
  return (...given) => {
    if (!last || !isEqual(last.given, given)) last = { given, answer: make(...given) };
    return last.answer;
  };
}

function isEqual(some: readonly unknown[], others: readonly unknown[]): boolean {
  for (let at = 0; at < others.length; at++) if (some[at] !== others[at]) return false;
  return some.length === others.length;
}

/** Whether `longer` is `items` with more rows at its end. Every row is compared: a local row may have changed. */
export const continues = (items: readonly unknown[], longer: readonly unknown[]): boolean =>
  items.length > 0 && items.length <= longer.length && items.every((item, i) => item === longer[i]);
