// Reading back: what the service shows of a write whose outcome is UNKNOWN. It only reads; what it proves a person says.

import type { Client } from '../api/client/client.ts';
import type { Failure, Outcome } from '../api/client/failure.ts';
import type { Customer } from '../api/client/service.ts';
import type { Input, Result } from '../api/contract/operations.ts';
import { pageFields, readPage } from '../api/contract/paging.ts';
import type { Row } from '../journal/intent.ts';
import type { Clock } from '../lib/clock.ts';
import { t } from '../lib/visible.ts';
import { isHere } from '../store/journal.ts';
import { type Document, emptyDocument } from '../store/list.ts';
import { join, noPages, received } from '../store/paging.ts';
import { type ReadBack, withReading } from '../store/read-back.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import type { RowOf } from './query.ts';
import { type ReadId, type ReadQuery, readsOf, sinceOf } from './read-back-plan.ts';
import { createSlots } from './slots.ts';

/** The history since then, as far as it was looked through. */
interface HistoryRead {
  readonly entries: readonly RowOf<'account.balanceHistory'>[];
  /** False where it goes on beyond what was looked through. */
  readonly complete: boolean;
}

type Read<Id extends ReadId> = Id extends 'account.balanceHistory' ? HistoryRead : Result<Id>;

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly client: () => Client | undefined;
  readonly signedOut: (failure: Failure) => void;
}

export interface ReadBacks {
  /** Reads anew whatever the interface has of this write, for the customer of the write; nothing of another service. */
  load(row: Row): Promise<void>;
  /** Ends the reading under way; false if there was none. */
  abandon(row: Row): boolean;
  abandonAll(): void;
}

/** Of a list's page; and how many pages are looked through. */
const PAGE_SIZE = 100;
const MOST_PAGES = 10;

export function createReadBacks({ store, clock, client, signedOut }: Parts): ReadBacks {
  const slots = createSlots(clock);

  async function load(row: Row): Promise<void> {
    const state = store.getState();
    const service = client();
    if (!service || !canReadBack(row, state)) return;
    const { intent } = row;
    const { requestId, customer } = intent;
    const since = sinceOf(intent, state.skew);
    const queries = readsOf(intent, since);
    const { loading, signal } = slots.begin(requestId, 'first');
    const before = state.readBack[requestId]?.readings ?? {};
    const readings = Object.fromEntries(
      queries.map(({ operation }) => [
        operation,
        { ...(before[operation] ?? emptyDocument()), loading, failure: undefined },
      ]),
    );
    store.setState({
      readBack: { ...state.readBack, [requestId]: { of: transitionOf(row), since, readings } },
    });
    await Promise.all(
      queries.map(async query => {
        const outcome = await perform(service, query, { customer, signal });
        take(requestId, query, loading.sequence, outcome, service);
      }),
    );
    slots.end(requestId, loading);
  }

  function take(
    requestId: string,
    { operation }: ReadQuery,
    sequence: number,
    outcome: Outcome<unknown>,
    service: Client,
  ): void {
    const now = store.getState().readBack[requestId]?.readings[operation];
    if (now?.loading?.sequence !== sequence) return;
    const put = (change: Partial<Document<unknown>>): void =>
      store.setState(state =>
        withReading(state, requestId, operation, reading => ({ ...reading, loading: undefined, ...change })),
      );
    if (outcome.ok) {
      const { value, raw, drift, receivedAt } = outcome;
      // By the server's clock, as everything that is reckoned beside its times.
      put({ value, raw, drift, asOf: receivedAt + (store.getState().skew ?? 0) });
      return;
    }
    const { failure } = outcome;
    const ended = failure.kind === 'signed-out';
    // An old session's end is no news of the present one.
    if (ended && client() === service) signedOut(failure);
    if (!ended && client() === service) {
      put({ failure });
      return;
    }
    // A session that ended is no failure of the reading's: all of it is read once there is a new one.
    slots.abort(requestId);
    store.setState(({ readBack }) => ({ readBack: without(readBack, requestId) }));
  }

  return {
    load,
    abandon({ intent: { requestId } }) {
      if (!slots.abort(requestId)) return false;
      store.setState(state => {
        const operations = Object.keys(state.readBack[requestId]?.readings ?? {});
        return operations.reduce(
          (so, operation) =>
            withReading(so, requestId, operation, reading =>
              reading.loading ? { ...reading, loading: undefined, failure: { kind: 'abandoned' } } : reading,
            ),
          state,
        );
      });
      return true;
    },
    abandonAll: slots.abortAll,
  };
}

/** Whether there is anything to find out of this row, at the service that is reached now. */
export const canReadBack = (row: Row, state: State): boolean => row.state === 'UNKNOWN' && isHere(row, state);

/** Whether it was read since the row came to stand as it does. */
export const isReadBack = (row: Row, { readBack }: State): boolean =>
  readBack[row.intent.requestId]?.of === transitionOf(row);

const transitionOf = (row: Row): number => row.transitions.at(-1)?.number ?? 0;

const without = (all: State['readBack'], requestId: string): State['readBack'] =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== requestId));

/** One of the readings; undefined where it isn't among what can be read of this write. */
export const readingOf = <Id extends ReadId>(
  { readings }: ReadBack,
  operation: Id,
): Document<Read<Id>> | undefined =>
  // Each is kept under the operation that read it.
  readings[operation] as Document<Read<Id>> | undefined;

type Context = { readonly customer: Customer; readonly signal: AbortSignal };

async function perform(service: Client, query: ReadQuery, context: Context): Promise<Outcome<unknown>> {
  return query.operation === 'account.balanceHistory'
    ? await historySince(service, query.input, context)
    : await service.perform(query.operation, query.input, context);
}

/** Every page until there are no more: whether the newest entries come first isn't given. */
async function historySince(
  service: Client,
  input: Input<'account.balanceHistory'>,
  context: Context,
): Promise<Outcome<HistoryRead>> {
  // Not imported at the top: the first frame needs no contract.
  const { operations } = await import('../api/contract/operations.ts');
  const { paging } = operations['account.balanceHistory'];
  let pages = noPages<RowOf<'account.balanceHistory'>>();
  for (;;) {
    const place = { taken: pages.taken, received: received(pages) };
    const query = { ...input.query, ...pageFields(paging, PAGE_SIZE, place) };
    const outcome = await service.perform('account.balanceHistory', { query }, context);
    if (!outcome.ok) return outcome;
    const page = readPage(paging, outcome.value, outcome.raw);
    if (!page) return { ok: false, failure: { kind: 'malformed', detail: t`the list was missing from it` } };
    const arrivals = page.rows.map((row, i) => {
      const { id } = row;
      return {
        // The contract decoded it as an item of this very list.
        row: row as RowOf<'account.balanceHistory'>,
        raw: page.raws[i] ?? null,
        id: typeof id === 'string' && id !== '' ? id : undefined,
      };
    });
    pages = join(pages, arrivals, true, page);
    if (pages.end === undefined && pages.taken < MOST_PAGES) continue;
    const value = { entries: pages.items.map(item => item.row), complete: pages.end === 'empty-page' };
    return { ...outcome, value };
  }
}
