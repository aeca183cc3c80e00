/** paging.ts: how to request the nth page of a list, and where its rows are in the answer, for every paging style. */

import { type Json, JsonNumber } from '../../lib/json.ts';
import { Odd } from './odd.ts';
import type { Paging } from './operation.ts';

/** The loaded part of a list. */
interface Loaded {
  /** The number of pages. */
  readonly taken: number;
  /** The number of records. */
  readonly received: number;
}

/**
 * The query fields for the next page, with `size` rows if the service allows it, or with the service's default. If
 * INTERFACE.md does not give the first page's number, the first request has no number and the next has 1. The second
 * request may then get the first page again (FAULTS D2).
 */
export function pageFields(
  paging: Paging,
  size: number | undefined,
  { taken, received }: Loaded,
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

type RecordFields = Readonly<Record<string, unknown>>;

/** The part of a list that one answer contains. */
export interface PageOfAnswer {
  /** Decoded by the contract. An item that isn't a record becomes a record without fields. */
  readonly rows: readonly RecordFields[];
  /** The same rows, undecoded. */
  readonly raws: readonly Json[];
  readonly more?: boolean;
  readonly total?: number;
  /** The number of the first page is not documented, so the second answer may be the first page again. */
  readonly perhapsFirst?: boolean;
}

/**
 * Finds the rows in `value`, the decoded result, and in `raw`, the undecoded result. Undefined if there is no list
 * (FAULTS C18).
 */
export function readPage(paging: Paging, value: unknown, raw: Json): PageOfAnswer | undefined {
  const wrapped = paging.style === 'offset' ? paging.list : paging.style;
  const name = wrapped === 'counted' ? 'data' : wrapped === 'has-more' ? 'items' : undefined;
  const list = name === undefined ? value : fieldsOf(value)[name];
  const raws = name === undefined ? raw : fieldsOf(raw)[name];
  if (!isList(list) || !isList<Json>(raws)) return undefined;
  const page = { rows: list.map(fieldsOf), raws };
  if (wrapped === 'has-more') {
    const { has_more: more } = fieldsOf(value);
    const perhapsFirst = paging.style === 'has-more';
    return { ...page, ...(perhapsFirst && { perhapsFirst }), ...(typeof more === 'boolean' && { more }) };
  }
  const total = wrapped === 'counted' ? totalIn(raw) : undefined;
  return { ...page, ...(total !== undefined && { total }) };
}

/** `Item` is `Json` for a list inside a `Json`, and `unknown` for any other list. */
const isList = <Item = unknown>(value: unknown): value is readonly Item[] => Array.isArray(value);

const isRecord = (value: unknown): value is RecordFields =>
  typeof value === 'object' && value !== null && !(value instanceof Odd);

const fieldsOf = (value: unknown): RecordFields => (isRecord(value) ? value : {});

/** `pagination.total_count`, if it is a safe whole number; otherwise undefined. */
function totalIn(raw: Json): number | undefined {
  const { total_count: sent } = fieldsOf(fieldsOf(raw)['pagination']);
  const count = sent instanceof JsonNumber ? Number(sent.source) : undefined;
  return Number.isSafeInteger(count) && count !== undefined && count >= 0 ? count : undefined;
}
