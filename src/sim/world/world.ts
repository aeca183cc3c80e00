// All data of the simulated service. The same seed, rows and start time give the same data.

import type { NewUserBody } from '../../api/contract/new-user.ts';
import type { OperationId } from '../../api/contract/operations.ts';
import { lazy } from '../../lib/lazy.ts';
import { type Dice, dice } from '../random.ts';
import { agenda } from '../service-clock.ts';
import { type CustomerPlan, cast } from './cast.ts';
import { createConversions, createQuotes } from './foreign-exchange.ts';
import { type AccountPlan, openAccount, type SimulatedAccount } from './sim-account.ts';
import { beneficiaryList } from './sim-beneficiaries.ts';
import { createCardholders, createCards } from './sim-cards.ts';
import { createMandates, directDebitList } from './sim-direct-debits.ts';
import { historyList } from './sim-history.ts';
import { createPayouts } from './sim-payouts.ts';
import { type TransactionList, transactionList } from './transactions.ts';
import { newcomer, onboarding } from './users.ts';
import { createWallet } from './wallet.ts';
import { type BookRule, changesHistory, wrongHistory } from './wrong-history.ts';
import { joinedTransactions } from './wrong-records.ts';

interface Effect {
  readonly requestId: string | undefined;
  readonly operation: OperationId;
  readonly userId: string;
  readonly thing: string;
  readonly at: number;
}

function ledger() {
  const effects: Effect[] = [];
  return {
    effects: effects as readonly Effect[],
    add: (effect: Effect) => void effects.push(effect),
    of: (requestId: string) => effects.filter(effect => effect.requestId === requestId),
  };
}

export type SimulatedCustomer = ReturnType<typeof createCustomer>;
export type World = ReturnType<typeof createWorld>;

interface WorldOptions {
  readonly seed: number;
  /** Some customers have fewer. */
  readonly rows: number;
  /** The time just after the newest rows, in epoch ms. */
  readonly anchor: number;
  /** What is wrong or unusual in the balance histories. */
  readonly books?: readonly BookRule[] | undefined;
}

export function createWorld(options: WorldOptions) {
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
    customers: customers as readonly SimulatedCustomer[],
    addCustomer: (application: NewUserBody, now: number): SimulatedCustomer => {
      const created = { seed, rows, anchor: now };
      const plan = newcomer(application);
      const customer = createCustomer(plan, `customer/${customers.length}`, created, application);
      customers.push(customer);
      return customer;
    },
    quotes: createQuotes(seed),
    conversions: createConversions(seed, coming, options.books),
    payouts: createPayouts(seed, coming, options.books),
    ledger: ledger(),
    agenda: coming,
  };
}

/** The records are made on first use, because most worlds are used by one customer. */
function createCustomer(plan: CustomerPlan, name: string, world: WorldOptions, application?: NewUserBody) {
  const own = identity(plan, dice(world.seed, name));
  const records = lazy(() => createRecords(plan, name, world, own.userId, application));
  return {
    ...own,
    name: plan.name,
    get user() {
      return records().user;
    },
    get requests() {
      return records().requests;
    },
    get accounts() {
      return records().accounts;
    },
    open: (fresh: AccountPlan): SimulatedAccount => records().open(fresh),
    get wallet() {
      return records().wallet;
    },
    get balances() {
      return records().wallet.balances();
    },
    get history() {
      return records().wallet.history;
    },
    /** Of the balance history, made on purpose. */
    get bookFaults() {
      return records().bookFaults;
    },
    /** The IDs of transactions without an entry, made on purpose. */
    get transactionFaults() {
      return records().transactionFaults;
    },
    get beneficiaries() {
      return records().beneficiaries;
    },
    get directDebits() {
      return records().directDebits;
    },
    get mandates() {
      return records().mandates;
    },
    get cardholders() {
      return records().cardholders;
    },
    get cards() {
      return records().cards();
    },
    get transactions() {
      return records().transactions;
    },
  };
}

function createRecords(
  plan: CustomerPlan,
  name: string,
  world: WorldOptions,
  userId: string,
  application: NewUserBody | undefined,
) {
  const { seed, anchor } = world;
  const { name: business, counterparties, balances } = plan;
  const count = plan.rows ?? world.rows;
  const list = { seed, anchor, count, counterparties };
  const accounts = plan.accounts.map((each, i) => openAccount(each, business, seed, `${name}/account/${i}`));
  const sound = historyList({
    ...list,
    name: `${name}/history`,
    balances: balances.map(([currency, available]) => [currency, available]),
  });
  const wrong =
    world.books && changesHistory(world.books) ? wrongHistory(sound, world.books, { seed, name }) : undefined;
  const past = wrong?.history ?? sound;
  const wallet = createWallet({ seed, name: `${name}/wallet`, plans: balances, past });
  const currencies = balances.map(([currency]) => currency);
  const cardholders = createCardholders({
    seed,
    name: `${name}/cardholders`,
    count: Math.min(6, count),
    people: counterparties,
  });
  // A copy, because `cards` is made later. A cardholder that a request adds before then must get no initial cards.
  const holders = [...cardholders.all];
  // Made on first use, because most customers' cards are never read.
  const cards = lazy(() =>
    createCards({
      ...list,
      name: `${name}/cards`,
      currencies,
      holders,
      business,
      merchants: counterparties,
      books: world.books,
    }),
  );
  const transactions = new Map<string, TransactionList>();
  const transactionFaults: string[] = [];
  const add = (account: SimulatedAccount): SimulatedAccount => {
    const { id, status } = account.record;
    const rows = { name: `transactions/${id}`, count: status === 'ACTIVE' ? count : 0 };
    const missing = world.books?.includes('transaction-missing') ?? false;
    if (missing || world.books?.includes('transactions-joined')) {
      const part = { seed, name: rows.name };
      const joined = joinedTransactions(sound, account.currencies[0], part, missing);
      transactions.set(id, joined.list);
      if (joined.fault !== undefined) transactionFaults.push(joined.fault);
    } else transactions.set(id, transactionList({ ...list, ...rows, currencies: account.currencies }));
    return account;
  };
  for (const account of accounts) add(account);
  return {
    ...onboarding({ seed, anchor, name, plan, application, userId }),
    accounts: accounts as readonly SimulatedAccount[],
    open: (fresh: AccountPlan): SimulatedAccount => {
      const path = `${name}/account/${accounts.length}`;
      const account = openAccount({ ...fresh, inactive: true }, business, seed, path);
      accounts.push(account);
      return add(account);
    },
    wallet,
    bookFaults: wrong?.faults ?? [],
    transactionFaults: transactionFaults as readonly string[],
    beneficiaries: beneficiaryList({ ...list, name: `${name}/beneficiaries`, currencies }),
    directDebits: directDebitList({ ...list, name: `${name}/debits`, accounts }),
    mandates: createMandates({ seed, anchor, count, accounts, creditors: counterparties, debtor: business }),
    cardholders,
    cards,
    transactions: transactions as ReadonlyMap<string, TransactionList>,
  };
}

/** `userId` is Family B's x-user-id, `onBehalfOf` the connected account's open ID. The platform has none. */
function identity(plan: CustomerPlan, luck: Dice): { userId: string; onBehalfOf?: string } {
  const userId = `acct_${luck.hex(20)}`;
  return plan.platform === true ? { userId } : { userId, onBehalfOf: luck.uuid() };
}
