// Everything the simulated service knows, the same for the same seed, length and moment.

import { lazy } from '../../lib/lazy.ts';
import { type Dice, dice } from '../random.ts';
import { type Account, type AccountPlan, openAccount } from './account.ts';
import { type Agenda, agenda } from './agenda.ts';
import type { Application } from './application.ts';
import { type BeneficiaryList, beneficiaryList } from './beneficiaries.ts';
import { type Cardholders, createCardholders } from './cardholders.ts';
import { type Cards, createCards } from './cards.ts';
import { type CustomerPlan, cast } from './cast.ts';
import { type Conversions, createConversions } from './conversions.ts';
import { type DirectDebits, directDebitList } from './direct-debits.ts';
import { type HistoryList, historyList } from './history.ts';
import { type Ledger, ledger } from './ledger.ts';
import { createMandates, type Mandates } from './mandates.ts';
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
  /** Opens one, new and INACTIVE. */
  open(plan: AccountPlan): Account;
  readonly wallet: Wallet;
  /** As they are now. */
  readonly balances: readonly BalanceRecord[];
  readonly history: HistoryList;
  readonly beneficiaries: BeneficiaryList;
  readonly directDebits: DirectDebits;
  readonly mandates: Mandates;
  readonly cardholders: Cardholders;
  readonly cards: Cards;
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
  const currencies = plan.balances.map(([currency]) => currency);
  const cardholders = createCardholders({
    ...{ seed, name: `${name}/cardholders`, count: Math.min(6, count), people: plan.counterparties },
  });
  // Those of the beginning: who comes later has no part in the cards that were there before.
  const holders = [...cardholders.all];
  // Made when somebody asks: most of the customers are never looked at.
  const cards = lazy(() =>
    createCards({
      ...{ seed, anchor, count, currencies, name: `${name}/cards` },
      holders,
      business: plan.name,
      merchants: plan.counterparties,
    }),
  );
  const transactions = new Map<string, TransactionList>();
  const add = (account: Account): Account => {
    const { record, currencies: held } = account;
    const rows = record.status === 'ACTIVE' ? count : 0;
    transactions.set(
      record.id,
      transactionList({ ...list, name: `transactions/${record.id}`, count: rows, currencies: held }),
    );
    return account;
  };
  for (const account of accounts) add(account);
  return {
    ...own,
    ...onboarding({ seed, anchor, name, plan, application, userId: own.userId }),
    name: plan.name,
    accounts,
    open: fresh => {
      const account = openAccount(
        { ...fresh, inactive: true },
        plan.name,
        seed,
        `${name}/account/${accounts.length}`,
      );
      accounts.push(account);
      return add(account);
    },
    wallet,
    get balances() {
      return wallet.balances();
    },
    history: wallet.history,
    beneficiaries: beneficiaryList({
      ...list,
      name: `${name}/beneficiaries`,
      count,
      currencies,
    }),
    directDebits: directDebitList({ ...list, name: `${name}/debits`, count, accounts }),
    mandates: createMandates({
      ...{ seed, anchor, count, accounts, creditors: plan.counterparties, debtor: plan.name },
    }),
    cardholders,
    get cards() {
      return cards();
    },
    transactions,
  };
}

function identity(plan: CustomerPlan, luck: Dice): { userId: string; onBehalfOf?: string } {
  const userId = `acct_${luck.hex(20)}`;
  return plan.platform === true ? { userId } : { userId, onBehalfOf: luck.uuid() };
}
