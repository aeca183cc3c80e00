// A new cardholder.

import { t } from '../lib/visible.ts';
import { PERSONAL } from './again/again-rule.ts';
import type { WriteDefinition } from './definition.ts';
import { created } from './rules/meanings.ts';

export const cardholderCreate: WriteDefinition<'cardholder.create'> = {
  class: 'write',
  meaning: created,
  token: {
    words: t`the date of birth`,
    of: ({ body }) => ({ text: body.individual.date_of_birth, name: t`the date of birth` }),
  },
  duplicates: { alike: { what: t`a new cardholder, whose name isn't kept` } },
  again: PERSONAL,
  onScreen: { place: 'cards', key: 'N' },
};
