// Reads a card before a change of that card is sent again.

import type { Row } from '../../journal/intent.ts';
import { bodyOf, textIn } from '../../journal/request-body.ts';
import { t } from '../../lib/visible.ts';
import type { CardStatus } from '../../records/card-lines.ts';
import { limitReread, orderedLimits } from '../../records/limit-lines.ts';
import { confirmedLine } from '../../records/shown-lines.ts';
import { ofCard, ofDocument, type RecordReading } from './readings.ts';

export function cardStatus({ intent }: Row, becomes: CardStatus): RecordReading | undefined {
  const id = textIn(intent, 'id');
  return id === undefined ? undefined : ofCard(id, becomes);
}

export function cardLimits(row: Row): RecordReading | undefined {
  const id = textIn(row.intent, 'id');
  const order = orderedLimits(bodyOf(row.intent));
  const card = confirmedLine(row, t`Card`);
  return id === undefined || order === undefined || card === undefined
    ? undefined
    : ofDocument(t`Card limits`, () => limitReread({ id, card }, order));
}
