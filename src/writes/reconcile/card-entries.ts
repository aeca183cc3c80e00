// What the service shows of a card whose change ended UNKNOWN: its row of the list, and its limits.

import { Odd } from '../../api/contract/odd.ts';
import type { RowOf } from '../../effects/query.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { countText } from '../../lib/decimal.ts';
import { t } from '../../lib/visible.ts';
import { confirmedLine, STATUS } from '../../records/shown-lines.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { amountCell, isId, type Moment, textCell, timeCell } from '../../ui/screens/cells.ts';
import { cardReads } from './plan.ts';
import { asOf, readingOf } from './reading.ts';
import type { Reconciliation, Told } from './reconciliation.ts';

/** `asked`: the status that was asked for; undefined where only limits were to be set. */
const cardEntries = (told: Told, asked: string | undefined): readonly Entry[] => [
  ...statusEntries(told, asked),
  ...limitEntries(told),
];

function statusEntries({ row, readBack, moment }: Told, asked: string | undefined): readonly Entry[] {
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
  return [heading, ...(found.length > 1 ? [SEVERAL] : []), ...statusesOf(card, row, asked, moment)];
}

const SEVERAL: Entry = { note: t`? The list has several cards of this ID; this is the first.`, tone: 'warn' };

function statusesOf(
  card: RowOf<'card.list'>,
  row: Row,
  asked: string | undefined,
  moment: Moment,
): readonly Entry[] {
  const then = confirmedLine(row, STATUS);
  return [
    ...(then === undefined ? [] : [{ label: t`Status then`, cell: textCell(then) }]),
    ...(asked === undefined ? [] : [{ label: t`Status asked`, cell: textCell(asked) }]),
    { label: t`Status now`, cell: textCell(card.cardStatus, 'strong') },
    { label: t`Updated`, cell: timeCell(card.updatedAt, moment) },
    { label: t`Name`, cell: textCell(card.nameOnCard) },
    { label: t`Number`, cell: textCell(card.maskedCardNumber) },
  ];
}

function limitEntries({ readBack, moment }: Told): readonly Entry[] {
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

/** What shows a change of a card, and how it is told. */
export const cardReconciliation = (askedIn: (intent: Intent) => string | undefined): Reconciliation => ({
  plan: cardReads,
  reads: ['card.list', 'card.limits'],
  tell: told => cardEntries(told, askedIn(told.row.intent)),
  proof: t`A status or a limit that is as asked may have been so before, or been set by somebody else; one that isn't shows that it has not been set so far.`,
});
