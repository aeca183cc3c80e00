// A change of a beneficiary.

import { changed } from '../api/contract/write-meaning.ts';
import { t } from '../lib/visible.ts';
import type { WriteDefinition } from './definition.ts';
import { byId } from './reconcile/plan.ts';
import { changedBeneficiary } from './rules/in-path.ts';
import { BENEFICIARY, changing } from './rules/same-thing.ts';
import { endingToken } from './rules/tokens.ts';

export const beneficiaryUpdate: WriteDefinition<'beneficiary.update'> = {
  meaning: changed,
  token: endingToken(t`beneficiary ID`, ({ query }) => query.beneficiary_id),
  duplicates: changing(BENEFICIARY, changedBeneficiary),
  reads: intent =>
    byId(changedBeneficiary(intent), beneficiary_id => ({
      operation: 'beneficiary.get',
      input: { query: { beneficiary_id } },
    })),
  onScreen: { place: 'beneficiaries', key: 'e' },
};
