// The score of the faults.

import { expect, test } from 'vitest';
import { numbersIn, type OracleRan, type Ran, rowsIn, score } from './score.ts';

const rows = rowsIn(`
| # | Fault | Purser must |
|---|---|---|
| A1 | connection refused | NOT SENT |
| A2 | DNS failure | **a** NOT SENT · **b** name the host |
| C27 | an error message of 1 MB | **a** cut it · **b** in 1 ms |
| E3 | kill -9 | UNKNOWN |
| G7 | an error | redact it |
`);
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

test('the score finds numbers and ranges in brackets, and ignores other words', () => {
  expect(numbersIn('a reset is UNKNOWN [A10 B3]')).toEqual(['A10', 'B3']);
  expect(numbersIn('after a reset [A10] a write is UNKNOWN [B3, O3]')).toEqual(['A10', 'B3', 'O3']);
  expect(numbersIn('every control is shown [F1–F3 C5]')).toEqual(['F1', 'F2', 'F3', 'C5']);
  expect(numbersIn('clocks [D7-8]')).toEqual(['D7', 'D8']);
  expect(numbersIn('C1 controls, =SUM(A1), %C3%A9, ["E7"], [U+202A ACTIVE], [GB18THSD]')).toEqual([]);
});

test('the score finds clauses and ranges of clauses', () => {
  expect(numbersIn('a reset [A10b B3]')).toEqual(['A10b', 'B3']);
  expect(numbersIn('named [A4a–c B3 D7b-c]')).toEqual(['A4a', 'A4b', 'A4c', 'B3', 'D7b', 'D7c']);
  expect(numbersIn('[A4ab A4aB a4a]')).toEqual([]);
});

test('each clause of a row is a case, and so is a row without clauses', () => {
  expect([...rows.values()].flat()).toEqual(['A1', 'A2a', 'A2b', 'C27a', 'C27b', 'E3', 'G7']);
});

test('a case survives only if every test that names it passed', () => {
  const run = [plain('refused [A1]'), plain('killed [E3]'), plain('said in a sentence [E3]', false)];
  const { line, failed, uncovered } = score(rows, run, []);
  expect(line).toMatch(/^faults survived 1\/7 · effects duplicated 0 · /);
  expect(failed).toEqual(['E3']);
  expect(uncovered).toEqual(['A2a', 'A2b', 'C27a', 'C27b', 'G7']);
});

test('a test proves only the clauses that it names', () => {
  const uncovered = (title: string) =>
    score(rows, [plain(title)], []).uncovered.filter(one => /^A2/.test(one));
  expect(uncovered('no such host [A2a]')).toEqual(['A2b']);
  expect(uncovered('no such host [A2]')).toEqual(['A2a', 'A2b']);
  expect(uncovered('no such host [A2a–b]')).toEqual([]);
});

test('the failure of a test that names the row fails every clause of the row', () => {
  const run = [plain('no such host [A2a–b]'), plain('no such host, with a proxy [A2]', false)];
  expect(score(rows, run, []).failed).toEqual(['A2a', 'A2b']);
  expect(score(rows, [plain('[A2a]', false), plain('[A2b]')], []).failed).toEqual(['A2a']);
});

test('a title that names a case which FAULTS.md does not have is reported', () => {
  const run = [plain('refused [A1a A2c A3 O3]'), plain('no such host [A2 A2b]')];
  expect(score(rows, run, []).broken).toEqual([
    '"refused [A1a A2c A3 O3]" names A1a, which FAULTS.md does not have',
    '"refused [A1a A2c A3 O3]" names A2c, which FAULTS.md does not have',
    '"refused [A1a A2c A3 O3]" names A3, which FAULTS.md does not have',
  ]);
});

test('an end-to-end case survives only if all six oracles ran and passed', () => {
  const run = [endToEnd('refused [A1]'), endToEnd('killed [E3]'), endToEnd('crashed [G7]')];
  const oracles = [
    ...held('refused [A1]'),
    ...held('killed [E3]', { oracle: 'O1', what: 'duplicated', detail: 'payout.create 1' }),
    ...held('crashed [G7]').slice(0, 2),
  ];
  const { line, failed, broken } = score(rows, run, oracles);
  expect(failed).toEqual(['E3', 'G7']);
  expect(line).toBe(
    `faults survived 1/7 · effects duplicated 1 · effects lost 0 · unknowns left unresolved 0` +
      ' · secrets leaked 0 · terminals left dirty 0 · oracles not run 4',
  );
  expect(broken).toContain('O3 did not run in "crashed [G7]"');
  expect(broken).toContain('O1 duplicated in "killed [E3]": payout.create 1');
});

test('an oracle that checked nothing in the whole run is reported', () => {
  const oracles = held('refused [A1]').map(one => (one.oracle === 'O4' ? { ...one, looked: 0 } : one));
  expect(score(rows, [endToEnd('refused [A1]')], oracles).broken).toEqual([
    'O4 looked at nothing in the whole run',
  ]);
});

test('a finding counts even if the case has no number', () => {
  const found = held('opens the demo', { oracle: 'O3', what: 'leaked', detail: 'sk_1… in terminal' });
  const { line } = score(rows, [endToEnd('opens the demo')], found);
  expect(line).toContain('secrets leaked 1');
});

test('a case with a limit is covered only if the limit is asserted', () => {
  const named = plain('a message of a megabyte is cut [C27a–b]');
  expect(score(rows, [named], []).uncovered).toEqual(['A1', 'A2a', 'A2b', 'C27b', 'E3', 'G7']);
  const asserted: Ran = { name: 'within a millisecond [C27b]', passed: true, kind: 'limits' };
  expect(score(rows, [named, asserted], []).uncovered).not.toContain('C27b');
});
