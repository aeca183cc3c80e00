// Reads what a check of the books needs, one request at a time: the balances, the whole history, the balances again.

import type { Customer } from '../api/client/call-context.ts';
import type { Client } from '../api/client/client.ts';
import { explain } from '../api/client/explain.ts';
import type { Failure } from '../api/client/failure.ts';
import { Odd } from '../api/contract/odd.ts';
import type { Result } from '../api/contract/operations.ts';
import type { Json } from '../lib/json.ts';
import { t, type Untrusted, unsafeText, type Visible } from '../lib/visible.ts';
import { isId } from '../records/facts.ts';
import type { RowOf } from '../records/query.ts';
import type { HistoryEntry, Transaction } from '../records/reads.ts';
import type { FlowSlot } from '../store/flow-data.ts';
import { customerKey } from '../store/workspace.ts';
import { type CardReading, readCard } from './books-card.ts';
import { readRows, type UnreadPart } from './export-pages.ts';
import { type PageSizes, pageSizesIn } from './page-sizes.ts';
import type { ReadDeps } from './session.ts';

type ReadBalances = readonly (RowOf<'account.balances'> | Odd)[];

/**
 * A currency and days, as the service's lists take them. `account`: also its transactions. `card`: only its limits and
 * transactions.
 */
export type BooksScope = Readonly<
  Partial<Record<'currency' | 'from_date' | 'to_date' | 'account' | 'card', string>>
>;

/** By ID. Without those that could not be read. */
export type ConversionsRead = ReadonlyMap<string, Result<'conversion.get'>>;

export interface AccountReading {
  readonly id: string;
  readonly transactions: ReadonlyMap<Transaction, Json>;
  /** Without a limit of currency or days, and complete. */
  readonly isWhole: boolean;
}

export interface BooksReading {
  /** As the service lists them, with the JSON of each. */
  readonly entries: ReadonlyMap<HistoryEntry, Json>;
  /** Before and after the entries. Undefined if the period is over, or a read failed. */
  readonly balances: { readonly before: ReadBalances; readonly after: ReadBalances } | undefined;
  /** Read before the entries, so that the history already has what they say. */
  readonly conversions: ConversionsRead;
  /** Read before the entries. */
  readonly account?: AccountReading;
  /** Then nothing else was read. */
  readonly card?: CardReading;
  /** Why something is missing. */
  readonly incomplete: Visible | undefined;
  readonly failure?: Failure;
}

export interface BooksSource {
  readonly service: Client;
  readonly customer: Customer | undefined;
  readonly scope: BooksScope;
  /** The IDs to read. */
  readonly conversions: () => Promise<readonly string[]>;
  readonly signal: AbortSignal;
  readonly sizes: PageSizes;
  /** Epoch ms of the service's clock. */
  readonly now: number;
  /** The number of entries so far. */
  readonly loaded: (entries: number) => void;
}

/** Undefined after `signal`. */
export async function readBooks(source: BooksSource): Promise<BooksReading | undefined> {
  const { signal, scope } = source;
  const read: Draft = { entries: new Map(), conversions: new Map() };
  const unread = await (scope.card === undefined ? readAll(source, read) : readOne(source, read, scope.card));
  if (signal.aborted) return undefined;
  const { entries, conversions, balances, transactions, card } = read;
  const { account, currency, from_date: from, to_date: to } = scope;
  const isWhole = !unread && [currency, from, to].every(limit => limit === undefined);
  const failure = unread && 'failure' in unread ? unread.failure : undefined;
  return {
    entries,
    conversions,
    ...(transactions && account !== undefined && { account: { id: account, transactions, isWhole } }),
    ...(card && { card }),
    balances: unread ? undefined : balances,
    incomplete: unread && whyOf(unread),
    ...(failure && { failure }),
  };
}

const whyOf = (unread: UnreadPart): Visible =>
  'doubt' in unread ? unread.doubt : explain(unread.failure, unread.title, { does: 'read' }).what;

interface Draft {
  readonly entries: Map<HistoryEntry, Json>;
  readonly conversions: Map<string, Result<'conversion.get'>>;
  balances?: BooksReading['balances'];
  transactions?: Map<Transaction, Json>;
  card?: CardReading;
}

async function readOne(source: BooksSource, read: Draft, id: string): Promise<UnreadPart | undefined> {
  const card = await readCard(source, id);
  if (card && !('id' in card)) return card;
  if (card) read.card = card;
  return undefined;
}

/** What comes first has nothing that the history lacks, because the history is read later. */
async function readAll(source: BooksSource, read: Draft): Promise<UnreadPart | undefined> {
  const { to_date: to } = source.scope;
  const before = await readBalances(source);
  if (!('balances' in before)) return before;
  const unread =
    (await readConversions(source, read)) ??
    (await readTransactions(source, read)) ??
    (await readHistory(source, read));
  if (unread || source.signal.aborted) return unread;
  const after = await readBalances(source);
  if (!('balances' in after)) return after;
  if (to === undefined) read.balances = { before: before.balances, after: after.balances };
  return undefined;
}

const queryOf = ({ currency, from_date, to_date }: BooksScope) => ({
  ...(currency !== undefined && { currency }),
  ...(from_date !== undefined && { from_date }),
  ...(to_date !== undefined && { to_date }),
});

async function readTransactions(source: BooksSource, read: Draft): Promise<UnreadPart | undefined> {
  const { scope } = source;
  if (scope.account === undefined) return undefined;
  const transactions = new Map<Transaction, Json>();
  read.transactions = transactions;
  const input = { headers: { 'x-account-id': scope.account }, query: queryOf(scope) };
  return readRows(source, { operation: 'account.transactions', input } as const, {
    title: t`Transactions`,
    take(row, raw) {
      if (isIn(scope, row.currency)) transactions.set(row, raw);
      return undefined;
    },
  });
}

async function readHistory(source: BooksSource, { entries }: Draft): Promise<UnreadPart | undefined> {
  const { scope, loaded } = source;
  const query = { operation: 'account.balanceHistory', input: { query: queryOf(scope) } } as const;
  return readRows(source, query, {
    title: t`Balance history`,
    take(row, raw) {
      if (isIn(scope, row.currency)) entries.set(row, raw);
      return undefined;
    },
    loaded: () => loaded(entries.size),
  });
}

async function readConversions(source: BooksSource, read: Draft): Promise<UnreadPart | undefined> {
  const { service, customer, signal } = source;
  for (const id of await source.conversions()) {
    if (signal.aborted) return undefined;
    const input = { query: { conversion_id: id } };
    const outcome = await service.perform('conversion.get', input, { customer, signal });
    if (outcome.ok && isId(outcome.value.id, id)) read.conversions.set(id, outcome.value);
    // Another failure leaves only this conversion unchecked.
    if (!outcome.ok && outcome.failure.kind === 'signed-out')
      return { failure: outcome.failure, title: t`Conversion` };
  }
  return undefined;
}

async function readBalances({
  service,
  customer,
  scope,
  signal,
}: BooksSource): Promise<UnreadPart | { readonly balances: ReadBalances }> {
  if (scope.to_date !== undefined) return { balances: [] };
  const outcome = await service.perform('account.balances', {}, { customer, signal });
  if (!outcome.ok) return { failure: outcome.failure, title: BALANCES };
  return {
    balances: outcome.value.filter(one => one instanceof Odd || isIn(scope, one.currency)),
  };
}

/** A service may ignore the currency of a request. A row without a readable currency may be one of the scope. */
const isIn = ({ currency }: BooksScope, sent: Untrusted | Odd | undefined): boolean =>
  currency === undefined ||
  sent === undefined ||
  sent instanceof Odd ||
  unsafeText(sent).toUpperCase() === currency;

const BALANCES = t`Balances`;

/** A check of the open customer. `Found`: what the subject concludes, without the entries that it does not need. */
export type BooksCheck<Found> = { readonly scope: BooksScope } & (
  | { readonly phase: 'reading'; readonly loaded: number }
  | { readonly phase: 'stopped'; readonly loaded: number }
  /** `readAt`: epoch ms by this machine's clock. */
  | { readonly phase: 'done'; readonly readAt: number; readonly found: Found }
);

export type BooksEffects = ReturnType<typeof createBooks>;

export function createBooks({ store, clock, client }: ReadDeps) {
  let running: { readonly controller: AbortController; stopped(): void } | undefined;

  /** False if none was running. */
  function stop(): boolean {
    const was = running;
    running = undefined;
    was?.controller.abort();
    was?.stopped();
    return was !== undefined;
  }

  return {
    /** An earlier check stops. */
    async begin<Found>(
      slot: FlowSlot<BooksCheck<Found>>,
      { scope, conversions }: Pick<BooksSource, 'scope' | 'conversions'>,
      conclude: (reading: BooksReading) => Promise<Found>,
    ): Promise<void> {
      stop();
      const { customer } = store.getState();
      const service = client();
      if (!customer || !service) return;
      const controller = new AbortController();
      const owner = customerKey(customer);
      let loaded = 0;
      const put = (check: BooksCheck<Found>): void =>
        store.setState(state => slot.change(state, owner, () => check));
      const own = { controller, stopped: () => put({ scope, phase: 'stopped', loaded }) };
      running = own;
      store.setState(state => slot.set(state, { scope, phase: 'reading', loaded }));
      try {
        const reading = await readBooks({
          service,
          customer,
          scope,
          conversions,
          signal: controller.signal,
          sizes: pageSizesIn(store),
          now: clock.wall() + (store.getState().skew ?? 0),
          loaded(entries) {
            loaded = entries;
            if (running === own) put({ scope, phase: 'reading', loaded });
          },
        });
        if (!reading || running !== own) return;
        const { kind } = reading.failure ?? {};
        // The session ended, so the reading did not fail.
        if (kind === 'abandoned' || (kind !== 'signed-out' && client() !== service)) return;
        const readAt = clock.wall();
        const found = await conclude(reading);
        if (running !== own) return;
        running = undefined;
        put({ scope, phase: 'done', readAt, found });
      } finally {
        // Also if an update removed the code.
        if (running === own) stop();
      }
    },
    stop,
  };
}
