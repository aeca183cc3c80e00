/** Makes a value at its first use. Large character classes take milliseconds, which would delay the start. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
