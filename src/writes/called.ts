// The question of a write without a screen: its definition reads what the screen would have read, and changes nothing.

import type { Client } from '../api/client/client.ts';
import type { Failure } from '../api/client/failure.ts';
import type { OperationId, WriteId } from '../api/contract/operations.ts';
import { anyQuestion, type Question } from '../effects/question.ts';
import type { Row } from '../journal/intent.ts';
import type { Clock } from '../lib/clock.ts';
import type { Visible } from '../lib/visible.ts';
import type { Store } from '../store/store.ts';

/** What a definition reads with. */
export interface CallSources {
  readonly client: Client;
  readonly store: Store;
  readonly clock: Clock;
  /** Reads the customer's balances into the store. */
  readonly readBalances: () => Promise<void>;
  /** The write in the journal that has used this ID up, or may have. */
  readonly usedUp: (operation: WriteId, id: string) => Promise<Row | undefined>;
}

export type CallQuestion =
  | { readonly kind: 'question'; readonly question: Question }
  /** What is wrong with the given values, whatever the records say. */
  | { readonly kind: 'wrong'; readonly why: Visible }
  /** Why the write is not possible, as whole sentences. */
  | { readonly kind: 'barred'; readonly why: Visible }
  | { readonly kind: 'unread'; readonly operation: OperationId; readonly failure: Failure };

export const asked = <Id extends WriteId>(question: Question<Id>): CallQuestion => ({
  kind: 'question',
  question: anyQuestion(question),
});
export const barred = (why: Visible): CallQuestion => ({ kind: 'barred', why });
export const wrong = (why: Visible): CallQuestion => ({ kind: 'wrong', why });
export const unreadable = (operation: OperationId, failure: Failure): CallQuestion => ({
  kind: 'unread',
  operation,
  failure,
});

/** Nothing is left to do when the write has ended: there is no form to clear. */
export const nothing = (): void => {};

/** The given fields. */
export const given = <T>(body: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
