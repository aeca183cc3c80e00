// Payouts and cancellations from the journal, as rows of the payouts list, with the possible IDs in the service's responses.

import type { Row } from '../../journal/intent.ts';
import { doneAt, isFor } from '../../journal/possible-duplicates.ts';
import { jsonOf, textIn } from '../../journal/request-body.ts';
import { parseDecimal } from '../../lib/decimal.ts';
import { samePayoutName } from '../../lib/identifier.ts';
import { type Json, JsonNumber, memberOf, parseJson } from '../../lib/json.ts';
import { stampOf } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { AMOUNT, BENEFICIARY, confirmedLine, PAYOUT_ID, SYSTEM_REFERENCE } from '../../money/shown-lines.ts';
import { isUsableId } from '../../money/write-tokens.ts';
import { isHere, journalRows } from '../../store/journal-view.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { type WatchOffer, watchKey } from '../../store/watches.ts';
import { customerKey } from '../../store/workspace.ts';

const KINDS = {
  'payout.create': 'payout',
  'payout.cancel': 'cancellation',
  'directDebit.cancel': 'debit cancellation',
} as const;

const isKind = (operation: string): operation is keyof typeof KINDS => Object.hasOwn(KINDS, operation);

export interface OwnPayout {
  readonly own: Row;
  readonly kind: (typeof KINDS)[keyof typeof KINDS];
  /** The possible IDs in the response; empty for a cancellation. */
  readonly known: Recognised;
  readonly cancelled?: Row;
}

interface Cancellation {
  readonly own: Row;
  readonly names: readonly string[];
}

export const isOwn = (row: object): row is OwnPayout => 'own' in row;

/** The same entries give the same items and the same array, so that nothing is drawn again. */
export function ownPayouts(): (state: State) => readonly Item<OwnPayout>[] {
  const made = new WeakMap<Row, Item<OwnPayout>>();
  const none: readonly Item<OwnPayout>[] = [];
  let last: { rows: readonly Row[]; whose: string; items: readonly Item<OwnPayout>[] } | undefined;
  return state => {
    const { customer } = state;
    if (!customer) return none;
    const rows = journalRows(state);
    const owner = customerKey(customer);
    const { baseUrl, clientId, programId } = state.reach;
    const whose = JSON.stringify([baseUrl, clientId, programId, owner]);
    if (last?.rows === rows && last.whose === whose) return last.items;
    const here = rows.filter(row => isHere(row, state));
    const items = here.filter(row => isFor(row.intent, customer)).flatMap(row => itemOf(row) ?? []);
    // The service cancels a payout by its ID for any selected customer.
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
      items: shown.toSorted((one, other) => Number(hadNoEffect(one)) - Number(hadNoEffect(other))),
    };
    return last.items;
  };
}

const hadNoEffect = ({ row: { kind, own } }: Item<OwnPayout>): boolean =>
  kind === 'cancellation' && (own.state === 'REFUSED' || own.state === 'NOT SENT');

/** The newest done cancellation, by any of the payout's names in any spelling. */
function cancellationOf({ kind, known }: OwnPayout, cancels: readonly Cancellation[]): Row | undefined {
  if (kind !== 'payout') return undefined;
  const own = [...known.ids, ...known.references];
  return cancels.find(({ names }) => names.some(name => own.some(other => samePayoutName(name, other))))?.own;
}

/** The payout's names in the request and in the confirmed lines. The journal may have only the lines. */
export const cancelledNames = (own: Row): readonly string[] =>
  [
    textIn(own.intent, 'id'),
    textIn(own.intent, 'systemReferenceNumber'),
    confirmedLine(own, PAYOUT_ID),
    confirmedLine(own, SYSTEM_REFERENCE),
  ].filter(name => name !== undefined);

/** Of all customers, because the service accepts a payout's ID for any customer. */
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

const answerOf = ({ transitions }: Row): Json | undefined =>
  jsonOf(transitions.findLast(({ to }) => to === 'DONE')?.answer?.text);

const moment = (at: number): string => stampOf(at, 'utc', 'UTC');

/** For the filter and for Raw JSON. */
function rawOf({ intent, state, duplicateOf, transitions }: Row): Json {
  return {
    request_id: intent.requestId,
    operation: intent.operation,
    state,
    created: moment(intent.createdAt),
    profile: intent.profile,
    environment: intent.environment,
    confirmed: Object.fromEntries(intent.what.map(({ label, value }) => [label, value])),
    request: { method: intent.method, target: intent.target, body: bodyOf(intent.body) },
    ...(duplicateOf !== undefined && { duplicateOf }),
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

interface Recognised {
  readonly ids: readonly string[];
  readonly references: readonly string[];
}

/** INTERFACE.md, Beneficiary: "Fields of the create-payout response: not shown", so these names are guesses. */
const ID_NAMES = ['id', 'payoutId', 'payout_id', 'transferId', 'transfer_id'];
const REFERENCE_NAMES = ['systemReferenceNumber', 'system_reference_number'];

const nothingRecognised: Recognised = { ids: [], references: [] };

export function recognised(answer: Json | undefined): Recognised {
  const places = [answer, memberOf(answer, 'data')];
  const named = (names: readonly string[]): readonly string[] => {
    const values = places.flatMap(place => names.map(name => memberOf(place, name)));
    return [...new Set(values.filter(value => typeof value === 'string').filter(looksLikeId))];
  };
  return { ids: named(ID_NAMES), references: named(REFERENCE_NAMES) };
}

/** INTERFACE.md: IDs are "UUIDs, or strings with a prefix such as acct_<id>". */
const looksLikeId = (text: string): boolean => /^[\w.:-]+$/.test(text) && isUsableId(text);

export const NOT_OWN = t`This row is one entry of the balance history, and it does not change. Purser can watch payouts that were made in Purser.`;

const nameIn = ({ references, ids }: OwnPayout['known']): string | undefined => references[0] ?? ids[0];

export const payoutKey = ({ kind, known }: OwnPayout): string =>
  kind === 'payout' ? watchKey({ kind, id: nameIn(known) ?? '' }) : '';

export function watchPayout({ own, kind, known }: OwnPayout): WatchOffer | Visible {
  if (kind !== 'payout') return t`A cancellation can't be watched. Watch the payout.`;
  if (own.state !== 'DONE')
    return t`Purser can watch a payout that is DONE. To check an unknown outcome, open the journal (0).`;
  const id = nameIn(known);
  if (id === undefined)
    return t`The service's response has no reference of this payout, so Purser can't find it in the balance history.`;
  const amount = confirmedLine(own, AMOUNT);
  const to = confirmedLine(own, BENEFICIARY);
  const currency = amount?.split(' ')[1];
  return {
    kind,
    id,
    name: t`Payout ${amount ?? t``}${to === undefined ? t`` : t` to ${to}`}`,
    at: { row: `journal ${own.intent.requestId}`, ...(currency !== undefined && { currency }) },
  };
}
