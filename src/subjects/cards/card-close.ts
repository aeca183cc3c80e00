// The closing of a card, which is final.

import { t } from '../../lib/visible.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked } from '../../money/for-call.ts';
import { ofClosedCard } from '../../money/same-thing.ts';
import { cardToken } from '../../money/write-tokens.ts';
import type { Question } from '../../sending/question.ts';
import { printedEnd } from './card-lines.ts';
import { askedOfCard, cardHappened, LISTED, type ListedCard, setsStatus, statusChange } from './of-card.ts';

export const cardClose: WriteDefinition<'card.close'> = {
  ...setsStatus('CLOSED'),
  operation: 'card.close',
  class: 'money',
  duplicates: ofClosedCard,
  happened: cardHappened(t`Closed`),
  meaning: {
    not: t`this request did not close the card`,
    may: t`the card may still be open, or closed for good`,
  },
  question: askedOfCard(card => asked(closing(card))),
  onScreen: { place: 'cards', key: 'x' },
};

export function closing(listed: ListedCard): Question<'card.close'> {
  const input = { body: { id: listed.id, card_status: 'CLOSED' } } as const;
  return {
    ...statusChange(listed, t`Close card`, 'CLOSED'),
    operation: 'card.close',
    input,
    token: cardToken.of(input, { cardEnd: printedEnd(listed.card) }),
    button: t`Close card`,
    done: () => [t`The service documents no way back. ${LISTED}`],
  };
}
