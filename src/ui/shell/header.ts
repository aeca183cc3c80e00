// The header. Pure, and without Ink, because the first paint shows it too.

import type { Tone } from '../../format/entry.ts';
import { briefId } from '../../lib/identifier.ts';
import { present } from '../../lib/present.ts';
import { byReads, forLast } from '../../lib/remembered.ts';
import { showClock, showDuration } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth, wrap } from '../../lib/width.ts';
import { waitingFor } from '../../store/approval-view.ts';
import { type CallNews, callsOf, newsOfCalls } from '../../store/calls.ts';
import { offlineSince } from '../../store/exchanges.ts';
import {
  isInFlight,
  isJournalOutdated,
  journalOfflineSince,
  unresolvedHere,
  whyJournalUnread,
  whyShut,
} from '../../store/journal-view.ts';
import { type LiveQuote, liveQuoteOf, urgencyOf } from '../../store/live-quote.ts';
import type { KnownCustomer, State } from '../../store/state.ts';
import {
  noteCount,
  notesText,
  offeredToMe,
  ownedCount,
  presenceOf,
  presenceText,
} from '../../store/together-view.ts';
import { watchedText, watchesNow } from '../../store/watches.ts';
import { currentView, currentWorkspace } from '../../store/workspace.ts';
import { environmentWord, isGuarded, writingOf } from '../../store/writing.ts';
import { concat, type Painted, type Theme } from '../kit/theme.ts';

/** The customer's text is cut before a segment with this rank or a lower rank is left out. */
const TEAM = 2.7;
/** What waits for this operator stays at any width. */
const WAITS = 2.45;

interface Segment {
  readonly text: Visible;
  readonly tone: Tone;
  readonly short?: Visible | undefined;
  /** A segment with a lower rank stays longer. */
  readonly rank: number;
  readonly goesOn?: true;
}

/** Has no ages and countdowns. `gone` is spoken when the fact ends. */
export interface HeaderFact {
  readonly id: string;
  readonly text: Visible;
  readonly gone?: Visible;
  /** Said only on request. */
  readonly silent?: true;
}

function customerText(state: State): Visible {
  const { customer, overlay } = state;
  if (!customer) return overlay ? t`no customer` : t`no customer (u)`;
  const id = visible(customer.userId, 40);
  return customer.name === undefined ? id : t`${visible(customer.name, NAME)} ${id}`;
}

const NAME = 28;
const LAST_FOUR = 4;

/** The name stays longer than the ID. */
function shorterCustomer({ customer }: State, room: number): Visible {
  const id = visible(customer?.userId ?? '', 40);
  const name = customer?.name === undefined ? id : visible(customer.name, NAME);
  const shorter = [t`${name} ${briefId(id)}`, t`${name} …${visible(id.slice(-LAST_FOUR))}`, name];
  return (name === id ? undefined : shorter.find(text => cellWidth(text) <= room)) ?? cut(name, room);
}

/** "program_1a2b" says itself what it is. */
const programText = (id: string): Visible =>
  id.startsWith('program') ? visible(id, 40) : t`program ${visible(id, 30)}`;

function tokenText(state: State): Visible {
  const { session } = state;
  if (session.phase === 'signing-in') return t`signing in …`;
  if (session.phase === 'signed-out') return t`signed out`;
  const left = session.token.expiresAtMonotonic - state.tick;
  return left <= 0
    ? t`token expired`
    : left < 300_000
      ? t`token ${showDuration(left)}`
      : t`token ${Math.floor(left / 60_000)} min`;
}

function segments(state: State, { quote, news }: ShownQuotes): readonly Segment[] {
  const { reach, customer, skew } = state;
  const now = state.now + (skew ?? 0);
  return present<Segment>(
    { text: t` ${environmentWord(reach)} `, tone: isGuarded(reach) ? 'production' : 'demo', rank: 0 },
    { text: customerText(state), tone: 'strong', rank: 1 },
    modeSegment(state),
    ...callSegments(state, news),
    ...unresolvedSegments(state),
    ...quoteSegments(quote),
    ...approvalSegments(state),
    ...offlineSegments(state),
    ...togetherSegments(state),
    watched(state) > 0 && { text: watchedText(watched(state)), tone: 'accent', rank: 2.68 },
    customer?.onBehalfOf !== undefined && {
      text: t`connected account ${briefId(customer.onBehalfOf)}`,
      tone: 'plain',
      rank: 6,
    },
    reach.programId !== '' && { text: programText(reach.programId), tone: 'dim', rank: 7 },
    { text: tokenText(state), tone: session(state), rank: 4 },
    { text: t`${showClock(now, 'UTC')}Z`, tone: 'dim', rank: CLOCK },
    reach.zone !== 'UTC' && {
      text: t`${showClock(now, reach.zone)} ${visible(reach.zone, 24)}`,
      tone: 'dim',
      rank: 3,
    },
    skew !== undefined &&
      Math.abs(skew) > 60_000 && {
        text: t`this computer's clock is ${roughly(Math.abs(skew))} ${skew > 0 ? t`slow` : t`fast`}`,
        tone: 'warn',
        rank: 3.5,
      },
  );
}

/** A locked console has none, because it must not name the customer. */
export function headerFacts(state: State): readonly HeaderFact[] {
  const { reach, customer, lock } = state;
  if (lock) return [];
  const [unresolved, flying] = unresolvedCounts(state);
  const quote = quoteElsewhere(state)?.quote;
  return present<HeaderFact>(
    { id: 'environment', text: environmentWord(reach) },
    { id: 'customer', text: customer ? t`Customer ${customerText(state)}` : t`No customer` },
    customer?.onBehalfOf !== undefined && {
      id: 'for',
      text: t`Connected account ${visible(customer.onBehalfOf, 40)}`,
    },
    callsOf(state).length > 1 && { id: 'calls', text: t`${callsOf(state).length} calls`, gone: t`1 call` },
    { id: 'writing', text: writingOf(state).mode === 'write' ? t`Write access` : t`Read-only` },
    unresolved > 0 && {
      id: 'unresolved',
      text: t`${unresolved} unresolved${minePart(state)}`,
      gone: t`Nothing unresolved`,
    },
    quote && {
      id: 'quote',
      text: t`Quote ${quote.pair}, the customer gets ${quote.gets}`,
      gone: t`No valid quote`,
      silent: true,
    },
    flying > 0 && { id: 'flying', text: t`${flying} being sent`, silent: true },
    ...approvalSegments(state),
    ...togetherFacts(state),
    watched(state) > 0 && { id: 'watched', text: watchedText(watched(state)), gone: t`Nothing watched` },
    offlineSince(state) !== undefined && { id: 'offline', text: t`Offline`, gone: t`Online again` },
    journalOfflineSince(state) !== undefined && {
      id: 'journal',
      text: whyJournalUnread(state) === undefined ? t`Team journal offline` : t`Team journal not read`,
      gone: t`Team journal online again`,
    },
    isJournalOutdated(state) && { id: 'outdated', text: t`The team journal is newer than this Purser` },
    whyShut(state) !== undefined && {
      ...{ id: 'log', text: t`The team's log is closed` },
      gone: t`The team's log is open again`,
    },
  );
}

function modeSegment(state: State): Segment {
  const writing = writingOf(state);
  if (writing.mode !== 'write') return { text: t`READ-ONLY`, tone: 'plain', rank: 2 };
  const left = writing.left === undefined ? t`` : t` ${showDuration(writing.left)} left`;
  return { text: t` WRITE${left} `, tone: 'writing', rank: 2 };
}

/** 29 min, 3 h, 6 days. */
function roughly(ms: number): Visible {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return t`${minutes} min`;
  return minutes < 72 * 60 ? t`${Math.round(minutes / 60)} h` : t`${Math.round(minutes / 1440)} days`;
}

function callSegments(state: State, first: ShownQuotes['news']): readonly Segment[] {
  const calls = callsOf(state);
  if (calls.length < 2) return [];
  return present<Segment>(
    { text: t`${calls.length} calls`, tone: 'accent', rank: 2.6 },
    first && { text: t`·`, tone: callTone(first), rank: 2.6, goesOn: true },
    // The name of another customer gives way before the open one's.
    first && {
      text: visible(first.customer.name ?? first.customer.userId, CALL),
      tone: callTone(first),
      rank: 2.75,
      goesOn: true,
    },
    first && { text: callText(first), tone: callTone(first), rank: 2.6, goesOn: true },
  );
}

/** In characters. */
const CALL = 16;

const callTone = ({ left }: CallNews): Tone =>
  left === undefined ? 'accent' : (urgencyOf(left) ?? 'accent');

const callText = ({ left, sending }: CallNews): Visible =>
  left === undefined ? t`sending` : t`${showDuration(left)}${sending ? t`, sending` : t``}`;

const watched = (state: State): number => watchesNow(state).length;

function unresolvedCounts(state: State): readonly [unresolved: number, flying: number] {
  const open = unresolvedHere(state);
  const flying = open.filter(row => isInFlight(row, state)).length;
  return [open.length - flying, flying];
}

/** Both segments stay at any width. */
function unresolvedSegments(state: State): readonly Segment[] {
  const [unresolved, flying] = unresolvedCounts(state);
  return present<Segment>(
    unresolved > 0 && { text: t`${unresolved} UNRESOLVED${minePart(state)}`, tone: 'bad', rank: 2.5 },
    flying > 0 && { text: t`${flying} being sent`, tone: 'accent', rank: 2.5 },
  );
}

/** On other screens than the quote's. In a narrow terminal the countdown stays longest. */
function quoteSegments(live: ShownQuotes['quote']): readonly Segment[] {
  if (!live) return [];
  const { quote, left } = live;
  const tone = urgencyOf(left) ?? 'accent';
  return [
    { text: quote.pair, tone, rank: 2.66 },
    { text: quote.gets, tone, rank: 2.69, goesOn: true },
    { text: showDuration(left), tone, rank: WAITS, goesOn: true },
  ];
}

const quoteElsewhere = (state: State): ReturnType<typeof liveQuoteOf> =>
  currentView(state).place === 'convert' ? undefined : liveQuoteOf(currentWorkspace(state), state);

function offlineSegments(state: State): readonly Segment[] {
  const age = (since: number): Visible => showDuration(Math.max(0, state.now - since));
  const [since, journal] = [offlineSince(state), journalOfflineSince(state)];
  return present<Segment>(
    since !== undefined && { text: t`OFFLINE ${age(since)}`, tone: 'bad', rank: 2.4 },
    journal !== undefined && {
      text: whyJournalUnread(state) === undefined ? t`JOURNAL ${age(journal)} OLD` : t`JOURNAL NOT READ`,
      ...{ tone: 'bad', rank: 2.4 },
    },
    isJournalOutdated(state) && { text: t`UPDATE PURSER`, tone: 'bad', rank: 2.4 },
    whyShut(state) !== undefined && { text: t`LOG CLOSED`, tone: 'bad', rank: 2.4 },
  );
}

function togetherSegments(state: State): readonly Segment[] {
  const here = presenceOf(state, state.customer);
  const [offered, notes] = [offeredToMe(state).length, noteCount(state, state.customer)];
  return present<Segment>(
    offered > 0 && {
      ...{ text: t`${offered} OFFERED TO YOU`, short: t`${offered} OFFERED` },
      ...{ tone: 'warn', rank: WAITS },
    },
    here && { text: here.who, short: here.short, tone: 'warn', rank: 2.65 },
    here?.doing !== undefined && { text: t`· ${here.doing}`, tone: 'warn', rank: 2.8, goesOn: true },
    notes > 0 && { text: notesText(notes), tone: 'accent', rank: 3.1 },
  );
}

function togetherFacts(state: State): readonly HeaderFact[] {
  const here = presenceText(state, state.customer);
  const [offered, notes] = [offeredToMe(state).length, noteCount(state, state.customer)];
  return present<HeaderFact>(
    offered > 0 && { id: 'offered', text: t`${offered} offered to you`, gone: t`Nothing offered to you` },
    here !== undefined && { id: 'here', text: here, gone: t`Nobody else is here` },
    notes > 0 && { id: 'notes', text: notesText(notes), silent: true },
  );
}

const APPROVALS = [
  { part: 'vote', name: t`to approve`, gone: t`Nothing to approve`, tone: 'warn', rank: WAITS },
  {
    part: 'send',
    name: t`approved: send it`,
    gone: t`Nothing approved is left to send`,
    tone: 'good',
    rank: WAITS,
  },
  { part: 'wait', name: t`waiting`, gone: t`Nothing waits for approval`, tone: 'accent', rank: 2.6 },
] as const;

/** Writes that this operator can approve or send, and writes that wait for other people. */
const approvalSegments = (state: State): readonly (Segment & HeaderFact)[] =>
  APPROVALS.flatMap(({ part, name, ...rest }) => {
    const count = waitingFor(state, part).length;
    const short = part === 'send' ? t`${count} approved` : t`${count} ${name}`;
    return count === 0 ? [] : [{ ...rest, short, id: part, text: t`${count} ${name}` }];
  });

function minePart(state: State): Visible {
  const mine = ownedCount(state, unresolvedHere(state));
  return mine === 0 ? t`` : t` (${mine} yours)`;
}

const session = (state: State): Tone => (state.session.phase === 'signed-out' ? 'warn' : 'dim');

const SEPARATOR = t`  `;
const before = ({ goesOn }: Segment): Visible => (goesOn ? t` ` : SEPARATOR);
const taken = (all: readonly Segment[]): number =>
  all.reduce((sum, s) => sum + cellWidth(s.text) + cellWidth(before(s)), -cellWidth(SEPARATOR));

/** Up to this rank, segments stay at any width: environment, customer, mode, a lost connection, what waits. */
const STAYS = 2.5;
const CLOCK = 3.2;

/** The fewest cells that tell two customers apart. */
const CUSTOMER = 16;

const spareIn = (all: readonly Segment[]): number =>
  all.reduce((sum, { rank, text }) => (rank === 1 ? sum + Math.max(0, cellWidth(text) - CUSTOMER) : sum), 0);

/** From the workspaces, which change with every key. */
interface ShownQuotes {
  readonly quote: ReturnType<typeof liveQuoteOf>;
  readonly news: CallNews | undefined;
}

const quotesIn = (state: State): ShownQuotes => ({
  quote: quoteElsewhere(state),
  news: newsOfCalls(state)[0],
});

/** A key that moves the cursor makes no new line. */
export function createHeader(theme: Theme): (state: State) => Painted {
  const steady = forLast(
    (
      quote: LiveQuote | undefined,
      left: number | undefined,
      customer: KnownCustomer | undefined,
      sending: boolean | undefined,
      ends: number | undefined,
    ): ShownQuotes => ({
      quote: quote && left !== undefined ? { quote, left } : undefined,
      news: customer && { customer, sending: sending === true, left: ends },
    }),
  );
  const line = byReads((now: State & { readonly quotes: ShownQuotes }) => headerLine(now, theme, now.quotes));
  return state => {
    const { quote, news } = quotesIn(state);
    const quotes = steady(quote?.quote, quote?.left, news?.customer, news?.sending, news?.left);
    return line({ ...state, quotes });
  };
}

export function headerLine(state: State, theme: Theme, quotes = quotesIn(state)): Painted {
  const width = state.size.columns;
  let kept = segments(state, quotes);
  while (kept.length > 1) {
    const least = Math.max(...kept.map(s => s.rank));
    // The team's facts give way only if cutting the customer's text, below, is not enough.
    const fits = (all: readonly Segment[]): boolean =>
      taken(all) - (least <= TEAM ? spareIn(all) : 0) <= width;
    const shorter = kept.map(s => (least <= TEAM || s.rank > STAYS ? { ...s, text: s.short ?? s.text } : s));
    // Colleagues are shown as a number if the clock has no room beside their names.
    if (!fits(kept) && (least <= TEAM || (least <= CLOCK && fits(shorter)))) kept = shorter;
    if (least <= STAYS || fits(kept)) break;
    kept = kept.filter(s => s.rank !== least);
  }
  const over = taken(kept) - width;
  if (over > 0)
    kept = kept.map(s =>
      s.rank === 1 ? { ...s, text: shorterCustomer(state, Math.max(4, cellWidth(s.text) - over)) } : s,
    );
  return concat(
    ...kept.flatMap((s, i) =>
      (i === 0 ? [] : [theme.paint('plain', before(s))]).concat(theme.paint(s.tone, s.text)),
    ),
  );
}

export function tooSmallLines(state: State, theme: Theme): readonly Painted[] {
  const { columns, rows } = state.size;
  const said = state.notice ? wrap(state.notice.text, Math.max(1, columns)) : [];
  const { reach } = state;
  return [
    theme.paint(
      isGuarded(reach) ? 'production' : 'demo',
      toWidth(environmentWord(reach), Math.max(1, columns)),
    ),
    theme.paint('plain', cut(t`too small`, Math.max(1, columns))),
    theme.paint('plain', cut(t`${columns}×${rows}, needs 40×10`, Math.max(1, columns))),
    ...said.map(line => theme.paint('warn', line)),
  ];
}
