/** paging.ts: how the nth page of a list is asked for, and where its rows are in the answer; one for every paging style. */

import { type Json, JsonNumber } from '../../lib/json.ts';
import { Odd } from './odd.ts';
import type { Declaration } from './operation.ts';

export type Paging = Declaration['paging'];

/** What is loaded when a page is asked for: so many pages, and so many records in them. */
interface Place {
  readonly taken: number;
  readonly received: number;
}

/**
 * The query fields that ask for the next page, of `size` rows where the service allows as many; without it, as many
 * as the service's default. Where INTERFACE.md gives no first number, the first page is asked for without one, then page 1,
 * which may be the same page (FAULTS D2).
 */
export function pageFields(
  paging: Paging,
  size: number | undefined,
  { taken, received }: Place,
): Readonly<Record<string, number>> {
  switch (paging.style) {
    case 'none':
      return {};
    case 'page':
      return { [paging.page]: paging.first + taken, ...(size !== undefined && { [paging.size]: size }) };
    case 'offset':
      return {
        [paging.offset]: received,
        ...(size !== undefined && { [paging.limit]: Math.min(size, paging.mostLimit ?? size) }),
      };
    case 'has-more':
      return {
        ...(taken === 0 ? {} : { [paging.page]: taken }),
        ...(size !== undefined && { [paging.size]: size }),
      };
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** What one answer holds of a list. */
export interface PageOfAnswer {
  /** As the contract decoded them; an item that is no record at all is one without fields. */
  readonly rows: readonly Fields[];
  /** The same as they came. */
  readonly raws: readonly Json[];
  readonly more?: boolean;
  readonly total?: number;
  readonly perhapsFirst?: boolean;
}

/** Reads `value`, the decoded result, and `raw`, the same as it came; undefined where no list is in it (FAULTS C18). */
export function readPage(paging: Paging, value: unknown, raw: Json): PageOfAnswer | undefined {
  const wrapped = paging.style === 'offset' ? paging.list : paging.style;
  const name = wrapped === 'counted' ? 'data' : wrapped === 'has-more' ? 'items' : undefined;
  const list = name === undefined ? value : fieldsOf(value)[name];
  const raws = name === undefined ? raw : fieldsOf(raw)[name];
  if (!isList(list) || !isList<Json>(raws)) return undefined;
  const page = { rows: list.map(fieldsOf), raws };
  if (wrapped === 'has-more') {
    const { has_more: more } = fieldsOf(value);
    // Offsets begin at 0; where pages begin isn't given.
    const perhapsFirst = paging.style === 'has-more';
    return { ...page, ...(perhapsFirst && { perhapsFirst }), ...(typeof more === 'boolean' && { more }) };
  }
  const total = wrapped === 'counted' ? totalIn(raw) : undefined;
  return { ...page, ...(total !== undefined && { total }) };
}

/** What is in a list of a `Json` is `Json`; of anything else, `unknown`. */
const isList = <Item = unknown>(value: unknown): value is readonly Item[] => Array.isArray(value);

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !(value instanceof Odd);

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

/** `pagination.total_count`, where it is a whole number that can be counted to. */
function totalIn(raw: Json): number | undefined {
  const { total_count: sent } = fieldsOf(fieldsOf(raw)['pagination']);
  const count = sent instanceof JsonNumber ? Number(sent.source) : undefined;
  return Number.isSafeInteger(count) && count !== undefined && count >= 0 ? count : undefined;
}
