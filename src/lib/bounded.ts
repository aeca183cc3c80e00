/** bounded.ts: the one rule for how long a text from the service may be: everything else that reads it may rely on that. */

import { CARD_NUMBER_REACH } from './card-numbers.ts';
import { bareObject, isJsonList, type Json, JsonNumber, writeJson } from './json.ts';
import { maskCardNumbers } from './redact.ts';

/** UTF-16 units of a text that are kept; the mark of a cut comes on top, and both fit what `visible` shows. */
export const LONGEST_TEXT = 4000;
/** A text that names something, such as an ID or a person, is not longer; a longer one is shown, marked, and never used. */
export const LONGEST_NAME = 1000;
/** The name of a field that the service invents. */
const LONGEST_KEY = 200;

/**
 * The text, or its beginning with the number of characters that it has in all. A card number across the cut is masked
 * first, so that no part of it stays: too long a text is no ID that has to be kept to the letter.
 */
export function boundedText(text: string, limit = LONGEST_TEXT): string {
  return text.length <= limit ? text : `${beginning(text, limit)}…(cut: ${text.length} chars in all)`;
}

/** The first characters of a text that has more. */
function beginning(text: string, limit: number): string {
  // A card number across the cut is whole in this window; what is before it is masked as any other text.
  const from = Math.max(0, limit - CARD_NUMBER_REACH);
  const window = text.slice(from, limit + CARD_NUMBER_REACH);
  const beyond = from + window.length < text.length ? CARD_NUMBER_REACH : 0;
  const near = maskCardNumbers(window);
  const masked = text.slice(0, from) + near.slice(0, Math.min(limit - from, near.length - beyond));
  return masked.replace(/[\ud800-\udbff]$/, '');
}

export interface Bounded {
  readonly value: Json;
  /** The names that lead to each text, number or name that was cut. */
  readonly cut: readonly (readonly string[])[];
}

/**
 * The value with every text and name bounded. A number of more digits than any amount has is a text from here on: no
 * digit of an amount is ever cut without a sign.
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
      // Two long names may begin alike: each keeps a place of its own.
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
  return Object.entries(value).every(([name, member]) => name.length <= LONGEST_KEY && isBounded(member));
}

/**
 * The beginning of a value, of about `most` characters, and how many members and items were left out. A record of
 * megabytes is shown and searched by this much: all of it at every key would keep the screen waiting.
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

/** A value as JSON text on one line, bounded; no more of it is written than is shown. */
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
