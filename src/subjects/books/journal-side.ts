// The journal against the balance history, both ways. Only an ID or a reference that the service gave joins the two.

import { readable } from '../../api/contract/odd.ts';
import type { BooksScope, ConversionsRead } from '../../effects/read-books.ts';
import type { Row } from '../../journal/intent.ts';
import { add, compare, type Decimal, isNegative, negate, sizeOf, subtract } from '../../lib/decimal.ts';
import type { Steps } from '../../lib/steps.ts';
import { DAY } from '../../lib/time.ts';
import { epochOf, idText, whenOf } from '../../records/facts.ts';
import type { HistoryEntry } from '../../records/reads.ts';
import { namesIn } from '../../records/record-names.ts';
import { countedWork, NEAR } from './chain-link.ts';
import { amountKey, amountKeys, into, withFee } from './entry-amounts.ts';
import { type BooksWrite, isInScope, type Leg, type LegKind, ownWritesIn } from './own-writes.ts';

/** The journal, and the reading to compare it with. */
export interface OwnSide {
  /** Of this customer at this service. */
  readonly rows: readonly Row[];
  readonly scope: BooksScope;
  /** When the reading began, in epoch ms of this machine's clock. */
  readonly began: number;
  /** In ms: how far the service's clock is ahead. */
  readonly skew: number;
  /** False if entries of the scope are missing. */
  readonly isComplete: boolean;
  readonly conversions: ConversionsRead;
}

/** Without what the reading has. */
export type OwnBooks = Omit<OwnSide, 'isComplete' | 'conversions'> | 'unreadable';

/** How long after the confirmation the entry usually has its time, from those that are present. In ms. */
export interface Usual {
  readonly count: number;
  readonly longest: number;
}

/**
 * `unresolved`: Purser does not know the outcome. `nameless`: the service gave no ID and no reference. `absent`: the entry should
 * be there. `recent`: it is not later than usual. `unsettled`: the bought money comes with the settlement. `unproven`:
 * the history may have the entry without the name. `other-amount`: the entry that has the name has another amount.
 */
export type WriteProblem =
  | 'unresolved'
  | 'nameless'
  | 'absent'
  | 'recent'
  | 'unsettled'
  | 'unproven'
  | 'other-amount';

export interface OwnFinding {
  readonly verdict: 'DOES NOT FOLLOW' | 'NOT CHECKED' | 'EXPECTED';
  readonly problem: WriteProblem;
  readonly write: BooksWrite;
  readonly leg: Leg | undefined;
  /** In ms, until the reading began. */
  readonly age: number;
  readonly usual: Usual | undefined;
  /** They have its name. */
  readonly named: readonly HistoryEntry[];
  /** They have its amount and no other write's name, or its name and another currency. */
  readonly candidates: readonly HistoryEntry[];
  readonly by?: Decimal;
}

export interface JournalCheck {
  /** Writes of which every amount is in the history that should be there by now. */
  readonly present: number;
  readonly missing: number;
  readonly usual: ReadonlyMap<LegKind, Usual>;
  readonly findings: readonly OwnFinding[];
  /** Writes that changed while Purser read. */
  readonly meanwhile: number;
  /** Writes without their content, so that nothing joins them with entries. */
  readonly pruned: number;
  /** Entries of payouts and conversions without a write, from the first write on. */
  readonly elsewhere:
    | { readonly count: number; readonly since: number; readonly mayBePruned: boolean }
    | undefined;
}

/** Undefined if the journal has no write that changes a balance. */
export function* checkJournal(
  entries: Iterable<HistoryEntry>,
  own: OwnSide,
): Steps<JournalCheck | undefined> {
  const writes = ownWritesIn(own.rows);
  if (writes.length === 0) return undefined;
  const side = yield* joined(entries, writes, own);
  const inScope = writes.filter(write => !isMeanwhile(write, own) && isInScope(write, own.scope));
  const settled = inScope.filter(({ row }) => row.prunedAt === undefined);
  const units = settled.flatMap(write =>
    write.outcome === 'DONE' && write.names.length > 0 ? unitsOf(write, side, own) : [],
  );
  const usual = usualOf(units, own);
  const unitsBy = Map.groupBy(units, ({ write }) => write);
  const findings: OwnFinding[] = [];
  const isMissing = new Set<BooksWrite>();
  for (const write of settled) {
    const context = { side, own, usual };
    const found =
      write.outcome === 'UNRESOLVED' || write.names.length === 0
        ? [withoutName(write, context)]
        : (unitsBy.get(write) ?? []).flatMap(unit => ofUnit(unit, context) ?? []);
    findings.push(...found);
    if (found.some(({ problem }) => problem !== 'unsettled')) isMissing.add(write);
    yield;
  }
  const candidates = new Set(findings.flatMap(one => one.candidates));
  return {
    present: settled.filter(write => !isMissing.has(write)).length,
    missing: isMissing.size,
    ...{ usual, findings },
    meanwhile: writes.filter(write => isMeanwhile(write, own)).length,
    pruned: inScope.length - settled.length,
    elsewhere: elsewhereIn(side, candidates, writes),
  };
}

const isMeanwhile = ({ row }: BooksWrite, { began }: OwnSide): boolean =>
  (row.transitions.at(-1)?.at ?? 0) >= began;

interface HistorySide {
  readonly byName: ReadonlyMap<string, readonly HistoryEntry[]>;
  /** Since the day before the first write, without a write's name. */
  readonly others: readonly HistoryEntry[];
  /** Of the others. */
  readonly byAmount: ReadonlyMap<string, readonly HistoryEntry[]>;
  readonly since: number;
  /** Entries that can't be read may be any write's. */
  readonly isReadable: boolean;
  /** Epoch ms of the oldest entry: INTERFACE.md does not say how far back the history goes. */
  readonly oldest: number;
}

function* joined(
  entries: Iterable<HistoryEntry>,
  writes: readonly BooksWrite[],
  own: OwnSide,
): Steps<HistorySide> {
  const names = new Set(writes.flatMap(write => write.names));
  const since = Math.min(...writes.map(({ begun }) => begun)) + own.skew - NEAR;
  const byName = new Map<string, HistoryEntry[]>();
  const joinedEntries = new Set<HistoryEntry>();
  const others: HistoryEntry[] = [];
  const byAmount = new Map<string, HistoryEntry[]>();
  const work = countedWork();
  let isReadable = true;
  let oldest = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const { description, amount, fee, currency } = entry;
    if ([description, amount, fee, currency].some(sent => readable<unknown>(sent) === undefined))
      isReadable = false;
    for (const name of namesIn(idText(description))) {
      if (!names.has(name)) continue;
      joinedEntries.add(entry);
      into(byName, name, entry);
    }
    const at = whenOf('history', entry);
    oldest = Math.min(oldest, at ?? oldest);
    if (!joinedEntries.has(entry) && (at === undefined || at >= since - DAY)) {
      others.push(entry);
      for (const key of amountKeys(entry)) into(byAmount, key, entry);
    }
    if (work.isDue()) yield;
  }
  return { byName, byAmount, others, since, isReadable, oldest };
}

/** One leg of a write with the entries that have the write's name. */
interface Unit {
  readonly write: BooksWrite;
  readonly leg: Leg;
  /** In the leg's currency, if Purser knows it. */
  readonly named: readonly HistoryEntry[];
  /** With the leg's amount. */
  readonly fitting: readonly HistoryEntry[];
  /** Entries in other currencies than those of the write. */
  readonly foreign: readonly HistoryEntry[];
}

function unitsOf(write: BooksWrite, { byName }: HistorySide, { scope }: OwnSide): readonly Unit[] {
  const named = [...new Set(write.names.flatMap(name => byName.get(name) ?? []))];
  const foreign = named.filter(entry =>
    write.legs.every(({ currency }) => currency !== undefined && currency !== idText(entry.currency)),
  );
  return write.legs
    .filter(({ currency }) => scope.currency === undefined || (currency ?? scope.currency) === scope.currency)
    .map(leg => {
      const own = named.filter(
        ({ currency, amount }) =>
          (leg.currency === undefined || idText(currency) === leg.currency) &&
          (leg.kind !== 'returned' || !isOut(amount)),
      );
      return { write, leg, named: own, fitting: fittingIn(own, leg), foreign };
    });
}

const isOut = (sent: HistoryEntry['amount']): boolean => {
  const amount = readable(sent);
  return amount !== undefined && isNegative(amount);
};

/** An entry with the amount, with or without its fee. Or all entries of one type, which together have it. */
function fittingIn(named: readonly HistoryEntry[], { amount }: Leg): readonly HistoryEntry[] {
  if (amount === undefined) return named;
  const isAmount = (sum: Decimal): boolean => compare(sum, amount) === 0;
  const one = named.filter(entry => withFee(entry).some(isAmount));
  if (one.length > 0) return one;
  const types = Map.groupBy(named, ({ transaction_type: type }) => type);
  const whole = [...types.values()].filter(entries => {
    const amounts = entries.flatMap(entry => readable(entry.amount) ?? []);
    return amounts.length === entries.length && amounts.length > 0 && isAmount(amounts.reduce(add));
  });
  return whole.flat();
}

function usualOf(units: readonly Unit[], { skew }: OwnSide): ReadonlyMap<LegKind, Usual> {
  const usual = new Map<LegKind, Usual>();
  for (const { write, leg, fitting } of units) {
    const times = fitting.flatMap(entry => whenOf('history', entry) ?? []);
    if (write.confirmed === undefined || times.length === 0) continue;
    const late = Math.max(0, Math.min(...times) - (write.confirmed + skew));
    const { count, longest } = usual.get(leg.kind) ?? { count: 0, longest: 0 };
    usual.set(leg.kind, { count: count + 1, longest: Math.max(longest, late) });
  }
  return usual;
}

interface CheckContext {
  readonly side: HistorySide;
  readonly own: OwnSide;
  readonly usual: ReadonlyMap<LegKind, Usual>;
}

const ageOf = ({ begun, confirmed }: BooksWrite, { began }: OwnSide): number => began - (confirmed ?? begun);

const MOST_CANDIDATES = 50;

/** Entries with the amount. For a DONE write from a day before on, because this machine's clock may have been wrong. */
function candidatesOf(write: BooksWrite, { side, own }: CheckContext): readonly HistoryEntry[] {
  const since = write.begun + own.skew - (write.outcome === 'DONE' ? DAY : NEAR);
  const alike = write.legs.flatMap(({ amount, currency }) =>
    amount === undefined ? [] : (side.byAmount.get(amountKey(amount, currency)) ?? []),
  );
  return [...new Set(alike)]
    .filter(entry => (whenOf('history', entry) ?? since) >= since && write.fits(entry))
    .slice(0, MOST_CANDIDATES);
}

function withoutName(write: BooksWrite, context: CheckContext): OwnFinding {
  const { byName } = context.side;
  return {
    ...{ verdict: 'NOT CHECKED', problem: write.outcome === 'DONE' ? 'nameless' : 'unresolved' },
    ...{ write, leg: write.legs[0], age: ageOf(write, context.own), usual: undefined },
    named: [...new Set(write.names.flatMap(name => byName.get(name) ?? []))],
    candidates: candidatesOf(write, context),
  };
}

function ofUnit(
  { write, leg, named, fitting, foreign }: Unit,
  context: CheckContext,
): OwnFinding | undefined {
  if (fitting.length > 0) return undefined;
  const { own, side } = context;
  const usual = context.usual.get(leg.kind);
  const age = ageOf(write, own);
  const found = { write, leg, age, usual, named, candidates: [] };
  // Older entries may have the amount.
  const isKept = own.isComplete && write.begun + own.skew >= side.oldest;
  if (named.length > 0 && leg.amount !== undefined) {
    const nearest = nearestTo(leg.amount, named);
    return nearest === undefined || !isKept
      ? { ...found, verdict: 'NOT CHECKED', problem: 'unproven' }
      : { ...found, verdict: 'DOES NOT FOLLOW', problem: 'other-amount', by: subtract(nearest, leg.amount) };
  }
  const candidates = [...foreign, ...candidatesOf(write, context)];
  if (leg.kind === 'bought') {
    const settled = settledAt(write, own);
    if (settled === 'later') return { ...found, verdict: 'EXPECTED', problem: 'unsettled' };
    if (settled === undefined) return { ...found, verdict: 'NOT CHECKED', problem: 'unproven', candidates };
    if (own.began + own.skew - settled <= NEAR) return { ...found, verdict: 'EXPECTED', problem: 'recent' };
  }
  if (usual && age <= usual.longest + NEAR) return { ...found, verdict: 'EXPECTED', problem: 'recent' };
  const isProven = usual !== undefined && candidates.length === 0 && isKept && isWide(own) && side.isReadable;
  return isProven && leg.amount !== undefined && leg.currency !== undefined
    ? { ...found, verdict: 'DOES NOT FOLLOW', problem: 'absent', by: negate(leg.amount) }
    : { ...found, verdict: 'NOT CHECKED', problem: 'unproven', candidates };
}

/** A write may have its entry in another currency, or after the last day. */
const isWide = ({ scope }: OwnSide): boolean => scope.currency === undefined && scope.to_date === undefined;

/** Epoch ms of the service's clock. Undefined if the conversion was not read, or its time can't be read. */
function settledAt({ conversion }: BooksWrite, { conversions }: OwnSide): number | 'later' | undefined {
  const read = conversions.get(conversion?.id ?? '');
  if (read?.status === 'processing') return 'later';
  return read?.status === 'SETTLED' ? epochOf(read.conversionTime) : undefined;
}

function nearestTo(amount: Decimal, named: readonly HistoryEntry[]): Decimal | undefined {
  const amounts = named.flatMap(entry => readable(entry.amount) ?? []);
  const apart = (one: Decimal): Decimal => {
    const by = subtract(one, amount);
    return sizeOf(by);
  };
  return amounts.length < named.length
    ? undefined
    : amounts.toSorted((one, other) => compare(apart(one), apart(other)))[0];
}

const MADE: ReadonlySet<unknown> = new Set(['PAYOUT', 'CONVERSION']);

function elsewhereIn(
  { others, since }: HistorySide,
  candidates: ReadonlySet<HistoryEntry>,
  writes: readonly BooksWrite[],
) {
  const count = others.filter(
    entry =>
      MADE.has(entry.source_type) && !candidates.has(entry) && (whenOf('history', entry) ?? since) >= since,
  ).length;
  const mayBePruned = writes.some(({ row }) => row.prunedAt !== undefined);
  return count === 0 ? undefined : { count, since: since + NEAR, mayBePruned };
}
