// Finds the largest page size that a service accepts. INTERFACE.md states this size for the beneficiary list only.

import type { Client } from '../api/client/client.ts';
import type { Outcome } from '../api/client/failure.ts';
import type { Customer } from '../api/client/service.ts';
import type { Paging } from '../api/contract/operation.ts';
import { pageFields } from '../api/contract/paging.ts';
import { unsafeText } from '../lib/visible.ts';
import type { Store } from '../store/store.ts';
import { type ListQuery, withFields } from './query.ts';

/** Undefined leaves the size to the service. A service that silently sends fewer rows does no harm. */
const SIZES = [100, 50, 20, undefined] as const;

/** With which a service may refuse a size. */
const REFUSALS: ReadonlySet<number> = new Set([400, 422]);

export interface PageSizes {
  refused(operation: string): number;
  learn(operation: string, refused: number): void;
}

/** For each address, until Purser ends. */
export function pageSizesIn(store: Store): PageSizes {
  const key = (operation: string): string => `${store.getState().reach.baseUrl} ${operation}`;
  return {
    refused: operation => store.getState().pageSizes[key(operation)] ?? 0,
    learn: (operation, refused) =>
      store.setState(({ pageSizes }) => ({ pageSizes: { ...pageSizes, [key(operation)]: refused } })),
  };
}

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
  /** Before the answer is read. */
  readonly arrived?: (() => void) | undefined;
}

/** Smaller sizes are tried for a refused first page only. If none is accepted: the first refusal. */
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

/** The refusal names no field, or a field of the page. */
function mayBeSize(outcome: Outcome<unknown>, paging: Paging): boolean {
  if (outcome.ok || outcome.failure.kind !== 'refused' || !REFUSALS.has(outcome.failure.status)) return false;
  const fields = (outcome.failure.errors ?? []).flatMap(({ field }) =>
    field === undefined ? [] : [unsafeText(field).toLowerCase()],
  );
  const own = Object.keys(pageFields(paging, 1, { taken: 0, received: 0 }));
  return fields.length === 0 || fields.some(field => own.some(name => field.includes(name.toLowerCase())));
}
