// Reads what a check of the books needs, one request at a time: the balances, the whole history, the balances again.

import type { Client } from '../api/client/client.ts';
import { explain } from '../api/client/explain.ts';
import type { Failure } from '../api/client/failure.ts';
import type { Customer } from '../api/client/service.ts';
import { Odd } from '../api/contract/odd.ts';
import type { Result } from '../api/contract/operations.ts';
import { sameId } from '../lib/identifier.ts';
import type { Json } from '../lib/json.ts';
import { t, type Untrusted, unsafeText, type Visible } from '../lib/visible.ts';
import type { FlowSlot } from '../store/flow.ts';
import type { Item } from '../store/paging.ts';
import { customerKey } from '../store/workspace.ts';
import { fetchPages } from './export-pages.ts';
import { type PageSizes, pageSizesIn } from './page-sizes.ts';
import type { RowOf } from './query.ts';
import type { ReadDeps } from './session.ts';

type Entry = RowOf<'account.balanceHistory'>;
type Balances = readonly (RowOf<'account.balances'> | Odd)[];

/** As the service's list takes it: a currency and days. */
export type BooksScope = Readonly<Partial<Record<'currency' | 'from_date' | 'to_date', string>>>;

/** By ID. Without those that could not be read. */
export type ConversionsRead = ReadonlyMap<string, Result<'conversion.get'>>;

export interface BooksReading {
  /** As the service lists them, with the JSON of each. */
  readonly entries: ReadonlyMap<Entry, Json>;
  /** Before and after the entries. Undefined if the period is over, or a read failed. */
  readonly balances: { readonly before: Balances; readonly after: Balances } | undefined;
  /** Read before the entries, so that the history already has what they say. */
  readonly conversions: ConversionsRead;
  /** Why something is missing. */
  readonly incomplete: Visible | undefined;
  readonly failure?: Failure;
}

interface BooksSource {
  readonly service: Client;
  readonly customer: Customer | undefined;
  readonly scope: BooksScope;
  /** The IDs to read. */
  readonly conversions: readonly string[];
  readonly signal: AbortSignal;
  readonly sizes: PageSizes;
  /** The number of entries so far. */
  readonly loaded: (entries: number) => void;
}

/** Undefined after `signal`. */
export async function readBooks(source: BooksSource): Promise<BooksReading | undefined> {
  const { service, customer, scope, signal, sizes, loaded } = source;
  const entries = new Map<Entry, Json>();
  const conversions = new Map<string, Result<'conversion.get'>>();
  const incomplete = (why: Visible, failure?: Failure): BooksReading | undefined =>
    signal.aborted
      ? undefined
      : { entries, conversions, balances: undefined, incomplete: why, ...(failure && { failure }) };
  const failed = (failure: Failure, title: Visible) =>
    incomplete(explain(failure, title, { does: 'read' }).what, failure);
  const before = await readBalances(source);
  if ('failure' in before) return failed(before.failure, BALANCES);
  for (const id of source.conversions) {
    const outcome = await service.perform(
      'conversion.get',
      { query: { conversion_id: id } },
      { customer, signal },
    );
    if (outcome.ok && sameId(textIn(outcome.value.id), id)) conversions.set(id, outcome.value);
    if (!outcome.ok && outcome.failure.kind === 'signed-out') return failed(outcome.failure, t`Conversion`);
    if (signal.aborted) return undefined;
  }
  const query = { operation: 'account.balanceHistory', input: { query: scope } } as const;
  for await (const fetched of fetchPages({ query, service, customer, signal, sizes })) {
    if ('failure' in fetched) return failed(fetched.failure, t`Balance history`);
    if ('doubt' in fetched) return incomplete(fetched.doubt);
    // A cast: `fetchPages` does not know which list it reads.
    for (const { row, raw } of fetched.page as readonly Item<Entry>[])
      if (isIn(scope, row.currency)) entries.set(row, raw);
    loaded(entries.size);
  }
  if (signal.aborted) return undefined;
  const after = await readBalances(source);
  if ('failure' in after) return failed(after.failure, BALANCES);
  const isOver = scope.to_date !== undefined;
  return {
    entries,
    conversions,
    balances: isOver ? undefined : { before: before.balances, after: after.balances },
    incomplete: undefined,
  };
}

async function readBalances({ service, customer, scope, signal }: BooksSource) {
  if (scope.to_date !== undefined) return { balances: [] };
  const outcome = await service.perform('account.balances', {}, { customer, signal });
  if (!outcome.ok) return { failure: outcome.failure };
  return {
    balances: outcome.value.filter(one => one instanceof Odd || isIn(scope, one.currency)),
  };
}

/** A service may ignore the currency of a request. A row without a readable currency may be one of the scope. */
const isIn = ({ currency }: BooksScope, sent: Untrusted | Odd | undefined): boolean =>
  currency === undefined || sent === undefined || sent instanceof Odd || unsafeText(sent) === currency;

const textIn = (sent: Untrusted | Odd | undefined): string | undefined =>
  sent === undefined || sent instanceof Odd ? undefined : unsafeText(sent);

const BALANCES = t`Balances`;

/** A check of the open customer. `Found`: what the subject concludes, without the entries that it does not need. */
export type BooksCheck<Found> = { readonly scope: BooksScope } & (
  | { readonly phase: 'reading'; readonly loaded: number }
  | { readonly phase: 'stopped'; readonly loaded: number }
  /** `readAt`: epoch ms by this machine's clock. */
  | { readonly phase: 'done'; readonly readAt: number; readonly found: Found }
);

export type BooksEffects = ReturnType<typeof createBooks>;

export function createBooks({ store, clock, client, signedOut }: ReadDeps) {
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
      const reading = await readBooks({
        ...{ service, customer, scope, conversions, signal: controller.signal, sizes: pageSizesIn(store) },
        loaded(entries) {
          loaded = entries;
          if (running === own) put({ scope, phase: 'reading', loaded });
        },
      });
      if (!reading || running !== own) return;
      // The session ended, so the reading did not fail.
      if (client() !== service) return void stop();
      const { failure } = reading;
      if (failure?.kind === 'signed-out') signedOut(failure);
      if (failure?.kind === 'abandoned') return void stop();
      const readAt = clock.wall();
      try {
        const found = await conclude(reading);
        if (running !== own) return;
        running = undefined;
        put({ scope, phase: 'done', readAt, found });
      } finally {
        // An update removed the code.
        if (running === own) stop();
      }
    },
    stop,
  };
}
