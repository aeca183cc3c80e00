// The activation of a card.

import { changed } from '../api/contract/write-meaning.ts';
import { t } from '../lib/visible.ts';
import { usable } from './again/again-rule.ts';
import { cardStatus } from './again/card-again.ts';
import type { WriteDefinition } from './definition.ts';
import { cardReconciliation } from './reconcile/card-entries.ts';
import { member, ofCard } from './rules/same-thing.ts';
import { cardToken } from './rules/tokens.ts';

export const cardActivate: WriteDefinition<'card.activate'> = {
  class: 'write',
  meaning: changed,
  token: cardToken,
  duplicates: ofCard,
  reconcile: cardReconciliation(() => 'ACTIVE'),
  again: {
    title: t`Activate the card: send it again`,
    button: t`Activate the card`,
    names: usable(member('id')),
    reading: row => cardStatus(row, 'ACTIVE'),
  },
  onScreen: { place: 'cards', key: 'v' },
};
