// Finds the largest page size that a service accepts. INTERFACE.md states this size for the beneficiary list only.

import type { Customer } from '../api/client/call-context.ts';
import type { Client } from '../api/client/client.ts';
import type { Outcome } from '../api/client/failure.ts';
import { FIRST_PLACE, nextPage, type PageAsked, type PagePlace } from '../api/contract/next-page.ts';
import type { Paging } from '../api/contract/operation.ts';
import { unsafeText } from '../lib/visible.ts';
import { type ListQuery, withFields } from '../records/query.ts';
import type { Store } from '../store/store.ts';

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
  readonly place: PagePlace;
  readonly customer: Customer | undefined;
  readonly signal: AbortSignal;
  /** Before the answer is read. */
  readonly arrived?: ((asked: PageAsked) => void) | undefined;
}

interface PageAnswer {
  readonly asked: PageAsked;
  readonly outcome: Outcome<unknown>;
}

/**
 * Smaller sizes are tried for a refused first page only. If none is accepted: the first refusal. A refused page that
 * overlaps is requested again without the overlap, because such a page may have an odd size.
 */
export async function askForPage(
  service: Client,
  { query, paging, place, customer, signal, arrived }: PageWanted,
  sizes: PageSizes,
): Promise<PageAnswer> {
  const ask = async (refused: number, at = place): Promise<PageAnswer> => {
    const asked = nextPage(paging, SIZES[refused], at);
    const input = withFields(query, asked.fields);
    const options = { customer, signal, arrived: arrived && (() => arrived(asked)) };
    return { asked, outcome: await service.perform(query.operation, input, options) };
  };
  const known = sizes.refused(query.operation);
  const first = await ask(known);
  if (paging.style === 'none' || !mayBeSize(first, paging)) return first;
  const { last } = place;
  if (first.asked.overlap > 0 && last && !place.again && !signal.aborted)
    return ask(known, { ...place, last: { ...last, plain: 'always' } });
  if (place.taken > 0) return first;
  for (let refused = known + 1; refused < SIZES.length; refused++) {
    if (signal.aborted) return first;
    const next = await ask(refused);
    if (next.outcome.ok) sizes.learn(query.operation, refused);
    if (next.outcome.ok || !mayBeSize(next, paging)) return next.outcome.ok ? next : first;
  }
  return first;
}

/** The refusal names no field, or a field of the page. */
function mayBeSize({ outcome }: PageAnswer, paging: Paging): boolean {
  if (outcome.ok || outcome.failure.kind !== 'refused' || !REFUSALS.has(outcome.failure.status)) return false;
  const fields = (outcome.failure.errors ?? []).flatMap(({ field }) =>
    field === undefined ? [] : [unsafeText(field).toLowerCase()],
  );
  const own = Object.keys(nextPage(paging, 1, FIRST_PLACE).fields);
  return fields.length === 0 || fields.some(field => own.some(name => field.includes(name.toLowerCase())));
}
