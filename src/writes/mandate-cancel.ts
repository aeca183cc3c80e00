// The cancellation of a mandate.

import { t } from '../lib/visible.ts';
import type { WriteDefinition } from './definition.ts';
import { cancelledMandate } from './rules/in-path.ts';
import { changing } from './rules/same-thing.ts';
import { endingToken } from './rules/tokens.ts';

export const mandateCancel: WriteDefinition<'mandate.cancel'> = {
  meaning: {
    not: t`the mandate was not cancelled by it`,
    may: t`new direct debits may still be made under the mandate, or not`,
  },
  token: endingToken(t`mandate ID`, ({ params }) => params.mandate_id),
  duplicates: changing(t`this mandate`, intent => cancelledMandate(intent)?.mandate_id),
  reads: intent => {
    const named = cancelledMandate(intent);
    return named === undefined ? [] : [{ operation: 'mandate.get', input: { params: named } }];
  },
  onScreen: { place: 'account-mandates', key: 'x' },
};
