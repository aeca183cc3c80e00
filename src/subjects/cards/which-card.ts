// Which card the details belong to, and a warning if the response has another card's number.

import { textCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { Json } from '../../lib/json.ts';
import { t, visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { cardName, printedEnd } from './card-lines.ts';
import { revealedEnds } from './detail-entries.ts';
import { listedCard } from './listed-card.ts';

/** The card's name and status from a list, because staff do not recognise a card by its ID. */
export function whichEntries(cardId: string, state: State): readonly Entry[] {
  const card = listedCard(cardId, state);
  return [
    ...(card
      ? [
          { label: t`Card`, cell: { text: cardName(card), tone: 'strong' as const } },
          { label: t`Status`, cell: textCell(card.cardStatus) },
        ]
      : [{ note: t`No loaded list has this card, so its customer is not known.`, tone: 'warn' as const }]),
    { label: t`Card ID`, cell: { text: visible(cardId) } },
  ];
}

/** A warning if the response has the number of another card. Staff must not read out that number. */
export function otherCard(cardId: string, details: Json, state: State): readonly Entry[] {
  const end = printedEnd(listedCard(cardId, state));
  const other = end && revealedEnds(details).find(one => one !== end);
  if (!end || other === undefined) return [];
  return [
    {
      note: t`WRONG CARD: this number ends in ${visible(other)}, but the chosen card ends in ${visible(end)}. Read the number to nobody. Press Esc, then tell the service's support.`,
      tone: 'bad',
    },
  ];
}
