// A change of a card: its status, its limits, or both.

import { changed } from '../api/contract/write-meaning.ts';
import { bodyOf, textIn } from '../journal/request-body.ts';
import { memberOf } from '../lib/json.ts';
import { t } from '../lib/visible.ts';
import { usable } from './again/again-rule.ts';
import { cardLimits, cardStatus } from './again/card-again.ts';
import { bothOf } from './again/readings.ts';
import type { WriteDefinition } from './definition.ts';
import { cardReconciliation } from './reconcile/card-entries.ts';
import { member, ofCard } from './rules/same-thing.ts';
import { cardToken } from './rules/tokens.ts';

export const cardUpdate: WriteDefinition<'card.update'> = {
  class: 'write',
  meaning: changed,
  token: cardToken,
  duplicates: ofCard,
  reconcile: cardReconciliation(member('card_status')),
  again: {
    title: t`Change the card: send it again`,
    button: t`Change the card`,
    names: usable(member('id')),
    reading: row => {
      const status = textIn(row.intent, 'card_status');
      if (status === undefined) return cardLimits(row);
      const read = status === 'ACTIVE' || status === 'INACTIVE' ? cardStatus(row, status) : undefined;
      if (memberOf(bodyOf(row.intent), 'transaction_limits') === undefined) return read;
      const limits = cardLimits(row);
      return read && limits && bothOf(read, limits);
    },
  },
  onScreen: { place: 'cards', key: 'z' },
};
