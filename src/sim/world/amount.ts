// Money in the simulator: whole minor units in memory, exact decimal digits on the wire.
import { currencyDigits } from '../../lib/currency.ts';
import { parseDecimal } from '../../lib/decimal.ts';
import { JsonNumber } from '../../lib/json.ts';

/** `minor` units with exactly `scale` decimal places: 10n at scale 2 is 0.10. */
export function amount(minor: bigint, scale: number): JsonNumber {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale === 0 ? '' : `.${digits.slice(digits.length - scale)}`;
  return number(`${minor < 0n ? '-' : ''}${whole}${fraction}`);
}

export function number(digits: string): JsonNumber {
  const decimal = parseDecimal(digits);
  if (decimal === undefined) throw new Error(`not a JSON number: ${digits}`);
  return new JsonNumber(decimal);
}

/** The decimal places that fit the currency and the given opening amounts. */
export function scaleFor(currency: string, digits: readonly string[]): number {
  const places = digits.map(text => (text.split('.')[1] ?? '').length);
  return Math.max(currencyDigits(currency) ?? 2, ...places);
}

/** "-1250.75" at scale 2 is -125075n. */
export function minorUnits(digits: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = digits.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(scale, '0'));
  return digits.startsWith('-') ? -size : size;
}

export const digitsOf = (currency: string): number => scaleFor(currency, []);
