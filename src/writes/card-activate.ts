// The activation of a card.

import { changed } from '../api/contract/write-meaning.ts';
import type { Question } from '../effects/question.ts';
import { t } from '../lib/visible.ts';
import { printedEnd } from '../records/card-lines.ts';
import { asked } from './called.ts';
import type { WriteDefinition } from './definition.ts';
import { askedOfCard, LISTED, type ListedCard, setsStatus, statusChange } from './rules/of-card.ts';
import { cardToken } from './rules/tokens.ts';

export const cardActivate: WriteDefinition<'card.activate'> = {
  ...setsStatus('ACTIVE', t`Activate the card: send the request again`, t`Activate the card`),
  operation: 'card.activate',
  class: 'write',
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
    done: () => [t`The service activated the card. ${LISTED}`],
  };
}
