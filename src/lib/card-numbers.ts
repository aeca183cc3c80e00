/** card-numbers.ts: finds card numbers in a text, in whatever digits and with whatever between them people write; knows no names of fields. */

const DIGIT = /\p{Nd}/u;
const GROUP = /\p{Nd}+/gu;
/**
 * What stands between groups: spaces of every width, dashes of every length, dots, slashes, underscores, and what nobody
 * sees. No line end: the next line is another number. No comma: it parts thousands, and the members of a list.
 */
const BETWEEN = String.raw`[\p{Zs}\t\p{Pd}\u2212./_\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]`;
const RUN = new RegExp(String.raw`\p{Nd}+(?:${BETWEEN}{1,3}\p{Nd}+)*`, 'gu');
/** Without so many digits near each other there is none: most texts are done with here. */
const ENOUGH = new RegExp(String.raw`(?:\p{Nd}${BETWEEN}{0,3}){13}`, 'u');
/** They part dates, amounts and the pieces of a name as well: short groups beside one are not joined by it. */
const AMBIGUOUS = /[./_]/;
const JOINED_BY_IT = 3;

const SHORTEST = 13;
const LONGEST = 19;
/** How many of its digits stay readable. */
const SHOWN = 4;

interface Digit {
  /** In UTF-16 units; the end is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly value: number;
  /** The first of its group. */
  readonly opens: boolean;
  /** The first of a group that what stands before it can't join to the one before. */
  readonly parted: boolean;
  /** The first of a group behind a dot. */
  readonly fraction: boolean;
}

export const mayHoldCardNumber = (text: string): boolean => ENOUGH.test(text);

/**
 * The text with every card number but its last four digits as "•": 13 to 19 digits that pass Luhn's test, in one piece
 * or in whole groups with one to three characters between them, also among other numbers.
 */
export function maskLuhnNumbers(text: string): string {
  if (!mayHoldCardNumber(text)) return text;
  return text.replace(RUN, run => (run.length < SHORTEST ? run : maskRun(run)));
}

/** The text with its digits but the last four as "•", where it has as many as a card number. */
export function maskLongNumber(text: string): string {
  const digits = digitsOf(text);
  return digits.length < SHORTEST ? text : hide(text, digits.slice(0, -SHOWN));
}

function maskRun(run: string): string {
  const digits = digitsOf(run);
  const hidden = new Set<Digit>();
  digits.forEach(({ opens }, first) => {
    if (!opens) return;
    for (const end of endsOfCardNumbers(digits, first))
      for (const digit of digits.slice(first, end - SHOWN)) hidden.add(digit);
  });
  if (hidden.size === 0) return run;
  return hide(
    run,
    digits.filter(digit => hidden.has(digit)),
  );
}

/** Where card numbers end that begin with this digit: whole groups of 13 to 19 digits that pass Luhn's test; exclusive. */
function endsOfCardNumbers(digits: readonly Digit[], first: number): readonly number[] {
  const ends: number[] = [];
  // Luhn's sum if the last digit so far counts once, and if it counts twice.
  let [once, twice] = [0, 0];
  let groups = 0;
  for (let at = first; at < digits.length && at - first < LONGEST; at++) {
    const digit = digits[at];
    if (digit === undefined || (digit.parted && at > first)) break;
    if (digit.opens) groups++;
    const { value } = digit;
    [once, twice] = [twice + value, once + (value > 4 ? value * 2 - 9 : value * 2)];
    const next = digits[at + 1];
    const whole = next === undefined || next.opens;
    // The digits behind a decimal point alone are a fraction.
    const alone = groups === 1 && digits[first]?.fraction === true;
    if (whole && !alone && at + 1 - first >= SHORTEST && once % 10 === 0) ends.push(at + 1);
  }
  return ends;
}

/** All the digits of a text, each with what stood before its group. */
function digitsOf(text: string): readonly Digit[] {
  const digits: Digit[] = [];
  let at = 0;
  let before = 0;
  for (const { 0: group, index } of text.matchAll(GROUP)) {
    const between = text.slice(at, index);
    at = index + group.length;
    const short = Math.min(group.length, before) < JOINED_BY_IT;
    const parted = short && AMBIGUOUS.test(between);
    before = group.length;
    let from = index;
    for (const character of group) {
      const opens = from === index;
      const to = from + character.length;
      digits.push({
        from,
        to,
        value: digitValue(character),
        opens,
        parted: opens && parted,
        fraction: opens && between === '.',
      });
      from = to;
    }
  }
  return digits;
}

/** Digits of every script stand in tens, from zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 0x80) return code - 0x30;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}

function hide(text: string, digits: readonly Digit[]): string {
  let masked = '';
  let at = 0;
  for (const { from, to } of digits) {
    masked += `${text.slice(at, from)}•`;
    at = to;
  }
  return masked + text.slice(at);
}
