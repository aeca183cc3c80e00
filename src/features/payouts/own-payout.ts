// What was done to payouts from here: the journal's rows of this customer at this service, as records of the list.

import { doneAt } from '../../journal/duplicates.ts';
import type { Row } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { parseDecimal } from '../../lib/decimal.ts';
import { samePayoutName } from '../../lib/identifier.ts';
import { type Json, JsonNumber, parseJson } from '../../lib/json.ts';
import { showTime } from '../../lib/time.ts';
import { isHere, journalRows } from '../../store/journal.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import { confirmedLine, PAYOUT_ID, SYSTEM_REFERENCE } from '../../ui/screens/shown-lines.ts';
import { nothingRecognised, type Recognised, recognised } from './recognised.ts';

const KINDS = {
  'payout.create': 'payout',
  'payout.cancel': 'cancellation',
  'directDebit.cancel': 'debit cancellation',
} as const;

const isKind = (operation: string): operation is keyof typeof KINDS => Object.hasOwn(KINDS, operation);

/** One write about a payout, as the journal has it. */
export interface OwnPayout {
  readonly own: Row;
  readonly kind: (typeof KINDS)[keyof typeof KINDS];
  /** Of a created payout: what in its answer may be its ID. */
  readonly known: Recognised;
  /** Of a created payout: the cancellation from here that was done. */
  readonly cancelled?: Row;
}

export const isOwn = (row: object): row is OwnPayout => 'own' in row;

/** The rows that `state` has, as items; each is made once, and the array stays the same while they do. */
export function ownPayouts(): (state: State) => readonly Item<OwnPayout>[] {
  const made = new WeakMap<Row, Item<OwnPayout>>();
  const none: readonly Item<OwnPayout>[] = [];
  let last: { rows: readonly Row[]; whose: string; items: readonly Item<OwnPayout>[] } | undefined;
  return state => {
    if (!state.customer) return none;
    const rows = journalRows(state);
    const owner = customerKey(state.customer);
    const { baseUrl, clientId, programId } = state.reach;
    const whose = JSON.stringify([baseUrl, clientId, programId, owner]);
    if (last?.rows === rows && last.whose === whose) return last.items;
    const items = rows
      .filter(row => isHere(row, state) && customerKey(row.intent.customer) === owner)
      .flatMap(row => itemOf(row) ?? []);
    const cancels = items.map(({ row }) => row).filter(({ kind }) => kind === 'cancellation');
    const shown = items.map(item => {
      const cancelled = cancellationOf(item.row, cancels);
      const before = made.get(item.row.own);
      if (before && before.row.cancelled === cancelled) return before;
      const next = cancelled ? { ...item, row: { ...item.row, cancelled } } : item;
      made.set(item.row.own, next);
      return next;
    });
    last = {
      rows,
      whose,
      items: shown.toSorted((one, other) => Number(cameToNothing(one)) - Number(cameToNothing(other))),
    };
    return last.items;
  };
}

/** A cancellation that changed nothing stands behind everything else: what comes first is what a person looks for. */
const cameToNothing = ({ row: { kind, own } }: Item<OwnPayout>): boolean =>
  kind === 'cancellation' && (own.state === 'REFUSED' || own.state === 'NOT SENT');

/** The newest cancellation that was done and named this payout, in whichever spelling. */
function cancellationOf({ kind, known }: OwnPayout, cancels: readonly OwnPayout[]): Row | undefined {
  if (kind !== 'payout') return undefined;
  const names = [...known.ids, ...known.references];
  return cancels.find(
    ({ own }) =>
      doneAt(own) !== undefined &&
      cancelledNames(own).some(name => names.some(other => samePayoutName(name, other))),
  )?.own;
}

/** By what was sent, and by what was confirmed, should that be all that is kept. */
export const cancelledNames = (own: Row): readonly string[] =>
  [
    textIn(own.intent, 'id'),
    textIn(own.intent, 'systemReferenceNumber'),
    confirmedLine(own, PAYOUT_ID),
    confirmedLine(own, SYSTEM_REFERENCE),
  ].filter(name => name !== undefined);

/** Those of every customer at this service, made anew: the service knows a payout's ID whoever it is asked for. */
export const ownOfAll = (state: State): readonly OwnPayout[] =>
  journalRows(state)
    .filter(row => isHere(row, state))
    .flatMap(row => itemOf(row)?.row ?? []);

function itemOf(own: Row): Item<OwnPayout> | undefined {
  const { operation, requestId } = own.intent;
  if (!isKind(operation)) return undefined;
  const kind = KINDS[operation];
  const known = kind === 'payout' ? recognised(answerOf(own)) : nothingRecognised;
  return { key: `journal ${requestId}`, row: { own, kind, known }, raw: rawOf(own) };
}

/** The answer of the attempt that was DONE, as the journal keeps it. */
function answerOf({ transitions }: Row): Json | undefined {
  const text = transitions.findLast(({ to }) => to === 'DONE')?.answer?.text;
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok ? parsed.value : undefined;
}

const moment = (at: number): string => showTime(at, 'utc', at, 'UTC');

/** The row as JSON: what the search looks through, and what Raw shows. */
function rawOf({ intent, state, besides, transitions }: Row): Json {
  return {
    request_id: intent.requestId,
    operation: intent.operation,
    state,
    created: moment(intent.createdAt),
    profile: intent.profile,
    environment: intent.environment,
    confirmed: Object.fromEntries(intent.what.map(({ label, value }) => [label, value])),
    request: { method: intent.method, target: intent.target, body: bodyOf(intent.body) },
    ...(besides !== undefined && { besides }),
    transitions: transitions.map(({ from, to, at, answer, resolution }) => ({
      from,
      to,
      at: moment(at),
      ...(answer && {
        answer: {
          ...(answer.status !== undefined && { status: numberOf(answer.status) }),
          ...(answer.message !== undefined && { message: answer.message }),
          ...(answer.text !== undefined && { text: bodyOf(answer.text) }),
        },
      }),
      ...(resolution && { resolution: { ...resolution } }),
    })),
  };
}

function bodyOf(text: string | undefined): Json {
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok ? parsed.value : (text ?? null);
}

function numberOf(n: number): Json {
  const digits = parseDecimal(String(n));
  return digits === undefined ? String(n) : new JsonNumber(digits);
}
