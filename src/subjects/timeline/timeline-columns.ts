// The columns of a timeline: events, the line below which something may be missing, or periods.

import type { Moment } from '../../format/cells.ts';
import type { Cell } from '../../format/entry.ts';
import { counted } from '../../lib/counted.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Column } from '../../ui/kit/column-widths.ts';
import { cellColumn, figureColumn } from '../../ui/screens/common-columns.ts';
import { SHORT_KINDS } from './event.ts';
import type { TimelineRow } from './timeline-rows.ts';
import { alsoCell, clockCell, dayCell, kindsText, lineCell, periodStart } from './timeline-words.ts';

export const timelineColumns: readonly Column<TimelineRow, Moment>[] = [
  cellColumn<TimelineRow>('when', t`When`, [10, 12, 0], firstCell, { once: true }),
  cellColumn<TimelineRow>(
    'time',
    t`Time`,
    [12, 19, 0.1],
    (row, moment) => (row.kind === 'event' ? clockCell(row, moment) : BLANK),
    { orderedBy: row => (row.kind === 'event' ? row.event.at : row.kind === 'period' ? row.at : undefined) },
  ),
  cellColumn<TimelineRow>('source', t`Source`, [8, 16, 0.3], row =>
    row.kind === 'event' ? { text: SHORT_KINDS[row.event.source.kind], tone: 'dim' } : BLANK,
  ),
  cellColumn<TimelineRow>('what', t`What`, [16, 120, 0], whatCell, { main: true }),
  cellColumn<TimelineRow>('status', t`Status`, [10, 20, 2.5], row =>
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

const BLANK: Cell = { text: t`` };

function firstCell(row: TimelineRow, moment: Moment): Cell {
  if (row.kind === 'event') return dayCell(row.event.at, moment);
  if (row.kind === 'line') return { text: t`Line`, short: t`(line)`, tone: 'warn' };
  const mark = row.complete ? {} : ({ mark: '?', tone: 'warn' } as const);
  return { text: visible(row.from), short: periodStart(row), tone: 'strong', ...mark };
}

function whatCell(row: TimelineRow, moment: Moment): Cell {
  if (row.kind === 'event') {
    const { words } = row.event.source.says(row.event);
    return row.axis.joins.repeated.has(row.event) ? { text: t`= ${words}`, tone: 'dim' } : { text: words };
  }
  if (row.kind === 'line') return { ...lineCell(row.axis, moment), tone: 'warn' };
  const count = t`${counted(row.count, t`event`)}${row.complete ? t`` : t` or more`}`;
  return { text: t`${barText(row.share)} ${count} · ${kindsText(row)}` };
}

const BAR = 8;

/** As long as the period has many events. */
const barText = (share: number): Visible => {
  const full = Math.max(1, Math.round(share * BAR));
  return visible(`${'█'.repeat(full)}${'░'.repeat(BAR - full)}`);
};
