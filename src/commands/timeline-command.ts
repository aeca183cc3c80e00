// `purser timeline`: everything that Purser can read about a customer, an account or a card, on one time axis. It only reads.

import type { Failure } from '../api/client/failure.ts';
import { headerWord } from '../api/contract/header-text.ts';
import { createDocuments } from '../effects/documents.ts';
import { createLists } from '../effects/lists.ts';
import type { Need } from '../effects/needs.ts';
import { tellingEnd } from '../effects/session.ts';
import { type Moment, momentOf } from '../format/cells.ts';
import { cellText, DASH } from '../format/entry.ts';
import type { Row } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';
import { counted } from '../lib/counted.ts';
import type { Decimal } from '../lib/decimal.ts';
import { type Json, JsonNumber } from '../lib/json.ts';
import { showTime } from '../lib/time.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import { isoOf } from '../money/journal-entry.ts';
import { queryKey } from '../records/query.ts';
import { createPurserStore, type Store } from '../store/store.ts';
import { currentWorkspace, customerKey, listIn } from '../store/workspace.ts';
import { type Axis, createAxis } from '../subjects/timeline/axis.ts';
import { createTimelineData } from '../subjects/timeline/data.ts';
import type { TimelineEvent } from '../subjects/timeline/event.ts';
import { planOf } from '../subjects/timeline/reading.ts';
import { possiblySame, sourceText } from '../subjects/timeline/same.ts';
import { readingsOf } from '../subjects/timeline/sources.ts';
import { beforeDay, isLoadedSince, withinDays } from '../subjects/timeline/timeline-rows.ts';
import { completeText, limits, limitText } from '../subjects/timeline/timeline-words.ts';
import { localeLanguage } from '../system/system-user.ts';
import { type CommandParts, command, commandHelp, fails, type LineOf, progressOn } from './command-parts.ts';
import {
  chosenOn,
  inSession,
  SESSION_FLAGS,
  type Session,
  startOf,
  whatFailed,
  wrongPeriod,
} from './command-session.ts';
import { jsonText } from './json-text.ts';

export const TIMELINE = commandHelp({
  name: 'timeline',
  usage: ['timeline [--account ID | --card ID] [--from DAY] [--to DAY] [--user ID] [--json]'],
  about:
    'Reads the balance history, and the transactions of every account and card. Reads direct debits, mandates, beneficiaries, cards, RFIs and conversions. Takes the writes and notes of the journal. Prints their events, newest first. The last lines say how far the timeline is complete. Two events are one only if an ID or a reference of the service joins them. The command only reads, one request at a time.',
  flags: {
    account: { takes: 'account ID', says: 'only this account' },
    card: { takes: 'card ID', says: 'only this card' },
    from: { takes: 'day', says: 'events from this day on, such as 2026-11-01; Purser reads no further back' },
    to: { takes: 'day', says: 'events up to this day' },
    json: { says: 'the events as JSON, each with its record' },
    user: { takes: 'user ID', says: 'the customer, if neither the environment nor the profile names one' },
    'on-behalf-of': { takes: 'account', says: 'the connected account, for mandates and direct debits' },
    program: { takes: 'program ID', says: 'the program' },
    ...SESSION_FLAGS,
  },
  examples: [
    { line: 'purser timeline --from 2026-11-20', says: 'what happened since a day' },
    { line: 'purser timeline --account ID --json', says: 'one account, with the record of each event' },
  ],
  notes: ['Exit codes: 0 complete; 1 signing in failed; 2 wrong usage; 3 something may be missing.'],
});

type TimelineLine = LineOf<typeof TIMELINE>;

export const timeline = command(TIMELINE, async (line, parts) => {
  const wrong = wrongUsage(line);
  if (wrong !== undefined) return parts.refuse(wrong);
  const read = await startOf(parts, line);
  if (!read.ok) return parts.refuse(read.why);
  return inSession(
    { start: read.start, chosen: chosenOn(line), reads: 'account.balanceHistory' },
    parts,
    session => timelineIn(session, line, parts),
  );
});

async function timelineIn(session: Session, line: TimelineLine, parts: CommandParts): Promise<number> {
  const store = await storeWithJournal(session, parts);
  const { axis, ended } = await readAxis(store, session, line, parts);
  const shown = { axis, ...periodOf(line, axis, session.reach.zone) };
  const now = session.clock.wall();
  parts.out(line.has('json') ? jsonText(asJson(shown, now), 2) : textOf(shown, store));
  if (ended) return fails(parts, whatFailed(ended, 'login'));
  return shown.isComplete ? 0 : PARTLY;
}

/** As for a check that could not check. */
const PARTLY = 3;

function wrongUsage(line: TimelineLine): Visible | undefined {
  if (line.value('account') !== undefined && line.value('card') !== undefined)
    return t`Give --account or --card, not both.`;
  const period = wrongPeriod(line);
  if (period !== undefined) return period;
  const unfit = (['user', 'program', 'on-behalf-of'] as const).some(
    flag => !headerWord.test(line.value(flag) ?? 'x'),
  );
  return unfit
    ? t`--user, --program and --on-behalf-of take 1 to 512 visible ASCII characters, without spaces.`
    : undefined;
}

/** In rows of one read. */
const PAGE = 500;

async function storeWithJournal({ reach, clock, customer, openJournal }: Session, parts: CommandParts) {
  const store = createPurserStore({
    reach,
    size: { columns: 80, rows: 24 },
    now: clock.wall(),
    tick: clock.monotonic(),
  });
  store.setState({ customer, language: localeLanguage(parts.process.env) });
  const port = await openJournal();
  if ('locked' in port || !customer) return store;
  const { journal } = port;
  const rows = await allRows(journal, customer.userId);
  if (rows) store.setState({ journal: { kind: 'open', rows, complete: true } });
  const notes = await (journal.together ?? journal.notes?.(reach))?.notes(customer);
  if (notes?.ok)
    store.setState({ notes: { counts: [], read: { of: customerKey(customer), all: notes.value } } });
  await journal.close();
  return store;
}

/** Newest first. Undefined if they can't be read. */
async function allRows(journal: Journal, userId: string): Promise<readonly Row[] | undefined> {
  const rows: Row[] = [];
  for (;;) {
    const before = rows.at(-1)?.number;
    const filters = { userId, ...(before !== undefined && { before }) };
    const page = await journal.list({ filters, limit: PAGE });
    if (!page.ok) return undefined;
    rows.push(...page.value);
    if (page.value.length < PAGE) return rows;
  }
}

/** As the screen reads: one page of one list at a time. */
async function readAxis(
  store: Store,
  session: Session,
  line: TimelineLine,
  parts: CommandParts,
): Promise<{ readonly axis: Axis; readonly ended: Failure | undefined }> {
  const { clock, client, reach } = session;
  let ended: Failure | undefined;
  const reader = tellingEnd(client, failure => {
    ended = failure;
  });
  const deps = { store, clock, client: () => reader };
  const lists = createLists(deps);
  const documents = createDocuments(deps);
  const dataOf = createTimelineData();
  const progress = progressOn(parts);
  const subject = line.value('account') ?? line.value('card');
  const from = line.value('from');
  const since = from === undefined ? Number.NEGATIVE_INFINITY : beforeDay(reach.zone, from);
  const load = (need: Need): Promise<void> => {
    if (need.kind === 'document') return documents.load(need.query);
    const { taken } = listIn(currentWorkspace(store.getState()), queryKey(need.query)).pages;
    return lists.load(need.query, taken === 0 ? 'first' : 'more', need.through);
  };
  for (;;) {
    const loaded = dataOf(store.getState(), subject);
    const wanted = { lists: loaded.queries, records: loaded.records, after: undefined, since };
    const [need] = planOf(store.getState(), wanted).needs;
    // The end of the session stops a load without a failure.
    if (!need || ended) {
      progress.end();
      return { axis: createAxis()(readingsOf(loaded)), ended };
    }
    await load(need);
    const count = loaded.lists.reduce((sum, one) => sum + one.loaded.pages.items.length, 0);
    progress.show(t`${counted(count, t`record`)} so far`);
  }
}

interface TimelineReport {
  readonly axis: Axis;
  /** Newest first. */
  readonly events: readonly TimelineEvent[];
  /** All events of these days are loaded. */
  readonly isComplete: boolean;
  /** A source that is loaded back to this time has all of these days. Epoch ms. */
  readonly needed: number;
}

function periodOf(line: TimelineLine, { events, back }: Axis, zone: string): Omit<TimelineReport, 'axis'> {
  const [from, to] = [line.value('from'), line.value('to')];
  return {
    events: withinDays(events, { from, to, zone }),
    isComplete: isLoadedSince(from, back, zone),
    needed: from === undefined ? Number.NEGATIVE_INFINITY : beforeDay(zone, from),
  };
}

function textOf({ axis, events, isComplete, needed }: TimelineReport, store: Store): string {
  const moment = momentOf(store.getState());
  const firstPartly = events.findIndex(({ at = 0 }) => at <= axis.back);
  const lines = events.map(event => eventLine(event, axis, moment.zone));
  const line = t`--- Something may be missing below: ${ended(axis, moment)} ---`;
  const cut = isComplete || firstPartly < 0 ? lines : lines.toSpliced(firstPartly, 0, line);
  const undated = axis.undated.map(event => eventLine(event, axis, moment.zone));
  return `${[
    ...cut,
    ...(undated.length === 0 ? [] : [t`Without a usable time:`, ...undated]),
    ...(isComplete
      ? []
      : limits(axis)
          .filter(({ back }) => back > needed)
          .map(one => sentence(limitText(one, moment)))),
    t`${counted(events.length, t`event`)}, ${isComplete ? t`complete` : ended(axis, moment)}.`,
  ].join('\n')}\n`;
}

/** The reading has ended, so nothing becomes complete yet. */
const ended = (axis: Axis, moment: Moment): Visible =>
  axis.back === Number.POSITIVE_INFINITY ? t`not complete` : completeText(axis, moment);

const sentence = (text: Visible): Visible => (text.endsWith('.') ? text : t`${text}.`);

function eventLine(event: TimelineEvent, { joins }: Axis, zone: string): Visible {
  const { words, amount, status } = event.source.says(event);
  const others = joins.others.get(event) ?? [];
  const time = event.at === undefined ? DASH.text : showTime(event.at, 'local', event.at, zone);
  return join(
    [
      time,
      sourceText(event),
      ...(amount ? [cellText(amount)] : []),
      words,
      ...(status && status.text !== DASH.text ? [status.text] : []),
      ...(others.length === 0 ? [] : [t`= ${join(others.map(sourceText))}`]),
    ],
    '  ',
  );
}

function asJson({ axis, events, isComplete }: TimelineReport, now: number): Json {
  const { back, coverage, undated } = axis;
  return {
    readAt: isoOf(now),
    complete: isComplete,
    completeBackTo: timeOf(back),
    sources: coverage.map(one => ({
      source: one.source.kind,
      name: sourceText(one),
      events: whole(one.count),
      complete: one.back === Number.NEGATIVE_INFINITY,
      completeBackTo: timeOf(one.back),
      ...(one.why !== undefined && { why: one.failed ?? one.why }),
    })),
    events: events.map(event => eventJson(event, axis)),
    withoutTime: undated.map(event => eventJson(event, axis)),
  };
}

const timeOf = (at: number): string | null => (Number.isFinite(at) ? isoOf(at) : null);

const whole = (count: number): JsonNumber => new JsonNumber(String(count) as Decimal);

function eventJson(event: TimelineEvent, axis: Axis): Json {
  const { words, status } = event.source.says(event);
  const moved = event.source.moved?.(event.row);
  const { found, more } = possiblySame(event, axis.events, axis.joins);
  return {
    time: event.at === undefined ? null : isoOf(event.at),
    complete: event.at === undefined || event.at > axis.back,
    source: event.source.kind,
    of: event.source.of ?? null,
    id: visible(event.id),
    what: words,
    amount: moved ? new JsonNumber(moved.amount) : null,
    currency: moved ? visible(moved.currency) : null,
    status: status && status.text !== DASH.text ? status.text : null,
    repeated: axis.joins.repeated.has(event),
    references: event.references.map(reference => visible(reference)),
    sameAs: (axis.joins.others.get(event) ?? []).map(refersTo),
    possiblySameAs: found.map(one => ({ ...refersTo(one.event), agrees: one.agrees, differs: one.differs })),
    ...(more > 0 && { morePossible: whole(more) }),
    record: event.raw,
  };
}

const refersTo = ({ source, id, raw }: TimelineEvent) => ({
  source: source.kind,
  of: source.of ?? null,
  id: visible(id),
  record: raw,
});
