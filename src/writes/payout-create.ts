// A payout to a beneficiary.

import { textIn } from '../journal/request-body.ts';
import { t } from '../lib/visible.ts';
import type { WriteDefinition } from './definition.ts';
import { byId, history } from './reconcile/plan.ts';
import { moved } from './rules/meanings.ts';
import { BENEFICIARY, madeWith, member, sumOf, textOf } from './rules/same-thing.ts';
import { amountToken } from './rules/tokens.ts';

export const payoutCreate: WriteDefinition<'payout.create'> = {
  meaning: moved,
  token: { words: t`the amount`, of: ({ body }) => amountToken(body.amount, t`the amount`) },
  duplicates: {
    ...madeWith(BENEFICIARY, member('beneficiary_id')),
    alike: {
      what: t`the same amount to this beneficiary`,
      of: intent => [textOf(intent, 'beneficiary_id'), textOf(intent, 'currency'), sumOf(intent, 'amount')],
    },
  },
  reads: (intent, since) => [
    history(since),
    ...byId(textIn(intent, 'beneficiary_id'), beneficiary_id => ({
      operation: 'beneficiary.get',
      input: { query: { beneficiary_id } },
    })),
  ],
  onScreen: { place: 'payouts', key: 'n' },
};
