// A desk with a stopped clock, and reads of the money in its world.
import type { Input, OperationId } from '../../src/api/contract/operations.ts';
import { type Json, JsonNumber, parseJson } from '../../src/lib/json.ts';
import { manualClock } from '../harness/clock.ts';
import { customer, type Desk, type Got, openDesk } from './http.ts';

export type Fields = Readonly<Record<string, Json>>;

export interface Teller {
  readonly desk: Desk;
  /** The payload of an answer that must succeed. */
  data<Id extends OperationId>(id: Id, input: Input<Id>, i?: number): Promise<Json>;
  later(ms: number): Promise<Got>;
  /** Available, pending and reserved digits of a currency. */
  held(currency: string): Promise<(string | undefined)[]>;
  /** The newest rows of the balance history: type, amount, balance. */
  newest(count: number): Promise<string[]>;
  effects(): Desk['sim']['world']['ledger']['effects'];
}

export const digits = (json: Json | undefined) => (json instanceof JsonNumber ? json.source : undefined);
export const message = (got: { text: string }): string => JSON.parse(got.text).message;

/** The value, which must exist. */
export function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is not there');
  return value;
}

/** Signed in without an end. */
export async function openTeller(): Promise<Teller> {
  const desk = await openDesk({ time: manualClock(0) });
  await desk.control('/token', { life_s: 10_000_000 });
  desk.token = JSON.parse((await desk.ask('login', {})).text).token;
  const data: Teller['data'] = async (id, input, i = 0) => {
    const got = await desk.ask(id, input, customer(desk.sim, i));
    const read = parseJson(got.text);
    if (got.status !== 200 || !read.ok) throw new Error(got.text);
    const body = read.value as Fields;
    return body['data'] ?? body;
  };
  return {
    desk,
    data,
    later: ms => desk.control('/clock', { advance_ms: ms }),
    async held(currency) {
      const balances = (await data('account.balances', {})) as readonly Fields[];
      const found = balances.find(balance => balance['currency'] === currency);
      return ['available_balance', 'pending_amount', 'reserved_amount'].map(name => digits(found?.[name]));
    },
    async newest(count) {
      const rows = (await data('account.balanceHistory', { query: { size: count } })) as readonly Fields[];
      return rows.map(
        row => `${row['transaction_type']} ${digits(row['amount'])} → ${digits(row['balance'])}`,
      );
    },
    effects: () => desk.sim.world.ledger.effects,
  };
}
