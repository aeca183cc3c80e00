/** How to request the next page of a list, and where its rows are in the answer. */

import { type Json, JsonNumber } from '../../lib/json.ts';
import { Odd } from './odd.ts';
import type { Paging } from './operation.ts';

/**
 * `size` if the service allows it. If the first page's number is not documented, the first request has none and the
 * next has 1, which may get the first page again (FAULTS D2).
 */
export function pageFields(
  paging: Paging,
  size: number | undefined,
  { taken, received }: { readonly taken: number; readonly received: number },
): Readonly<Record<string, number>> {
  if (paging.style === 'none') return {};
  if (paging.style === 'offset')
    return {
      [paging.offset]: received,
      ...(size !== undefined && { [paging.limit]: Math.min(size, paging.mostLimit ?? size) }),
    };
  const page = paging.style === 'page' ? paging.first + taken : taken;
  return {
    ...((paging.style === 'page' || taken > 0) && { [paging.page]: page }),
    ...(size !== undefined && { [paging.size]: size }),
  };
}

type RecordFields = Readonly<Record<string, unknown>>;

export interface PageOfAnswer {
  /** An item that isn't a record becomes a record without fields. */
  readonly rows: readonly RecordFields[];
  /** Undecoded. */
  readonly raws: readonly Json[];
  readonly more?: boolean;
  readonly total?: number;
  /** The first page's number is not documented, so the second answer may be the first page again. */
  readonly perhapsFirst?: boolean;
}

/** `value` is the decoded result, `raw` the undecoded one. Undefined if there is no list (FAULTS C18). */
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

const isList = <Item = unknown>(value: unknown): value is readonly Item[] => Array.isArray(value);

const isRecord = (value: unknown): value is RecordFields =>
  typeof value === 'object' && value !== null && !(value instanceof Odd);

const fieldsOf = (value: unknown): RecordFields => (isRecord(value) ? value : {});

/** Only a safe whole number counts. */
function totalIn(raw: Json): number | undefined {
  const { total_count: sent } = fieldsOf(fieldsOf(raw)['pagination']);
  const count = sent instanceof JsonNumber ? Number(sent.source) : undefined;
  return Number.isSafeInteger(count) && count !== undefined && count >= 0 ? count : undefined;
}
