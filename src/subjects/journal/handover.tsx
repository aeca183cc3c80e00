// The handover of a shift as Markdown, and its screen. The copy and the file have the same text.

import { type Entry, noted } from '../../format/entry.ts';
import type { AuditLine } from '../../journal/audit.ts';
import type { Row } from '../../journal/intent.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { maskCardNumbers } from '../../lib/redact.ts';
import { forLast } from '../../lib/remembered.ts';
import { HOUR, MINUTE, showTime } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { subjectText, unreadJournal } from '../../money/journal-entry.ts';
import { confirmedCustomer } from '../../money/shown-lines.ts';
import { flowSlot } from '../../store/flow-data.ts';
import { isUnresolved, journalFacts, journalRows, rowOf } from '../../store/journal-view.ts';
import { overlayWith } from '../../store/open-overlays.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { currentView, pushView } from '../../store/workspace.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Lines } from '../../ui/kit/Line.tsx';
import { drawnLines, type ScrollWindow, windowAt } from '../../ui/kit/scroll.ts';
import { type Painted, type Theme, UNPAINTED } from '../../ui/kit/theme.ts';
import { layoutOf } from '../../ui/screens/layout.ts';
import type { Screen, ScreenProps } from '../../ui/screens/screen.ts';
import { scrollBindings } from '../../ui/screens/scrolling.ts';

const GROUP = t`handover`;
const bind = bindingsIn<App>(GROUP);
/** In hours. */
const PERIODS = [4, 8, 12, 24] as const;
/** No shift is longer than 12 hours. */
const SHIFT = PERIODS.indexOf(12);

const period = flowSlot<number>('handover');
const hoursOf = (state: State): number => PERIODS[period.get(state) ?? SHIFT] ?? PERIODS[SHIFT] ?? 12;
/** The text shows no seconds, so it changes once a minute. */
const minuteOf = ({ now }: State): number => Math.floor(now / MINUTE) * MINUTE;

function textOf(state: State): readonly Visible[] {
  const { journal, audit, reach, operator } = state;
  if (audit.kind === 'unread') return [READING];
  const until = minuteOf(state) + MINUTE;
  return handoverLines({
    rows: journalRows(state),
    complete: journal.kind !== 'open' || journal.complete || journal.unread !== undefined,
    missing: missingText(state),
    lines: audit.kind === 'read' ? audit.lines : undefined,
    from: until - hoursOf(state) * HOUR,
    until,
    zone: reach.zone,
    operator,
  });
}

function missingText(state: State): Visible | undefined {
  const since = journalFacts(state).offlineSince;
  if (since === undefined) return undefined;
  const { now, reach } = state;
  return (
    unreadJournal(state) ??
    t`The team's journal does not answer. Writes after ${showTime(since, 'local', now, reach.zone)} are missing here.`
  );
}

const READING = t`Purser is reading the audit log …`;

/** A handover without the audit log would be incomplete. */
const isRead = ({ store }: App): true | Visible =>
  store.getState().audit.kind === 'unread' ? READING : true;

/** Builds the text again only after a change. Each console has its own function. */
function handoverText() {
  let now: State;
  const textFor = forLast((..._of: readonly unknown[]) => textOf(now));
  return (state: State): readonly Visible[] => {
    now = state;
    return textFor(state.journal, state.audit, hoursOf(state), minuteOf(state));
  };
}

const markdown = (lines: readonly Visible[]): string => `${lines.join('\n')}\n`;

function wrapped(lines: readonly Visible[], state: State, theme: Theme): readonly Painted[] {
  const { body } = layoutOf(state.size);
  return composeDetails(handoverEntries(lines), body.width - 1, theme);
}

const windowIn = (lines: readonly Painted[], state: State): ScrollWindow =>
  windowAt(currentView(state).detailsTop, layoutOf(state.size).body.height, lines.length);

const choose = (id: string, title: Visible, keys: Binding<App>['keys'], by: number, footer?: number) =>
  bind(`handover.${id}`, title, keys, {
    footer,
    run: app =>
      app.store.setState(state =>
        period.set(state, ((period.get(state) ?? SHIFT) + by + PERIODS.length) % PERIODS.length),
      ),
  });

export const handoverCommand: Binding<App> = {
  id: 'journal.handover',
  title: t`handover`,
  keys: ['H'],
  group: t`Journal`,
  footer: 2.4,
  run: app =>
    app.store.setState(state => {
      const { cursorKey } = currentView(state);
      const row = cursorKey === undefined ? undefined : rowOf(cursorKey, state);
      // In a team, H on an unresolved entry opens the overlay that gives the entry to another person, and offers the
      // handover too.
      return state.together && row?.held
        ? {
            overlay: overlayWith({
              kind: 'hand-over',
              requestId: row.intent.requestId,
              filter: '',
              cursor: 0,
            }),
          }
        : pushView(state, openView('handover'));
    }),
};

/** UTC for a file name that sorts: "2026-11-20-0900". */
const stamp = (epochMs: number): string =>
  new Date(epochMs).toISOString().slice(0, 16).replace('T', '-').replace(':', '');

export function handover(): Screen {
  const linesIn = handoverText();
  return {
    place: 'handover',
    bindings: [
      bind('handover.copy', t`copy as Markdown`, ['y'], {
        footer: 1,
        enabled: isRead,
        run(app) {
          const lines = linesIn(app.store.getState());
          void app.clipboard.copy(t`the handover, ${lines.length} lines`, markdown(lines));
        },
      }),
      bind('handover.save', t`save to a file`, ['E'], {
        footer: 1.5,
        enabled: isRead,
        run(app) {
          const state = app.store.getState();
          const name = `purser-handover-${stamp(state.now)}.md`;
          void app.saves.save(name, markdown(linesIn(state)), t`The handover`);
        },
      }),
      choose('longer', t`next period`, ['l', 'right'], 1, 2),
      choose('shorter', t`previous period`, ['h', 'left'], -1),
      ...scrollBindings({
        id: 'handover',
        group: GROUP,
        footer: [3],
        windowIn: state => windowIn(wrapped(linesIn(state), state, UNPAINTED), state),
      }),
    ],
    about: (_, state) => t`of the last ${hoursOf(state)} hours (${join(PERIODS.map(hours => t`${hours}`))})`,
    showsAudit: true,
    reload(app) {
      void app.journal.refresh();
      void app.journal.readAudit();
    },
    spoken: state => ({ part: `${hoursOf(state)}`, entries: handoverEntries(linesIn(state)) }),
    View: ({ state, theme }: ScreenProps) => {
      const all = wrapped(linesIn(state), state, theme);
      const window = windowIn(all, state);
      return <Lines lines={drawnLines(all, window, theme)} height={window.room} />;
    },
  };
}

export interface Shift {
  readonly rows: readonly Row[];
  /** If not, the oldest entries are missing. */
  readonly complete: boolean;
  /** Why the entries of the team are missing. */
  readonly missing?: Visible | undefined;
  /** From the audit log, oldest first; undefined if it can't be read. */
  readonly lines: readonly AuditLine[] | undefined;
  /** Epoch ms. */
  readonly from: number;
  readonly until: number;
  /** IANA name. */
  readonly zone: string;
  readonly operator: string;
}

/** Markdown with amounts, names, IDs and typed reasons. */
export function handoverLines(shift: Shift): readonly Visible[] {
  const { rows, lines, from, complete } = shift;
  const byTime = (a: Row, b: Row) => endOf(a) - endOf(b) || a.number - b.number;
  const open = rows.filter(isUnresolved).toSorted(byTime);
  const waiting = rows.filter(isWaiting).toSorted(byTime);
  const ended = rows
    .filter(row => !isUnresolved(row) && !isWaiting(row) && endOf(row) >= from)
    .toSorted(byTime);
  const oldest = Math.min(...rows.map(({ intent }) => intent.createdAt));
  const audited = lines?.filter(({ at }) => Date.parse(at) >= from) ?? [];
  const grants = audited.filter(({ kind }) => kind === 'grant-given' || kind === 'grant-ended');
  const cards = audited.filter(({ kind }) => kind === 'card-reveal');
  const exports = audited.filter(({ kind }) => kind === 'exported');
  return [
    t`# Handover`,
    EMPTY,
    t`Period: ${timeText(from, shift)} to ${timeText(shift.until, shift)}.${shift.operator === '' ? t`` : t` Written by ${safe(shift.operator)}.`} The lists have the writes of every person and customer. Unresolved and waiting writes may be from an earlier time.`,
    ...(shift.missing === undefined ? [] : [EMPTY, shift.missing]),
    ...section(t`Unresolved`, open, row => openText(row, shift)),
    ...(open.length === 0
      ? []
      : [EMPTY, t`Don't make these requests again. Check each one in the journal and resolve it there.`]),
    ...(waiting.length === 0
      ? []
      : [
          ...section(t`Waiting for approval`, waiting, row => rowText(row, shift)),
          EMPTY,
          t`These requests were not sent yet. Don't make them again: an approval can still send them.`,
        ]),
    ...section(t`Done`, ended.filter(isDone), row => rowText(row, shift)),
    ...section(
      t`Refused, not sent, or resolved as not done`,
      ended.filter(row => !isDone(row)),
      row => rowText(row, shift),
    ),
    ...(complete || oldest < from
      ? []
      : [EMPTY, t`This handover has only the newest ${rows.length} writes. There were more writes.`]),
    ...(lines === undefined
      ? [EMPTY, t`The audit log can't be read, so write access, card details and saved files are missing.`]
      : [
          ...section(t`Write access`, grants, line => grantText(line, shift)),
          ...section(t`Card details requested`, cards, line => cardText(line, shift)),
          ...section(t`Saved to files`, exports, line => exportText(line, shift)),
        ]),
  ];
}

export const handoverEntries = (lines: readonly Visible[]): readonly Entry[] =>
  lines.map((line): Entry => {
    if (line.startsWith('#')) return noted(visible(line.replace(/^#+ /, '')), 'strong');
    return line.startsWith('- ')
      ? { note: unmarked(line.slice(2)), mark: t`•`, tone: 'plain' }
      : noted(unmarked(line), 'plain');
  });

/** Undoes `safe` and `code`, and removes the asterisks of bold text. */
const unmarked = (line: string): Visible => visible(line.replace(/\\(.)|\*\*|`/g, '$1'));

const EMPTY = t``;

function section<One>(title: Visible, all: readonly One[], text: (one: One) => Visible): readonly Visible[] {
  const items = all.length === 0 ? [t`None.`] : all.map(one => t`- ${text(one)}`);
  return [EMPTY, t`## ${title}: ${all.length}`, EMPTY, ...items];
}

/** In epoch ms. A write without an end counts by its request: a restart adds a step much later. */
const endOf = (row: Row): number =>
  isUnresolved(row) ? row.intent.createdAt : (row.transitions.at(-1)?.at ?? row.intent.createdAt);

const resolutionOf = ({ transitions }: Row) => transitions.at(-1)?.resolution;

const isWaiting = ({ state }: Row): boolean => state === 'WAITING';

const isDone = (row: Row): boolean =>
  row.state === 'DONE' || (row.state === 'RESOLVED' && resolutionOf(row)?.verdict === 'DONE');

const timeText = (epochMs: number, { zone, until }: Shift): Visible =>
  showTime(epochMs, 'local', until, zone);

function rowText(row: Row, shift: Shift): Visible {
  const { intent, state } = row;
  const resolution = resolutionOf(row);
  const found =
    resolution === undefined
      ? t``
      : t` (resolved as ${resolution.verdict === 'DONE' ? t`done` : t`not done`} by ${safe(resolution.by)})`;
  const about = t` ${safe(subjectText(row))}`;
  const acting =
    intent.customer.onBehalfOf === undefined ? t`` : t` acting for ${safe(intent.customer.onBehalfOf)}`;
  return t`${timeText(endOf(row), shift)} **${visible(state)}**${found} ${safe(intent.title)}${about}, customer ${customerOf(row)}${acting}, ${safe(intent.environment)}, request ID ${code(intent.requestId)}`;
}

/** Customers may have the same name, so the ID is there too. */
function customerOf(row: Row): Visible {
  const { userId } = row.intent.customer;
  const name = confirmedCustomer(row);
  return name.includes(userId) ? safe(name) : t`${safe(name)} ${safe(userId)}`;
}

function openText(row: Row, shift: Shift): Visible {
  const money = row.intent.class === 'money' ? t` The money may have moved, or not.` : t``;
  const owner = row.held === undefined ? t`` : t` Owner: ${safe(row.held.owner)}.`;
  return t`${rowText(row, shift)}.${owner}${money}`;
}

const at = (line: AuditLine, shift: Shift): Visible => timeText(Date.parse(line.at), shift);

function grantText(line: AuditLine, shift: Shift): Visible {
  const { reason = '', why = '' } = line.detail;
  return line.kind === 'grant-given'
    ? t`${at(line, shift)} given: ${safe(reason)}`
    : t`${at(line, shift)} ended (${safe(why)}): ${safe(reason)}`;
}

function cardText(line: AuditLine, shift: Shift): Visible {
  const { card = '', customer = '', reason = '' } = line.detail;
  return t`${at(line, shift)} card ID ending ${safe(card)}, customer ${safe(customer)}: ${safe(reason)}`;
}

function exportText(line: AuditLine, shift: Shift): Visible {
  const { what = '', records, file = '' } = line.detail;
  const many = records === undefined ? safe(what) : t`${safe(records)} ${safe(what)}`;
  return t`${at(line, shift)} ${many}: ${safe(file)}`;
}

const MARKS = /[\\`*_{}[\]<>()#+!|~&]/g;

/** Makes foreign text visible, masks card numbers, and escapes Markdown. */
const safe = (text: string): Visible =>
  visible(visible(maskCardNumbers(text), 200).replace(MARKS, mark => `\\${mark}`));

const code = (id: string): Visible => t`\`${visible(id.replaceAll('`', "'"), 64)}\``;
