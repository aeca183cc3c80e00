/** Every operation of the service that Purser knows. A new one goes into its area's file. */

import type { z } from 'zod';
import { accounts } from './account-operations.ts';
import { cardholders, cards } from './card-operations.ts';
import { directDebits, globalAccounts, login, mandates } from './family-a-operations.ts';
import { foreignExchange } from './fx-operations.ts';
import type { Lenient } from './odd.ts';
import { type InputOf, isChanging } from './operation.ts';
import { beneficiaries, payouts } from './payout-operations.ts';
import { rfi } from './rfi-operations.ts';
import { users } from './user-operations.ts';

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

/** Purser records each write before it sends it, and sends it once. */
export type WriteId = {
  [Id in OperationId]: Operations[Id]['class'] extends 'write' | 'money' ? Id : never;
}[OperationId];

/** `params`, `query`, `headers` and `body`, as far as the operation has them. */
export type Input<Id extends OperationId> = InputOf<Operations[Id]>;

export type Result<Id extends OperationId> = Lenient<z.output<Operations[Id]['result']>>;

export const isWrite = (id: OperationId): id is WriteId => isChanging(operations[id].class);
