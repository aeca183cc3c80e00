/** operations.ts: every operation of the service that Purser knows. To add one, declare it in its area's file. */

import type { z } from 'zod';
import { accounts } from './accounts.ts';
import { cardholders, cards } from './cards.ts';
import { directDebits, globalAccounts, login, mandates } from './family-a.ts';
import { foreignExchange } from './foreign-exchange.ts';
import type { Lenient } from './odd.ts';
import { type InputOf, isChanging } from './operation.ts';
import { beneficiaries, payouts } from './payouts.ts';
import { rfi } from './rfi.ts';
import { users } from './users.ts';

export const operations = {
  ...login,
  ...globalAccounts,
  ...mandates,
  ...directDebits,
  ...beneficiaries,
  ...payouts,
  ...accounts,
  ...cards,
  ...cardholders,
  ...foreignExchange,
  ...users,
  ...rfi,
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;

/** The operations that change something. Purser records each write before it sends it, and sends it once. */
export type WriteId = {
  [Id in OperationId]: Operations[Id]['class'] extends 'write' | 'money' ? Id : never;
}[OperationId];

/** The input of a caller: `params`, `query`, `headers` and `body`, if the operation has them. */
export type Input<Id extends OperationId> = InputOf<Operations[Id]>;

/** The declared result, in which any field may be absent or `Odd`. */
export type Result<Id extends OperationId> = Lenient<z.output<Operations[Id]['result']>>;

export function isWrite(id: OperationId): id is WriteId {
  return isChanging(operations[id].class);
}
