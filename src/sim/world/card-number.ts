// Card numbers as they are embossed: of a range that no bank issues, with a check digit that is right.
import type { Dice } from '../random.ts';

/** Sixteen digits that pass Luhn's test. */
export function cardNumber(luck: Dice): string {
  const body = `40000012${luck.digits(7)}`;
  let sum = 0;
  for (const [place, digit] of [...body].reverse().entries()) {
    const counted = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    sum += counted > 9 ? counted - 9 : counted;
  }
  return body + String((10 - (sum % 10)) % 10);
}

/** The first six digits and the last four. */
export function masked(number: string): string {
  return `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`;
}
