import { expect, it, vi } from 'vitest';
import { LazySegmenter } from '../../src/lib/lazy.ts';

const TEXT = 'e\u0301👍🏽 ab';

it.each([[], [undefined, { granularity: 'word' }]] as ConstructorParameters<typeof LazySegmenter>[])(
  'the lazy segmenter splits a text like Intl.Segmenter',
  (...given) => {
    expect([...new LazySegmenter(...given).segment(TEXT)]).toEqual([
      ...new Intl.Segmenter(...given).segment(TEXT),
    ]);
  },
);

it('the lazy segmenter makes only one segmenter, and only for the first text', () => {
  const made = vi.spyOn(Intl, 'Segmenter');
  const segmenter = new LazySegmenter();
  expect(made).not.toHaveBeenCalled();
  segmenter.segment('a');
  segmenter.segment('b');
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
});
