/** A value that is made at its first use: large character classes take milliseconds that the start doesn't have. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
