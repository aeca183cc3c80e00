// Direct debits. The clock alone decides a direct debit's status, until somebody cancels the direct debit (INTERFACE.md,
// States and transitions).
import type { JsonNumber } from '../../lib/json.ts';
import { type Dice, dice } from '../random.ts';
import type { SimulatedAccount } from './account.ts';
import { amount } from './amount.ts';
import { mandateId, mandatesInUse } from './mandates.ts';
import { numberedIds } from './numbered-id.ts';
import { type RowPlan, spread } from './rows.ts';
import { digitsOf } from './wallet.ts';

type DirectDebitRecord = {
  transaction_id: string;
  mandate_id: string;
  global_account_id: string;
  amount: JsonNumber;
  currency: string;
  debtor_name: string;
  statement_ref: string;
  status: string;
  created_at: string;
};

interface SimulatedDirectDebit {
  readonly record: DirectDebitRecord;
  /** Whether the payout is in GBP and in the United Kingdom. Only such a payout can be cancelled, while it is PENDING. */
  readonly british: boolean;
}

export interface DirectDebits {
  /** The list at `now`, in epoch milliseconds. */
  plan(now: number): RowPlan<null, DirectDebitRecord>;
  find(id: string, now: number): SimulatedDirectDebit | undefined;
  cancel(id: string): void;
  /** Adds a rejected direct debit at the time `at`, for a cancelled mandate. */
  reject(mandate: RejectedMandate, at: number): void;
}

interface RejectedMandate {
  readonly id: string;
  readonly global_account_id: string;
  readonly currency: string;
}

const hour = 3_600_000;

export function directDebitList(parts: {
  seed: number;
  name: string;
  count: number;
  anchor: number;
  accounts: readonly SimulatedAccount[];
  counterparties: readonly [string, ...string[]];
}): DirectDebits {
  const { seed, name } = parts;
  const takers = parts.accounts.flatMap(({ global }) =>
    global?.capability.support_direct_debit ? [global] : [],
  );
  // British accounts come twice, because only their direct debits can be cancelled.
  const order = [...takers.filter(({ currency }) => currency === 'GBP'), ...takers];
  const count = order.length === 0 ? 0 : parts.count;
  const ids = numberedIds(seed, name);
  const timeOf = spread(parts.anchor, count, i => dice(seed, `${name}/time/${i}`).next());
  const cancelled = new Set<string>();
  const rejected: { readonly kind: null; readonly at: number; readonly row: DirectDebitRecord }[] = [];

  const debit = (index: number, now: number): SimulatedDirectDebit => {
    const each = dice(seed, `${name}/${index}`);
    const taker = order[index % order.length];
    if (taker === undefined) throw new RangeError('nobody here takes direct debits');
    const { id: global_account_id, currency, country_code } = taker;
    const british = currency === 'GBP' && country_code === 'GB';
    const transaction_id = ids.id(index);
    const minor = BigInt(each.whole(1, 10 ** each.whole(3, 7)));
    const record: DirectDebitRecord = {
      transaction_id,
      mandate_id: mandateId(seed, global_account_id, each.whole(0, mandatesInUse - 1)),
      global_account_id,
      amount: amount(minor, digitsOf(currency)),
      currency,
      debtor_name: each.pick(parts.counterparties),
      statement_ref: `DD-${each.digits(8)}`,
      // Our choice: INTERFACE.md doesn't say which status follows a cancellation.
      status: cancelled.has(transaction_id)
        ? 'REJECTED'
        : statusAt(now - timeOf(index), lifeOf(index, british, each)),
      created_at: new Date(timeOf(index)).toISOString(),
    };
    return { record, british };
  };

  return {
    plan: now => ({
      ...{ count, cycle: [null], timeOf, row: index => debit(index, now).record },
      recent: () => rejected,
    }),
    find: (id, now) => {
      const late = rejected.find(({ row }) => row.transaction_id === id);
      if (late !== undefined) return { record: late.row, british: true };
      const index = ids.indexOf(id, count);
      return index === undefined ? undefined : debit(index, now);
    },
    cancel: id => {
      cancelled.add(id);
    },
    reject: (mandate, at) => {
      const each = dice(seed, `${name}/rejected/${rejected.length}`);
      const { currency } = mandate;
      const row: DirectDebitRecord = {
        transaction_id: each.uuid(),
        mandate_id: mandate.id,
        global_account_id: mandate.global_account_id,
        amount: amount(BigInt(each.whole(1, 100_000)), digitsOf(currency)),
        currency,
        debtor_name: each.pick(parts.counterparties),
        statement_ref: `DD-${each.digits(8)}`,
        status: 'REJECTED',
        created_at: new Date(at).toISOString(),
      };
      rejected.unshift({ kind: null, at, row });
    },
  };
}

/** Each status with the age from which it applies, in milliseconds. */
type Life = readonly (readonly [from: number, status: string])[];

/**
 * The statuses of one direct debit over time. The twelve newest direct debits show all possible statuses when the world
 * starts. Chance decides the status of an older direct debit.
 */
function lifeOf(index: number, british: boolean, luck: Dice): Life {
  const newFor = (index === 0 ? 5 : luck.next()) * hour;
  const place = index < 12 ? index : luck.whole(6, 11);
  const inReview = place === 3 ? 30 * hour : place === 4 || place === 8 ? luck.whole(1, 6) * hour : 0;
  const pendingFor = (british && index < 12 ? 45 : luck.whole(4, british ? 45 : 20)) * hour;
  const pending = newFor + inReview;
  const start: Life = [[0, 'NEW'], ...(inReview > 0 ? ([[newFor, 'IN_REVIEW']] as const) : [])];
  if (place === 4) return [...start, [pending, 'REJECTED']];
  const settled: Life = [...start, [pending, 'PENDING'], [pending + pendingFor, 'SETTLED']];
  return place === 9
    ? [...settled, [pending + pendingFor + luck.whole(20, 200) * hour, 'RETURNED']]
    : settled;
}

function statusAt(age: number, life: Life): string {
  return life.findLast(([from]) => from <= age)?.[1] ?? 'NEW';
}
