// An account's transactions. Each is computed from its row number on demand (INTERFACE.md, Account transaction).
import { offsetTimestamp } from '../clock.ts';
import { dice, type NonEmpty } from '../random.ts';
import { amount, digitsOf } from './amount.ts';
import { purposes } from './names.ts';
import { type ListParts, timesOf } from './rows.ts';

const period = 24;
const awkward: NonEmpty<bigint> = [1n, 10n, 110n, 900719925474099301n, 100000000n];

interface TransactionKind {
  readonly currency: string;
  readonly type: 'CREDIT' | 'DEBIT';
}

export type TransactionList = ReturnType<typeof transactionList>;

export function transactionList(
  parts: ListParts & { currencies: NonEmpty<string>; counterparties: NonEmpty<string> },
) {
  const { seed, name, count, currencies } = parts;
  const luck = dice(seed, `${name}/kinds`);
  const cycle = Array.from({ length: period }, (_, i): TransactionKind => {
    const other = currencies[1 + (i % Math.max(1, currencies.length - 1))];
    return {
      currency: i % 4 === 3 ? (other ?? currencies[0]) : currencies[0],
      type: luck.next() < 0.4 ? 'CREDIT' : 'DEBIT',
    };
  });
  const timeOf = timesOf(parts);
  /** Rows with a lower number are PENDING, all others SETTLED. */
  const pending = Math.min(7, Math.ceil(count / 3));
  const row = (index: number) => {
    const each = dice(seed, `${name}/${index}`);
    const { currency, type } = cycle[index % period] ?? { currency: currencies[0], type: 'CREDIT' };
    const minor = each.next() < 0.03 ? each.pick(awkward) : BigInt(each.whole(1, 10 ** each.whole(3, 8)));
    return {
      id: each.uuid(),
      amount: amount(minor, digitsOf(currency)),
      currency,
      type,
      status: index < pending ? 'PENDING' : 'SETTLED',
      create_time: offsetTimestamp(timeOf(index)),
      description: `${each.pick(purposes)} ${each.digits(6)} ${each.pick(parts.counterparties)}`,
    };
  };
  return { count, cycle, timeOf, row, pending };
}
