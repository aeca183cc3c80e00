// The journal's entries as the list shows them: all customers and profiles, unresolved ones first.

import type { Row } from '../journal/intent.ts';
import { amountIn, textIn } from '../journal/request-body.ts';
import type { Json } from '../lib/json.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { cut } from '../lib/width.ts';
import { isHere, isOfOtherProfile, isOpen } from '../store/journal.ts';
import type { Item } from '../store/paging.ts';
import type { ReadBack } from '../store/read-back.ts';
import type { State } from '../store/state.ts';
import { cancelledDebit, cancelledMandate, changedBeneficiary } from './in-path.ts';
import { stateWord } from './journal-tones.ts';
import { amountText } from './payout-order.ts';
import { confirmedCustomer, confirmedLines } from './shown-lines.ts';

/** Whether an attempt began: nothing about the others may say that it was sent. */
export const wasSent = ({ transitions }: Row): boolean => transitions.some(({ to }) => to === 'SENT');

/** For the method and the path. */
export const requestLabel = (row: Row): Visible => (wasSent(row) ? t`Sent as` : t`Request`);

export interface JournalEntry {
  readonly row: Row;
  /** Made at the current service. */
  readonly here: boolean;
  /** This console made its last change. */
  readonly own: boolean;
  /** From another profile than the current one. */
  readonly otherProfile: boolean;
  readonly readBack: ReadBack | undefined;
  /** All entries: some may explain data found for this one. */
  readonly all: readonly Row[];
}

export type Entries = readonly Item<JournalEntry>[];

/** The parts of the state that the entries use. */
type EntrySource = Pick<State, 'journal' | 'reach' | 'readBack'>;

const NONE: Entries = [];

/** One for each console: it keeps its last entries for as long as nothing in them changed. */
export function journalEntries(): (state: State) => Entries {
  let last: { readonly of: EntrySource; readonly entries: Entries } | undefined;
  return state => {
    const { journal, reach, readBack } = state;
    if (last?.of.journal === journal && last.of.reach === reach && last.of.readBack === readBack)
      return last.entries;
    const entries =
      journal.kind === 'open' ? inOrder(journal.rows, state).map(row => itemOf(row, state)) : NONE;
    last = { of: { journal, reach, readBack }, entries };
    return entries;
  };
}

/** Unresolved entries at this service, then elsewhere, each oldest first; then all others, newest first. */
function inOrder(rows: readonly Row[], state: State): readonly Row[] {
  const open = rows.filter(isOpen).toSorted((a, b) => a.number - b.number);
  const done = rows.filter(row => !isOpen(row)).toSorted((a, b) => b.number - a.number);
  return [...open.filter(row => isHere(row, state)), ...open.filter(row => !isHere(row, state)), ...done];
}

export const entryOf = (row: Row, state: State): JournalEntry => {
  const { journal, readBack } = state;
  const process = row.transitions.at(-1)?.process;
  const self = journal.kind === 'open' ? journal.self : undefined;
  return {
    row,
    here: isHere(row, state),
    own: process !== undefined && process.pid === self?.pid && process.started === self.started,
    otherProfile: isOfOtherProfile(row, state),
    readBack: readBack[row.intent.requestId],
    all: journal.kind === 'open' ? journal.rows : [],
  };
};

function itemOf(row: Row, state: State): Item<JournalEntry> {
  return { key: row.intent.requestId, row: entryOf(row, state), raw: rawOf(row) };
}

/** All of an entry: searched by the filter, and shown as Raw. */
export function rawOf({ intent, state, transitions, held }: Row): Json {
  const { requestId, operation, title, profile, environment, baseUrl, customer, method, target } = intent;
  return {
    requestId,
    state,
    ...(held && { owner: held.owner }),
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

/** The state in words: for a request on its way also where, for a resolved one also how. */
export function stateText({ row, own }: JournalEntry): Visible {
  const { state } = row;
  if (state === 'PREPARED' || state === 'SENT') return t`${visible(state)} ${own ? t`here` : t`elsewhere`}`;
  return stateWord(row);
}

/** The request's subject: its amount, or the ID or name of its record; otherwise the dialog's first line. */
export function subjectText(row: Row): Visible {
  const { intent } = row;
  const fact = factText(row);
  if (fact !== undefined) return fact;
  const name = textIn(intent, 'full_name') ?? textIn(intent, 'label');
  const [first] = confirmedLines(row);
  return name === undefined ? cut(first?.value ?? t`–`, CELLS) : visible(name, CELLS);
}

/** The amount or the ID alone: nothing that names a person. */
export function factText({ intent }: Row): Visible | undefined {
  const sum =
    sumText(intent, 'amount', 'currency') ??
    sumText(intent, 'source_amount', 'source_currency') ??
    sumText(intent, 'destination_amount', 'destination_currency');
  if (sum !== undefined) return sum;
  const id =
    textIn(intent, 'id') ??
    textIn(intent, 'systemReferenceNumber') ??
    cancelledDebit(intent) ??
    cancelledMandate(intent)?.mandate_id ??
    changedBeneficiary(intent);
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

/** The customer, in the dialog's words; before that the profile, if it isn't the current one. */
export function customerText({ row, otherProfile }: JournalEntry): Visible {
  const customer = cut(confirmedCustomer(row), CELLS);
  return otherProfile ? t`${visible(row.intent.profile, 20)}: ${customer}` : customer;
}
