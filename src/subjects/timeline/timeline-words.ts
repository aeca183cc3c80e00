// What a timeline says: how far it is complete, what belongs together, and the sums of a period. Pure.

import { asClock, epochCell, type Moment, movedCell, textCell, timeCell } from '../../format/cells.ts';
import { type Cell, cellText, DASH, type Entry, noted } from '../../format/entry.ts';
import { counted } from '../../lib/counted.ts';
import { countText } from '../../lib/decimal.ts';
import { isSystemReference } from '../../lib/identifier.ts';
import { showDate, stampOf } from '../../lib/time.ts';
import { fromServer, join, t, type Visible, visible } from '../../lib/visible.ts';
import type { Axis, Coverage } from './axis.ts';
import { EVENT_TITLES, SHORT_KINDS, type TimelineEvent } from './event.ts';
import { MOST_ROWS, type ReadingPhase } from './reading.ts';
import { possiblySame, sameReference, sharedName, sourceText } from './same.ts';
import { type EventRow, type PeriodRow, periodOf } from './timeline-rows.ts';

const momentText = (at: number, moment: Moment): Visible => {
  const { text, short = text } = epochCell(at, asClock(moment));
  return short;
};

/** A part of a sentence. */
export function completeText({ back }: Pick<Axis, 'back'>, moment: Moment): Visible {
  if (back === Number.NEGATIVE_INFINITY) return t`complete`;
  return back === Number.POSITIVE_INFINITY
    ? t`not complete yet`
    : t`complete back to ${momentText(back, moment)}`;
}

const PHASES: Readonly<Record<ReadingPhase, Visible>> = {
  reading: t`reading`,
  stopped: t`stopped, r continues`,
  full: t`at the limit of ${countText(MOST_ROWS)} records`,
  more: t`G loads the rest`,
  failed: t`partly failed, r tries again`,
  done: t``,
};

export const phaseText = (phase: ReadingPhase): Visible => PHASES[phase];

/** "Transaction of Operations: not loaded before 20 Nov 09:14" */
export function limitText({ back, why, failed, ...of }: Coverage, moment: Moment): Visible {
  const name = sourceText(of);
  const far =
    back === Number.POSITIVE_INFINITY
      ? t`${name}: ${why ?? t`not loaded`}`
      : t`${name}: not loaded before ${momentText(back, moment)}`;
  return failed === undefined ? far : t`${far}. ${failed}`;
}

/** The sources that hold the line back, first those that hold it back most. */
export const limits = ({ coverage }: Axis): readonly Coverage[] =>
  coverage
    .filter(({ back }) => back !== Number.NEGATIVE_INFINITY)
    .toSorted((a, b) => (a.back === b.back ? 0 : b.back - a.back > 0 ? 1 : -1));

/** In the row of the line. */
export function lineCell(axis: Axis, moment: Moment): Cell {
  const [first, ...more] = limits(axis);
  if (!first) return { text: t`Complete` };
  const others = more.length === 0 ? t`` : t`, and ${counted(more.length, t`other source`)}`;
  return {
    text: t`Incomplete below. ${limitText(first, moment)}${others}`,
    short: t`Incomplete below. ${sourceText(first)}${others}`,
  };
}

export function lineEntries(axis: Axis, moment: Moment): readonly Entry[] {
  return [
    noted(
      axis.back === Number.POSITIVE_INFINITY
        ? t`Nothing is complete yet.`
        : t`Complete back to ${momentText(axis.back, moment)}.`,
      'strong',
    ),
    noted(t`Below this line events may be missing.`, 'plain'),
    { heading: t`Not loaded` },
    ...limits(axis).map(one => noted(limitText(one, moment), 'plain')),
    ...coverageEntries(axis, moment),
  ];
}

/** All sources with their number of events. */
export const coverageEntries = ({ coverage }: Axis, moment: Moment): readonly Entry[] => [
  { heading: t`Sources` },
  ...coverage.map(one => ({
    label: sourceText(one),
    cell: {
      text: t`${counted(one.count, t`event`)}, ${one.back === Number.NEGATIVE_INFINITY ? t`complete` : one.back === Number.POSITIVE_INFINITY ? t`not complete` : t`back to ${momentText(one.back, moment)}`}`,
    },
  })),
];

/** With a weekday, because staff and customers speak of days, or with the year if that is another one. */
export function dayCell(at: number | undefined, moment: Moment): Cell {
  if (at === undefined) return { text: t`No usable time`, short: t`No time`, tone: 'warn' };
  const { mode, zone, now } = asClock(moment);
  const day = stampOf(at, mode, zone).slice(0, 10);
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
  const isThisYear = stampOf(now, mode, zone).startsWith(day.slice(0, 4));
  const date = showDate(day);
  return {
    text: visible(day),
    short: isThisYear ? t`${visible(weekday)} ${visible(date.slice(0, 6))}` : date,
  };
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Below the line it has a mark. */
export function clockCell({ event, complete }: EventRow, moment: Moment): Cell {
  const { at, time } = event;
  const mark = complete ? {} : ({ mark: '?', tone: 'warn' } as const);
  if (at === undefined) return { ...timeCell(time, moment), tone: 'warn' };
  if (moment.mode === 'relative') return { ...timeCell(time, moment), ...mark };
  const stamp = stampOf(at, moment.mode, moment.zone);
  return { text: visible(stamp.slice(0, 19)), short: visible(stamp.slice(11, 16)), ...mark };
}

/** "= Journal": one event by its ID. "≈ Transaction": possibly the same. */
export function alsoCell({ event, others, axis }: EventRow): Cell {
  const also = others.map(({ source }) => EVENT_TITLES[source.kind]);
  const { found, more } = possiblySame(event, axis.events, axis.joins);
  const count = found.length + more;
  const [only] = found;
  const possibly =
    count === 0
      ? []
      : [count === 1 && only ? t`≈ ${EVENT_TITLES[only.event.source.kind]}` : t`≈ ${count} possible`];
  const parts = [...(also.length === 0 ? [] : [t`= ${join(also)}`]), ...possibly];
  return { text: join(parts, ' '), ...(parts.length > 0 && { tone: 'dim' as const }) };
}

const saysAll = (event: TimelineEvent): Visible => {
  const { words, amount, status } = event.source.says(event);
  const parts = [
    ...(amount ? [cellText(amount)] : []),
    words,
    ...(status && status.text !== DASH.text ? [status.text] : []),
  ];
  return join(parts, ' · ');
};

const sentTime = ({ time, at }: TimelineEvent, moment: Moment): readonly Entry[] =>
  at !== undefined
    ? [{ label: t`Time`, cell: timeCell(time, moment) }]
    : [
        { label: t`Time`, cell: { ...timeCell(time, moment), tone: 'warn' } },
        noted(
          time === undefined
            ? t`The service sent no time.`
            : t`The service sent a time that can't be right. This event is in no day.`,
          'warn',
        ),
      ];

export function eventEntries({ event, others, complete, axis }: EventRow, moment: Moment): readonly Entry[] {
  const { words, amount, status } = event.source.says(event);
  const { found, more } = possiblySame(event, axis.events, axis.joins);
  const referring = sameReference(event, axis.joins);
  return [
    { lead: amount ?? { text: words, tone: 'strong' }, ...(status && { status }) },
    ...(amount ? [{ about: { text: words } }] : []),
    ...sentTime(event, moment),
    { label: t`Source`, cell: { text: sourceText(event) } },
    { label: t`ID`, cell: textCell(event.id, 'dim') },
    ...(complete
      ? []
      : [noted(t`Events around this one may be missing: ${completeText(axis, moment)}.`, 'warn')]),
    ...(others.length === 0
      ? []
      : [
          { heading: t`The same event` },
          ...others.map(other => ({ label: sourceText(other), cell: { text: saysAll(other) } })),
          { note: joinedBy(event, others) },
        ]),
    ...(referring.found.length === 0
      ? []
      : [
          { heading: t`The same reference` },
          ...referring.found.map(other => ({
            label: timeCell(other.time, asClock(moment)).text,
            cell: { text: t`${sourceText(other)} · ${saysAll(other)}` },
          })),
          ...(referring.more > 0 ? [{ note: t`${counted(referring.more, t`more event`)}.` }] : []),
        ]),
    ...(found.length === 0
      ? []
      : [
          { heading: t`Possibly the same` },
          ...found.flatMap(({ event: other, agrees, differs }): readonly Entry[] => [
            { label: sourceText(other), cell: { text: saysAll(other) } },
            {
              note: t`Same ${join(agrees)}. Different: ${differs.length === 0 ? t`only the source` : join(differs)}. No ID joins them.`,
            },
          ]),
          ...(more > 0 ? [{ note: t`${counted(more, t`more event`)} also fit.` }] : []),
          ...(found.length + more > 1 ? [noted(t`Several events fit. Purser chooses none.`, 'warn')] : []),
        ]),
    ...(event.source.more?.(event, moment) ?? []),
  ];
}

function joinedBy(event: TimelineEvent, others: readonly TimelineEvent[]): Visible {
  const [name = ''] = others.flatMap(other => sharedName(event, other) ?? []);
  const [word = ''] = name.split(' ');
  return isSystemReference(word)
    ? t`Each names ${visible(word, 60)}, with the same amount.`
    : t`Each has the ID ${visible(word, 60)}.`;
}

export const kindsText = ({ kinds }: PeriodRow): Visible =>
  join(
    [...kinds].map(([kind, count]) => t`${SHORT_KINDS[kind]} ${countText(count)}`),
    ' · ',
  );

/** In a list. The details have the whole period. */
export const periodStart = (row: PeriodRow): Visible =>
  row.zoom === 'month' ? periodText(row) : showDate(row.from);

function periodText({ from, to, zoom }: PeriodRow): Visible {
  if (zoom === 'month' && to === periodOf(from, zoom).to) return visible(showDate(from).slice(3));
  return from === to ? showDate(from) : t`${visible(showDate(from).slice(0, 6))} to ${showDate(to)}`;
}

function sumsText({ sums }: PeriodRow): readonly Visible[] {
  return [...sums].map(([currency, { in: moneyIn, out }]) => {
    const code = fromServer(currency);
    const parts = [
      ...(moneyIn === undefined ? [] : [t`in ${cellText(movedCell(moneyIn, code))}`]),
      ...(out === undefined ? [] : [t`out ${cellText(movedCell(out, code))}`]),
    ];
    return join(parts);
  });
}

export function periodEntries(row: PeriodRow, moment: Moment): readonly Entry[] {
  return [
    { lead: { text: periodText(row), tone: 'strong' }, status: { text: counted(row.count, t`event`) } },
    ...(row.complete
      ? []
      : [noted(t`This period may not be complete: ${completeText(row.axis, moment)}.`, 'warn')]),
    { heading: t`Balance history` },
    ...(row.sums.size === 0
      ? [{ note: t`No money moved.` }]
      : sumsText(row).map(text => noted(text, 'plain'))),
    { heading: t`Events` },
    ...[...row.kinds].map(([kind, count]) => ({
      label: EVENT_TITLES[kind],
      cell: { text: countText(count) },
    })),
    { note: t`Press Enter for the events of this period.` },
  ];
}
