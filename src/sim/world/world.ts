// All data of the simulated service. The same seed, rows and start time give the same data.

import type { OperationId } from '../../api/contract/operations.ts';
import { lazy } from '../../lib/lazy.ts';
import { type Dice, dice } from '../random.ts';
import { type AccountPlan, openAccount, type SimulatedAccount } from './account.ts';
import { type Agenda, agenda } from './agenda.ts';
import type { Application } from './application.ts';
import { type BeneficiaryList, beneficiaryList } from './beneficiaries.ts';
import { type Cardholders, createCardholders } from './cardholders.ts';
import { type Cards, createCards } from './cards.ts';
import { type CustomerPlan, cast } from './cast.ts';
import { type Conversions, createConversions } from './conversions.ts';
import { type DirectDebits, directDebitList } from './direct-debits.ts';
import { type HistoryList, historyList } from './history.ts';
import { createMandates, type Mandates } from './mandates.ts';
import { newcomer, onboarding } from './onboarding.ts';
import { createPayouts, type Payouts } from './payouts.ts';
import { createQuotes, type QuoteBook } from './quotes.ts';
import type { Requests } from './requests.ts';
import { type TransactionList, transactionList } from './transactions.ts';
import type { SimulatedUser } from './users.ts';
import { type BalanceRecord, createWallet, type Wallet } from './wallet.ts';

interface Effect {
  /** The request's x-request-id. Family A has none. */
  readonly requestId: string | undefined;
  readonly operation: OperationId;
  /** The customer whose data changed. */
  readonly userId: string;
  /** The ID of the created or changed record. */
  readonly thing: string;
  /** Epoch milliseconds of the service's clock. */
  readonly at: number;
}

interface Ledger {
  readonly effects: readonly Effect[];
  add(effect: Effect): void;
  /** The effects of one request ID. */
  of(requestId: string): readonly Effect[];
}

function ledger(): Ledger {
  const effects: Effect[] = [];
  return {
    effects,
    add: effect => {
      effects.push(effect);
    },
    of: requestId => effects.filter(effect => effect.requestId === requestId),
  };
}

export interface SimulatedCustomer {
  /** The value of Family B's x-user-id. */
  readonly userId: string;
  /** The connected account's open ID. The platform has none. */
  readonly onBehalfOf?: string;
  readonly name: string;
  readonly accounts: readonly SimulatedAccount[];
  /** Opens a new INACTIVE account. */
  open(plan: AccountPlan): SimulatedAccount;
  readonly wallet: Wallet;
  readonly balances: readonly BalanceRecord[];
  readonly history: HistoryList;
  readonly beneficiaries: BeneficiaryList;
  readonly directDebits: DirectDebits;
  readonly mandates: Mandates;
  readonly cardholders: Cardholders;
  readonly cards: Cards;
  /** Transactions by account ID. */
  readonly transactions: ReadonlyMap<string, TransactionList>;
  readonly user: SimulatedUser;
  readonly requests: Requests;
}

export interface World {
  readonly seed: number;
  /** The number of rows in each paged list. Some customers have fewer. */
  readonly rows: number;
  readonly credentials: { readonly clientId: string; readonly apiKey: string; readonly programId: string };
  readonly customers: readonly SimulatedCustomer[];
  /** Adds a customer without money. `now`: epoch milliseconds. */
  addCustomer(application: Application, now: number): SimulatedCustomer;
  readonly quotes: QuoteBook;
  readonly conversions: Conversions;
  readonly payouts: Payouts;
  /** All effects of requests, with their request IDs. */
  readonly ledger: Ledger;
  /** Events that happen without a request, such as settlements. */
  readonly agenda: Agenda;
}

/** `anchor`: the time just after the newest rows, in epoch milliseconds. */
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
): SimulatedCustomer {
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
  // A copy, because `cards` is made later. A cardholder that a request adds before then must get no initial cards.
  const holders = [...cardholders.all];
  // Made on first use, because most customers' cards are never read.
  const cards = lazy(() =>
    createCards({
      ...{ seed, anchor, count, currencies, name: `${name}/cards` },
      holders,
      business: plan.name,
      merchants: plan.counterparties,
    }),
  );
  const transactions = new Map<string, TransactionList>();
  const add = (account: SimulatedAccount): SimulatedAccount => {
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
    beneficiaries: beneficiaryList({ ...list, name: `${name}/beneficiaries`, count, currencies }),
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
