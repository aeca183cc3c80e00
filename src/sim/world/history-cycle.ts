// The repeating pattern of a balance history: currency, type and balance of each position.
import type { Dice } from '../random.ts';

export interface HistoryKind {
  readonly currency: string;
  readonly source: 'DEPOSIT' | 'PAYOUT' | 'CONVERSION';
  readonly transaction: 'DEPOSIT' | 'PAYOUT' | 'CONVERSION_BUY' | 'HOLD';
  /** The first words of the description. */
  readonly word: string;
  /** The distance, in rows, to the previous (older) row of this currency. */
  readonly back: number;
  /** How far this balance is above the cycle's lowest, in units. Each step is at least `slack` units. */
  readonly rise: number;
  readonly slack: number;
  /** The size of one unit, in major units of the currency. */
  readonly unit: number;
  /** Whether this is the first row of its currency in the cycle. */
  readonly newest: boolean;
}

type Move = Pick<HistoryKind, 'source' | 'transaction' | 'word'>;
const credits: readonly [Move, ...Move[]] = [
  { source: 'DEPOSIT', transaction: 'DEPOSIT', word: 'Deposit' },
  { source: 'CONVERSION', transaction: 'CONVERSION_BUY', word: 'Conversion bought' },
];
const debits: readonly [Move, ...Move[]] = [
  { source: 'PAYOUT', transaction: 'PAYOUT', word: 'Payout' },
  { source: 'PAYOUT', transaction: 'HOLD', word: 'Held for payout' },
  { source: 'CONVERSION', transaction: 'HOLD', word: 'Held for conversion' },
];

const up = 3;
const down = 2;
/** The size of one unit: a yen balance changes by thousands, a dinar balance by tens. */
const units: Readonly<Record<string, number>> = { JPY: 9000, IDR: 700_000, INR: 4000, KWD: 17 };

/**
 * Five rows per currency, shuffled: two credits of three units and three debits of two. The balance never falls below
 * the newest value.
 */
export function historyCycle(currencies: readonly string[], luck: Dice): readonly HistoryKind[] {
  const order = shuffled(
    currencies.flatMap(currency => [currency, currency, currency, currency, currency]),
    luck,
  );
  const tracks = new Map(currencies.map(currency => [currency, track(luck)]));
  const seen = new Map<string, number>();
  return order.map((currency, i): HistoryKind => {
    const nth = seen.get(currency) ?? 0;
    seen.set(currency, nth + 1);
    const step = tracks.get(currency)?.[nth];
    if (step === undefined) throw new RangeError('a cycle has five rows per currency');
    const older = order.findIndex((other, at) => at > i && other === currency);
    const back = older < 0 ? order.length - i + order.indexOf(currency) : older - i;
    return {
      currency,
      ...step.move,
      rise: step.rise,
      back,
      slack: down,
      unit: units[currency] ?? 150,
      newest: nth === 0,
    };
  });
}

/** Five steps, newest first. Together they change nothing, and no balance is below the newest. */
function track(luck: Dice): { move: Move; rise: number }[] {
  let balance = 0;
  let creditsLeft = 2;
  const steps: { move: Move; rise: number }[] = [];
  for (let left = 5; left > 0; left--) {
    const debitsLeft = left - creditsLeft;
    const credit = creditsLeft > 0 && (balance < down || debitsLeft === 0 || luck.next() < 0.5);
    balance += credit ? up : -down;
    if (credit) creditsLeft--;
    steps.unshift({ move: credit ? luck.pick(credits) : luck.pick(debits), rise: balance });
  }
  return steps;
}

function shuffled<T>(items: readonly T[], luck: Dice): T[] {
  const rest = [...items];
  const out: T[] = [];
  while (rest.length > 0) out.push(...rest.splice(luck.whole(0, rest.length - 1), 1));
  return out;
}
