// The activation of a card.

import { changed } from '../api/contract/write-meaning.ts';
import type { WriteDefinition } from './definition.ts';
import { cardReads } from './reconcile/plan.ts';
import { ofCard } from './rules/same-thing.ts';
import { cardToken } from './rules/tokens.ts';

export const cardActivate: WriteDefinition<'card.activate'> = {
  meaning: changed,
  token: cardToken,
  duplicates: ofCard,
  reads: cardReads,
  onScreen: { place: 'cards', key: 'v' },
};
