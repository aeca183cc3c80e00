// The transactions of an account against the balance history. The service documents no field that joins them.

import { readable } from '../../api/contract/odd.ts';
import type { AccountReading } from '../../effects/read-books.ts';
import { directed, isDirected } from '../../lib/amounts.ts';
import { compare, type Decimal, negate, subtract } from '../../lib/decimal.ts';
import type { Steps } from '../../lib/steps.ts';
import { DAY } from '../../lib/time.ts';
import { idText, whenOf } from '../../records/facts.ts';
import type { HistoryEntry, Transaction } from '../../records/reads.ts';
import { isReference, nameKey, namesIn } from '../../records/record-names.ts';
import { countedWork } from './chain-link.ts';
import { amountKey, amountKeys, into, withFee } from './entry-amounts.ts';

/** `other-amount`: the entry with its ID has another amount. `absent`: the history has the IDs of nearly all others like it. */
export type TransactionProblem = 'other-amount' | 'absent';

export interface TransactionFinding {
  readonly verdict: 'DOES NOT FOLLOW';
  readonly problem: TransactionProblem;
  readonly transaction: Transaction;
  readonly entries: readonly HistoryEntry[];
  readonly by: Decimal;
}

export interface AccountCheck {
  readonly account: string;
  /** The history has an entry with the ID or with a reference of the transaction, and with its amount. */
  readonly present: number;
  /** Not in the history before they settle. */
  readonly pending: number;
  /** No ID and no reference joins them to an entry. */
  readonly unjoined: number;
  /** Of these, with exactly one entry of the same amount within a day. */
  readonly candidates: number;
  /** Without a readable amount or type. */
  readonly unreadable: number;
  readonly findings: readonly TransactionFinding[];
}

export function* checkAccount(
  { id: account, transactions, isWhole }: AccountReading,
  entries: Iterable<HistoryEntry>,
): Steps<AccountCheck> {
  const work = countedWork();
  let isReadable = isWhole;
  // INTERFACE.md does not say how far back the history goes.
  let oldest = Number.POSITIVE_INFINITY;
  const index: Index = { byId: new Map(), byName: new Map(), byAmount: new Map() };
  for (const entry of entries) {
    const id = idText(entry.id);
    if ([entry.id, entry.amount, entry.fee, entry.currency].some(isUnread)) isReadable = false;
    oldest = Math.min(oldest, whenOf('history', entry) ?? oldest);
    if (id !== undefined) into(index.byId, nameKey(id), entry);
    for (const name of namesOf(entry)) into(index.byName, name, entry);
    for (const key of amountKeys(entry)) into(index.byAmount, key, entry);
    if (work.isDue()) yield;
  }
  const found: Compared[] = [];
  for (const transaction of transactions.keys()) {
    found.push(comparedWith(index, transaction));
    if (work.isDue()) yield;
  }
  const of = (kind: Compared['kind']) => found.filter(one => one.kind === kind);
  const [unjoined, absent] = isReadable ? split(of('unjoined'), of('present'), oldest) : [of('unjoined'), []];
  return {
    ...{ account, present: of('present').length, pending: of('pending').length },
    ...{ unjoined: unjoined.length, unreadable: of('unreadable').length },
    candidates: unjoined.filter(({ near }) => near === 1).length,
    findings: [...of('other-amount').flatMap(({ finding }) => finding ?? []), ...absent],
  };
}

const isUnread = (sent: unknown): boolean => readable(sent) === undefined;

interface Index {
  readonly byId: Map<string, HistoryEntry[]>;
  readonly byName: Map<string, HistoryEntry[]>;
  readonly byAmount: Map<string, HistoryEntry[]>;
}

const namesOf = ({ description }: Pick<HistoryEntry, 'description'>): readonly string[] =>
  namesIn(idText(description)).filter(isReference);

interface Compared {
  readonly kind: 'present' | 'pending' | 'unjoined' | 'unreadable' | 'other-amount';
  readonly transaction: Transaction;
  /** Joined by its own ID, not by a reference. */
  readonly isById: boolean;
  /** Entries of the same amount, and those within a day. */
  readonly alike: number;
  readonly near: number;
  readonly finding?: TransactionFinding;
}

function comparedWith({ byId, byName, byAmount }: Index, transaction: Transaction): Compared {
  const base = { transaction, isById: false, alike: 0, near: 0 };
  if (transaction.status === 'PENDING') return { ...base, kind: 'pending' };
  const amount = signedAmount(transaction);
  if (amount === undefined) return { ...base, kind: 'unreadable' };
  const id = idText(transaction.id);
  const own = (id === undefined ? undefined : byId.get(nameKey(id))) ?? [];
  const named = own.length > 0 ? own : namesOf(transaction).flatMap(name => byName.get(name) ?? []);
  const same = named.filter(({ currency }) => idText(currency) === idText(transaction.currency));
  const isById = own.length > 0;
  if (same.some(entry => withFee(entry).some(sum => compare(sum, amount) === 0)))
    return { ...base, kind: 'present', isById };
  const [only, another] = same;
  const sent = only && !another && isById ? readable(only.amount) : undefined;
  if (sent !== undefined) {
    const by = subtract(sent, amount);
    const finding = {
      verdict: 'DOES NOT FOLLOW',
      problem: 'other-amount',
      transaction,
      entries: same,
      by,
    } as const;
    return { ...base, kind: 'other-amount', isById, finding };
  }
  const at = whenOf('transaction', transaction);
  const alike = byAmount.get(amountKey(amount, idText(transaction.currency))) ?? [];
  const near = alike.filter(entry => {
    const then = whenOf('history', entry);
    return at === undefined || then === undefined || Math.abs(then - at) <= DAY;
  });
  return { ...base, kind: 'unjoined', alike: alike.length, near: near.length };
}

function signedAmount({ amount: sent, type }: Transaction): Decimal | undefined {
  const amount = readable(sent);
  if (amount === undefined) return undefined;
  return isDirected(amount, type) ? directed(amount, type) : undefined;
}

/** Fewer prove nothing. */
const LEAST = 10;
/** One missing transaction needs this number of others. */
const RARE = 10;

/** If the history has the IDs of nearly all transactions of one type and currency, the others are missing in it. */
function split(unjoined: readonly Compared[], present: readonly Compared[], oldest: number) {
  const classOf = ({ transaction: { type, currency } }: Compared): string =>
    `${String(type)} ${idText(currency)}`;
  const known = Map.groupBy(
    present.filter(({ isById }) => isById),
    classOf,
  );
  const left = Map.groupBy(unjoined, classOf);
  const isAbsent = (one: Compared): boolean => {
    const others = known.get(classOf(one))?.length ?? 0;
    const same = left.get(classOf(one))?.length ?? 0;
    const isKept = (whenOf('transaction', one.transaction) ?? 0) > oldest;
    return isKept && one.alike === 0 && others >= LEAST && same * RARE <= others;
  };
  const absent = unjoined.filter(isAbsent).flatMap(({ transaction }): readonly TransactionFinding[] => {
    const amount = signedAmount(transaction);
    return amount === undefined
      ? []
      : [{ verdict: 'DOES NOT FOLLOW', problem: 'absent', transaction, entries: [], by: negate(amount) }];
  });
  return [unjoined.filter(one => !isAbsent(one)), absent] as const;
}
