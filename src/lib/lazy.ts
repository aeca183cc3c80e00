/** A value that is made when it is first asked for: large character classes take milliseconds that the start doesn't have. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
