// The cards that an UNKNOWN issuance may have made: the cardholder's cards that are no older than the request.

import { Odd } from '../../api/contract/odd.ts';
import type { RowOf } from '../../effects/query.ts';
import { isId, type Moment, textCell, timeCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { Intent } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { counted } from '../../lib/counted.ts';
import { t } from '../../lib/visible.ts';

/** `since`: epoch ms of the service's clock. A card without a readable time is a candidate too. */
export function issuedEntries(
  listed: readonly RowOf<'card.list'>[],
  intent: Intent,
  since: number,
  moment: Moment,
): readonly Entry[] {
  const holder = textIn(intent, 'card_holder_id');
  const candidates = listed.filter(
    ({ cardholderId, createdAt }) => isId(cardholderId, holder) && isSince(createdAt, since),
  );
  return [
    { note: t`Purser read ${counted(listed.length, t`card`)}.` },
    ...(candidates.length === 0
      ? [
          {
            note: t`No match: no card of this cardholder is as new as this request.`,
            tone: 'plain' as const,
          },
        ]
      : []),
    ...candidates.flatMap((card, i): readonly Entry[] => [
      { heading: t`Candidate ${i + 1} of ${candidates.length}` },
      { label: t`Number`, cell: textCell(card.maskedCardNumber) },
      { label: t`Status`, cell: textCell(card.cardStatus) },
      { label: t`Type`, cell: textCell(card.cardType) },
      { label: t`Created`, cell: timeCell(card.createdAt, moment) },
      { label: t`ID`, cell: textCell(card.cardHashId) },
    ]),
  ];
}

const isSince = (created: RowOf<'card.list'>['createdAt'], since: number): boolean =>
  created === undefined || created instanceof Odd || created.epochMs >= since;
