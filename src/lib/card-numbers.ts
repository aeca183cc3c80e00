/** Finds card numbers in a text, in digits of any script and with any usual separators. */

const DIGIT = /\p{Nd}/u;
/** Spaces, dashes, dots, slashes, underscores, invisible characters. Line ends and commas separate numbers. */
const BETWEEN = String.raw`[\p{Zs}\t\p{Pd}\u2212./_\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]`;
const SEPARATOR = new RegExp(BETWEEN, 'u');
const MOST_SEPARATORS = 3;
/** A quick test. */
const ENOUGH = new RegExp(String.raw`(?:\p{Nd}${BETWEEN}{0,3}){13}`, 'u');
/** These also separate dates, amounts and parts of names, so they don't join short groups. */
const AMBIGUOUS = new Set([...'./_'].map(character => character.charCodeAt(0)));
const DOT = 0x2e;
const JOINED_BY_IT = 3;

const SHORTEST = 13;
const LONGEST = 19;
const SHOWN = 4;

/** In UTF-16 units: digits and separators may take two each. */
export const CARD_NUMBER_REACH = (LONGEST + (LONGEST - 1) * MOST_SEPARATORS) * 2;

/** `ambiguous`: joins only groups that are long enough. `dot`: ambiguous, by a dot only. */
type Joint = 'none' | 'certain' | 'ambiguous' | 'dot';

/** Flat lists, because a text may have many digits. */
interface Digits {
  /** In UTF-16 units. The end is exclusive. */
  readonly from: number[];
  readonly to: number[];
  readonly value: number[];
  readonly opens: number[];
  /** How a group is joined to the previous group. */
  readonly joints: Joint[];
}

export const mayHoldCardNumber = (text: string): boolean => ENOUGH.test(text);

/** Masks 13 to 19 digits that pass Luhn's test, except the last four. The digits may be in groups. */
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

/** Masks even if Luhn's test fails. */
export function maskLongNumber(text: string): string {
  const digits = digitsOf(text);
  const count = digits.value.length;
  return count < SHORTEST ? text : hide(text, digits, at => at < count - SHOWN);
}

/** 0 if none ends with this group. Looks back at most 19 digits, so the time is proportional to the text. */
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
    // A single group behind a decimal point is a fraction.
    const alone = group === last && joint === 'dot';
    if (!alone && end - opened >= SHORTEST && sum % 10 === 0) length = end - opened;
    if (joint === 'none') break;
    const shorter = Math.min(next - opened, opened - (opens[group - 1] ?? 0));
    if (shorter < JOINED_BY_IT && joint !== 'certain') break;
  }
  return length;
}

function digitsOf(text: string): Digits {
  const digits: Digits = { from: [], to: [], value: [], opens: [], joints: [] };
  let joint: Joint = 'none';
  // Since the last digit; above the maximum after any other character.
  let separators = MOST_SEPARATORS + 1;
  // Of the last digit's script, which is nearly always the next digit's.
  let zero = 0x30;
  for (let from = 0; from < text.length; ) {
    const code = text.codePointAt(from) ?? 0;
    const to = from + (code > 0xffff ? 2 : 1);
    const value = code >= zero && code < zero + 10 ? code - zero : digitValue(code);
    if (value === undefined) {
      separators = isSeparator(code) ? separators + 1 : MOST_SEPARATORS + 1;
      joint = separators > MOST_SEPARATORS ? 'none' : jointBy(code, separators === 1 ? 'none' : joint);
    } else {
      if (separators > 0) {
        digits.opens.push(digits.value.length);
        digits.joints.push(joint);
      }
      digits.from.push(from);
      digits.to.push(to);
      digits.value.push(value);
      zero = code - value;
      separators = 0;
    }
    from = to;
  }
  return digits;
}

const ASCII_SEPARATORS = new Set([...'\t -./_'].map(character => character.charCodeAt(0)));

const isSeparator = (code: number): boolean =>
  code < 0x80 ? ASCII_SEPARATORS.has(code) : SEPARATOR.test(String.fromCodePoint(code));

/** `before` is `none` for the first separator. */
function jointBy(code: number, before: Joint): Joint {
  if (before === 'none') return code === DOT ? 'dot' : AMBIGUOUS.has(code) ? 'ambiguous' : 'certain';
  return before === 'certain' && !AMBIGUOUS.has(code) ? 'certain' : 'ambiguous';
}

/** The digits of every script come in tens, from zero. */
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
