// The page size of a request: as many rows as a service takes, which INTERFACE.md doesn't say.

import type { Client } from '../api/client/client.ts';
import type { Outcome } from '../api/client/failure.ts';
import type { Customer } from '../api/client/service.ts';
import type { Paging } from '../api/contract/operation.ts';
import { pageFields } from '../api/contract/paging.ts';
import { unsafeText } from '../lib/visible.ts';
import type { Store } from '../store/store.ts';
import { type ListQuery, withFields } from './query.ts';

/** The largest first; the last leaves it to the service. A service that silently caps a size only costs more pages. */
const SIZES = [100, 50, 20, undefined] as const;

/** Statuses that may refuse a size: unless the refusal names fields, none of them a page's. */
const REFUSALS: ReadonlySet<number> = new Set([400, 422]);

/** The facts about one service and profile: for each list, how many of the sizes it refused. */
export interface PageSizes {
  refused(operation: string): number;
  learn(operation: string, refused: number): void;
}

/** For as long as the program runs, for the current address. */
export function pageSizesIn(store: Store): PageSizes {
  const key = (operation: string): string => `${store.getState().reach.baseUrl} ${operation}`;
  return {
    refused: operation => store.getState().pageSizes[key(operation)] ?? 0,
    learn: (operation, refused) =>
      store.setState(({ pageSizes }) => ({ pageSizes: { ...pageSizes, [key(operation)]: refused } })),
  };
}

/** For one run of a command. */
export function pageSizesOfRun(): PageSizes {
  const known = new Map<string, number>();
  return {
    refused: operation => known.get(operation) ?? 0,
    learn: (operation, refused) => void known.set(operation, refused),
  };
}

interface PageWanted {
  readonly query: ListQuery;
  readonly paging: Paging;
  readonly place: Parameters<typeof pageFields>[2];
  readonly customer: Customer | undefined;
  readonly signal: AbortSignal;
  /** Called before the page is read. */
  readonly arrived?: (() => void) | undefined;
}

/**
 * Requests a page. If the first page is refused, it is requested in smaller sizes, and the accepted size is remembered;
 * if none is accepted, the first refusal is the answer. A size never changes within a list.
 */
export async function askForPage(
  service: Client,
  { query, paging, place, customer, signal, arrived }: PageWanted,
  sizes: PageSizes,
): Promise<Outcome<unknown>> {
  const ask = (refused: number) =>
    service.perform(query.operation, withFields(query, pageFields(paging, SIZES[refused], place)), {
      customer,
      signal,
      arrived,
    });
  const known = sizes.refused(query.operation);
  const first = await ask(known);
  if (place.taken > 0 || paging.style === 'none' || !mayBeSize(first, paging)) return first;
  for (let refused = known + 1; refused < SIZES.length; refused++) {
    if (signal.aborted) return first;
    const next = await ask(refused);
    if (next.ok) sizes.learn(query.operation, refused);
    if (next.ok || !mayBeSize(next, paging)) return next.ok ? next : first;
  }
  return first;
}

function mayBeSize(outcome: Outcome<unknown>, paging: Paging): boolean {
  if (outcome.ok || outcome.failure.kind !== 'refused' || !REFUSALS.has(outcome.failure.status)) return false;
  const fields = (outcome.failure.errors ?? []).flatMap(({ field }) =>
    field === undefined ? [] : [unsafeText(field).toLowerCase()],
  );
  const own = Object.keys(pageFields(paging, 1, { taken: 0, received: 0 }));
  return fields.length === 0 || fields.some(field => own.some(name => field.includes(name.toLowerCase())));
}
