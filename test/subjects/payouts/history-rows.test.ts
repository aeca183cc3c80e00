// Rows of the balance history in the list of payouts: the payee comes first.

import { expect, it } from 'vitest';
import { fromServer, t } from '../../../src/lib/visible.ts';
import type { RowOf } from '../../../src/records/query.ts';
import { payouts } from '../../../src/subjects/payouts/payouts.ts';

const to = payouts().columns.find(({ id }) => id === 'beneficiary');
const moment = { mode: 'utc', now: 0, zone: 'UTC' } as const;
const cell = (description: string) =>
  to?.cell({ description: fromServer(description) } as RowOf<'account.balanceHistory'>, moment);

it.each([
  ['Payout 035973 Sigurður Þór', 'Sigurður Þór'],
  ['PAYOUT PAY123456789012 Zoë Ltd', 'Zoë Ltd'],
])('%j shows %s, and a filter still finds the whole text', (description, short) =>
  expect(cell(description)).toEqual({ text: t`${fromServer(description) as never}`, short }),
);

it.each(['Payout PAY123', 'Payouts of Zoë', 'Zoë 12', 'payout'])('%j stays whole', description =>
  expect(cell(description)).toEqual({ text: description }),
);
