// The payout writes of this customer at this service, from the journal, as rows of the list.

import { doneAt } from '../journal/duplicates.ts';
import type { Row } from '../journal/intent.ts';
import { textIn } from '../journal/request-body.ts';
import { parseDecimal } from '../lib/decimal.ts';
import { samePayoutName } from '../lib/identifier.ts';
import { type Json, JsonNumber, parseJson } from '../lib/json.ts';
import { stampOf } from '../lib/time.ts';
import { isHere, journalRows } from '../store/journal.ts';
import type { Item } from '../store/paging.ts';
import type { State } from '../store/state.ts';
import { customerKey } from '../store/workspace.ts';
import { nothingRecognised, type Recognised, recognised } from './recognised.ts';
import { confirmedLine, PAYOUT_ID, SYSTEM_REFERENCE } from './shown-lines.ts';

const KINDS = {
  'payout.create': 'payout',
  'payout.cancel': 'cancellation',
  'directDebit.cancel': 'debit cancellation',
} as const;

const isKind = (operation: string): operation is keyof typeof KINDS => Object.hasOwn(KINDS, operation);

/** One journal entry about a payout. */
export interface OwnPayout {
  readonly own: Row;
  readonly kind: (typeof KINDS)[keyof typeof KINDS];
  /** For a created payout: possible IDs in the response. */
  readonly known: Recognised;
  /** For a created payout: the done cancellation made in Purser. */
  readonly cancelled?: Row;
}

/** A done cancellation, and what it called the payout. */
interface Cancellation {
  readonly own: Row;
  readonly names: readonly string[];
}

export const isOwn = (row: object): row is OwnPayout => 'own' in row;

/** The rows of `state` as items. Each item is made once; the array is the same while the items are. */
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
    const here = rows.filter(row => isHere(row, state));
    const items = here
      .filter(row => customerKey(row.intent.customer) === owner)
      .flatMap(row => itemOf(row) ?? []);
    // The service cancels a payout by its ID, whichever customer was selected.
    const cancels = here
      .filter(row => row.intent.operation === 'payout.cancel' && doneAt(row) !== undefined)
      .map(own => ({ own, names: cancelledNames(own) }));
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

/** A cancellation that changed nothing sorts last, because staff look for the others first. */
const cameToNothing = ({ row: { kind, own } }: Item<OwnPayout>): boolean =>
  kind === 'cancellation' && (own.state === 'REFUSED' || own.state === 'NOT SENT');

/** The newest done cancellation that named this payout, in any spelling. */
function cancellationOf({ kind, known }: OwnPayout, cancels: readonly Cancellation[]): Row | undefined {
  if (kind !== 'payout') return undefined;
  const own = [...known.ids, ...known.references];
  return cancels.find(({ names }) => names.some(name => own.some(other => samePayoutName(name, other))))?.own;
}

/** The names in the request, and in the confirmed lines in case the journal keeps only those. */
export const cancelledNames = (own: Row): readonly string[] =>
  [
    textIn(own.intent, 'id'),
    textIn(own.intent, 'systemReferenceNumber'),
    confirmedLine(own, PAYOUT_ID),
    confirmedLine(own, SYSTEM_REFERENCE),
  ].filter(name => name !== undefined);

/** The rows of every customer at this service: the service accepts a payout's ID for any customer. */
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

/** The journal's response to the attempt that was DONE. */
function answerOf({ transitions }: Row): Json | undefined {
  const text = transitions.findLast(({ to }) => to === 'DONE')?.answer?.text;
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok ? parsed.value : undefined;
}

const moment = (at: number): string => stampOf(at, 'utc', 'UTC');

/** The row as JSON, for the search and for Raw JSON. */
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
