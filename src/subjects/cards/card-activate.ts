// The activation of a card.

import { changed } from '../../api/contract/write-meaning.ts';
import { t } from '../../lib/visible.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked } from '../../money/for-call.ts';
import { cardToken } from '../../money/write-tokens.ts';
import type { Question } from '../../sending/question.ts';
import { printedEnd } from './card-lines.ts';
import { askedOfCard, cardHappened, LISTED, type ListedCard, setsStatus, statusChange } from './of-card.ts';

export const cardActivate: WriteDefinition<'card.activate'> = {
  ...setsStatus('ACTIVE'),
  operation: 'card.activate',
  class: 'write',
  happened: cardHappened(t`Activated`),
  meaning: changed,
  question: askedOfCard(card => asked(activation(card))),
  onScreen: { place: 'cards', key: 'v' },
};

export function activation(listed: ListedCard): Question<'card.activate'> {
  const input = { body: { id: listed.id } };
  return {
    ...statusChange(listed, t`Activate card`, 'ACTIVE'),
    operation: 'card.activate',
    input,
    token: cardToken.of(input, { cardEnd: printedEnd(listed.card) }),
    button: t`Activate card`,
    done: () => [LISTED],
  };
}
