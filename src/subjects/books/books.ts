// Does it add up? The balance history against itself, and its end against the balance now.

import { Odd, readable } from '../../api/contract/odd.ts';
import type { BooksReading } from '../../effects/read-books.ts';
import { add, compare, type Decimal, isZero, subtract } from '../../lib/decimal.ts';
import type { Steps } from '../../lib/steps.ts';
import { idText, whenOf } from '../../records/facts.ts';
import type { RowOf } from '../../records/query.ts';
import type { HistoryEntry } from '../../records/reads.ts';
import { type AccountCheck, checkAccount } from './account-side.ts';
import { type CardCheck, checkCard } from './card.ts';
import { type Chain, checkChain } from './chain.ts';
import { NEAR, outside } from './chain-link.ts';
import { type ConversionsCheck, checkConversions } from './conversion-rates.ts';
import { checkJournal, type JournalCheck, type OwnBooks } from './journal-side.ts';
import { VERDICTS, type Verdict } from './verdict.ts';

export type Balance = RowOf<'account.balances'>;

/** An amount of the balance now that is not available. */
type HeldName = 'pending' | 'reserved';

/** `by`: the amount in the balance now minus the end of the history. */
export type HistoryEnd = { readonly history: Decimal; readonly available: Decimal } & (
  | { readonly verdict: 'FOLLOWS' }
  /** Each of `ways` alone explains the difference. */
  | { readonly verdict: 'EXPECTED'; readonly ways: readonly (readonly HeldAmount[])[] }
  | { readonly verdict: 'DOES NOT FOLLOW'; readonly by: Decimal }
);

export interface HeldAmount {
  readonly name: HeldName;
  readonly amount: Decimal;
}

export type Finding = { readonly verdict: Verdict; readonly currency: string | undefined } & (
  | { readonly check: 'history'; readonly chain: Chain }
  | { readonly check: 'end'; readonly ending: HistoryEnd }
  | { readonly check: 'unchecked'; readonly why: WhyUnchecked; readonly count: number }
  | { readonly check: 'journal'; readonly journal: JournalCheck }
  | {
      readonly check: 'elsewhere';
      readonly count: number;
      readonly since: number;
      /** The write of an entry may be one that was pruned. */
      readonly mayBePruned: boolean;
    }
  | { readonly check: 'conversions'; readonly conversions: ConversionsCheck }
  | { readonly check: 'account'; readonly account: AccountCheck }
  | { readonly check: 'card'; readonly card: CardCheck }
);

/**
 * `changed`: the balance changed while Purser read. `unreadable`: the balance, or the history's end, can't be read.
 * `no-balance` and `no-entries`: only one of the two exists. `no-currency`: of entries. `nameless-balance`: without a
 * readable currency. `journal`: Purser can't read it.
 */
export type WhyUnchecked =
  | 'changed'
  | 'unreadable'
  | 'several-balances'
  | 'no-balance'
  | 'no-entries'
  | 'no-currency'
  | 'nameless-balance'
  | 'journal';

type Books = Pick<BooksReading, 'entries' | 'balances'> & Partial<BooksReading>;

/** By currency, in the order of the balances, then of the entries: a step for each. Then the journal. */
export function* checkBooks(reading: Books, own?: OwnBooks): Steps<readonly Finding[]> {
  const { entries, balances, account, card } = reading;
  if (card) return [ofCard(checkCard(card))];
  if (own !== 'unreadable' && own?.scope.card !== undefined) return [];
  const lists = Map.groupBy(entries.keys(), ({ currency }) => idText(currency));
  const held = balances?.after.map(currencyOf) ?? [];
  const findings: Finding[] = [];
  for (const currency of new Set([...held, ...lists.keys()])) {
    if (currency === undefined) continue;
    const chain = yield* checkChain(lists.get(currency) ?? []);
    findings.push(...findingsOf(currency, chain, balances, lists.get(undefined) ?? []));
    yield;
  }
  const entriesWithout = lists.get(undefined)?.length ?? 0;
  const balancesWithout = held.filter(currency => currency === undefined).length;
  if (entriesWithout > 0) findings.push(unchecked(undefined, 'no-currency', entriesWithout));
  if (balancesWithout > 0) findings.push(unchecked(undefined, 'nameless-balance', balancesWithout));
  if (account) findings.push(ofAccount(yield* checkAccount(account, entries.keys())));
  if (own === 'unreadable') findings.push(unchecked(undefined, 'journal'));
  else if (own) findings.push(...(yield* ownFindings(reading, own)));
  return findings;
}

function* ownFindings(
  { entries, conversions: read = new Map(), incomplete }: Books,
  books: Exclude<OwnBooks, 'unreadable'>,
): Steps<readonly Finding[]> {
  const own = { ...books, conversions: read, isComplete: incomplete === undefined };
  const findings: Finding[] = [];
  const conversions = checkConversions(own.rows, own.scope, own.conversions);
  const journal = yield* checkJournal(entries.keys(), own);
  const unread = journal ? journal.meanwhile + journal.pruned : 0;
  if (journal && journal.present + journal.findings.length + unread > 0) {
    const verdict = worstIn([
      ...journal.findings.map(one => one.verdict),
      ...(unread > 0 ? ['NOT CHECKED' as const] : []),
    ]);
    findings.push({ verdict, currency: undefined, check: 'journal', journal });
  }
  if (conversions) {
    const verdict = worstIn(conversions.findings.map(one => one.verdict));
    findings.push({ verdict, currency: undefined, check: 'conversions', conversions });
  }
  if (journal?.elsewhere)
    findings.push({ verdict: 'EXPECTED', currency: undefined, check: 'elsewhere', ...journal.elsewhere });
  return findings;
}

function ofAccount(account: AccountCheck): Finding {
  const verdict = worstIn([
    ...account.findings.map(one => one.verdict),
    ...(account.unjoined + account.unreadable > 0 ? (['NOT CHECKED'] as const) : []),
    ...(account.pending > 0 ? (['EXPECTED'] as const) : []),
  ]);
  return { verdict, currency: undefined, check: 'account', account };
}

function ofCard(card: CardCheck): Finding {
  const verdict = worstIn(card.limits.map(one => one.verdict));
  return { verdict, currency: card.limits[0]?.currency, check: 'card', card };
}

const worstIn = (verdicts: readonly Verdict[]): Verdict =>
  VERDICTS.find(verdict => verdicts.includes(verdict)) ?? 'FOLLOWS';

const currencyOf = (balance: Balance | Odd): string | undefined =>
  balance instanceof Odd ? undefined : idText(balance.currency);

const unchecked = (currency: string | undefined, why: WhyUnchecked, count = 1): Finding => ({
  ...{ verdict: 'NOT CHECKED', check: 'unchecked', currency, why, count },
});

function findingsOf(
  currency: string,
  own: Chain,
  balances: Books['balances'],
  nameless: readonly HistoryEntry[],
): readonly Finding[] {
  const chain = withNameless(own, nameless);
  const history: Finding = { verdict: verdictOn(chain), check: 'history', currency, chain };
  const end = balances && endOf(currency, chain, balances);
  const now =
    end?.verdict === 'DOES NOT FOLLOW' && mayEnd(chain, nameless) ? unchecked(currency, 'unreadable') : end;
  return chain.entries === 0 ? (now ? [now] : []) : [history, ...(now ? [now] : [])];
}

/** An entry without a readable currency may fill a gap of its time. */
function withNameless(chain: Chain, nameless: readonly HistoryEntry[]): Chain {
  const times = nameless.map(entry => whenOf('history', entry));
  const isFilled = ({ kind, before, entry }: Chain['breaks'][number]): boolean =>
    kind === 'gap' &&
    times.some(
      at => at === undefined || outside(at, whenOf('history', before), whenOf('history', entry)) <= NEAR,
    );
  const filled = chain.breaks.filter(isFilled);
  const unchecked = filled.map(({ entry }) => ({ entry, lacks: 'currency' as const }));
  return {
    ...chain,
    breaks: chain.breaks.filter(one => !filled.includes(one)),
    unchecked: [...chain.unchecked, ...unchecked],
  };
}

/** Whether an entry without a readable currency may be the newest. */
const mayEnd = ({ newest }: Chain, nameless: readonly HistoryEntry[]): boolean =>
  nameless.some(
    entry =>
      (whenOf('history', entry) ?? Number.POSITIVE_INFINITY) + NEAR >= (whenOf('history', newest) ?? 0),
  );

function verdictOn({ entries, breaks, unchecked, misplaced, reordered, fees }: Chain): Verdict {
  if (breaks.length > 0) return 'DOES NOT FOLLOW';
  if (unchecked.length > 0 || entries < 2) return 'NOT CHECKED';
  const explained =
    misplaced.length > 0 || reordered.length > 0 || ['outside', 'unclear'].includes(fees.place);
  return explained ? 'EXPECTED' : 'FOLLOWS';
}

/** Undefined if there is nothing to compare: no entry and no money. */
function endOf(
  currency: string,
  { entries, end }: Chain,
  { before, after }: NonNullable<Books['balances']>,
): Finding | undefined {
  const [earlier = [], later = []] = [before, after].map(all =>
    all.flatMap(one => (one instanceof Odd || currencyOf(one) !== currency ? [] : [amountsOf(one)])),
  );
  const [then, now] = [earlier[0], later[0]];
  if (earlier.length > 1 || later.length > 1) return unchecked(currency, 'several-balances');
  if (now === undefined) return unchecked(currency, 'no-balance');
  const { available, pending, reserved } = now;
  if (!available || !pending || !reserved || (then && !isReadable(then)))
    return unchecked(currency, 'unreadable');
  if (entries === 0)
    return [available, pending, reserved].every(isZero) ? undefined : unchecked(currency, 'no-entries');
  if (end === undefined) return unchecked(currency, 'unreadable');
  if (!then || !isSame(then, now)) return unchecked(currency, 'changed');
  const ending = endingOf(end, available, [
    { name: 'reserved', amount: reserved },
    { name: 'pending', amount: pending },
  ]);
  return { verdict: ending.verdict, check: 'end', currency, ending };
}

const amountsOf = (balance: Balance) => ({
  available: readable(balance.available_balance),
  pending: readable(balance.pending_amount),
  reserved: readable(balance.reserved_amount),
});

type Amounts = ReturnType<typeof amountsOf>;

const isReadable = ({ available, pending, reserved }: Amounts): boolean =>
  [available, pending, reserved].every(amount => amount !== undefined);

const isSame = (one: Amounts, other: Amounts): boolean =>
  (['available', 'pending', 'reserved'] as const).every(
    name => one[name] !== undefined && other[name] !== undefined && compare(one[name], other[name]) === 0,
  );

/** INTERFACE.md, Balance, does not say which of the amounts the history's balance contains. */
function endingOf(history: Decimal, available: Decimal, held: readonly HeldAmount[]): HistoryEnd {
  const by = subtract(available, history);
  if (isZero(by)) return { verdict: 'FOLLOWS', history, available };
  const some = held.filter(({ amount }) => !isZero(amount));
  const ways = [...some.map(one => [one]), some].filter(
    (way, at) =>
      (at < some.length || some.length > 1) && isZero(way.reduce((sum, { amount }) => add(sum, amount), by)),
  );
  return ways.length > 0
    ? { verdict: 'EXPECTED', history, available, ways }
    : { verdict: 'DOES NOT FOLLOW', history, available, by };
}

/** A reading that is incomplete is not checked, whatever follows in it. */
export function worstOf(findings: readonly Finding[], incomplete?: BooksReading['incomplete']): Verdict {
  const verdicts = new Set(findings.map(({ verdict }) => verdict));
  if (incomplete !== undefined) verdicts.add('NOT CHECKED');
  return VERDICTS.find(verdict => verdicts.has(verdict)) ?? 'NOT CHECKED';
}
