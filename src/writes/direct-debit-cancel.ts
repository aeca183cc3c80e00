// The cancellation of a direct debit payout.

import { t } from '../lib/visible.ts';
import type { WriteDefinition } from './definition.ts';
import { byId } from './reconcile/plan.ts';
import { cancelledDebit } from './rules/in-path.ts';
import { changing } from './rules/same-thing.ts';
import { endingToken } from './rules/tokens.ts';

export const directDebitCancel: WriteDefinition<'directDebit.cancel'> = {
  meaning: {
    not: t`the direct debit was not cancelled by it`,
    may: t`the debit may still be taken, or not`,
  },
  token: endingToken(t`transaction ID`, ({ params }) => params.transaction_id),
  duplicates: changing(t`this direct debit`, cancelledDebit),
  reads: intent =>
    byId(cancelledDebit(intent), transaction_id => ({
      operation: 'directDebit.get',
      input: { params: { transaction_id } },
    })),
  onScreen: { place: 'direct-debits', key: 'x' },
};
