// The amounts for the rules of approval: from the body, or from the confirmed lines if the body lacks them.

import { expect, it } from 'vitest';
import type { Shown } from '../../src/journal/intent.ts';
import { LABELS } from '../../src/money/shown-lines.ts';
import { allRules } from '../harness/rules.ts';
import { payout } from '../journal/parts.ts';

const line = (label: string, value: string): Shown => ({ label, value });
const shown = [line(LABELS.sold, '1,000.00 GBP'), line(LABELS.bought, '1,171.29 EUR')];

it.each([
  ['payout.create', '{"amount":25000.10,"currency":"gbp"}', [], [{ amount: '25000.10', currency: 'gbp' }]],
  ['payout.create', '{"amount":"a lot","currency":"GBP"}', [], [{ currency: 'GBP' }]],
  ['payout.create', '•••', [], [{}]],
  [
    'conversion.create',
    '{"quote_id":"q","source_amount":1000.00}',
    shown,
    [
      { amount: '1000.00', currency: 'GBP' },
      { amount: '1171.29', currency: 'EUR' },
    ],
  ],
  ['conversion.create', '{"quote_id":"q","source_amount":5}', [], [{ amount: '5' }, {}]],
  ['card.close', '{"id":"c"}', [], undefined],
  ['payout.split', '{}', [], undefined],
])('%s has the amounts of the body %s and of its lines', (operation, body, what, expected) => {
  expect(allRules.amountsOf(payout(1, { operation, body, what }))).toEqual(expected);
});
