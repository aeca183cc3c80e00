// The columns of a timeline: events, the line below which something may be missing, or periods.

import type { Moment } from '../../format/cells.ts';
import type { Cell } from '../../format/entry.ts';
import { counted } from '../../lib/counted.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Column } from '../../ui/kit/columns.ts';
import { cellColumn, figureColumn } from '../../ui/screens/columns.ts';
import { type EventKind, KINDS } from './event.ts';
import type { TimelineRow } from './rows.ts';
import { alsoCell, clockCell, dayCell, kindsText, lineCell, periodText } from './words.ts';

export const timelineColumns: readonly Column<TimelineRow, Moment>[] = [
  cellColumn<TimelineRow>('day', t`Day`, [10, 12, 0], firstCell, { once: true }),
  cellColumn<TimelineRow>(
    'time',
    t`Time`,
    [7, 19, 1],
    (row, moment) => (row.kind === 'event' ? clockCell(row, moment) : BLANK),
    { orderedBy: row => (row.kind === 'event' ? row.event.at : row.kind === 'period' ? row.at : undefined) },
  ),
  cellColumn<TimelineRow>('source', t`Source`, [8, 16, 0.3], row =>
    row.kind === 'event' ? { text: SOURCES[row.event.source.kind], tone: 'dim' } : BLANK,
  ),
  cellColumn<TimelineRow>('what', t`What`, [20, 120, 0], whatCell, { main: true }),
  cellColumn<TimelineRow>('status', t`Status`, [12, 20, 3], row =>
    row.kind === 'event' ? (row.event.source.says(row.event).status ?? BLANK) : BLANK,
  ),
  figureColumn<TimelineRow>('amount', t`Amount`, [12, 40, 0.5], row =>
    row.kind === 'event' ? (row.event.source.says(row.event).amount ?? BLANK) : BLANK,
  ),
  cellColumn<TimelineRow>('of', t`Of`, [10, 24, 5], row =>
    row.kind === 'event' ? { text: row.event.source.of ?? t``, tone: 'dim' } : BLANK,
  ),
  cellColumn<TimelineRow>('also', t`Also`, [9, 24, 4], row => (row.kind === 'event' ? alsoCell(row) : BLANK)),
];

/** Short, to leave room for the text of the event. */
const SOURCES: Readonly<Record<EventKind, Visible>> = {
  ...KINDS,
  history: t`History`,
  transaction: t`Account`,
  'card-transaction': t`Card use`,
  'direct-debit': t`Debit`,
  conversion: t`FX`,
  beneficiary: t`Payee`,
  'status-change': t`Status`,
};

const BLANK: Cell = { text: t`` };

function firstCell(row: TimelineRow, moment: Moment): Cell {
  if (row.kind === 'event') return dayCell(row.event.at, moment);
  if (row.kind === 'line') return { text: t`Line`, short: t`──────────`, tone: 'warn' };
  return { text: visible(row.from), short: periodText(row), tone: 'strong' };
}

function whatCell(row: TimelineRow, moment: Moment): Cell {
  if (row.kind === 'event') return { text: row.event.source.says(row.event).words };
  if (row.kind === 'line') return { ...lineCell(row.axis, moment), tone: 'warn' };
  return { text: t`${barText(row.share)} ${counted(row.count, t`event`)} · ${kindsText(row)}` };
}

const BAR = 8;

/** As long as the period has many events. */
const barText = (share: number): Visible => {
  const full = Math.max(1, Math.round(share * BAR));
  return visible(`${'█'.repeat(full)}${'░'.repeat(BAR - full)}`);
};
