// The entries of one payout are one candidate. A conversion explains two candidates, and another write of Purser one.

import { expect, it } from 'vitest';
import { Odd } from '../../../src/api/contract/odd.ts';
import type { Intent, Row } from '../../../src/journal/intent.ts';
import { t } from '../../../src/lib/visible.ts';
import {
  candidateGroups,
  explainedBy,
  ownConversions,
  ownPayouts,
} from '../../../src/money/check/history-entries.ts';
import { sinceOf } from '../../../src/money/check/reconciliation.ts';
import type { OutcomeCheck } from '../../../src/store/state.ts';
import { resultOf } from '../../harness/answers.ts';
import { payout, start } from '../../journal/parts.ts';

function entry(description: string, type: string, time = '09:00:00', amount = '-12.50') {
  const [first] = resultOf(
    'account.balanceHistory',
    `[{"id":"${description} ${type}","amount":${amount},"currency":"GBP","transaction_type":"${type}","description":"${description}","create_time":"2026-11-20T${time}+0000"}]`,
  );
  if (first === undefined || first instanceof Odd) throw new Error('no entry');
  return first;
}
const row: Row = { number: 2, intent: payout(2), state: 'DONE', wasUnknown: false, transitions: [] };
const own = (time: string, answer = '{}') => ({
  row,
  what: t`a payout made in Purser`,
  at: Date.parse(`2026-11-20T${time}Z`),
  answer,
});

it('a hold and a later payment with the same reference are one candidate', () => {
  const [held, paid] = [entry('Held for payout PAY0012', 'HOLD'), entry('Payout PAY0012', 'PAYOUT')];
  const other = entry('Payout PAY0013', 'PAYOUT');
  expect(candidateGroups([held, other, paid])).toEqual([[held, paid], [other]]);
});

it.each([
  ['both holds', entry('Held for payout PAY0012', 'HOLD'), entry('Held for payout PAY0012', 'HOLD')],
  ['without a reference', entry('Held for payout', 'HOLD'), entry('Payout', 'PAYOUT')],
  [
    'of different amounts',
    entry('Held PAY0012', 'HOLD'),
    entry('Paid PAY0012', 'PAYOUT', '09:00:00', '-12.51'),
  ],
  ['of a type that isn’t known', entry('Held PAY0012', 'NETTING'), entry('Paid PAY0012', 'NETTING')],
])('entries that are %s are two candidates', (_, one, two) => {
  expect(candidateGroups([one, two])).toHaveLength(2);
});

it('a write explains the candidate with its reference, even if another candidate is nearer in time', () => {
  const groups = candidateGroups([entry('Payout PAY0012', 'PAYOUT'), entry('Payout PAY0013', 'PAYOUT')]);
  const done = own('09:00:00', '{"systemReferenceNumber":"PAY0013"}');
  expect(explainedBy(groups, [done])).toEqual([undefined, { own: done, named: true }]);
});

it('a conversion explains both entries that have the reference from its response', () => {
  const groups = candidateGroups([
    entry('Held for conversion CNV0012', 'HOLD'),
    entry('Conversion CNV0012', 'CONVERSION', '09:00:00', '15.80'),
    entry('Held for conversion CNV0013', 'HOLD'),
  ]);
  const done = own('10:00:00', '{"system_reference_number":"CNV0012"}');
  const named = { own: done, named: true };
  expect(explainedBy(groups, [done])).toEqual([named, named, undefined]);
});

it('only a DONE conversion of the same customer explains a candidate', () => {
  const made = (number: number, state: Row['state'], changes: Partial<Intent> = {}): Row => ({
    ...row,
    number,
    state,
    intent: payout(number, { operation: 'conversion.create', ...changes }),
    transitions: [{ number: 1, from: 'SENT', to: state, at: start, process: { pid: 1, started: 'start 1' } }],
  });
  const unknown = made(1, 'UNKNOWN');
  const all = [unknown, made(2, 'DONE'), made(3, 'REFUSED'), made(4, 'DONE', { operation: 'payout.create' })];
  const others = [...all, made(5, 'DONE', { customer: { userId: 'somebody else' } })];
  // The cast is safe: `ownConversions` uses only `since`.
  const outcomeCheck = { since: start } as OutcomeCheck;
  expect(ownConversions(unknown, outcomeCheck, others).map(({ row: { number } }) => number)).toEqual([2]);
});

it('without a reference, a write explains only the nearest candidate within two minutes', () => {
  const groups = candidateGroups([
    entry('Payout PAY0012', 'PAYOUT', '09:00:00'),
    entry('Payout PAY0013', 'PAYOUT', '09:01:30'),
  ]);
  const done = own('09:01:20');
  expect(explainedBy(groups, [done])).toEqual([undefined, { own: done, named: false }]);
  expect(explainedBy(groups, [own('09:04:00')])).toEqual([undefined, undefined]);
});

it.each([0, 3_600_000, -3_600_000])(
  "another write's time is on the service's clock, which is %d ms ahead of this machine's",
  skew => {
    const body = '{"amount":12.50,"currency":"GBP"}';
    const unknown: Row = { ...row, number: 3, intent: payout(3, { body }), state: 'UNKNOWN' };
    const at = start + 60_000;
    const process = { pid: 1, started: 'start 1' };
    const done: Row = {
      ...row,
      intent: payout(2, { body }),
      transitions: [{ number: 1, from: 'SENT', to: 'DONE', at, process }],
    };
    const check: OutcomeCheck = { of: '', since: sinceOf(unknown.intent, skew), readings: {} };
    expect(ownPayouts(unknown, check, [unknown, done]).map(one => one.at)).toEqual([at + skew]);
  },
);
