// A change of a card: its status, its limits, or both.

import { changed } from '../api/contract/write-meaning.ts';
import type { WriteDefinition } from './definition.ts';
import { cardReads } from './reconcile/plan.ts';
import { ofCard } from './rules/same-thing.ts';
import { cardToken } from './rules/tokens.ts';

export const cardUpdate: WriteDefinition<'card.update'> = {
  meaning: changed,
  token: cardToken,
  duplicates: ofCard,
  reads: cardReads,
  onScreen: { place: 'cards', key: 'z' },
};
