// The score of the faults.

import { expect, test } from 'vitest';
import { cases, numbersIn, type OracleRan, type Ran, score } from './score.ts';

const plain = (name: string, passed = true): Ran => ({ name, passed, kind: 'plain' });
const endToEnd = (name: string): Ran => ({ name, passed: true, kind: 'end-to-end' });
/** Reports of the six oracles for a case, one of them with a finding. */
const held = (
  test: string,
  broken?: { oracle: string; what: string; detail: string },
): readonly OracleRan[] =>
  ['O1', 'O2', 'O3', 'O4', 'O5', 'O6'].map(oracle => ({
    test,
    oracle,
    looked: 1,
    broken: broken?.oracle === oracle ? [broken] : [],
  }));

test('the score finds single numbers, numbers in brackets and ranges, and ignores other words', () => {
  expect(numbersIn('A10: reset; also B3')).toEqual(['A10', 'B3']);
  expect(numbersIn('a reset is UNKNOWN [A10 B3]')).toEqual(['A10', 'B3']);
  expect(numbersIn('every control is shown [F1–F3]')).toEqual(['F1', 'F2', 'F3']);
  expect(numbersIn('F1–F3 and C5')).toEqual(['F1', 'F2', 'F3', 'C5']);
  expect(numbersIn('D7-8: clocks')).toEqual(['D7', 'D8']);
  expect(numbersIn('U+202A, ACTIVE, GB18THSD')).toEqual([]);
});

test('a case survives only if every test that names it passed', () => {
  const run = [plain('A1: refused'), plain('A2: no such host'), plain('A2: said in a sentence', false)];
  const { line, failed, uncovered } = score(run, []);
  expect(line).toMatch(new RegExp(`^faults survived 1/${cases.length} · effects duplicated 0 · `));
  expect(failed).toEqual(['A2']);
  expect(uncovered).toHaveLength(cases.length - 2);
});

test('an end-to-end case survives only if all six oracles ran and passed', () => {
  const run = [endToEnd('A1: refused'), endToEnd('E3: killed'), endToEnd('G7: crashed')];
  const oracles = [
    ...held('A1: refused'),
    ...held('E3: killed', { oracle: 'O1', what: 'duplicated', detail: 'payout.create 1' }),
    ...held('G7: crashed').slice(0, 2),
  ];
  const { line, failed, broken } = score(run, oracles);
  expect(failed).toEqual(['E3', 'G7']);
  expect(line).toBe(
    `faults survived 1/${cases.length} · effects duplicated 1 · effects lost 0 · unknowns left unresolved 0` +
      ' · secrets leaked 0 · terminals left dirty 0 · oracles not run 4',
  );
  expect(broken).toContain('O3 did not run in "G7: crashed"');
  expect(broken).toContain('O1 duplicated in "E3: killed": payout.create 1');
});

test('an oracle that checked nothing in the whole run is reported', () => {
  const oracles = held('A1: refused').map(one => (one.oracle === 'O4' ? { ...one, looked: 0 } : one));
  expect(score([endToEnd('A1: refused')], oracles).broken).toEqual(['O4 looked at nothing in the whole run']);
});

test('a finding counts even if the case has no number', () => {
  const found = held('opens the demo', { oracle: 'O3', what: 'leaked', detail: 'sk_1… in terminal' });
  const { line } = score([endToEnd('opens the demo')], found);
  expect(line).toContain('secrets leaked 1');
});

test('a case with a limit is covered only if the limit is asserted', () => {
  expect(score([plain('C27: a message of a megabyte is cut')], []).uncovered).toContain('C27');
  const asserted: Ran = { name: 'C27: within a millisecond', passed: true, kind: 'limits' };
  expect(score([asserted], []).uncovered).not.toContain('C27');
});
