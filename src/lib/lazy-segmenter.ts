/** In packages, the build replaces Intl.Segmenter with this class, which makes the segmenter at its first use. */

import { lazy } from './lazy.ts';

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
