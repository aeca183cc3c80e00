// The journal's entries as rows of its list, unresolved entries first, with the words for their states.

import { clockText, type Moment } from '../format/cells.ts';
import { type Cell, type Entry, noted } from '../format/entry.ts';
import type { Row } from '../journal/intent.ts';
import { amountIn, textIn } from '../journal/request-body.ts';
import { briefId } from '../lib/identifier.ts';
import type { Json } from '../lib/json.ts';
import { byReads } from '../lib/remembered.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { cut } from '../lib/width.ts';
import type { RecordStatus } from '../records/record-statuses.ts';
import { isHere, isOfOtherProfile, isOpen, journalFacts } from '../store/journal-view.ts';
import type { Item } from '../store/paging.ts';
import type { OutcomeCheck, State } from '../store/state.ts';
import { recordId } from './in-path.ts';
import { amountText, confirmedCustomer, confirmedLines, confirmedMoney } from './shown-lines.ts';

/** Otherwise no text may say that the request was sent. */
export const wasSent = ({ transitions }: Row): boolean => transitions.some(({ to }) => to === 'SENT');

export const requestLabel = (row: Row): Visible => (wasSent(row) ? t`Sent as` : t`Request`);

export interface JournalEntry {
  readonly row: Row;
  readonly here: boolean;
  readonly own: boolean;
  readonly otherProfile: boolean;
  readonly outcomeCheck: OutcomeCheck | undefined;
  /** Another entry may explain a record that a check found. */
  readonly all: readonly Row[];
}

export type Entries = readonly Item<JournalEntry>[];

const NONE: Entries = [];

/** Without this text, an empty list would say that the team made no write. */
export function unreadJournal(state: State): Visible | undefined {
  const why = journalFacts(state).unread;
  return (
    why &&
    t`Purser has not read the team's journal yet. ${why} Writes of colleagues are missing here, and some of them may be unresolved. Purser tries again every 5 seconds, and sends nothing before it has read the journal.`
  );
}

/** The same array until the entries change. Each console has its own function. */
export const journalEntries = () =>
  byReads((state: State): Entries => {
    const { journal } = state;
    return journal.kind === 'open' ? inOrder(journal.rows, state).map(row => itemOf(row, state)) : NONE;
  });

/** Unresolved entries first, oldest first, this service's before others'. Then the rest, newest first. */
function inOrder(rows: readonly Row[], state: State): readonly Row[] {
  const open = rows.filter(isOpen).toSorted((a, b) => a.number - b.number);
  const done = rows.filter(row => !isOpen(row)).toSorted((a, b) => b.number - a.number);
  return [...open.filter(row => isHere(row, state)), ...open.filter(row => !isHere(row, state)), ...done];
}

export const entryOf = (row: Row, state: State): JournalEntry => {
  const { journal, outcomeChecks } = state;
  const process = row.transitions.at(-1)?.process;
  const self = journal.kind === 'open' ? journal.self : undefined;
  return {
    row,
    here: isHere(row, state),
    own: process !== undefined && process.pid === self?.pid && process.started === self.started,
    otherProfile: isOfOtherProfile(row, state),
    outcomeCheck: outcomeChecks[row.intent.requestId],
    all: journal.kind === 'open' ? journal.rows : [],
  };
};

function itemOf(row: Row, state: State): Item<JournalEntry> {
  return { key: row.intent.requestId, row: entryOf(row, state), raw: rawOf(row) };
}

export function rawOf({ intent, state, transitions, held, prunedAt }: Row): Json {
  const { requestId, operation, title, profile, environment, baseUrl, customer, method, target } = intent;
  return {
    requestId,
    state,
    ...(held && { owner: held.owner }),
    ...(prunedAt !== undefined && { prunedAt: isoOf(prunedAt) }),
    title,
    operation,
    what: intent.what.map(({ label, value }) => ({ label, value })),
    customer: { ...customer },
    profile,
    environment,
    baseUrl,
    method,
    target,
    body: intent.body ?? null,
    fingerprint: intent.fingerprint,
    createdAt: isoOf(intent.createdAt),
    transitions: transitions.map(({ to, at, process, answer, resolution }) => ({
      to,
      at: isoOf(at),
      process: String(process.pid),
      ...(answer && {
        answer: {
          status: answer.status === undefined ? null : String(answer.status),
          message: answer.message ?? null,
          text: answer.text ?? null,
        },
      }),
      ...(resolution && { resolution: { ...resolution } }),
    })),
  };
}

export const isoOf = (epochMs: number): string =>
  Number.isFinite(new Date(epochMs).getTime()) ? new Date(epochMs).toISOString() : '';

export function stateText({ row, own }: JournalEntry): Visible {
  const { state } = row;
  if (state === 'PREPARED' || state === 'SENT') return t`${visible(state)} ${own ? t`here` : t`elsewhere`}`;
  return stateWord(row);
}

/** An ID by its end, because half an ID is useless. */
export function subjectCell(row: Row): Cell {
  const text = subjectText(row);
  const id = idIn(row.intent);
  return text === id ? { text, short: briefId(text) } : { text };
}

/** Its amount and payee, or the ID or name of its record, or else the dialog's first line. */
export function subjectText(row: Row): Visible {
  const { intent } = row;
  const known = confirmedMoney(row) ?? factText(row);
  if (known !== undefined) return cut(known, CELLS);
  if (row.prunedAt !== undefined) return t`content pruned`;
  const name = textIn(intent, 'full_name') ?? textIn(intent, 'label');
  const [first] = confirmedLines(row);
  return name === undefined ? cut(first?.value ?? t`–`, CELLS) : visible(name, CELLS);
}

/** Why the details lack the confirmed lines, the body and the answers. */
export const prunedEntries = ({ prunedAt }: Row, moment: Moment): readonly Entry[] =>
  prunedAt === undefined
    ? []
    : [
        noted(
          t`The content of this entry was pruned ${clockText(prunedAt, moment)}. Its fingerprint still finds duplicates.`,
          'plain',
        ),
      ];

/** Without any name of a person. */
export function factText({ intent }: Row): Visible | undefined {
  const sum =
    sumText(intent, 'amount', 'currency') ??
    sumText(intent, 'source_amount', 'source_currency') ??
    sumText(intent, 'destination_amount', 'destination_currency');
  return sum ?? idIn(intent);
}

function idIn(intent: Row['intent']): Visible | undefined {
  const id = recordId(intent);
  return id === undefined ? undefined : visible(id, CELLS);
}

const CELLS = 60;

function sumText(intent: Row['intent'], amountName: string, currencyName: string): Visible | undefined {
  const amount = amountIn(intent, amountName);
  const currency = textIn(intent, currencyName);
  return amount === undefined || currency === undefined
    ? undefined
    : cut(amountText(amount, currency), CELLS);
}

/** A profile's name comes first if it is another one. */
export function customerText({ row, otherProfile }: JournalEntry): Visible {
  const customer = cut(confirmedCustomer(row), CELLS);
  return otherProfile ? t`${visible(row.intent.profile, 20)}: ${customer}` : customer;
}

type StateOf = Pick<Row, 'state' | 'transitions' | 'approved'>;

export const APPROVED = { mine: t`Approved: send it`, theirs: t`Approved` } as const;

export function stateWord({ state, transitions, approved }: StateOf): Visible {
  if (state === 'WAITING' && approved) return APPROVED[approved];
  const verdict = transitions.at(-1)?.resolution?.verdict;
  return verdict === undefined ? visible(state) : t`${visible(state)}: ${visible(verdict)}`;
}

/** "RESOLVED: NOT DONE", in cells. */
export const STATE_CELLS = 18;

export const wordCell = (row: StateOf): Cell => ({
  text: stateWord(row),
  tone: writeStatuses[row.state].tone,
});

const nothing = t`There is nothing to undo.`;
const retry = t`A person: make a new request if you still need it. Purser never repeats it automatically.`;
const onItsWay = t`The service: Purser waits for the response and shows the outcome here.`;
const passing = t`No.`;
const sent = t`A request on its way can't be stopped.`;
const kept = t`Yes.`;
const undoes = t`Only by another write. For example, you can cancel a pending payout.`;

/** Four of the states are outcomes. The others exist only in the journal. */
export const writeStatuses: Readonly<Record<Row['state'], RecordStatus>> = {
  WAITING: {
    tone: 'warn',
    means: t`The request waits for another person's approval. Nothing was sent.`,
    next: t`An approver: they approve or decline the request. Without an answer it expires.`,
    final: passing,
    undo: t`The person who asked can withdraw the request.`,
  },
  PREPARED: {
    tone: 'warn',
    means: t`Purser recorded the request in the journal, and is about to send it.`,
    next: t`The console that recorded the request: it sends the request.`,
    final: passing,
    undo: t`Nothing was sent as far as the journal knows.`,
  },
  SENT: {
    tone: 'warn',
    means: t`Purser sent the request. There is no response yet.`,
    next: onItsWay,
    final: passing,
    undo: sent,
  },
  DONE: {
    tone: 'good',
    means: t`The service confirmed the write.`,
    next: t`Nobody.`,
    final: kept,
    undo: undoes,
  },
  REFUSED: {
    tone: 'bad',
    means: t`The service refused the request with a well-formed response. The request had no effect.`,
    next: retry,
    final: kept,
    undo: nothing,
  },
  'NOT SENT': {
    tone: 'bad',
    means: t`Nothing was sent, so the request had no effect.`,
    next: retry,
    final: kept,
    undo: nothing,
  },
  UNKNOWN: {
    tone: 'bad',
    means: t`The request may have worked. No response came, or the response does not prove the outcome.`,
    next: t`A person: check the request against the service, and resolve the entry in the journal (0).`,
    final: t`No: the status is UNKNOWN until the entry is resolved.`,
    undo: t`Not known.`,
  },
  RESOLVED: {
    tone: 'dim',
    means: t`The outcome was UNKNOWN. Then a person decided, or a late response showed, whether the request was done.`,
    next: t`Nobody.`,
    final: kept,
    undo: undoes,
  },
};
