// A new account.

import { textIn } from '../journal/request-body.ts';
import { t } from '../lib/visible.ts';
import type { WriteDefinition } from './definition.ts';
import { byId } from './reconcile/plan.ts';
import { created } from './rules/meanings.ts';
import { textOf } from './rules/same-thing.ts';

export const accountCreate: WriteDefinition<'account.create'> = {
  meaning: created,
  token: { words: t`the currency`, of: ({ body }) => ({ text: body.currency, name: t`the currency` }) },
  duplicates: {
    alike: {
      what: t`an account of this type, country and currency`,
      of: intent => [textOf(intent, 'type'), textOf(intent, 'country'), textOf(intent, 'currency')],
    },
  },
  reads: intent =>
    byId(textIn(intent, 'currency'), currency => ({
      operation: 'account.list',
      input: { query: { currency } },
    })),
  onScreen: { place: 'accounts', key: 'n' },
};
