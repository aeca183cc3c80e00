// What is to check although a write is DONE: no comparison hides another.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { failed, type Outcome } from '../../src/api/client/failure.ts';
import { t } from '../../src/lib/visible.ts';
import { checksOf } from '../../src/sending/question.ts';

const [OWN, GENERAL, WORD] = [t`The rate differs.`, t`The ID differs.`, t`An unknown word.`];
const done = (more: Partial<Extract<Outcome<unknown>, { ok: true }>>): Outcome<unknown> => ({
  ...{ ok: true, value: {}, drift: [], receivedAt: 0, raw: null },
  ...more,
});

it('a difference and an unknown word are shown, whoever finds them', () => {
  const finds = fc.constantFrom('no comparison', 'nothing', 'a difference');
  fc.assert(
    fc.property(finds, fc.boolean(), fc.boolean(), (own, general, unknown) => {
      const checks = checksOf(
        own === 'no comparison' ? {} : { contradictions: () => (own === 'nothing' ? [] : [OWN]) },
        done({ ...(general && { differences: [GENERAL] }), ...(unknown && { unknown: WORD }) }),
      );
      expect(checks.includes(WORD)).toBe(unknown);
      expect(checks.includes(OWN)).toBe(own === 'a difference');
      // The question's own sentence names the same record better.
      expect(checks.includes(GENERAL)).toBe(general && own !== 'a difference');
    }),
  );
});

it('a write that is not DONE has nothing to check', () => {
  const question = { contradictions: () => [OWN] };
  expect(checksOf(question, undefined)).toEqual([]);
  expect(checksOf(question, failed({ kind: 'cut-off' }))).toEqual([]);
});
