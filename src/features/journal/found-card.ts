// What the service shows of a card whose change ended UNKNOWN: its row of the list, and its limits.

import { Odd } from '../../api/contract/odd.ts';
import type { RowOf } from '../../effects/query.ts';
import type { Row } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { countText } from '../../lib/decimal.ts';
import { t } from '../../lib/visible.ts';
import type { ReadBack } from '../../store/read-back.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { amountCell, isId, type Moment, textCell, timeCell } from '../../ui/screens/cells.ts';
import { confirmedLine, STATUS } from '../../ui/screens/shown-lines.ts';
import { readingOf } from '../../writes/read-back.ts';
import { asOf } from './found-later.ts';

export const cardEntries = (row: Row, readBack: ReadBack, moment: Moment): readonly Entry[] => [
  ...statusEntries(row, readBack, moment),
  ...limitEntries(readBack, moment),
];

function statusEntries(row: Row, readBack: ReadBack, moment: Moment): readonly Entry[] {
  const read = readingOf(readBack, 'card.list')?.value;
  if (read === undefined) return [];
  const id = textIn(row.intent, 'id');
  const found = read.entries.filter(card => isId(card.cardHashId, id));
  const heading: Entry = { heading: asOf(t`The card now`, readBack, 'card.list', moment) };
  const [card] = found;
  if (!card)
    return [
      heading,
      {
        note: read.complete
          ? t`The list of cards doesn't have it.`
          : t`It is not among the ${countText(read.entries.length)} cards looked through; there are more.`,
        tone: 'warn',
      },
    ];
  return [heading, ...(found.length > 1 ? [SEVERAL] : []), ...statusesOf(card, row, moment)];
}

const SEVERAL: Entry = { note: t`? The list has several cards of this ID; this is the first.`, tone: 'warn' };

/** Asked for nothing where only limits were to be set. */
function statusesOf(card: RowOf<'card.list'>, row: Row, moment: Moment): readonly Entry[] {
  const { intent } = row;
  const then = confirmedLine(row, STATUS);
  const asked = intent.operation === 'card.activate' ? 'ACTIVE' : textIn(intent, 'card_status');
  return [
    ...(then === undefined ? [] : [{ label: t`Status then`, cell: textCell(then) }]),
    ...(asked === undefined ? [] : [{ label: t`Status asked`, cell: textCell(asked) }]),
    { label: t`Status now`, cell: textCell(card.cardStatus, 'strong') },
    { label: t`Updated`, cell: timeCell(card.updatedAt, moment) },
    { label: t`Name`, cell: textCell(card.nameOnCard) },
    { label: t`Number`, cell: textCell(card.maskedCardNumber) },
  ];
}

function limitEntries(readBack: ReadBack, moment: Moment): readonly Entry[] {
  const read = readingOf(readBack, 'card.limits')?.value;
  if (read === undefined) return [];
  const { limits, currency } = read;
  const heading: Entry = { heading: asOf(t`Its limits now`, readBack, 'card.limits', moment) };
  if (limits === undefined || limits instanceof Odd)
    return [heading, { label: t`Limits`, cell: textCell(limits) }];
  if (limits.length === 0) return [heading, { note: t`None.` }];
  return [
    heading,
    ...limits.map(limit =>
      limit instanceof Odd
        ? { label: t`Limit`, cell: textCell(limit) }
        : { label: textCell(limit.interval).text, cell: amountCell(limit.amount, currency) },
    ),
  ];
}
