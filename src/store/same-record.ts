// Tells one record from another by its content, because a service may give the same ID to the legs of one movement.

import { isObject, type Json, JsonNumber } from '../lib/json.ts';

const wordsIn = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap(line => line.split(' ')));

/** A record may get another status later, and with the status a reason and the time of the change. */
const CHANGING = wordsIn(
  'status state reason last update updated modified changed',
  'settled settlement completed processed cleared posted used',
);

/**
 * What tells two records with the same ID apart. Other members may differ in each answer, and then each reading would be
 * another record.
 */
const TELLING = wordsIn(
  'id amount currency balance fee rate debit credit type kind direction side',
  'leg entry sequence sign value description narrative reference ref statement',
  'name merchant debtor creditor account number source destination mandate method',
  'create created creation date time booked booking',
);

/** In `lastUsedAt`, `last_used_at` and `last-used-at`: "last", "used", "at". */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

/** The names of an API. The limit is for a service that sends others each time. */
const KNOWN_NAMES = 1_000;
type Member = 'changing' | 'telling' | 'other';
const known = new Map<string, Member>();

function memberOf(name: string): Member {
  const before = known.get(name);
  if (before !== undefined) return before;
  const words = wordsOf(name);
  const isTelling = words.some(word => TELLING.has(word));
  const member = words.some(word => CHANGING.has(word)) ? 'changing' : isTelling ? 'telling' : 'other';
  if (known.size < KNOWN_NAMES) known.set(name, member);
  return member;
}

/**
 * Equal for two readings of the same record, even if its status changed between them. Different for two records, even
 * with the same ID. A hash of 53 bits: collisions are too rare to matter, and a record takes 8 bytes. `nth`: of the
 * equal records on one page. Without an ID, every member that does not change counts.
 */
export function contentOf(raw: Json, nth = 1, hasId = true): number {
  const mixer = new Mixer();
  mixer.unit(nth);
  mixer.value(raw, !hasId);
  return mixer.result();
}

/** Equal for the same records in any order. */
export const pageContentOf = (contents: readonly number[]): number =>
  contents.reduce((sum, content) => (sum + (content % EXACT)) % EXACT, contents.length);

/** The sum of two numbers below it is exact in any order. */
const EXACT = 2 ** 52;

class Mixer {
  private high = 0xdeadbeef;
  private low = 0x41c6ce57;

  unit(unit: number): void {
    this.high = Math.imul(this.high ^ unit, 0x9e3779b1);
    this.low = Math.imul(this.low ^ unit, 0x5f356495);
    this.high ^= this.low >>> 13;
    this.low ^= this.high >>> 16;
  }

  text(text: string): void {
    let { high, low } = this;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      high = Math.imul(high ^ unit, 0x9e3779b1);
      low = Math.imul(low ^ unit, 0x5f356495);
      high ^= high >>> 15;
      low ^= low >>> 13;
    }
    this.high = high;
    this.low = low;
    this.unit(text.length);
  }

  /** `whole`: with members that are not telling. */
  value(value: Json, whole: boolean): void {
    if (typeof value === 'string') this.text(value);
    else if (value instanceof JsonNumber) this.text(value.source);
    else if (Array.isArray(value)) {
      this.unit(value.length);
      for (const one of value) this.value(one, whole);
    } else if (isObject(value)) this.members(value, whole);
    else this.unit(value === null ? 0 : value === true ? 1 : 2);
  }

  /** In any order. A member without a value is an absent member. */
  private members(object: { readonly [name: string]: Json }, whole: boolean): void {
    const { high, low } = this;
    let [highs, lows] = [0, 0];
    for (const name of Object.keys(object)) {
      const value = object[name] ?? null;
      const member = memberOf(name);
      if (value === null || member === 'changing') continue;
      const counts = whole || member === 'telling';
      if (!counts && !isObject(value)) continue;
      this.high = high;
      this.low = low;
      this.text(name);
      this.value(value, counts);
      highs = (highs + this.high) | 0;
      lows = (lows + this.low) | 0;
    }
    this.high = high ^ highs;
    this.low = low ^ lows;
    this.unit(0);
  }

  result(): number {
    return (this.high & 0x1fffff) * 2 ** 32 + (this.low >>> 0);
  }
}
