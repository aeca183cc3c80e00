// How long it takes to make hostile text visible.

import { expect, test } from 'vitest';
import { maskCardNumbers } from '../../../src/lib/redact.ts';
import { fromServer, visible } from '../../../src/lib/visible.ts';
import { floods } from '../../lib/corpus.ts';

/** The median of 21 runs in ms, after three warm-up runs. */
function median(run: () => unknown): number {
  for (let n = 0; n < 3; n++) run();
  const times = Array.from({ length: 21 }, () => {
    const from = performance.now();
    run();
    return performance.now() - from;
  });
  return times.toSorted((a, b) => a - b)[10] ?? Number.POSITIVE_INFINITY;
}

test('an error message of a megabyte is cut within 1 ms [C27b]', () => {
  const message = fromServer('m'.repeat(1_000_000));
  expect(median(() => visible(message))).toBeLessThan(1);
});

test('100,000 combining marks take less than 50 ms [F9b]', () => {
  const text = fromServer(`e${'\u0301'.repeat(100_000)}`);
  expect(median(() => visible(text))).toBeLessThan(50);
});

test.each([
  ['a name of a million characters', 'x'.repeat(1_000_000)],
  ['10,000 emoji joined to one another', '👩‍👩‍👧'.repeat(10_000)],
])('%s takes less than 10 ms [F10b]', (_, text) => {
  expect(median(() => visible(fromServer(text), 40))).toBeLessThan(10);
  expect(median(() => visible(fromServer(text)))).toBeLessThan(10);
});

test.each(floods(1_000_000))('a megabyte of %s is made visible within 50 ms [F9b F15]', (_, text) => {
  expect(median(() => visible(fromServer(text)))).toBeLessThan(50);
});

test.each(floods(1_000_000))(
  'a megabyte of %s is searched for card numbers within 200 ms [C26]',
  (_, text) => {
    expect(median(() => maskCardNumbers(text))).toBeLessThan(200);
  },
);
