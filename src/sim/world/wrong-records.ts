// Records that contradict the balance history on purpose. The seed decides which.

import { dice } from '../random.ts';
import { offsetTimestamp } from '../service-clock.ts';
import { number } from './amount.ts';
import { type WorldPart, wholeList } from './computed-rows.ts';
import type { HistoryList } from './sim-history.ts';
import type { TransactionList } from './transactions.ts';

/**
 * `journal-missing`: a payout that the service confirms moves no money. `conversion-rate`: the record of a conversion has another
 * rate. `card-limit`: more remains of a card's limit than the limit. `transaction-missing`: an account has a transaction
 * without an entry. `transactions-joined` is no fault: transactions have the IDs of their entries.
 */
export const RECORD_RULES = [
  'journal-missing',
  'conversion-rate',
  'card-limit',
  'transaction-missing',
  'transactions-joined',
] as const;

/** Whether the nth payout or conversion of a world is wrong: every second, from the second or the third on. */
export const isWrong = (seed: number, nth: number): boolean => nth > 0 && nth % 2 === seed % 2;

/** One per cent higher. */
export function wrongRate(rate: string): string {
  const [whole = '0', places = ''] = rate.split('.');
  const units = BigInt(whole + places) * 101n;
  const digits = units.toString().padStart(places.length + 3, '0');
  return `${digits.slice(0, -(places.length + 2))}.${digits.slice(-(places.length + 2))}`;
}

/** The transactions of an account are the entries of its currency. `missing`: and one more. */
export function joinedTransactions(
  past: HistoryList,
  currency: string,
  { seed, name }: WorldPart,
  missing: boolean,
): { readonly list: TransactionList; readonly fault: string | undefined } {
  const luck = dice(seed, `${name}/joined`);
  const rows = Array.from({ length: past.count }, (_, index) => ({
    at: past.timeOf(index),
    entry: past.row(index),
  }))
    .filter(({ entry }) => entry.currency === currency)
    .map(({ at, entry }) => {
      const { source } = entry.amount;
      return rowOf({ id: entry.id, at, currency, description: entry.description }, source);
    });
  const place = luck.whole(0, Math.max(0, rows.length - 2));
  const beside = rows[place];
  const extra =
    missing && beside
      ? rowOf(
          { id: luck.uuid(), at: beside.at, currency, description: 'Fee 000000' },
          `-${luck.whole(10 ** 7, 10 ** 8)}`,
        )
      : undefined;
  const all = extra ? rows.toSpliced(place, 0, extra) : rows;
  return { list: { ...wholeList(all), cycle: [], pending: 0 }, fault: extra?.row.id };
}

function rowOf(
  { at, ...of }: { id: string; at: number; currency: string; description: string },
  moved: string,
) {
  const type = moved.startsWith('-') ? ('DEBIT' as const) : ('CREDIT' as const);
  const row = {
    ...of,
    type,
    status: 'SETTLED',
    amount: number(moved.replace('-', '')),
    create_time: offsetTimestamp(at),
  };
  return { kind: { currency: of.currency, type }, at, row };
}
