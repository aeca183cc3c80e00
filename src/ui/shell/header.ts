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
import { isInFlight, journalFacts, unresolvedHere } from '../../store/journal-view.ts';
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
import { environmentTone, environmentWord, writingOf } from '../../store/writing.ts';
import { concat, type Painted, type Theme } from '../kit/theme.ts';

/** What stays longest in a narrow terminal comes first. */
const ORDER = [
  // The environment, the customer, the mode, a lost connection, what waits for this operator.
  'always',
  'waiting',
  'here',
  'quoted',
  'watched',
  'gets',
  // The customer's text is cut before a segment above this line is left out.
  'call',
  'doing',
  'zone',
  'notes',
  'clock',
  'skew',
  'token',
  'account',
  'program',
] as const;
type Rank = (typeof ORDER)[number];

const isUpTo = (rank: Rank, last: Rank): boolean => ORDER.indexOf(rank) <= ORDER.indexOf(last);

interface Segment {
  readonly text: Visible;
  readonly tone: Tone;
  readonly short?: Visible | undefined;
  readonly rank: Rank;
  readonly goesOn?: true;
  readonly customer?: true;
}

/** Has no ages and countdowns. `gone` is spoken when the fact ends. */
export interface HeaderFact {
  readonly id: FactId;
  readonly text: Visible;
  readonly gone?: Visible;
  /** Said only on request. */
  readonly silent?: true;
}

/** In the order in which they are said. */
const FACTS = [
  ...['environment', 'customer', 'for', 'calls', 'writing', 'unresolved', 'quote', 'flying'],
  ...['vote', 'send', 'wait', 'offered', 'here', 'notes', 'watched', 'offline', 'journal', 'outdated', 'log'],
] as const;
type FactId = (typeof FACTS)[number];

/** One thing in the header: how it is drawn, and how a screen reader says it. */
interface HeaderItem {
  readonly drawn: readonly Segment[];
  readonly said?: HeaderFact;
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

/** In the order in which they are drawn. */
function itemsIn(state: State, { quote, news }: ShownQuotes): readonly HeaderItem[] {
  const { reach, customer, skew } = state;
  const word = environmentWord(reach);
  const who = customerText(state);
  const now = state.now + (skew ?? 0);
  const connected = customer?.onBehalfOf;
  return present<HeaderItem>(
    item(t` ${word} `, environmentTone(reach), 'always', { id: 'environment', text: word }),
    {
      drawn: [{ text: who, tone: 'strong', rank: 'always', customer: true }],
      said: { id: 'customer', text: customer ? t`Customer ${who}` : t`No customer` },
    },
    modeItem(state),
    callsItem(state, news),
    ...unresolvedItems(state),
    quote && quoteItem(quote),
    ...approvalItems(state),
    ...alarms(state),
    ...togetherItems(state),
    countItem('watched', 'watched', watchesNow(state).length, watchedText, { gone: t`Nothing watched` }),
    connected !== undefined &&
      item(t`connected account ${briefId(connected)}`, 'plain', 'account', {
        id: 'for',
        text: t`Connected account ${visible(connected, 40)}`,
      }),
    reach.programId !== '' && item(programText(reach.programId), 'dim', 'program'),
    item(tokenText(state), state.session.phase === 'signed-out' ? 'warn' : 'dim', 'token'),
    item(t`${showClock(now, 'UTC')}Z`, 'dim', 'clock'),
    reach.zone !== 'UTC' && item(t`${showClock(now, reach.zone)} ${visible(reach.zone, 24)}`, 'dim', 'zone'),
    skew !== undefined && Math.abs(skew) > 60_000 && item(skewText(skew), 'warn', 'skew'),
  );
}

const item = (text: Visible, tone: Tone, rank: Rank, said?: HeaderFact): HeaderItem => ({
  drawn: [{ text, tone, rank }],
  ...(said && { said }),
});

/** Drawn and said with the same words, unless there are none. */
const countItem = (
  id: FactId,
  rank: Rank,
  count: number,
  textOf: (count: number) => Visible,
  said: Omit<HeaderFact, 'id' | 'text'>,
): HeaderItem | false =>
  count > 0 && item(textOf(count), 'accent', rank, { id, text: textOf(count), ...said });

/** A locked console has none, because it must not name the customer. */
export function headerFacts(state: State): readonly HeaderFact[] {
  if (state.lock) return [];
  const facts = present(...itemsIn(state, quotesIn(state)).map(({ said }) => said));
  return facts.toSorted((one, other) => FACTS.indexOf(one.id) - FACTS.indexOf(other.id));
}

function modeItem(state: State): HeaderItem {
  const writing = writingOf(state);
  if (writing.mode !== 'write')
    return item(t`READ-ONLY`, 'plain', 'always', { id: 'writing', text: t`Read-only` });
  const left = writing.left === undefined ? t`` : t` ${showDuration(writing.left)} left`;
  return item(t` WRITE${left} `, 'writing', 'always', { id: 'writing', text: t`Write access` });
}

const skewText = (skew: number): Visible =>
  t`this computer's clock is ${roughly(Math.abs(skew))} ${skew > 0 ? t`slow` : t`fast`}`;

/** 29 min, 3 h, 6 days. */
function roughly(ms: number): Visible {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return t`${minutes} min`;
  return minutes < 72 * 60 ? t`${Math.round(minutes / 60)} h` : t`${Math.round(minutes / 1440)} days`;
}

function callsItem(state: State, first: ShownQuotes['news']): HeaderItem | false {
  const text = t`${callsOf(state).length} calls`;
  const more = (of: CallNews): readonly Segment[] => {
    const common = { tone: callTone(of), goesOn: true } as const;
    const name = visible(of.customer.name ?? of.customer.userId, CALL);
    return [
      { text: t`·`, rank: 'waiting', ...common },
      // The name of another customer gives way before the open one's.
      { text: name, rank: 'call', ...common },
      { text: callText(of), rank: 'waiting', ...common },
    ];
  };
  return (
    callsOf(state).length > 1 && {
      drawn: [{ text, tone: 'accent', rank: 'waiting' }, ...(first ? more(first) : [])],
      said: { id: 'calls', text, gone: t`1 call` },
    }
  );
}

/** In characters. */
const CALL = 16;

const callTone = ({ left }: CallNews): Tone =>
  left === undefined ? 'accent' : (urgencyOf(left) ?? 'accent');

const callText = ({ left, sending }: CallNews): Visible =>
  left === undefined ? t`sending` : t`${showDuration(left)}${sending ? t`, sending` : t``}`;

/** Both stay at any width. */
function unresolvedItems(state: State): readonly (HeaderItem | false)[] {
  const open = unresolvedHere(state);
  const flying = open.filter(row => isInFlight(row, state)).length;
  const unresolved = open.length - flying;
  const mine = ownedCount(state, open);
  const part = mine === 0 ? t`` : t` (${mine} yours)`;
  return [
    unresolved > 0 &&
      item(t`${unresolved} UNRESOLVED${part}`, 'bad', 'always', {
        id: 'unresolved',
        text: t`${unresolved} unresolved${part}`,
        gone: t`Nothing unresolved`,
      }),
    countItem('flying', 'always', flying, count => t`${count} being sent`, { silent: true }),
  ];
}

/** On other screens than the quote's. In a narrow terminal the countdown stays longest. */
function quoteItem({ quote, left }: NonNullable<ShownQuotes['quote']>): HeaderItem {
  const { pair, gets } = quote;
  const tone = urgencyOf(left) ?? 'accent';
  return {
    drawn: [
      { text: pair, tone, rank: 'quoted' },
      { text: gets, tone, rank: 'gets', goesOn: true },
      { text: showDuration(left), tone, rank: 'always', goesOn: true },
    ],
    said: {
      id: 'quote',
      text: t`Quote ${pair}, the customer gets ${gets}`,
      gone: t`No valid quote`,
      silent: true,
    },
  };
}

const quoteElsewhere = (state: State): ReturnType<typeof liveQuoteOf> =>
  currentView(state).place === 'convert' ? undefined : liveQuoteOf(currentWorkspace(state), state);

function alarms(state: State): readonly (HeaderItem | false)[] {
  const age = (since: number): Visible => showDuration(Math.max(0, state.now - since));
  const alarm = (id: FactId, shown: Visible, text: Visible, gone: Visible): HeaderItem =>
    item(shown, 'bad', 'always', { id, text, gone });
  const since = offlineSince(state);
  const { offlineSince: journal, unread, outdated, shut } = journalFacts(state);
  const again = t`Team journal online again`;
  return [
    since !== undefined && alarm('offline', t`OFFLINE ${age(since)}`, t`Offline`, t`Online again`),
    journal !== undefined &&
      (unread === undefined
        ? alarm('journal', t`JOURNAL ${age(journal)} OLD`, t`Team journal offline`, again)
        : alarm('journal', t`JOURNAL NOT READ`, t`Team journal not read`, again)),
    outdated !== undefined &&
      item(t`UPDATE PURSER`, 'bad', 'always', {
        id: 'outdated',
        text: t`The team journal is newer than this Purser`,
      }),
    shut !== undefined &&
      alarm('log', t`LOG CLOSED`, t`The team's log is closed`, t`The team's log is open again`),
  ];
}

function togetherItems(state: State): readonly (HeaderItem | false)[] {
  const { customer } = state;
  const here = presenceOf(state, customer);
  const offered = offeredToMe(state).length;
  const text = t`${offered} OFFERED`;
  return [
    offered > 0 && {
      drawn: [{ text: t`${text} TO YOU`, short: text, tone: 'warn', rank: 'always' }],
      said: { id: 'offered', text: t`${offered} offered to you`, gone: t`Nothing offered to you` },
    },
    here !== undefined && {
      drawn: present<Segment>(
        { text: here.who, short: here.short, tone: 'warn', rank: 'here' },
        here.doing !== undefined && { text: t`· ${here.doing}`, tone: 'warn', rank: 'doing', goesOn: true },
      ),
      said: { id: 'here', text: presenceText(state, customer) ?? here.who, gone: t`Nobody else is here` },
    },
    countItem('notes', 'notes', noteCount(state, customer), notesText, { silent: true }),
  ];
}

const APPROVALS = [
  { id: 'vote', name: t`to approve`, gone: t`Nothing to approve`, tone: 'warn', rank: 'always' },
  {
    id: 'send',
    name: t`approved: send it`,
    gone: t`Nothing approved is left to send`,
    tone: 'good',
    rank: 'always',
  },
  { id: 'wait', name: t`waiting`, gone: t`Nothing waits for approval`, tone: 'accent', rank: 'waiting' },
] as const;

/** Writes that this operator can approve or send, and writes that wait for other people. */
const approvalItems = (state: State): readonly HeaderItem[] =>
  APPROVALS.flatMap(({ id, name, gone, tone, rank }) => {
    const count = waitingFor(state, id).length;
    const text = t`${count} ${name}`;
    const short = id === 'send' ? t`${count} approved` : text;
    return count === 0 ? [] : [{ drawn: [{ text, short, tone, rank }], said: { id, text, gone } }];
  });

const SEPARATOR = t`  `;
const before = ({ goesOn }: Segment): Visible => (goesOn ? t` ` : SEPARATOR);
const taken = (all: readonly Segment[]): number =>
  all.reduce((sum, s) => sum + cellWidth(s.text) + cellWidth(before(s)), -cellWidth(SEPARATOR));

/** The fewest cells that tell two customers apart. */
const CUSTOMER = 16;

const spareIn = (all: readonly Segment[]): number =>
  all.reduce((sum, s) => (s.customer ? sum + Math.max(0, cellWidth(s.text) - CUSTOMER) : sum), 0);

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
  let kept = itemsIn(state, quotes).flatMap(({ drawn }) => drawn);
  while (kept.length > 1) {
    const least = ORDER.findLast(rank => kept.some(s => s.rank === rank)) ?? 'always';
    // The team's facts give way only if cutting the customer's text, below, is not enough.
    const isTeams = isUpTo(least, 'gets');
    const fits = (all: readonly Segment[]): boolean => taken(all) - (isTeams ? spareIn(all) : 0) <= width;
    const shorter = kept.map(s => (isTeams || s.rank !== 'always' ? { ...s, text: s.short ?? s.text } : s));
    // Colleagues are shown as a number if the clock has no room beside their names.
    if (!fits(kept) && (isTeams || (isUpTo(least, 'clock') && fits(shorter)))) kept = shorter;
    if (least === 'always' || fits(kept)) break;
    kept = kept.filter(s => s.rank !== least);
  }
  const over = taken(kept) - width;
  if (over > 0)
    kept = kept.map(s =>
      s.customer ? { ...s, text: shorterCustomer(state, Math.max(4, cellWidth(s.text) - over)) } : s,
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
    theme.paint(environmentTone(reach), toWidth(environmentWord(reach), Math.max(1, columns))),
    theme.paint('plain', cut(t`too small`, Math.max(1, columns))),
    theme.paint('plain', cut(t`${columns}×${rows}, needs 40×10`, Math.max(1, columns))),
    ...said.map(line => theme.paint('warn', line)),
  ];
}
