// A new card for a cardholder.

import { t } from '../lib/visible.ts';
import { usable } from './again/again-rule.ts';
import { unread } from './again/readings.ts';
import type { WriteDefinition } from './definition.ts';
import { issuedEntries } from './reconcile/issued-entries.ts';
import { readingOf } from './reconcile/reading.ts';
import { created } from './rules/meanings.ts';
import { CARDHOLDER, madeWith, member, textOf } from './rules/same-thing.ts';
import { endingToken } from './rules/tokens.ts';

export const cardIssue: WriteDefinition<'card.issue'> = {
  class: 'write',
  meaning: created,
  token: endingToken(t`cardholder ID`, ({ body }) => body.card_holder_id),
  duplicates: {
    ...madeWith(CARDHOLDER, member('card_holder_id')),
    alike: {
      what: t`a card of this type for this cardholder`,
      of: intent => [textOf(intent, 'card_holder_id'), textOf(intent, 'card_type')],
    },
  },
  reconcile: {
    plan: () => [{ operation: 'card.list', input: {} }],
    reads: ['card.list'],
    tell: ({ row, readBack, moment }) => {
      const read = readingOf(readBack, 'card.list')?.value;
      return read === undefined ? [] : issuedEntries(read.entries, row.intent, readBack.since, moment);
    },
    proof: t`A newer card of this cardholder is a candidate, not a proof: another console may have issued it. Send again (p) keeps the request ID. The service documents one card for each request ID.`,
  },
  again: {
    title: t`Issue the card: send it again`,
    button: t`Issue the card`,
    names: usable(member('card_holder_id')),
    reading: () =>
      unread(t`Same request ID, same content. The service documents one card for each request ID.`),
  },
  onScreen: { place: 'cards', key: 'n' },
};
