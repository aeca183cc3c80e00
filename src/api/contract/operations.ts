/** operations.ts: every operation of the service that Purser knows; to add one, declare it in its area's file. */

import type { z } from 'zod';
import { accounts } from './accounts.ts';
import { globalAccounts } from './global-accounts.ts';
import { login } from './login.ts';
import type { Lenient } from './odd.ts';
import type { InputOf } from './operation.ts';

export const operations = { ...login, ...globalAccounts, ...accounts };

export type Operations = typeof operations;
export type OperationId = keyof Operations;

/** What a caller gives: `params`, `query` and `headers`, those that the operation has. */
export type Input<Id extends OperationId> = InputOf<Operations[Id]>;

/** What a caller gets: the declared result, any field of which may be absent or `Odd`. */
export type Result<Id extends OperationId> = Lenient<z.output<Operations[Id]['result']>>;
