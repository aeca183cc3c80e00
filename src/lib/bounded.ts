/** bounded.ts: the one limit for the length of a text from the service, so that all other code can rely on it. */

import { CARD_NUMBER_REACH } from './card-numbers.ts';
import { bareObject, isJsonList, type Json, JsonNumber, writeJson } from './json.ts';
import { maskCardNumbers } from './redact.ts';

/** The UTF-16 units that are kept. The mark of the cut comes on top, and `visible` can show both. */
export const LONGEST_TEXT = 4000;
/** A longer text names nothing: it is shown, marked, and never used as an ID or a name. */
export const LONGEST_NAME = 1000;
/** For field names that the service invents. */
const LONGEST_KEY = 200;

/**
 * The text, or its beginning with the count of all its characters. A card number across the cut is masked first, so
 * that no part of it stays. A text this long is no ID, so masking does no harm.
 */
export function boundedText(text: string, limit = LONGEST_TEXT): string {
  return text.length <= limit ? text : `${beginning(text, limit)}…(cut: ${text.length} chars in all)`;
}

/** The beginning of a longer text. */
function beginning(text: string, limit: number): string {
  // This window has every card number across the cut as a whole. Text before it is masked like any other.
  const from = Math.max(0, limit - CARD_NUMBER_REACH);
  const window = text.slice(from, limit + CARD_NUMBER_REACH);
  const beyond = from + window.length < text.length ? CARD_NUMBER_REACH : 0;
  const near = maskCardNumbers(window);
  const masked = text.slice(0, from) + near.slice(0, Math.min(limit - from, near.length - beyond));
  return masked.replace(/[\ud800-\udbff]$/, '');
}

export interface Bounded {
  readonly value: Json;
  /** The path of names to each cut text, number or name. */
  readonly cut: readonly (readonly string[])[];
}

/**
 * The value with every text and name bounded. A number with more digits than any amount becomes a text, so that an
 * amount never loses a digit without a mark.
 */
export function boundedJson(value: Json): Bounded {
  // Nearly every answer is: it is not copied.
  if (isBounded(value)) return { value, cut: [] };
  const cut: (readonly string[])[] = [];
  const names: string[] = [];

  function shorter(text: string, limit: number): string {
    if (text.length > limit) cut.push([...names]);
    return boundedText(text, limit);
  }

  function within(name: string, item: Json): Json {
    names.push(name);
    const bounded = walk(item);
    names.pop();
    return bounded;
  }

  function walk(item: Json): Json {
    if (typeof item === 'string') return shorter(item, LONGEST_TEXT);
    if (item instanceof JsonNumber)
      return item.source.length > LONGEST_TEXT ? shorter(item.source, LONGEST_TEXT) : item;
    if (item === null || typeof item !== 'object') return item;
    if (isJsonList(item)) return item.map(one => within('[]', one));
    // As it was parsed: "__proto__" is a name like any other.
    const object = bareObject();
    for (const [name, member] of Object.entries(item)) {
      const short = shorter(name, LONGEST_KEY);
      // Two long names may begin alike, so each gets a different short name.
      const own = short !== name ? `${short}#${cut.length}` : name;
      object[own] = within(own, member);
    }
    return object;
  }

  return { value: walk(value), cut };
}

function isBounded(value: Json): boolean {
  if (typeof value === 'string') return value.length <= LONGEST_TEXT;
  if (value instanceof JsonNumber) return value.source.length <= LONGEST_TEXT;
  if (value === null || typeof value !== 'object') return true;
  if (isJsonList(value)) return value.every(isBounded);
  return Object.keys(value).every(name => name.length <= LONGEST_KEY && isBounded(value[name] ?? null));
}

/**
 * The beginning of a value, of about `most` characters, and the number of omitted members and items. Only this part
 * of a huge record is shown and searched, because a whole one would block the screen at every key.
 */
export function firstPart(value: Json, most: number): { readonly value: Json; readonly left: number } {
  let used = 0;
  let left = 0;
  const full = (): boolean => {
    const over = used > most;
    if (over) left += 1;
    return over;
  };
  function walk(item: Json): Json {
    if (item === null || typeof item !== 'object' || item instanceof JsonNumber) {
      used += typeof item === 'string' ? item.length : 8;
      return item;
    }
    if (isJsonList(item)) return item.flatMap(one => (full() ? [] : [walk(one)]));
    const object = bareObject();
    for (const [name, member] of Object.entries(item)) {
      used += name.length;
      if (!full()) object[name] = walk(member);
    }
    return object;
  }
  return { value: walk(value), left };
}

/** A value as bounded JSON text on one line. Nothing is written beyond the limit. */
export function boundedJsonText(value: Json): string {
  const most = LONGEST_TEXT + CARD_NUMBER_REACH;
  let text = '';
  const put = (piece: string): boolean => {
    text += piece;
    return text.length <= most;
  };
  const between = (at: number): string => (at === 0 ? '' : ',');
  function write(item: Json): boolean {
    if (item === null || typeof item !== 'object' || item instanceof JsonNumber) return put(writeJson(item));
    if (isJsonList(item))
      return put('[') && item.every((one, at) => put(between(at)) && write(one)) && put(']');
    const members = Object.entries(item);
    return (
      put('{') &&
      members.every(([name, one], at) => put(`${between(at)}${writeJson(name)}:`) && write(one)) &&
      put('}')
    );
  }
  return write(value) ? boundedText(text) : `${beginning(text, LONGEST_TEXT)}…(cut: the raw record has more)`;
}
