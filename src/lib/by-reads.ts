// Answers that are kept while what they read stays the same.

/** A value that never equals another one. */
const MEMBERS = Symbol('members');

/**
 * Computes an answer again only once something that it read is another: a state changes at every key, and most of what
 * the screen shows of it doesn't. What is read must be plain data, replaced and never changed.
 */
export function byReads<Of extends object, Answer>(make: (of: Of) => Answer): (of: Of) => Answer {
  let last: { readonly reads: ReadonlyMap<string | symbol, unknown>; readonly answer: Answer } | undefined;
  return of => {
    if (last && areSame(last.reads, of)) return last.answer;
    const reads = new Map<string | symbol, unknown>();
    const watched = new Proxy(of, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        reads.set(name, value);
        return value;
      },
      // Which members there are is read too: one more would change the answer.
      ownKeys(target) {
        reads.set(MEMBERS, undefined);
        return Reflect.ownKeys(target);
      },
    });
    last = { reads, answer: make(watched) };
    return last.answer;
  };
}

function areSame(reads: ReadonlyMap<string | symbol, unknown>, of: object): boolean {
  if (reads.has(MEMBERS)) return false;
  for (const [name, value] of reads) if (Reflect.get(of, name) !== value) return false;
  return true;
}
