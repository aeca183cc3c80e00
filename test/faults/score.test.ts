// The scoreboard's own arithmetic.

import { expect, test } from 'vitest';
import { cases, numbersIn, score } from './score.ts';

test('a name carries numbers one by one and as ranges, and other words are none', () => {
  expect(numbersIn('A10: reset; also B3')).toEqual(['A10', 'B3']);
  expect(numbersIn('F1–F3 and C5')).toEqual(['F1', 'F2', 'F3', 'C5']);
  expect(numbersIn('D7-8: clocks')).toEqual(['D7', 'D8']);
  expect(numbersIn('U+202A, ACTIVE, GB18THSD')).toEqual([]);
});

test('a case survives only if every test that names it passed', () => {
  const { line, failed, uncovered } = score([
    { name: 'A1: refused', passed: true },
    { name: 'A2: no such host', passed: true },
    { name: 'A2: said in a sentence', passed: false },
    { name: 'O3: no key on the screen', passed: false },
  ]);
  expect(line).toBe(
    `faults survived 1/${cases.length} · effects duplicated or lost 0 · terminals left dirty 0 · secrets leaked 1`,
  );
  expect(failed).toEqual(['A2']);
  expect(uncovered).toHaveLength(cases.length - 2);
});
