// The closing of a card, which is final.

import { t } from '../lib/visible.ts';
import type { WriteDefinition } from './definition.ts';
import { cardReads } from './reconcile/plan.ts';
import { ofCard } from './rules/same-thing.ts';
import { cardToken } from './rules/tokens.ts';

export const cardClose: WriteDefinition<'card.close'> = {
  meaning: {
    not: t`the card was not closed by it`,
    may: t`the card may still be open, or closed for good`,
  },
  token: cardToken,
  duplicates: ofCard,
  reads: cardReads,
  onScreen: { place: 'cards', key: 'x' },
};
