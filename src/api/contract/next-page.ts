/** How to request the next page of a list, and where its rows are in the answer. */

import { type Json, JsonNumber } from '../../lib/json.ts';
import { Odd } from './odd.ts';
import type { Paging } from './operation.ts';

/** One request for a page. */
export interface PageAsked {
  readonly fields: Readonly<Record<string, number>>;
  /** Undefined: the service decides. */
  readonly size: number | undefined;
  /** By the service's own numbers. */
  readonly page: number;
  /** The number of rows of earlier pages that this page repeats. */
  readonly overlap: number;
  /** The same page as before, because rows have left the list since. */
  readonly again: boolean;
  /** The next page does not overlap, or no later page, because the service does not follow the requested positions. */
  readonly plain?: 'next' | 'always' | undefined;
}

/** How far a list is read. */
export interface PagePlace {
  readonly taken: number;
  /** The number of rows before the next page. */
  readonly position: number;
  readonly last: (PageAsked & { readonly rows: number }) | undefined;
  /** The last page has to be read again. */
  readonly again: boolean;
}

export const FIRST_PLACE: PagePlace = { taken: 0, position: 0, last: undefined, again: false };

/** The most rows that may leave the list between two pages without a miss. */
const OVERLAP = 3;

/**
 * After a full page, the next page repeats a few rows. If its first row is new, rows have left the list in between. If
 * the first page's number is not documented, the first request has none and the next has 1, which may get the first
 * page again (FAULTS D2).
 */
export function nextPage(paging: Paging, size: number | undefined, place: PagePlace): PageAsked {
  const { taken, position, last } = place;
  if (place.again && last) return { ...last, overlap: last.rows, again: true };
  const plainOn = last?.plain === 'always' ? last.plain : undefined;
  const asked = { size, page: taken, overlap: 0, again: false, plain: plainOn };
  if (paging.style === 'none') return { ...asked, fields: {} };
  const overlaps = last?.plain === undefined && last?.size !== undefined && last.rows === last.size;
  if (paging.style === 'offset') {
    const limit = size === undefined ? undefined : Math.min(size, paging.mostLimit ?? size);
    const overlap = overlaps && limit !== undefined ? overlapOf(limit) : 0;
    const fields = {
      [paging.offset]: position - overlap,
      ...(limit !== undefined && { [paging.limit]: limit }),
    };
    return { ...asked, size: limit, overlap, fields };
  }
  if (paging.style === 'has-more') return { ...asked, fields: pageFields(paging, taken || undefined, size) };
  const number = last ? last.page + 1 : paging.first + taken;
  const plain = { ...asked, page: number, size: last ? last.size : size };
  const end = overlaps && last.size !== undefined ? (number - paging.first) * last.size : undefined;
  const found = end === undefined || size === undefined ? plain : overlapping(plain, paging.first, end, size);
  return { ...found, fields: pageFields(paging, found.page, found.size) };
}

const pageFields = (
  { page: name, size: sizeName }: { readonly page: string; readonly size: string },
  page: number | undefined,
  size: number | undefined,
): Readonly<Record<string, number>> => ({
  ...(page !== undefined && { [name]: page }),
  ...(size !== undefined && { [sizeName]: size }),
});

const overlapOf = (size: number): number => Math.min(OVERLAP, Math.floor(size / 5));

/** Of all pages of all sizes that begin before the row number `end`: the page with the most new rows. */
function overlapping<Asked extends Omit<PageAsked, 'fields'>>(
  plain: Asked,
  first: number,
  end: number,
  most: number,
): Asked {
  const least = overlapOf(most);
  let best = plain;
  let gain = 0;
  for (let size = least === 0 ? 0 : most; size > gain; size--) {
    const before = Math.floor((end - least) / size);
    const overlap = end - before * size;
    if (size - overlap <= gain) continue;
    gain = size - overlap;
    best = { ...plain, page: first + before, size, overlap };
  }
  return best;
}

type RecordFields = Readonly<Record<string, unknown>>;

export interface PageOfAnswer {
  /** An item that isn't a record becomes a record without fields. */
  readonly rows: readonly RecordFields[];
  /** Undecoded. */
  readonly raws: readonly Json[];
  readonly more?: boolean;
  readonly total?: number;
  /** The page has as many rows as the service allows, or sends if the request has no limit. */
  readonly full?: boolean;
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
  if (paging.style !== 'offset' || wrapped !== 'counted') return page;
  const total = countIn(raw, 'total_count');
  const full = [paging.defaultLimit, countIn(raw, 'limit')].includes(raws.length);
  return { ...page, full, ...(total !== undefined && { total }) };
}

const isList = <Item = unknown>(value: unknown): value is readonly Item[] => Array.isArray(value);

const isRecord = (value: unknown): value is RecordFields =>
  typeof value === 'object' && value !== null && !(value instanceof Odd);

const fieldsOf = (value: unknown): RecordFields => (isRecord(value) ? value : {});

/** Only a safe whole number counts. */
function countIn(raw: Json, name: 'total_count' | 'limit'): number | undefined {
  const { [name]: sent } = fieldsOf(fieldsOf(raw)['pagination']);
  const count = sent instanceof JsonNumber ? Number(sent.source) : undefined;
  return Number.isSafeInteger(count) && count !== undefined && count >= 0 ? count : undefined;
}
