// The FX tab: the conversions made from here for this customer, each with its status as it was last read.

import { doneAt } from '../../journal/duplicates.ts';
import type { Row } from '../../journal/intent.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { isToldOf } from '../../store/told.ts';
import { type Cell, DASH } from '../../ui/kit/cell.ts';
import type { Column } from '../../ui/kit/columns.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { type Moment, statusCell, textCell, timeHeading } from '../../ui/screens/cells.ts';
import { STATE_CELLS, wordCell } from '../../ui/screens/journal-tones.ts';
import type { DetailsContext, Resource } from '../../ui/screens/resource.ts';
import { writeStatuses } from '../../ui/screens/write-statuses.ts';
import { LABELS, moneyIn } from '../../writes/rules/conversion-lines.ts';
import { conversionQuery, followed, readEntries, statusTones, statusWord } from './conversion.ts';
import { conversionStatuses } from './conversion-statuses.ts';
import { confirmedLine, conversionsMade, type Made } from './made.ts';
import { conversionKey } from './moving.ts';
import { openFlow } from './quoting.ts';

/** One for each console: it remembers the rows that it last made. */
export function conversions(): Resource<never, Made> {
  const made = conversionsMade();
  return {
    place: 'fx',
    local: made,
    nouns: { one: t`conversion`, many: t`conversions` },
    empty: t`No conversion was made from here for this customer. n asks for a quote; B shows every change of a balance, conversions made elsewhere too.`,
    about: () => t`made from here`,
    columns: [
      {
        id: 'time',
        title: t`Time`,
        heading: timeHeading,
        align: 'left',
        min: 16,
        max: 16,
        drop: 2,
        cell: ({ row }, moment) => ({ text: momentText(row.intent.createdAt, moment, 16) }),
        orderedBy: ({ row }) => row.intent.createdAt,
      },
      confirmed('sold', t`Sold`, LABELS.sold, 0),
      confirmed('bought', t`Bought`, LABELS.bought, 0),
      {
        id: 'state',
        title: t`State`,
        align: 'left',
        min: 8,
        max: STATE_CELLS,
        drop: 0,
        cell: ({ row }) => wordCell(row),
      },
      { id: 'status', title: t`Status`, align: 'left', min: 10, max: 12, drop: 1, cell: statusNow },
      {
        id: 'rate',
        title: t`Rate`,
        align: 'left',
        min: 24,
        max: 30,
        drop: 4,
        cell: ({ row }) => textCell(confirmedLine(row, LABELS.rate)),
      },
      {
        id: 'reference',
        title: t`Reference`,
        align: 'left',
        min: 13,
        max: 20,
        drop: 3,
        cell: ({ answered }) => textCell(answered.reference),
      },
      {
        id: 'id',
        title: t`ID`,
        align: 'left',
        min: 31,
        max: 38,
        drop: 6,
        cell: ({ answered }) => textCell(answered.id, 'dim'),
      },
    ],
    filters: [],
    details: [{ title: t`Conversion`, entries: madeEntries }],
    statuses: {
      of: made => ownStatus(made) ?? made.row.state,
      explain: made => (ownStatus(made) === undefined ? writeStatuses : conversionStatuses),
    },
    joins: ({ answered }) => (answered.id === undefined ? [] : [conversionQuery(answered.id)]),
    changed: ({ answered }, state) => isToldOf(state, conversionKey(answered.id ?? '')),
    follows: ({ answered, read }) =>
      answered.id === undefined ? undefined : followed(answered.id, read?.value),
    commands: [
      {
        id: 'fx.new',
        title: t`quote and convert`,
        keys: ['n'],
        group: t`FX`,
        footer: 1.5,
        run: openFlow,
      },
    ],
    reload: app => app.journal.refresh(),
  };
}

/** An amount as it was confirmed, its currency behind it. */
function confirmed(id: string, title: Visible, label: Visible, drop: number): Column<Made, Moment> {
  return {
    id,
    title,
    align: 'decimal',
    min: 10,
    max: 40,
    drop,
    cell({ row }) {
      const value = confirmedLine(row, label);
      return (value && moneyIn(value)?.cell) ?? textCell(value);
    },
  };
}

const momentText = (epochMs: number, { mode, now, zone }: Moment, cells?: number): Visible => {
  const text = showTime(epochMs, mode, now, zone);
  return mode === 'relative' || cells === undefined ? text : visible(text.slice(0, cells));
};

/** The conversion's own, as it was last read; else as the answer to its making gave it. */
function statusNow({ read, answered }: Made): Cell {
  if (read?.value !== undefined) return statusCell(read.value.status, statusTones);
  return answered.status === undefined ? DASH : textCell(answered.status);
}

/** The conversion's, as far as it is known; without one only what became of the write is. */
const ownStatus = ({ read, answered }: Made): string | undefined =>
  statusWord(read?.value?.status) ?? answered.status;

function madeEntries({ row, answered }: Made, context: DetailsContext): readonly Entry[] {
  const { moment, now } = context;
  const { intent, transitions } = row;
  return [
    { label: t`State`, cell: wordCell(row) },
    ...(answered.id === undefined
      ? [{ note: noId(row), tone: 'plain' as const }]
      : readEntries(answered.id, context.document(conversionQuery(answered.id)), { moment, now })),
    { heading: t`As it was confirmed` },
    ...intent.what.map(({ label, value }) => ({ label: visible(label), cell: textCell(value) })),
    { label: t`Request ID`, cell: textCell(intent.requestId) },
    { heading: t`What happened` },
    ...transitions.map(({ to, at }) => ({ label: visible(to), cell: { text: momentText(at, moment) } })),
  ];
}

function noId(row: Row): Visible {
  switch (row.state) {
    case 'PREPARED':
    case 'SENT':
      return t`It is on its way; how it ends will be said here.`;
    case 'UNKNOWN':
      return t`It may have been done: look at it in the journal (0), which shows what can be read of it.`;
    case 'REFUSED':
    case 'NOT SENT':
      return t`Nothing was converted.`;
    case 'DONE':
      return t`It was done, and the answer gave no ID to read it by: look for it in the balance history (B).`;
    case 'RESOLVED':
      return doneAt(row) === undefined
        ? t`A person found that nothing was converted: the journal (0) says why.`
        : t`A person found that it was converted: the journal (0) says why.`;
  }
}
