// Exchange rates and converted amounts. Rates change every second. The same seed and time give the same rate.
import { dice } from '../random.ts';
import { digitsOf } from './wallet.ts';

/** US dollars for one unit of each currency. */
const dollars: Readonly<Record<string, number>> = {
  ...{ USD: 1, GBP: 1.2714, EUR: 1.0853, CHF: 1.1302, CAD: 0.7193, AUD: 0.6512, JPY: 0.006642, KWD: 3.2541 },
  ...{ IDR: 0.0000629, PLN: 0.2512, INR: 0.01183, THB: 0.02884, ILS: 0.2691, SEK: 0.0948, SGD: 0.7431 },
};

/**
 * The amount of `destination` for one unit of `source`, as digits. `now`: epoch milliseconds. Undefined if there is no
 * rate.
 */
export function rateAt(seed: number, source: string, destination: string, now: number): string | undefined {
  const [from, to] = [dollars[source], dollars[destination]];
  if (from === undefined || to === undefined || source === destination) return undefined;
  const rate = (from * drift(seed, source, now)) / (to * drift(seed, destination, now));
  return rate.toPrecision(8);
}

/** Two waves, of 67 seconds and 15 minutes. Each currency has its own phases. */
function drift(seed: number, currency: string, now: number): number {
  const luck = dice(seed, `rate/${currency}`);
  const second = Math.floor(now / 1000);
  const wave = (period: number): number => Math.sin(2 * Math.PI * (second / period + luck.next()));
  return 1 + 0.004 * wave(900) + 0.001 * wave(67);
}

/** The minor units of `destination` for `minor` units of `source`, rounded half up. */
export function bought(minor: bigint, source: string, destination: string, rate: string): bigint {
  const { top, bottom } = fraction(source, destination, rate);
  return rounded(minor * top, bottom);
}

/** The minor units of `source` that give `minor` units of `destination`, rounded half up. */
export function sold(minor: bigint, source: string, destination: string, rate: string): bigint {
  const { top, bottom } = fraction(source, destination, rate);
  return rounded(minor * bottom, top);
}

/** How many minor units of `destination` one minor unit of `source` gives, as a fraction. */
function fraction(source: string, destination: string, rate: string): { top: bigint; bottom: bigint } {
  const [whole = '0', places = ''] = rate.split('.');
  return {
    top: BigInt(whole + places) * 10n ** BigInt(digitsOf(destination)),
    bottom: 10n ** BigInt(digitsOf(source) + places.length),
  };
}

function rounded(top: bigint, bottom: bigint): bigint {
  return (2n * top + bottom) / (2n * bottom);
}
