// The overview's row for inactive cards.

import { cardsQuery } from '../../format/records.ts';
import { t } from '../../lib/visible.ts';
import { openView } from '../../store/view.ts';
import { type AttentionSource, ofList } from '../../ui/screens/attention.ts';
import { cardName } from './card-lines.ts';

const to = { ...openView('cards'), server: { status: 'INACTIVE' } };
/** The service filters, because a customer may have very many cards. */
const query = cardsQuery(to);
const title = t`Inactive cards`;

export const inactiveCards: AttentionSource = {
  needs: () => [{ kind: 'list', query, through: LOOKED_AT }],
  attention: state =>
    ofList(state, { title, query, to }, (items, { whole }) => {
      const inactive = items.filter(({ row }) => row.cardStatus === 'INACTIVE');
      const [first] = inactive;
      if (!first) return [];
      const one = inactive.length === 1 && whole;
      return [
        {
          key: 'inactive cards',
          urgency: 'inactive',
          state: { text: t`INACTIVE`, tone: 'warn' },
          what: one
            ? t`1 card is inactive`
            : t`${inactive.length}${whole ? t`` : t` or more`} cards are inactive`,
          ...(one && { about: cardName(first.row) }),
          notes: [
            {
              note: t`A card is INACTIVE before activation and while frozen. The list does not tell the two apart.`,
              tone: 'plain',
            },
            ...inactive.slice(0, SHOWN).map(({ row }) => ({ label: t`Card`, cell: { text: cardName(row) } })),
          ],
          to,
        },
      ];
    }),
};

const SHOWN = 20;
/** Purser loads at most this many inactive cards. If there are more, the row says "or more". */
const LOOKED_AT = 200;
