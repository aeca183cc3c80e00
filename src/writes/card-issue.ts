// A new card for a cardholder.

import { t } from '../lib/visible.ts';
import type { WriteDefinition } from './definition.ts';
import { created } from './rules/meanings.ts';
import { CARDHOLDER, madeWith, member, textOf } from './rules/same-thing.ts';
import { endingToken } from './rules/tokens.ts';

export const cardIssue: WriteDefinition<'card.issue'> = {
  meaning: created,
  token: endingToken(t`cardholder ID`, ({ body }) => body.card_holder_id),
  duplicates: {
    ...madeWith(CARDHOLDER, member('card_holder_id')),
    alike: {
      what: t`a card of this type for this cardholder`,
      of: intent => [textOf(intent, 'card_holder_id'), textOf(intent, 'card_type')],
    },
  },
  reads: () => [{ operation: 'card.list', input: {} }],
  onScreen: { place: 'cards', key: 'n' },
};
