// An account's transactions. Each is computed from its row number on demand.
import type { JsonNumber } from '../../lib/json.ts';
import { offsetTimestamp } from '../clock.ts';
import { dice } from '../random.ts';
import { amount, scaleFor } from './amount.ts';
import { purposes } from './names.ts';
import { type RowPlan, spread } from './rows.ts';

/** INTERFACE.md, Account transaction. */
type TransactionRecord = {
  id: string;
  amount: JsonNumber;
  currency: string;
  type: string;
  status: string;
  create_time: string;
  description: string;
};

interface TransactionKind {
  readonly currency: string;
  readonly type: 'CREDIT' | 'DEBIT';
}

export interface TransactionList extends RowPlan<TransactionKind, TransactionRecord> {
  /** Rows with a lower number are PENDING, all others SETTLED. */
  readonly pending: number;
}

const period = 24;
/** Amounts that are easy to show wrongly, in minor units. Some rows have such an amount. */
const awkward: readonly [bigint, ...bigint[]] = [1n, 10n, 110n, 900719925474099301n, 100000000n];

export function transactionList(parts: {
  seed: number;
  name: string;
  count: number;
  anchor: number;
  currencies: readonly [string, ...string[]];
  counterparties: readonly [string, ...string[]];
}): TransactionList {
  const { seed, name, count, currencies } = parts;
  const luck = dice(seed, `${name}/kinds`);
  const cycle = Array.from({ length: period }, (_, i): TransactionKind => {
    const other = currencies[1 + (i % Math.max(1, currencies.length - 1))];
    return {
      currency: i % 4 === 3 ? (other ?? currencies[0]) : currencies[0],
      type: luck.next() < 0.4 ? 'CREDIT' : 'DEBIT',
    };
  });
  const timeOf = spread(parts.anchor, count, i => dice(seed, `${name}/time/${i}`).next());
  const pending = Math.min(7, Math.ceil(count / 3));
  const row = (index: number): TransactionRecord => {
    const each = dice(seed, `${name}/${index}`);
    const kind = cycle[index % period] ?? { currency: currencies[0], type: 'CREDIT' };
    const scale = scaleFor(kind.currency, []);
    const minor = each.next() < 0.03 ? each.pick(awkward) : BigInt(each.whole(1, 10 ** each.whole(3, 8)));
    return {
      id: each.uuid(),
      amount: amount(minor, scale),
      currency: kind.currency,
      type: kind.type,
      status: index < pending ? 'PENDING' : 'SETTLED',
      create_time: offsetTimestamp(timeOf(index)),
      description: `${each.pick(purposes)} ${each.digits(6)} ${each.pick(parts.counterparties)}`,
    };
  };
  return { count, cycle, timeOf, row, pending };
}
