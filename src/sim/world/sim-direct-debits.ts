// Mandates and direct debits. The clock alone decides a direct debit's status, until somebody cancels the direct debit.
import { type Dice, dice, type NonEmpty } from '../random.ts';
import { amount, digitsOf } from './amount.ts';
import {
  type ListParts,
  numberedIds,
  type RecentRow,
  type RowPlan,
  timesOf,
  wholeList,
} from './computed-rows.ts';
import type { SimulatedAccount } from './sim-account.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** By the direct debits of one account. */
const mandatesInUse = 4;

const mandateId = (seed: number, globalAccountId: string, n: number): string =>
  dice(seed, `mandate/${globalAccountId}/${n}`).uuid();

type Global = NonNullable<SimulatedAccount['global']>;

/** INTERFACE.md: only direct debits in GBP in the United Kingdom have mandates and can be cancelled. */
const isBritish = ({ currency, country_code }: Global): boolean =>
  currency === 'GBP' && country_code === 'GB';

/** Without other lists there are no mandates; otherwise each British account has 4 to 24. */
export function createMandates(
  parts: Omit<ListParts, 'name'> & {
    accounts: readonly SimulatedAccount[];
    creditors: NonEmpty<string>;
    debtor: string;
  },
) {
  const { seed, anchor } = parts;
  const count = parts.count === 0 ? 0 : Math.max(mandatesInUse, Math.min(24, parts.count));
  const cancelled = new Set<string>();
  const british = parts.accounts.flatMap(({ global }) => (global && isBritish(global) ? [global.id] : []));

  const mandatesOf = (global_account_id: string) =>
    Array.from({ length: british.includes(global_account_id) ? count : 0 }, (_, n) => {
      const luck = dice(seed, `mandate/${global_account_id}/${n}/facts`);
      const id = mandateId(seed, global_account_id, n);
      const created = anchor - (n + 1) * 31 * day - luck.whole(0, day);
      const record = {
        id,
        global_account_id,
        created_at: new Date(created).toISOString(),
        setup_time: new Date(created + luck.whole(1, 3) * day).toISOString(),
        creditor_name: luck.pick(parts.creditors),
        debtor_name: parts.debtor,
        currency: 'GBP',
        payment_scheme: 'Bacs',
        // Our choice: INTERFACE.md doesn't say which status follows the cancellation of a direct debit.
        status: cancelled.has(id) ? 'CANCELLED' : 'ACTIVE',
      };
      return { at: created, kind: record, row: record };
    });

  return {
    plan: (globalAccountId: string) => wholeList(mandatesOf(globalAccountId)),
    find: (globalAccountId: string, id: string) =>
      mandatesOf(globalAccountId).find(({ row }) => row.id === id)?.row,
    /** False if the mandate was not ACTIVE. */
    cancel: (id: string): boolean => {
      if (cancelled.has(id)) return false;
      cancelled.add(id);
      return true;
    },
  };
}

type ListedMandate = NonNullable<ReturnType<ReturnType<typeof createMandates>['find']>>;

export function directDebitList(
  parts: ListParts & { accounts: readonly SimulatedAccount[]; counterparties: NonEmpty<string> },
) {
  const { seed, name } = parts;
  const takers = parts.accounts.flatMap(({ global }) =>
    global?.capability.support_direct_debit ? [global] : [],
  );
  // British accounts come twice, because only their direct debits can be cancelled.
  const order = [...takers.filter(({ currency }) => currency === 'GBP'), ...takers];
  const count = order.length === 0 ? 0 : parts.count;
  const ids = numberedIds({ ...parts, count });
  const timeOf = timesOf({ ...parts, count });
  const cancelled = new Set<string>();
  const rejected: RecentRow<null, ReturnType<typeof debit>['record']>[] = [];

  const debit = (index: number, now: number) => {
    const each = dice(seed, `${name}/${index}`);
    const taker = order[index % order.length];
    if (taker === undefined) throw new RangeError('nobody here takes direct debits');
    const { id: global_account_id, currency } = taker;
    const british = isBritish(taker);
    const transaction_id = ids.id(index);
    const minor = BigInt(each.whole(1, 10 ** each.whole(3, 7)));
    const record = {
      transaction_id,
      mandate_id: mandateId(seed, global_account_id, each.whole(0, mandatesInUse - 1)),
      global_account_id,
      amount: amount(minor, digitsOf(currency)),
      currency,
      debtor_name: each.pick(parts.counterparties),
      statement_ref: `DD-${each.digits(8)}`,
      status: cancelled.has(transaction_id)
        ? 'REJECTED'
        : statusAt(now - timeOf(index), lifeOf(index, british, each)),
      created_at: new Date(timeOf(index)).toISOString(),
    };
    return { record, british };
  };

  return {
    plan: (now: number): RowPlan<null, ReturnType<typeof debit>['record']> => ({
      count,
      cycle: [null],
      timeOf,
      row: index => debit(index, now).record,
      recent: () => rejected,
    }),
    find: (id: string, now: number): ReturnType<typeof debit> | undefined => {
      const late = rejected.find(({ row }) => row.transaction_id === id);
      if (late !== undefined) return { record: late.row, british: true };
      const index = ids.indexOf(id);
      return index === undefined ? undefined : debit(index, now);
    },
    cancel: (id: string): void => {
      cancelled.add(id);
    },
    reject: ({ id, global_account_id, currency }: ListedMandate, at: number): void => {
      const each = dice(seed, `${name}/rejected/${rejected.length}`);
      const row = {
        transaction_id: each.uuid(),
        mandate_id: id,
        global_account_id,
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

/** `from`: an age in ms. */
type Life = readonly (readonly [from: number, status: string])[];

/**
 * The twelve newest direct debits show all possible statuses (INTERFACE.md, States and transitions) when the world
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

const statusAt = (age: number, life: Life): string => life.findLast(([from]) => from <= age)?.[1] ?? 'NEW';
