// Reads the facts of a record by its kind. Pure.

import type { Timestamp } from '../api/contract/fields.ts';
import { Odd, readable } from '../api/contract/odd.ts';
import { directed, isDirected } from '../lib/amounts.ts';
import { boundedJsonText } from '../lib/bounded.ts';
import type { Decimal } from '../lib/decimal.ts';
import { sameId } from '../lib/identifier.ts';
import { leavingText } from '../lib/leaving.ts';
import { type Untrusted, unsafeText, type Visible } from '../lib/visible.ts';
import { KINDS, LISTED, type RecordKind, type Sent } from './kinds.ts';
import type { ListOperation } from './query.ts';
import type { RecordStatus } from './record-statuses.ts';

export const kindOf = (operation: ListOperation): RecordKind => LISTED[operation];

const memberOf = <Value>(row: unknown, name: string | undefined): Value | undefined =>
  name === undefined
    ? undefined
    : // The types of `KINDS` name only members with such a value.
      (row as Readonly<Record<string, Value>> | undefined)?.[name];

/** For a request or a key; undefined if it can't be used. */
export function idText(sent: Sent<Untrusted>): string | undefined {
  const value = readable(sent);
  return value === undefined ? undefined : unsafeText(value) || undefined;
}

/** Undefined without a usable ID. */
export function withId<Made>(value: Sent<Untrusted>, make: (id: string) => Made): Made | undefined {
  const id = idText(value);
  return id === undefined ? undefined : make(id);
}

export const isId = (value: Sent<Untrusted>, id: string | undefined): boolean => sameId(idText(value), id);

export const epochOf = (value: Sent<Timestamp>): number | undefined =>
  value && 'epochMs' in value ? value.epochMs : undefined;

const textOf = (row: unknown, name: string | undefined): string | undefined =>
  idText(memberOf<Sent<Untrusted>>(row, name));

export const sentId = (kind: RecordKind, row: unknown): Sent<Untrusted> => memberOf(row, KINDS[kind].id);

export const idOf = (kind: RecordKind, row: unknown): string | undefined => idText(sentId(kind, row));

/** Its own ID, and the other IDs that lead to it. */
export function idsOf(kind: RecordKind, row: unknown): readonly string[] {
  const { id, otherIds = [] } = KINDS[kind];
  return [id, ...otherIds].flatMap(name => textOf(row, name) ?? []);
}

export const labelOf = (kind: RecordKind, row: unknown): Sent<Untrusted> => memberOf(row, KINDS[kind].label);

export const numberOf = (kind: RecordKind, row: unknown): string | undefined =>
  textOf(row, KINDS[kind].number);

/** The ID of what the record is under. */
export const underOf = (kind: RecordKind, row: unknown): string | undefined => textOf(row, KINDS[kind].under);

/** What the payer or the service wrote, which may name references. */
export const writtenOn = (kind: RecordKind, row: unknown): string | undefined =>
  textOf(row, KINDS[kind].text);

export type Happening = readonly [time: Sent<Timestamp>, happened: Visible | undefined];

/** First the record's own time, then the later times that differ from it. */
export function happeningsOf(kind: RecordKind, row: unknown): readonly Happening[] {
  const { happened, later } = KINDS[kind];
  const own = timeOf(kind, row);
  const first: Happening = [own, happened];
  if (later === undefined) return [first];
  const others = later
    .map(([name, word]): Happening => [memberOf(row, name), word])
    .filter(([time]) => time !== undefined && epochOf(time) !== epochOf(own));
  return [first, ...others];
}

export function timeOf(kind: RecordKind, row: unknown): Sent<Timestamp> {
  const { time, elseTime } = KINDS[kind];
  return memberOf(row, time) ?? memberOf(row, elseTime);
}

/** Epoch ms of the first usable time. Undefined also without a record. */
export function whenOf(kind: RecordKind, row: unknown): number | undefined {
  const own = epochOf(timeOf(kind, row));
  if (own !== undefined) return own;
  const { later = [] } = KINDS[kind];
  return later.map(([name]) => epochOf(memberOf<Sent<Timestamp>>(row, name))).find(at => at !== undefined);
}

export interface MovedMoney {
  /** Money out is negative. */
  readonly amount: Decimal;
  readonly currency: string;
  /** False if the service does not say the direction. */
  readonly signed: boolean;
}

/** Undefined if the amount or the currency can't be read. */
export function moneyMovedBy(kind: RecordKind, row: unknown): MovedMoney | undefined {
  const { money, charged = money } = KINDS[kind];
  const amount = readable(memberOf<Sent<Decimal>>(row, charged?.amount));
  const currency = textOf(row, charged?.currency);
  if (amount === undefined || currency === undefined) return undefined;
  const sign = charged?.sign;
  if (typeof sign !== 'object') return { amount, currency, signed: sign === 'sent' };
  const direction = memberOf(row, sign.by);
  return { amount: directed(amount, direction), currency, signed: isDirected(amount, direction) };
}

export interface SentMoney {
  readonly amount: Sent<Decimal>;
  readonly currency: Sent<Untrusted>;
  /** CREDIT or DEBIT. Undefined if the service does not say it. */
  readonly direction: Sent<string>;
  /** Whether the kind has a direction at all. */
  readonly moves: boolean;
}

/** As the record's own list shows it. */
export function moneyOn(kind: RecordKind, row: unknown): SentMoney | undefined {
  const { money } = KINDS[kind];
  if (!money) return undefined;
  const { amount, currency, sign } = money;
  return {
    amount: memberOf(row, amount),
    currency: memberOf(row, currency),
    direction: sign === 'sent' ? 'CREDIT' : memberOf(row, sign?.by),
    moves: sign !== undefined,
  };
}

export const statusOf = (kind: RecordKind, row: unknown): Sent<string> => memberOf(row, KINDS[kind].status);

/** Even if the API doesn't list the status. */
export function statusText(status: Sent<string>): string | undefined {
  if (!(status instanceof Odd)) return status;
  return typeof status.raw === 'string' ? leavingText(status.raw) : boundedJsonText(status.raw);
}

/** With a "?" if the API doesn't list the status. */
export const wordOf = (status: Sent<string>): string | undefined =>
  status instanceof Odd ? `? ${statusText(status)}` : status;

/** If all statuses of a kind are documented, another value may be damaged, and Purser does not announce it. */
export function watchedStatus(kind: RecordKind, row: unknown): string | undefined {
  const status = statusOf(kind, row);
  return status instanceof Odd && !KINDS[kind].announcesAny ? undefined : wordOf(status);
}

/** Undefined if the API does not list the status. */
export const statusFacts = (kind: RecordKind, status: unknown): RecordStatus | undefined => {
  const { statuses } = KINDS[kind];
  return typeof status === 'string' && statuses && Object.hasOwn(statuses, status)
    ? statuses[status]
    : undefined;
};

const progressOf = (kind: RecordKind | undefined, status: unknown): RecordStatus['progress'] =>
  kind && statusFacts(kind, status)?.progress;

/** Staff must not miss it: returned money. */
export const isGrave = (kind: RecordKind | undefined, status: unknown): boolean =>
  progressOf(kind, status) === 'grave';

/** No later status is expected. */
export const isFinal = (kind: RecordKind | undefined, status: unknown): boolean =>
  progressOf(kind, status) === 'final' || isGrave(kind, status);

/** Documented as not final. */
export const isOpen = (kind: RecordKind, status: unknown): boolean => progressOf(kind, status) === 'open';

/** Whether Purser reads a record again after a write. `before`: the status when the write was confirmed. */
export function mayChange(kind: RecordKind, status: string | undefined, before: string | undefined): boolean {
  const { statuses = {}, announcesAny } = KINDS[kind];
  if (Object.values(statuses).every(({ progress }) => progress === undefined))
    return status === undefined || status === before;
  return announcesAny ? !isFinal(kind, status) : isOpen(kind, status);
}
