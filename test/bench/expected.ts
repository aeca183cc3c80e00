// What the measured list contains, made from the same seed. The bench compares the screen with it.
import { groupDigits } from '../../src/lib/decimal.ts';
import { folded } from '../../src/lib/fold.ts';
import { JsonNumber } from '../../src/lib/json.ts';
import { parseTimestamp } from '../../src/lib/time.ts';
import { createWorld } from '../../src/sim/world/world.ts';
import { WORLD } from './simulator.ts';

export interface ExpectedList {
  readonly rows: number;
  /** The beginning of a row's description, which is unique. */
  told(index: number): string;
  /** A row's amount as the column shows it, with the sign of its direction. */
  amount(index: number): string;
  /** How many rows contain this text. */
  matches(text: string): number;
}

/** The transactions of the first customer's first account. */
export function expectedList(rows: number): ExpectedList {
  const world = createWorld({ seed: WORLD.seed, rows, anchor: parseTimestamp(WORLD.clock) ?? 0 });
  const [customer] = world.customers;
  const list = customer?.transactions.get(customer.accounts[0]?.record.id ?? '');
  if (!list) throw new Error('the world has no transactions');
  const texts = Array.from({ length: rows }, (_, i) => Object.values(list.row(i)).map(textOf).join('\n'));
  return {
    rows,
    amount: index =>
      `${list.row(index).type === 'DEBIT' ? '−' : '+'}${groupDigits(list.row(index).amount.source)}`,
    told: index => /.*?\d{6}/.exec(list.row(index).description)?.[0] ?? '',
    matches: text => texts.filter(row => row.includes(folded(text))).length,
  };
}

const textOf = (value: string | JsonNumber): string =>
  value instanceof JsonNumber ? `${value.source} ${groupDigits(value.source)}` : folded(value);
