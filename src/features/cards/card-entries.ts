// The details of one card: its row of the list, and its limits, read by its ID.

import { t } from '../../lib/visible.ts';
import type { Card } from '../../records/card-lines.ts';
import { limitsQuery } from '../../records/limit-lines.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { idText, statusCell, textCell, timeCell } from '../../ui/screens/cells.ts';
import type { DetailsContext } from '../../ui/screens/resource.ts';
import { limitsEntries } from './limits.ts';
import { cardTones } from './statuses.ts';

export function cardEntries(row: Card, context: DetailsContext): readonly Entry[] {
  const { moment } = context;
  return [
    { label: t`Name`, cell: textCell(row.nameOnCard, 'strong') },
    { label: t`Number`, cell: textCell(row.maskedCardNumber) },
    { label: t`Status`, cell: statusCell(row.cardStatus, cardTones) },
    { label: t`Type`, cell: textCell(row.cardType) },
    { label: t`Currency`, cell: textCell(row.currency) },
    { label: t`Created`, cell: timeCell(row.createdAt, moment) },
    { label: t`Updated`, cell: timeCell(row.updatedAt, moment) },
    { label: t`Card ID`, cell: textCell(row.cardHashId) },
    { label: t`Cardholder`, cell: textCell(row.cardholderId) },
    ...cardLimits(row, context),
  ];
}

export function cardLimits(row: Card, context: DetailsContext): readonly Entry[] {
  const id = idText(row.cardHashId);
  return id === undefined
    ? [{ note: t`The service sent this card without an ID, so Purser can't read its limits.`, tone: 'warn' }]
    : limitsEntries(context.document(limitsQuery(id)), id, row.currency);
}
