// Which card the details are of: as its list has it, and whether the number that came is that card's.

import type { Json } from '../../lib/json.ts';
import { t, visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { cardName, printedEnd } from '../../ui/screens/card-lines.ts';
import { textCell } from '../../ui/screens/cells.ts';
import { listedCard } from '../../ui/screens/listed-card.ts';
import { revealedEnds } from './detail-entries.ts';

/** Which card it is, as its list has it: nobody knows a card by its ID. */
export function whichEntries(cardId: string, state: State): readonly Entry[] {
  const card = listedCard(cardId, state);
  return [
    ...(card
      ? [
          { label: t`Card`, cell: { text: cardName(card), tone: 'strong' as const } },
          { label: t`Status`, cell: textCell(card.cardStatus) },
        ]
      : [
          {
            note: t`No list that was read has this card: whose it is isn't known here.`,
            tone: 'warn' as const,
          },
        ]),
    { label: t`Card ID`, cell: { text: visible(cardId) } },
  ];
}

/** The answer may be about another card than was asked for: then nobody may be told its number. */
export function otherCard(cardId: string, details: Json, state: State): readonly Entry[] {
  const end = printedEnd(listedCard(cardId, state));
  const other = end && revealedEnds(details).find(one => one !== end);
  if (!end || other === undefined) return [];
  return [
    {
      note: t`ANOTHER CARD: this number ends in ${visible(other)}, the card that was chosen in ${visible(end)}. Read it to nobody, press Esc, and tell the service's support.`,
      tone: 'bad',
    },
  ];
}
