// Entries that are one payout are one candidate, and another write from here explains at most one of them.

import { expect, it } from 'vitest';
import { decode } from '../../../src/api/contract/decode.ts';
import { Odd } from '../../../src/api/contract/odd.ts';
import { operations } from '../../../src/api/contract/operations.ts';
import type { Row } from '../../../src/journal/intent.ts';
import { parseJson } from '../../../src/lib/json.ts';
import { candidateGroups, explainedBy } from '../../../src/writes/reconcile/candidate-groups.ts';
import { payout } from '../../journal/parts.ts';

function entry(description: string, type: string, time = '09:00:00', amount = '-12.50') {
  const parsed = parseJson(
    `[{"id":"${description} ${type}","amount":${amount},"currency":"GBP","transaction_type":"${type}","description":"${description}","create_time":"2026-11-20T${time}+0000"}]`,
  );
  if (!parsed.ok) throw new Error(parsed.reason);
  const decoded = decode(operations['account.balanceHistory'].result, parsed.value);
  const [first] = 'value' in decoded ? decoded.value : [];
  if (first === undefined || first instanceof Odd) throw new Error('no entry');
  return first;
}
const row: Row = { number: 2, intent: payout(2), state: 'DONE', doubted: false, transitions: [] };
const own = (time: string, answer = '{}') => ({
  row,
  at: Date.parse(`2026-11-20T${time}Z`),
  answer,
});

it('what is held first and paid then under one reference is one', () => {
  const [held, paid] = [entry('Held for payout PAY0012', 'HOLD'), entry('Payout PAY0012', 'PAYOUT')];
  const other = entry('Payout PAY0013', 'PAYOUT');
  expect(candidateGroups([held, other, paid])).toEqual([[held, paid], [other]]);
});

it.each([
  ['twice held', entry('Held for payout PAY0012', 'HOLD'), entry('Held for payout PAY0012', 'HOLD')],
  ['without a reference', entry('Held for payout', 'HOLD'), entry('Payout', 'PAYOUT')],
  ['of another amount', entry('Held PAY0012', 'HOLD'), entry('Paid PAY0012', 'PAYOUT', '09:00:00', '-12.51')],
  ['of a type that isn’t known', entry('Held PAY0012', 'NETTING'), entry('Paid PAY0012', 'NETTING')],
])('what is %s is two', (_, one, two) => {
  expect(candidateGroups([one, two])).toHaveLength(2);
});

it('a write explains the one that its answer names, before any that is nearer in time', () => {
  const groups = candidateGroups([entry('Payout PAY0012', 'PAYOUT'), entry('Payout PAY0013', 'PAYOUT')]);
  const done = own('09:00:00', '{"systemReferenceNumber":"PAY0013"}');
  expect(explainedBy(groups, [done])).toEqual([undefined, { own: done, named: true }]);
});

it('otherwise the nearest within two minutes, and no second one', () => {
  const groups = candidateGroups([
    entry('Payout PAY0012', 'PAYOUT', '09:00:00'),
    entry('Payout PAY0013', 'PAYOUT', '09:01:30'),
  ]);
  const done = own('09:01:20');
  expect(explainedBy(groups, [done])).toEqual([undefined, { own: done, named: false }]);
  expect(explainedBy(groups, [own('09:04:00')])).toEqual([undefined, undefined]);
});
