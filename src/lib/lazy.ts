/** Makes a value at its first use. Large character classes take milliseconds, which would delay the start. */

export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** By graphemes, for every locale the same. The first one of a process takes 10 ms. */
export const segmenter = lazy(() => new Intl.Segmenter());

type SegmenterArguments = ConstructorParameters<typeof Intl.Segmenter>;

export class LazySegmenter {
  readonly #made: () => Intl.Segmenter;

  constructor(...given: SegmenterArguments) {
    this.#made = lazy(() => new Intl.Segmenter(...given));
  }

  segment(text: string): Intl.Segments {
    return this.#made().segment(text);
  }
}
