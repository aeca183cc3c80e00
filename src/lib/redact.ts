/** Keeps secrets out of everything that is shown, logged or kept. */

const HIDDEN = '•••';

/** A secret that no log, JSON, template or inspection shows by accident; only `reveal` gives it. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [Symbol.toPrimitive](): string {
    return HIDDEN;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return HIDDEN;
  }
}

/** The headers with the values of `secretNames` hidden, whatever the case of either's letters. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  secretNames: ReadonlySet<string>,
): Record<string, string> {
  const secret = new Set([...secretNames].map(name => name.toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secret.has(name.toLowerCase()) ? HIDDEN : value]),
  );
}

/** Digits in groups, not part of a decimal fraction: 9007199254740993.01 is an amount. */
const DIGIT_RUN = /(?<!\d|\d\.)\d+(?:[ \u00a0-]\d+)*(?!\d|\.\d)/g;
const LETTER = /[\p{L}_]/u;
const UUID = /(?<![0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])/gi;

/** Places in a text, the end exclusive. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The text with every card number but its last four digits as "•": 13 to 19 digits that pass Luhn's test, in one piece
 * or in whole groups set apart by single spaces or dashes, also among other numbers. Groups beside a letter are not
 * joined with others: they are the tail of a UUID. A whole UUID stays as it is, of whatever digits: masked it would name
 * nothing.
 */
export function maskCardNumbers(text: string): string {
  let masked = maskDigits(text.replace(UUID, uuid => 'x'.repeat(uuid.length)));
  for (const { 0: uuid, index } of text.matchAll(UUID))
    masked = masked.slice(0, index) + uuid + masked.slice(index + uuid.length);
  return masked;
}

function maskDigits(text: string): string {
  return text.replace(DIGIT_RUN, (run: string, at: number) => {
    if (run.length < 13) return run;
    const afterLetter = LETTER.test(text[at - 1] ?? '');
    const beforeLetter = LETTER.test(text[at + run.length] ?? '');
    return maskRun(run, afterLetter, beforeLetter);
  });
}

function maskRun(run: string, afterLetter: boolean, beforeLetter: boolean): string {
  const groups: Span[] = [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({
    from: index,
    to: index + digits.length,
  }));
  const masked = [...run];
  groups.forEach(({ from }, first) => {
    let digits = '';
    for (let last = first; last < groups.length && digits.length < 19; last++) {
      const group = groups[last];
      if (group === undefined) break;
      const joined = last > first;
      if (joined && ((first === 0 && afterLetter) || (last === groups.length - 1 && beforeLetter))) break;
      digits += run.slice(group.from, group.to);
      if (isCardNumber(digits)) maskBut4(masked, from, group.to);
    }
  });
  return masked.join('');
}

/** Masks the digits of `chars` from `from` to before `to`, all but the last four. */
function maskBut4(chars: string[], from: number, to: number): void {
  let left = 4;
  for (let at = to - 1; at >= from; at--) {
    if (!/[\d•]/.test(chars[at] ?? '')) continue;
    if (left > 0) left--;
    else chars[at] = '•';
  }
}

/** 13 to 19 digits whose last is the check digit of the others by Luhn's rule. */
function isCardNumber(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const counted = place % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
