// A new beneficiary.

import { textIn } from '../journal/request-body.ts';
import { t } from '../lib/visible.ts';
import { lastFour } from '../ui/screens/last-four.ts';
import type { WriteDefinition } from './definition.ts';
import { byId, MOST_BENEFICIARIES } from './reconcile/plan.ts';
import { created } from './rules/meanings.ts';
import { textOf } from './rules/same-thing.ts';

export const beneficiaryCreate: WriteDefinition<'beneficiary.create'> = {
  meaning: created,
  token: {
    words: t`the last four of the account number`,
    // People write it in groups, and it is no ID.
    of: ({ body }) => ({
      text: lastFour(body.beneficiary_account_number),
      name: t`the last four of the account number`,
    }),
  },
  duplicates: {
    alike: {
      what: t`a beneficiary with this account number`,
      // In groups or in one piece it is the same number.
      of: intent => [
        textOf(intent, 'beneficiary_account_number')?.replace(/[\s-]/g, ''),
        textOf(intent, 'beneficiary_account_currency'),
      ],
    },
  },
  reads: intent =>
    byId(textIn(intent, 'beneficiary_account_currency'), currency => ({
      operation: 'beneficiary.list',
      input: { query: { currency, limit: MOST_BENEFICIARIES } },
    })),
  onScreen: { place: 'create-beneficiary', key: 'enter' },
};
