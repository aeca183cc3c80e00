// Checks an UNKNOWN write against the service. Purser only reads, and a person decides.

import type { Customer } from '../../api/client/call-context.ts';
import type { Client } from '../../api/client/client.ts';
import type { Outcome } from '../../api/client/failure.ts';
import { readPage } from '../../api/contract/next-page.ts';
import { arrivals } from '../../effects/lists.ts';
import { askForPage, type PageSizes, pageSizesIn } from '../../effects/page-sizes.ts';
import { createSlots } from '../../effects/slots.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import type { Clock } from '../../lib/clock.ts';
import { later } from '../../lib/later.ts';
import { t } from '../../lib/visible.ts';
import type { ListQuery } from '../../records/query.ts';
import { isHere, journalRows } from '../../store/journal-view.ts';
import { type Document, emptyDocument } from '../../store/list.ts';
import { withReading } from '../../store/outcome-check.ts';
import { extentOf, join, noPages } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { OutcomeChecks } from '../app.ts';
import { type Definitions, definitionOf } from '../definition.ts';
import type { WriteRules } from '../write-rules.ts';
import { type CheckRead, isPaged, sinceOf } from './reconciliation.ts';

// The first frame does not need the contract.
const contract = later(() => import('../../api/contract/operations.ts'));

interface OutcomeCheckDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly client: () => Client | undefined;
  readonly rules: WriteRules;
}

const MOST_PAGES = 10;

export function createOutcomeChecks({ store, clock, client, rules }: OutcomeCheckDeps): OutcomeChecks {
  const slots = createSlots(clock);

  async function load(row: Row): Promise<void> {
    const state = store.getState();
    const service = client();
    if (!service || !canCheckOutcome(row, state)) return;
    const { intent } = row;
    const { requestId, customer } = intent;
    const since = sinceOf(intent, state.skew);
    const queries = readsOf(intent, since, rules.definitions);
    const { loading, signal } = slots.begin(requestId, 'first');
    const before = state.outcomeChecks[requestId]?.readings ?? {};
    const readings = Object.fromEntries(
      queries.map(({ operation }) => [
        operation,
        { ...(before[operation] ?? emptyDocument()), loading, failure: undefined },
      ]),
    );
    store.setState({
      outcomeChecks: {
        ...state.outcomeChecks,
        [requestId]: { of: standOf(row, state, rules), since, readings },
      },
    });
    await Promise.all(
      queries.map(async query => {
        const outcome = await perform(service, query, { customer, signal }, pageSizesIn(store));
        take(requestId, query, loading.sequence, outcome, service);
      }),
    );
    slots.end(requestId, loading);
  }

  function take(
    requestId: string,
    { operation }: CheckRead,
    sequence: number,
    outcome: Outcome<unknown>,
    service: Client,
  ): void {
    const now = store.getState().outcomeChecks[requestId]?.readings[operation];
    if (now?.loading?.sequence !== sequence) return;
    const put = (change: Partial<Document<unknown>>): void =>
      store.setState(state =>
        withReading(state, requestId, operation, reading => ({ ...reading, loading: undefined, ...change })),
      );
    if (outcome.ok) {
      const { value, raw, drift, receivedAt } = outcome;
      // On the service's clock, like the records.
      put({ value, raw, drift, asOf: receivedAt + (store.getState().skew ?? 0) });
      return;
    }
    const { failure } = outcome;
    if (failure.kind !== 'signed-out' && client() === service) {
      put({ failure });
      return;
    }
    // The next session reads everything again.
    slots.abort(requestId);
    store.setState(({ outcomeChecks }) => ({ outcomeChecks: without(outcomeChecks, requestId) }));
  }

  return {
    load,
    abandon({ intent: { requestId } }) {
      if (!slots.abort(requestId)) return false;
      store.setState(state => {
        const operations = Object.keys(state.outcomeChecks[requestId]?.readings ?? {});
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
    isDue(row) {
      const state = store.getState();
      const last = state.outcomeChecks[row.intent.requestId]?.of;
      return canCheckOutcome(row, state) && last !== standOf(row, state, rules);
    },
  };
}

const canCheckOutcome = (row: Row, state: State): boolean => row.state === 'UNKNOWN' && isHere(row, state);

const standOf = (row: Row, state: State, { changedSince }: WriteRules): string =>
  [row, ...changedSince(row, journalRows(state))].map(one => `${one.number}.${transitionOf(one)}`).join();

const transitionOf = (row: Row): number => row.transitions.at(-1)?.number ?? 0;

const without = (all: State['outcomeChecks'], requestId: string): State['outcomeChecks'] =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== requestId));

type ReadContext = { readonly customer: Customer; readonly signal: AbortSignal };

async function perform(
  service: Client,
  query: CheckRead,
  context: ReadContext,
  sizes: PageSizes,
): Promise<Outcome<unknown>> {
  return isPaged(query)
    ? await everyPage(service, query, context, sizes)
    : await service.perform(query.operation, query.input, context);
}

/** The list's order is not documented. */
async function everyPage(
  service: Client,
  query: ListQuery,
  context: ReadContext,
  sizes: PageSizes,
): Promise<Outcome<{ readonly entries: readonly unknown[]; readonly complete: boolean }>> {
  const { operations } = await contract();
  const { paging } = operations[query.operation];
  let pages = noPages<unknown>();
  for (;;) {
    const { asked, outcome } = await askForPage(service, { query, paging, place: pages, ...context }, sizes);
    if (!outcome.ok) return outcome;
    const page = readPage(paging, outcome.value, outcome.raw);
    if (!page) return { ok: false, failure: { kind: 'malformed', detail: t`the response has no list` } };
    pages = join(pages, arrivals(query, page), true, { ...page, asked });
    if (extentOf(pages) === 'part' && pages.taken < MOST_PAGES) continue;
    const value = { entries: pages.items.map(item => item.row), complete: extentOf(pages) === 'all' };
    return { ...outcome, value };
  }
}

/** Empty for an operation that this version doesn't know. */
export const readsOf = (intent: Intent, since: number, definitions: Definitions): readonly CheckRead[] =>
  definitionOf(definitions, intent.operation)?.reconcile?.plan(intent, since) ?? [];

/** In ms. */
const REST = 150;

interface WatchOutcomeCheckDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly outcomeChecks: Pick<OutcomeChecks, 'load' | 'isDue'>;
  readonly wanted: (state: State) => Row | undefined;
}

export function watchOutcomeCheck({
  store,
  clock,
  outcomeChecks,
  wanted,
}: WatchOutcomeCheckDeps): () => void {
  let resting: { readonly row: Row; readonly cancel: () => void } | undefined;

  const check = (): void => {
    const state = store.getState();
    const row = state.session.phase === 'signed-in' ? wanted(state) : undefined;
    const missing = row && outcomeChecks.isDue(row) ? row : undefined;
    if (resting?.row === missing) return;
    resting?.cancel();
    resting = undefined;
    if (!missing) return;
    const cancel = clock.after(REST, () => {
      resting = undefined;
      void outcomeChecks.load(missing);
    });
    resting = { row: missing, cancel };
  };
  const unsubscribe = store.subscribe(check);
  check();
  return () => {
    unsubscribe();
    resting?.cancel();
  };
}
