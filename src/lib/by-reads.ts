// Keeps the last result of a function until the data that the function read has changed.

/** Recorded among the names of the read members, if the function lists all members of the object. */
const MEMBERS = Symbol('members');

/**
 * Wraps `make`, and calls it again only when a member that it read has changed. The state changes at every key press,
 * but most of the screen's data does not. The members must be plain data that is replaced, never modified.
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
      // `make` has listed the members, so a new member changes its answer too.
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
