// The closing of a card, which is final.

import { t } from '../lib/visible.ts';
import { usable } from './again/again-rule.ts';
import { cardStatus } from './again/card-again.ts';
import type { WriteDefinition } from './definition.ts';
import { cardReconciliation } from './reconcile/card-entries.ts';
import { member, ofCard } from './rules/same-thing.ts';
import { cardToken } from './rules/tokens.ts';

export const cardClose: WriteDefinition<'card.close'> = {
  class: 'money',
  meaning: {
    not: t`this request did not close the card`,
    may: t`the card may still be open, or closed for good`,
  },
  token: cardToken,
  duplicates: ofCard,
  reconcile: cardReconciliation(member('card_status')),
  again: {
    title: t`Close the card: send it again`,
    button: t`Close the card`,
    names: usable(member('id')),
    reading: row => cardStatus(row, 'CLOSED'),
  },
  onScreen: { place: 'cards', key: 'x' },
};
