// A simulator with a stopped clock, and reads of the money in its world.
import type { Input, OperationId } from '../../src/api/contract/operations.ts';
import { type Json, JsonNumber, parseJson } from '../../src/lib/json.ts';
import { manualClock } from '../harness/clock.ts';
import { customer, type Desk, type Got, openDesk } from './http.ts';

export type Fields = Readonly<Record<string, Json>>;

export const digits = (json: Json | undefined) => (json instanceof JsonNumber ? json.source : undefined);
export const message = (got: { text: string }): string => JSON.parse(got.text).message;

/** The value, which must exist. */
export function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is not there');
  return value;
}

/** The simulator of the running test. Its clock stands still. */
export let desk: Desk;

/** Starts `desk` for a test, with a token that does not expire. */
export async function openTeller(): Promise<void> {
  desk = await openDesk({ time: manualClock(0) });
  await desk.control('/token', { life_s: 10_000_000 });
  desk.token = JSON.parse((await desk.ask('login', {})).text).token;
}

/** Sends a request that must succeed and returns the payload. */
export async function data<Id extends OperationId>(id: Id, input: Input<Id>, i = 0): Promise<Json> {
  const got = await desk.ask(id, input, customer(desk.sim, i));
  const read = parseJson(got.text);
  if (got.status !== 200 || !read.ok) throw new Error(got.text);
  const body = read.value as Fields;
  return body['data'] ?? body;
}

export const later = (ms: number): Promise<Got> => desk.control('/clock', { advance_ms: ms });

/** The available, pending and reserved amounts of a currency. */
export async function held(currency: string): Promise<(string | undefined)[]> {
  const balances = (await data('account.balances', {})) as readonly Fields[];
  const found = balances.find(balance => balance['currency'] === currency);
  return ['available_balance', 'pending_amount', 'reserved_amount'].map(name => digits(found?.[name]));
}

/** The newest rows of the balance history: type, amount, balance. */
export async function newest(count: number): Promise<string[]> {
  const rows = (await data('account.balanceHistory', { query: { size: count } })) as readonly Fields[];
  return rows.map(row => `${row['transaction_type']} ${digits(row['amount'])} → ${digits(row['balance'])}`);
}

export const effects = () => desk.sim.world.ledger.effects;
