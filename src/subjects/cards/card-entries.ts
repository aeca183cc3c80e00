// The service's data for a card after an UNKNOWN change: its row in the list, and its limits.

import { Odd } from '../../api/contract/odd.ts';
import type { RowOf } from '../../effects/query.ts';
import { amountCell, isId, type Moment, textCell, timeCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { countText } from '../../lib/decimal.ts';
import { t } from '../../lib/visible.ts';
import {
  asOf,
  type CheckedWrite,
  cardReads,
  type Reconciliation,
  readingOf,
} from '../../money/check/reconciliation.ts';
import { confirmedLine, STATUS } from '../../money/shown-lines.ts';
import { intervalText } from './limit-lines.ts';

/** `asked`: the requested status; undefined if the request changes only limits. */
const cardEntries = (checked: CheckedWrite, asked: string | undefined): readonly Entry[] => [
  ...statusEntries(checked, asked),
  ...limitEntries(checked),
];

function statusEntries(
  { row, outcomeCheck, moment }: CheckedWrite,
  asked: string | undefined,
): readonly Entry[] {
  const read = readingOf(outcomeCheck, 'card.list')?.value;
  if (read === undefined) return [];
  const id = textIn(row.intent, 'id');
  const found = read.entries.filter(card => isId(card.cardHashId, id));
  const heading: Entry = { heading: asOf(t`The card now`, outcomeCheck, 'card.list', moment) };
  const [card] = found;
  if (!card)
    return [
      heading,
      {
        note: read.complete
          ? t`Card not found in the list.`
          : t`Card not found among the ${countText(read.entries.length)} cards read; there are more.`,
        tone: 'warn',
      },
    ];
  return [heading, ...(found.length > 1 ? [SEVERAL] : []), ...statusesOf(card, row, asked, moment)];
}

const SEVERAL: Entry = {
  note: t`? The list has several cards with this ID. This is the first.`,
  tone: 'warn',
};

function statusesOf(
  card: RowOf<'card.list'>,
  row: Row,
  asked: string | undefined,
  moment: Moment,
): readonly Entry[] {
  const then = confirmedLine(row, STATUS);
  return [
    ...(then === undefined ? [] : [{ label: t`Status then`, cell: textCell(then) }]),
    ...(asked === undefined ? [] : [{ label: t`Requested status`, cell: textCell(asked) }]),
    { label: t`Status now`, cell: textCell(card.cardStatus, 'strong') },
    { label: t`Updated`, cell: timeCell(card.updatedAt, moment) },
    { label: t`Name`, cell: textCell(card.nameOnCard) },
    { label: t`Number`, cell: textCell(card.maskedCardNumber) },
  ];
}

function limitEntries({ outcomeCheck, moment }: CheckedWrite): readonly Entry[] {
  const read = readingOf(outcomeCheck, 'card.limits')?.value;
  if (read === undefined) return [];
  const { limits, currency } = read;
  const heading: Entry = { heading: asOf(t`Limits now`, outcomeCheck, 'card.limits', moment) };
  if (limits === undefined || limits instanceof Odd)
    return [heading, { label: t`Limits`, cell: textCell(limits) }];
  if (limits.length === 0) return [heading, { note: t`None.` }];
  return [
    heading,
    ...limits.map(limit =>
      limit instanceof Odd
        ? { label: t`Limit`, cell: textCell(limit) }
        : { label: intervalText(limit.interval), cell: amountCell(limit.amount, currency) },
    ),
  ];
}

/** The evidence for a change of a card, and what it proves. */
export const cardReconciliation = (askedIn: (intent: Intent) => string | undefined): Reconciliation => ({
  plan: cardReads,
  reads: ['card.list', 'card.limits'],
  entries: checked => cardEntries(checked, askedIn(checked.row.intent)),
  proof: t`A matching value proves nothing: the value may be older, or another request may have set it. A different value shows that the change has not worked so far.`,
});
