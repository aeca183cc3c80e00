/** card-numbers.ts: finds card numbers in a text, in whatever digits and with whatever between them people write; knows no names of fields. */

const DIGIT = /\p{Nd}/u;
/**
 * What stands between groups: spaces of every width, dashes of every length, dots, slashes, underscores, and what nobody
 * sees. No line end: the next line is another number. No comma: it parts thousands, and the members of a list.
 */
const BETWEEN = String.raw`[\p{Zs}\t\p{Pd}\u2212./_\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]`;
const SEPARATOR = new RegExp(BETWEEN, 'u');
const MOST_SEPARATORS = 3;
/** Without so many digits near each other there is none: most texts are done with here. */
const ENOUGH = new RegExp(String.raw`(?:\p{Nd}${BETWEEN}{0,3}){13}`, 'u');
/** They part dates, amounts and the pieces of a name as well: short groups beside one are not joined by it. */
const AMBIGUOUS = new Set([...'./_'].map(character => character.charCodeAt(0)));
const DOT = 0x2e;
const JOINED_BY_IT = 3;

const SHORTEST = 13;
const LONGEST = 19;
/** How many of its digits stay readable. */
const SHOWN = 4;

/** UTF-16 units that the longest card number may take: its digits and what is between them may be two units each. */
export const CARD_NUMBER_REACH = (LONGEST + (LONGEST - 1) * MOST_SEPARATORS) * 2;

/** `none`: nothing joins them; `ambiguous`: only groups that are long enough; `dot`: the same, by a dot alone. */
type Joint = 'none' | 'certain' | 'ambiguous' | 'dot';

/** The digits of a text, one after the other, and the groups that they stand in. Flat lists: there may be many. */
interface Digits {
  /** In UTF-16 units; the end is exclusive. */
  readonly from: number[];
  readonly to: number[];
  readonly value: number[];
  /** Which digit a group begins with. */
  readonly opens: number[];
  /** How what is before a group joins it to the group before. */
  readonly joints: Joint[];
}

export const mayHoldCardNumber = (text: string): boolean => ENOUGH.test(text);

/**
 * The text with every card number but its last four digits as "•": 13 to 19 digits that pass Luhn's test, in one piece
 * or in whole groups with one to three characters between them, also among other numbers.
 */
export function maskLuhnNumbers(text: string): string {
  if (!mayHoldCardNumber(text)) return text;
  const digits = digitsOf(text);
  const hidden = new Uint8Array(digits.value.length);
  digits.opens.forEach((_, last) => {
    const end = digits.opens[last + 1] ?? digits.value.length;
    const length = cardNumberEndingAt(digits, last, end);
    if (length > 0) hidden.fill(1, end - length, end - SHOWN);
  });
  return hidden.includes(1) ? hide(text, digits, at => hidden[at] === 1) : text;
}

/** The text with its digits but the last four as "•", where it has as many as a card number. */
export function maskLongNumber(text: string): string {
  const digits = digitsOf(text);
  const count = digits.value.length;
  return count < SHORTEST ? text : hide(text, digits, at => at < count - SHOWN);
}

/**
 * How many digits the longest card number has that ends with this group: whole groups of 13 to 19 digits that pass
 * Luhn's test; 0 for none. It looks back over 19 digits at most, so that a text takes time by its length alone.
 */
function cardNumberEndingAt({ value, opens, joints }: Digits, last: number, end: number): number {
  let sum = 0;
  let length = 0;
  for (let group = last; group >= 0; group--) {
    const opened = opens[group] ?? 0;
    const next = opens[group + 1] ?? value.length;
    if (end - opened > LONGEST) break;
    for (let at = next - 1; at >= opened; at--) {
      const digit = value[at] ?? 0;
      const double = (end - at) % 2 === 0 ? digit * 2 : digit;
      sum += double > 9 ? double - 9 : double;
    }
    const joint = joints[group] ?? 'none';
    // The digits behind a decimal point alone are a fraction.
    const alone = group === last && joint === 'dot';
    if (!alone && end - opened >= SHORTEST && sum % 10 === 0) length = end - opened;
    if (joint === 'none') break;
    const shorter = Math.min(next - opened, opened - (opens[group - 1] ?? 0));
    if (shorter < JOINED_BY_IT && joint !== 'certain') break;
  }
  return length;
}

/** All digits of a text, by one pass over its characters. */
function digitsOf(text: string): Digits {
  const digits: Digits = { from: [], to: [], value: [], opens: [], joints: [] };
  let joint: Joint = 'none';
  // Separators since the last digit; more than there can be where something else came.
  let separators = MOST_SEPARATORS + 1;
  for (let from = 0; from < text.length; ) {
    const code = text.codePointAt(from) ?? 0;
    const to = from + (code > 0xffff ? 2 : 1);
    const value = digitValue(code);
    if (value === undefined) {
      separators = separators < MOST_SEPARATORS && isSeparator(code) ? separators + 1 : MOST_SEPARATORS + 1;
      joint = separators > MOST_SEPARATORS ? 'none' : jointBy(code, separators === 1 ? 'none' : joint);
    } else {
      if (separators > 0) {
        digits.opens.push(digits.value.length);
        digits.joints.push(joint);
      }
      digits.from.push(from);
      digits.to.push(to);
      digits.value.push(value);
      separators = 0;
    }
    from = to;
  }
  return digits;
}

const ASCII_SEPARATORS = new Set([...'\t -./_'].map(character => character.charCodeAt(0)));

const isSeparator = (code: number): boolean =>
  code < 0x80 ? ASCII_SEPARATORS.has(code) : SEPARATOR.test(String.fromCodePoint(code));

/** The joint that one more separator makes of the one so far; `none` before the first. */
function jointBy(code: number, before: Joint): Joint {
  if (before === 'none') return code === DOT ? 'dot' : AMBIGUOUS.has(code) ? 'ambiguous' : 'certain';
  return before === 'certain' && !AMBIGUOUS.has(code) ? 'certain' : 'ambiguous';
}

/** Digits of every script stand in tens, from zero. Undefined for what is no digit. */
function digitValue(code: number): number | undefined {
  if (code < 0x80) return code >= 0x30 && code <= 0x39 ? code - 0x30 : undefined;
  if (!DIGIT.test(String.fromCodePoint(code))) return undefined;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}

function hide(text: string, { from, to }: Digits, hidden: (at: number) => boolean): string {
  let masked = '';
  let done = 0;
  for (let at = 0; at < from.length; at++) {
    if (!hidden(at)) continue;
    masked += `${text.slice(done, from[at])}•`;
    done = to[at] ?? text.length;
  }
  return masked + text.slice(done);
}
