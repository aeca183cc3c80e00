// Everything the simulated service knows, the same for the same seed, length and moment.

import { type Dice, dice } from '../random.ts';
import { type Account, openAccount } from './account.ts';
import { type Agenda, agenda } from './agenda.ts';
import type { Application } from './application.ts';
import { type BeneficiaryList, beneficiaryList } from './beneficiaries.ts';
import { type CustomerPlan, cast } from './cast.ts';
import { type Conversions, createConversions } from './conversions.ts';
import { type DirectDebits, directDebitList } from './direct-debits.ts';
import { type HistoryList, historyList } from './history.ts';
import { type Ledger, ledger } from './ledger.ts';
import { newcomer, onboarding } from './onboarding.ts';
import { createPayouts, type Payouts } from './payouts.ts';
import { createQuotes, type Quotes } from './quotes.ts';
import type { Requests } from './requests.ts';
import { type TransactionList, transactionList } from './transactions.ts';
import type { User } from './users.ts';
import { type BalanceRecord, createWallet, type Wallet } from './wallet.ts';

export interface Customer {
  /** What Family B's x-user-id carries. */
  readonly userId: string;
  /** The connected account's open ID; the platform itself has none. */
  readonly onBehalfOf?: string;
  readonly name: string;
  readonly accounts: readonly Account[];
  readonly wallet: Wallet;
  /** As they are now. */
  readonly balances: readonly BalanceRecord[];
  readonly history: HistoryList;
  readonly beneficiaries: BeneficiaryList;
  readonly directDebits: DirectDebits;
  /** Transactions by account ID. */
  readonly transactions: ReadonlyMap<string, TransactionList>;
  readonly user: User;
  readonly requests: Requests;
}

export interface World {
  readonly seed: number;
  /** How many rows a paged list has, except for the customers with few or none. */
  readonly rows: number;
  readonly credentials: { readonly clientId: string; readonly apiKey: string; readonly programId: string };
  readonly customers: readonly Customer[];
  /** A new one, who holds nothing yet; `now` in epoch milliseconds. */
  addCustomer(application: Application, now: number): Customer;
  readonly quotes: Quotes;
  readonly conversions: Conversions;
  readonly payouts: Payouts;
  /** What was done to this world, and under which request ID. */
  readonly ledger: Ledger;
  /** What settles or goes out by itself. */
  readonly agenda: Agenda;
}

/** `anchor` is the moment, in epoch milliseconds, that the newest rows lie just before. */
export function createWorld(options: { seed: number; rows: number; anchor: number }): World {
  const { seed, rows } = options;
  const luck = dice(seed, 'credentials');
  const coming = agenda();
  const customers = cast.map((plan, i) => createCustomer(plan, `customer/${i}`, options));
  return {
    seed,
    rows,
    credentials: {
      clientId: `client_${luck.hex(20)}`,
      apiKey: `demo_key_${luck.hex(40)}`,
      programId: `program_${luck.hex(12)}`,
    },
    customers,
    addCustomer: (application, now) => {
      const plan = newcomer(application);
      const world = { seed, rows, anchor: now };
      const customer = createCustomer(plan, `customer/${customers.length}`, world, application);
      customers.push(customer);
      return customer;
    },
    quotes: createQuotes(seed),
    conversions: createConversions(seed, coming),
    payouts: createPayouts(seed, coming),
    ledger: ledger(),
    agenda: coming,
  };
}

function createCustomer(
  plan: CustomerPlan,
  name: string,
  world: { seed: number; rows: number; anchor: number },
  application?: Application,
): Customer {
  const { seed, anchor } = world;
  const luck = dice(seed, name);
  const count = plan.rows ?? world.rows;
  const accounts = plan.accounts.map((each, i) => openAccount(each, plan.name, seed, `${name}/account/${i}`));
  const list = { seed, anchor, counterparties: plan.counterparties };
  const past = historyList({
    ...list,
    name: `${name}/history`,
    count,
    balances: plan.balances.map(([currency, available]) => [currency, available]),
  });
  const own = identity(plan, luck);
  const wallet = createWallet({ seed, name: `${name}/wallet`, plans: plan.balances, past });
  return {
    ...own,
    ...onboarding({ seed, anchor, name, plan, application, userId: own.userId }),
    name: plan.name,
    accounts,
    wallet,
    get balances() {
      return wallet.balances();
    },
    history: wallet.history,
    beneficiaries: beneficiaryList({
      ...list,
      name: `${name}/beneficiaries`,
      count,
      currencies: plan.balances.map(([currency]) => currency),
    }),
    directDebits: directDebitList({ ...list, name: `${name}/debits`, count, accounts }),
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
