// Everything the simulated service knows, the same for the same seed, length and moment.

import type { JsonNumber } from '../../lib/json.ts';
import { type Dice, dice } from '../random.ts';
import { type Account, openAccount } from './account.ts';
import { amount, minorUnits, scaleFor } from './amount.ts';
import { type BalancePlan, type CustomerPlan, cast } from './cast.ts';
import { type HistoryList, historyList } from './history.ts';
import { type TransactionList, transactionList } from './transactions.ts';

/** INTERFACE.md, Balance. */
type BalanceRecord = {
  currency: string;
  available_balance: JsonNumber;
  pending_amount: JsonNumber;
  reserved_amount: JsonNumber;
};

export interface Customer {
  /** What Family B's x-user-id carries. */
  readonly userId: string;
  /** The connected account's open ID; the platform itself has none. */
  readonly onBehalfOf?: string;
  readonly name: string;
  readonly accounts: readonly Account[];
  readonly balances: readonly BalanceRecord[];
  readonly history: HistoryList;
  /** Transactions by account ID. */
  readonly transactions: ReadonlyMap<string, TransactionList>;
}

export interface World {
  readonly seed: number;
  /** How many rows a paged list has, except for the customers with few or none. */
  readonly rows: number;
  readonly credentials: { readonly clientId: string; readonly apiKey: string; readonly programId: string };
  readonly customers: readonly Customer[];
}

/** `anchor` is the moment, in epoch milliseconds, that the newest rows lie just before. */
export function createWorld(options: { seed: number; rows: number; anchor: number }): World {
  const { seed, rows } = options;
  const luck = dice(seed, 'credentials');
  return {
    seed,
    rows,
    credentials: {
      clientId: `client_${luck.hex(20)}`,
      apiKey: `demo_key_${luck.hex(40)}`,
      programId: `program_${luck.hex(12)}`,
    },
    customers: cast.map((plan, i) => createCustomer(plan, `customer/${i}`, options)),
  };
}

function createCustomer(
  plan: CustomerPlan,
  name: string,
  world: { seed: number; rows: number; anchor: number },
): Customer {
  const { seed, anchor } = world;
  const luck = dice(seed, name);
  const count = plan.rows ?? world.rows;
  const accounts = plan.accounts.map((each, i) => openAccount(each, plan.name, seed, `${name}/account/${i}`));
  const list = { seed, anchor, counterparties: plan.counterparties };
  return {
    ...identity(plan, luck),
    name: plan.name,
    accounts,
    balances: plan.balances.map(balance),
    history: historyList({
      ...list,
      name: `${name}/history`,
      count,
      balances: plan.balances.map(([currency, available]) => [currency, available]),
    }),
    transactions: new Map(
      accounts.map(({ record, currencies }): [string, TransactionList] => [
        record.id,
        transactionList({
          ...list,
          name: `transactions/${record.id}`,
          count: record.status === 'ACTIVE' ? count : 0,
          currencies,
        }),
      ]),
    ),
  };
}

function identity(plan: CustomerPlan, luck: Dice): { userId: string; onBehalfOf?: string } {
  const userId = `acct_${luck.hex(20)}`;
  return plan.platform === true ? { userId } : { userId, onBehalfOf: luck.uuid() };
}

function balance([currency, ...digits]: BalancePlan): BalanceRecord {
  const scale = scaleFor(currency, digits);
  const [available_balance, pending_amount, reserved_amount] = [
    amount(minorUnits(digits[0], scale), scale),
    amount(minorUnits(digits[1], scale), scale),
    amount(minorUnits(digits[2], scale), scale),
  ];
  return { currency, available_balance, pending_amount, reserved_amount };
}
