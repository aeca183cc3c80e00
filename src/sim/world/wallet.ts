// A customer's money: the balances and the balance history. A change with an `entry` adds a row to the history.

import { dice } from '../random.ts';
import type { Payload } from '../response.ts';
import { offsetTimestamp } from '../service-clock.ts';
import { amount, digitsOf, minorUnits, scaleFor } from './amount.ts';
import type { BalancePlan } from './cast.ts';
import type { WorldPart } from './computed-rows.ts';
import type { HistoryList, HistoryMove } from './sim-history.ts';

export type BalanceRecord = Payload<'account.balances'>[number];

/** Of one currency, in minor units. A balance whose member is absent does not change. */
interface BalanceChange {
  readonly currency: string;
  readonly available?: bigint;
  readonly pending?: bigint;
  readonly reserved?: bigint;
  readonly entry?: Omit<HistoryMove, 'currency'> & { readonly description: string };
}

export type Wallet = ReturnType<typeof createWallet>;

interface Purse {
  available: bigint;
  pending: bigint;
  reserved: bigint;
  readonly scale: number;
}

export function createWallet(parts: WorldPart & { plans: readonly BalancePlan[]; past: HistoryList }) {
  const { seed, name, past } = parts;
  const purses = new Map(parts.plans.map(plan => [plan[0], opened(plan)]));
  const recent: ReturnType<NonNullable<HistoryList['recent']>>[number][] = [];

  const purse = (currency: string): Purse => {
    const held = purses.get(currency) ?? opened([currency, '0', '0', '0']);
    purses.set(currency, held);
    return held;
  };
  const record = (at: number, { currency, available = 0n, entry }: BalanceChange, held: Purse): void => {
    if (entry === undefined) return;
    const { source, transaction, description } = entry;
    const row = {
      id: dice(seed, `${name}/entry/${recent.length}`).uuid(),
      amount: amount(scaled(available, currency, held), held.scale),
      currency,
      balance: amount(held.available, held.scale),
      description,
      fee: amount(0n, held.scale),
      create_time: offsetTimestamp(at),
      source_type: source,
      transaction_type: transaction,
    };
    recent.unshift({ kind: { currency, source, transaction }, at, row });
  };

  return {
    balances: (): readonly BalanceRecord[] => [...purses].map(([currency, held]) => written(currency, held)),
    /** In whole minor units. Undefined if the wallet doesn't hold the currency. */
    available: (currency: string): bigint | undefined => {
      const held = purses.get(currency);
      return held && held.available / 10n ** BigInt(held.scale - digitsOf(currency));
    },
    /** Adds the currency if it is new. */
    change: (at: number, change: BalanceChange): void => {
      const { currency, available = 0n, pending = 0n, reserved = 0n } = change;
      const held = purse(currency);
      held.available += scaled(available, currency, held);
      held.pending += scaled(pending, currency, held);
      held.reserved += scaled(reserved, currency, held);
      record(at, change, held);
    },
    history: { ...past, recent: () => (past.recent ? [...recent, ...past.recent()] : recent) },
  };
}

const scaled = (minor: bigint, currency: string, { scale }: Purse): bigint =>
  minor * 10n ** BigInt(scale - digitsOf(currency));

function opened([currency, ...digits]: BalancePlan): Purse {
  const scale = scaleFor(currency, digits);
  const [available, pending, reserved] = digits;
  return {
    available: minorUnits(available, scale),
    pending: minorUnits(pending, scale),
    reserved: minorUnits(reserved, scale),
    scale,
  };
}

function written(currency: string, { available, pending, reserved, scale }: Purse): BalanceRecord {
  return {
    currency,
    available_balance: amount(available, scale),
    pending_amount: amount(pending, scale),
    reserved_amount: amount(reserved, scale),
  };
}
