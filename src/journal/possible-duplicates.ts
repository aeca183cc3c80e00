// Decides which earlier writes may be duplicates, and which of them a person still has to name. Pure.
import { isSameService } from '../api/contract/base-url.ts';
import { canonicalId, sameId } from '../lib/identifier.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Intent, Row, RowState } from './intent.ts';

export type Context = Pick<Intent, 'baseUrl' | 'clientId' | 'programId' | 'customer'>;

/** INTERFACE.md, Route families. */
export const isFamilyA = ({ target }: Pick<Intent, 'target'>): boolean => target.startsWith('/api/');

/** The customer that the request names (INTERFACE.md, Headers). Undefined for the platform's own account. */
export function customerSent({ target, customer }: Pick<Intent, 'target' | 'customer'>): string | undefined {
  const id = isFamilyA({ target }) ? customer.onBehalfOf : customer.userId;
  return id === undefined ? undefined : canonicalId(id);
}

/** A second effect of the same thing: the same bytes, or something that both use up. */
export const isEqual = (one: Intent, other: Intent): boolean =>
  one.fingerprint === other.fingerprint || (one.uses ?? []).some(name => other.uses?.includes(name));

/** Whether both go to one service, and name one customer there. */
export const sendsAlike = (
  one: Pick<Intent, 'baseUrl' | 'target' | 'customer'>,
  other: Pick<Intent, 'baseUrl' | 'target' | 'customer'>,
): boolean => isSameService(one.baseUrl, other.baseUrl) && customerSent(one) === customerSent(other);

export const isAtService = ({ intent }: Row, { baseUrl }: Pick<Context, 'baseUrl'>): boolean =>
  isSameService(intent.baseUrl, baseUrl);

export const isFor = (intent: Pick<Intent, 'target' | 'customer'>, customer: Intent['customer']): boolean =>
  customerSent(intent) === customerSent({ target: intent.target, customer });

/** Whether the write had these keys and this program, as far as its family sends the program. */
export const isWith = (intent: Intent, other: Omit<Context, 'customer'>): boolean =>
  isSameService(intent.baseUrl, other.baseUrl) &&
  sameId(intent.clientId, other.clientId) &&
  (isFamilyA(intent) || sameId(intent.programId, other.programId));

const UNRESOLVED: ReadonlySet<RowState> = new Set(['PREPARED', 'SENT', 'UNKNOWN']);

/** The write may have had its effect, or may still have it. */
export const isUnresolved = ({ state }: Pick<Row, 'state'>): boolean => UNRESOLVED.has(state);

/** `isInFlight` (store/journal-view.ts) knows whether that is still so. */
export const isBegun = ({ state }: Pick<Row, 'state'>): boolean => state === 'PREPARED' || state === 'SENT';

/** False for an outcome that the journal could not record yet. */
export const isRecorded = ({ state, transitions }: Row): boolean => transitions.at(-1)?.to === state;

/** A duplicate of such a write could have a second effect. */
export const isOpen = (row: Pick<Row, 'state'>): boolean => row.state === 'WAITING' || isUnresolved(row);

/** Epoch ms. */
export function doneAt({ state, transitions }: Row): number | undefined {
  const last = transitions.at(-1);
  const done = state === 'DONE' || last?.resolution?.verdict === 'DONE';
  return done ? last?.at : undefined;
}

/** A person has to know of it before an equal write: a refusal too, because it may be wrong. */
export const isToldOf = (row: Row): boolean => mayBeDone(row) || row.state === 'REFUSED';

/** Repeating any other write makes no duplicate. */
export const mayBeDone = (row: Row): boolean => isOpen(row) || doneAt(row) !== undefined;

export interface Naming {
  /** By request ID, because the duplicate is deliberate. */
  readonly named: readonly string[];
  readonly superseded?: readonly Superseded[];
}

/** A done write whose effect a later write (`by`) may have replaced, so that repeating it is no duplicate. */
export interface Superseded {
  readonly requestId: string;
  readonly by: string;
}

/** For example, a later write may have been resolved as not done. */
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

/** The newest, and every open one: a person who names the newest knows about the older ones. `equals`: newest first. */
export function unnamed(equals: readonly Row[], { named, superseded = [] }: Naming): readonly Row[] {
  return equals
    .filter(row => isOpen(row) || superseded.every(one => one.requestId !== row.intent.requestId))
    .filter((row, at) => (at === 0 || isOpen(row)) && !named.includes(row.intent.requestId));
}

/** An open one, or else the newest. */
export function secondTo(equals: readonly Row[], named: readonly string[] = []): string | undefined {
  const rows = equals.filter(({ intent }) => named.includes(intent.requestId));
  return (rows.find(isOpen) ?? rows[0])?.intent.requestId;
}

export const UNAPPROVED = t`This request has no approval that still counts.`;

export const PRUNED = t`The content of this request was pruned, so Purser can't send it again. Make a new request.`;

/** The write that a person named when they made `row` doesn't count. */
export function checkRepeat(row: Row, equals: readonly Row[]): Visible | undefined {
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
  // To make the later write, a person had to name this UNKNOWN write, so that person wants both.
  if (row.state === 'UNKNOWN') return undefined;
  const done = others.find(other => doneAt(other) !== undefined && lastStep(other) > firstStep(row));
  return (
    done &&
    t`The same request was done later, with request ID ${visible(done.intent.requestId)}. To repeat it, make a new request.`
  );
}

/** All steps share one series of numbers, in the order of recording. */
export const lastStep = ({ transitions }: Row): number => transitions.at(-1)?.number ?? 0;
const firstStep = ({ transitions }: Row): number => transitions[0]?.number ?? 0;

/** `rows`: newest first. */
export const newestOfEach = (rows: readonly Row[]): readonly Row[] =>
  [rows.find(row => doneAt(row) !== undefined), rows.find(isOpen)].filter(row => row !== undefined);
