// A new customer. The service can't read one that has no ID yet.

import { t } from '../lib/visible.ts';
import { PERSONAL } from './again/again-rule.ts';
import type { WriteDefinition } from './definition.ts';

export const userCreate: WriteDefinition<'user.create'> = {
  class: 'write',
  meaning: {
    not: t`no customer was created`,
    may: t`the customer may have been created, or not, and Purser can't read it`,
  },
  token: {
    words: t`the e-mail address`,
    of: ({ body }) => ({ text: body.primary_contact.email, name: t`the e-mail address` }),
  },
  duplicates: { anyCustomer: true, alike: { what: t`a new customer, whose name isn't kept` } },
  again: PERSONAL,
  onScreen: { place: 'new-user', key: 'enter' },
};
