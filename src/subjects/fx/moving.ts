// The conversions made in Purser in the last day, of all customers. Purser watches each until it has settled.

import type { Moving } from '../../effects/moving.ts';
import { isId } from '../../format/cells.ts';
import { documentOf } from '../../format/joined.ts';
import type { Row } from '../../journal/intent.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { doneHere } from '../../money/done-from-here.ts';
import { confirmedLine, LABELS } from '../../money/shown-lines.ts';
import type { State } from '../../store/state.ts';
import { conversionQuery, statusWord } from './conversion.ts';
import { answerOf } from './conversion-answer.ts';
import { conversionCreate } from './conversion-create.ts';

const DAY = 24 * 3_600_000;
/** How often Purser reads a conversion that no screen shows, in ms. */
const EVERY = 15_000;

export function conversionsMoving(state: State): readonly Moving[] {
  return doneHere(state, conversionCreate.operation, DAY).flatMap(({ row, at }) => {
    const { id, status: answered } = answerOf(row);
    if (id === undefined) return [];
    const { customer } = row.intent;
    const query = conversionQuery(id);
    const { value, asOf } = documentOf(state, query, customer);
    // Ignore a response about another conversion.
    const read = value && isId(value.id, id) ? statusWord(value.status) : undefined;
    const status = read ?? answered;
    return [
      {
        customer,
        key: conversionKey(id),
        name: nameOf(row, id),
        status,
        asOf: read === undefined ? undefined : asOf,
        grave: false,
        ...(status !== 'SETTLED' && { again: { query, every: EVERY, since: at } }),
      },
    ];
  });
}

/** The conversion's name: the confirmed amounts, because staff do not recognise IDs. */
function nameOf(row: Row, id: string): Visible {
  const [sold, bought] = [confirmedLine(row, LABELS.sold), confirmedLine(row, LABELS.bought)];
  return sold === undefined || bought === undefined
    ? t`Conversion ${visible(id, 40)}`
    : t`Conversion ${sold} → ${bought}`;
}

export const conversionKey = (id: string): string => `conversion ${id}`;
