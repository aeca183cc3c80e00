// Reads what a check of a card needs: the limits, the transactions that they may count, and the limits again.

import { findOther } from '../api/contract/about.ts';
import { Odd, readable } from '../api/contract/odd.ts';
import type { Json } from '../lib/json.ts';
import { addDays, todayIn } from '../lib/time.ts';
import { t } from '../lib/visible.ts';
import type { CardLimits, CardTransaction } from '../records/reads.ts';
import { readRows, type UnreadPart } from './export-pages.ts';
import type { BooksSource } from './read-books.ts';

export interface CardReading {
  readonly id: string;
  /** Epoch ms of the service's clock, before the reading. */
  readonly now: number;
  readonly before: CardLimits;
  readonly after: CardLimits;
  readonly transactions: ReadonlyMap<CardTransaction, Json>;
}

/** In days: the longest interval but one, and one more because the time zone of `start_date` is not documented. */
const MONTH = 32;

/** Undefined after `signal`. */
export async function readCard(
  source: BooksSource,
  id: string,
): Promise<CardReading | UnreadPart | undefined> {
  const { service, customer, signal, now } = source;
  const limits = () => service.perform('card.limits', { query: { id } }, { customer, signal });
  const first = await limits();
  if (!first.ok) return { failure: first.failure, title: t`Card limits` };
  const start_date = addDays(todayIn('UTC', now), -MONTH);
  const query = {
    operation: 'card.transactions',
    input: { query: { id, ...(!hasAllTime(first.value) && { start_date }) } },
  } as const;
  const transactions = new Map<CardTransaction, Json>();
  const unread = await readRows(source, query, {
    title: t`Card transactions`,
    take(row, raw) {
      transactions.set(row, raw);
      return findOther(row, query);
    },
    loaded: () => source.loaded(transactions.size),
  });
  if (unread || signal.aborted) return unread;
  const last = await limits();
  if (!last.ok) return { failure: last.failure, title: t`Card limits` };
  return { id, now, before: first.value, after: last.value, transactions };
}

const hasAllTime = ({ limits, cash_withdrawal_limits: cash }: CardLimits): boolean =>
  [limits, cash]
    .flatMap(all => readable(all) ?? [])
    .some(limit => !(limit instanceof Odd) && limit.interval === 'ALL_TIME');
