/** Limits the length of every text from the service, so that all other code can rely on it. */

import { CARD_NUMBER_REACH } from './card-numbers.ts';
import { bareObject, isJsonList, type Json, JsonNumber, writeJson } from './json.ts';
import { maskCardNumbers } from './redact.ts';

/** In UTF-16 units. `visible` has room for this and for the mark "…(cut: …)". */
export const LONGEST_TEXT = 4000;
/** A longer text is shown with a mark, and never used as an ID or a name. */
export const LONGEST_NAME = 1000;
/** For field names that the service invents. */
export const LONGEST_KEY = 200;

/** A card number across the cut is masked first, so that no part of it stays. No ID is this long. */
export const boundedText = (text: string, limit = LONGEST_TEXT): string =>
  text.length <= limit ? text : `${beginning(text, limit)}…(cut: ${text.length} chars in all)`;

function beginning(text: string, limit: number): string {
  // Wide enough for any card number across the cut. Later code masks the text before the window.
  const from = Math.max(0, limit - CARD_NUMBER_REACH);
  const window = text.slice(from, limit + CARD_NUMBER_REACH);
  const beyond = from + window.length < text.length ? CARD_NUMBER_REACH : 0;
  const near = maskCardNumbers(window);
  const masked = text.slice(0, from) + near.slice(0, Math.min(limit - from, near.length - beyond));
  return masked.replace(/[\ud800-\udbff]$/, '');
}

export interface Bounded {
  readonly value: Json;
  /** Paths of names. */
  readonly cut: readonly (readonly string[])[];
}

/** A number longer than any amount becomes a text, because cut digits must have a mark. */
export function boundedJson(value: Json): Bounded {
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
    // No prototype, so "__proto__" is a name like any other.
    const object = bareObject();
    for (const [name, member] of Object.entries(item)) {
      const short = shorter(name, LONGEST_KEY);
      // Two long names may have the same beginning.
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

/** About the first `most` characters: a huge record would block the screen at every key press. */
export function firstPart(value: Json, most: number): { readonly value: Json; readonly left: number } {
  if (isWithin(value, most)) return { value, left: 0 };
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

function isWithin(value: Json, most: number): boolean {
  let used = 0;
  function fits(item: Json): boolean {
    if (item === null || typeof item !== 'object' || item instanceof JsonNumber)
      used += typeof item === 'string' ? item.length : 8;
    else if (isJsonList(item)) return item.every(fits);
    else
      for (const name of Object.keys(item)) {
        used += name.length;
        if (!fits(item[name] ?? null)) return false;
      }
    return used <= most;
  }
  return fits(value);
}

/** On one line. Writing stops at the limit. */
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
