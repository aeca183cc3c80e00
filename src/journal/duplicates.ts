// Decides which earlier writes may be duplicates, and which of them a person still has to name. Pure, without SQLite.
import { isSameService } from '../api/contract/base-url.ts';
import { canonicalId, sameId } from '../lib/identifier.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Intent, Row, RowState } from './intent.ts';

/** Where a write goes, and for whom. */
export type Context = Pick<Intent, 'baseUrl' | 'clientId' | 'programId' | 'customer'>;

/** INTERFACE.md, Route families: `/api/v1` is Family A's base path. */
export const isFamilyA = ({ target }: Pick<Intent, 'target'>): boolean => target.startsWith('/api/');

/**
 * The customer that the request names: the connected account in Family A, the user in Family B (INTERFACE.md, Headers).
 * Undefined for the platform's own account.
 */
export function customerSent({ target, customer }: Pick<Intent, 'target' | 'customer'>): string | undefined {
  const id = isFamilyA({ target }) ? customer.onBehalfOf : customer.userId;
  return id === undefined ? undefined : canonicalId(id);
}

/** Every form in which a journal may have recorded the same request: today's first. */
export const formsOf = ({ fingerprint, earlierForms = [] }: Intent): readonly string[] => [
  fingerprint,
  ...earlierForms,
];

/** Whether both writes go to one service, and name one customer there. Names of this machine are one service. */
export const sendsAlike = (
  one: Pick<Intent, 'baseUrl' | 'target' | 'customer'>,
  other: Pick<Intent, 'baseUrl' | 'target' | 'customer'>,
): boolean => isSameService(one.baseUrl, other.baseUrl) && customerSent(one) === customerSent(other);

export const isAtService = ({ intent }: Row, { baseUrl }: Pick<Context, 'baseUrl'>): boolean =>
  isSameService(intent.baseUrl, baseUrl);

/** Whether the write was for this customer, as the service knows the customer. */
export const isFor = (intent: Pick<Intent, 'target' | 'customer'>, customer: Intent['customer']): boolean =>
  customerSent(intent) === customerSent({ target: intent.target, customer });

/** Whether the write was sent with these keys and this program, as far as its family sends the program. */
export const isWith = (intent: Intent, other: Omit<Context, 'customer'>): boolean =>
  isSameService(intent.baseUrl, other.baseUrl) &&
  sameId(intent.clientId, other.clientId) &&
  (isFamilyA(intent) || sameId(intent.programId, other.programId));

const UNRESOLVED: ReadonlySet<RowState> = new Set(['PREPARED', 'SENT', 'UNKNOWN']);

/** Whether the outcome is uncertain: the write may have had its effect, or may still have it. */
export const isUnresolved = ({ state }: Pick<Row, 'state'>): boolean => UNRESOLVED.has(state);

/** Whether the entry says that a console is sending the write. `isInFlight` (store/journal.ts) knows whether that is still so. */
export const isBegun = ({ state }: Pick<Row, 'state'>): boolean => state === 'PREPARED' || state === 'SENT';

/** False for an outcome that the journal could not record yet, so that its last step is PREPARED or SENT. */
export const isRecorded = ({ state, transitions }: Row): boolean => transitions.at(-1)?.to === state;

/** Whether the write is unresolved or waits for approval. A duplicate of such a write could have a second effect. */
export const isOpen = (row: Pick<Row, 'state'>): boolean => row.state === 'WAITING' || isUnresolved(row);

/** When the write was DONE, or resolved as done, in epoch ms. Undefined for all other writes. */
export function doneAt({ state, transitions }: Row): number | undefined {
  const last = transitions.at(-1);
  const done = state === 'DONE' || last?.resolution?.verdict === 'DONE';
  return done ? last?.at : undefined;
}

/** False for REFUSED, NOT SENT, and writes resolved as not done. Repeating these makes no duplicate. */
export const mayBeDone = (row: Row): boolean => isOpen(row) || doneAt(row) !== undefined;

/** The earlier writes that a duplicate's sender names. */
export interface Naming {
  /** The request IDs of the writes that a person named, because the duplicate is deliberate. */
  readonly named: readonly string[];
  /** Done writes whose effect a later write has replaced, so that repeating them is no duplicate. */
  readonly superseded?: readonly Superseded[];
}

/** The request ID of a done write, and of the later write (`by`) that replaced its effect or may have replaced it. */
export interface Superseded {
  readonly requestId: string;
  readonly by: string;
}

/** Drops the superseded writes whose later write no longer counts, for example because it was resolved as not done. */
export const stillSo = (
  { named, superseded = [] }: Naming,
  find: (requestId: string) => Row | undefined,
): Naming => ({
  named,
  superseded: superseded.filter(({ by }) => {
    const later = find(by);
    return later !== undefined && mayBeDone(later);
  }),
});

/**
 * The duplicates that a person still has to name: the newest, and every open one. `equals` has the writes that may have
 * been done, newest first. A person who names the newest knows about the older ones, and need not name all of them.
 */
export function unnamed(equals: readonly Row[], { named, superseded = [] }: Naming): readonly Row[] {
  return equals
    .filter(row => isOpen(row) || superseded.every(one => one.requestId !== row.intent.requestId))
    .filter((row, at) => (at === 0 || isOpen(row)) && !named.includes(row.intent.requestId));
}

/** The request ID of the named duplicate that the journal records: an open duplicate, or else the newest. */
export function secondTo(equals: readonly Row[], named: readonly string[] = []): string | undefined {
  const rows = equals.filter(({ intent }) => named.includes(intent.requestId));
  return (rows.find(isOpen) ?? rows[0])?.intent.requestId;
}

/** Why an approved write can't be sent again without a valid approval. */
export const UNAPPROVED = t`This request has no approval that still counts.`;

/**
 * Why another attempt at `row` would be a duplicate of one of `equals`, as a whole sentence. Undefined if the attempt
 * would not be a duplicate. The write that a person named when they made `row` doesn't count.
 */
export function whyNotRepeat(row: Row, equals: readonly Row[]): Visible | undefined {
  const own = [row.intent.requestId, row.duplicateOf];
  const others = equals.filter(({ intent }) => !own.includes(intent.requestId));
  const open = others.find(isOpen);
  if (open) {
    const duplicate = t`A duplicate, request ID ${visible(open.intent.requestId)},`;
    if (open.state === 'WAITING') return t`${duplicate} waits for approval. Withdraw that duplicate first.`;
    return isBegun(open)
      ? t`${duplicate} is being sent. Wait for its outcome first.`
      : t`${duplicate} is ${visible(open.state)}. Resolve that duplicate first.`;
  }
  // To make the later write, a person had to name this UNKNOWN write, so that person wants both writes.
  if (row.state === 'UNKNOWN') return undefined;
  const done = others.find(other => doneAt(other) !== undefined && lastStep(other) > firstStep(row));
  return (
    done &&
    t`The same request was done later, with request ID ${visible(done.intent.requestId)}. To repeat it, make a new request.`
  );
}

/** The number of the last step. All steps of the journal share one series of numbers, in the order of recording. */
export const lastStep = ({ transitions }: Row): number => transitions.at(-1)?.number ?? 0;
const firstStep = ({ transitions }: Row): number => transitions[0]?.number ?? 0;

/** The newest done write and the newest open write. `rows`: newest first. */
export const newestOfEach = (rows: readonly Row[]): readonly Row[] =>
  [rows.find(row => doneAt(row) !== undefined), rows.find(isOpen)].filter(row => row !== undefined);
