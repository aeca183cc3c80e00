// The question of a write for `purser call`: reads what a screen would read, and changes nothing.

import type { Client } from '../api/client/client.ts';
import type { Failure } from '../api/client/failure.ts';
import type { OperationId, WriteId } from '../api/contract/operations.ts';
import type { Row } from '../journal/intent.ts';
import type { Clock } from '../lib/clock.ts';
import type { Visible } from '../lib/visible.ts';
import { anyQuestion, type Question } from '../sending/question.ts';
import type { Store } from '../store/store.ts';

export interface CallSources {
  readonly client: Client;
  readonly store: Store;
  readonly clock: Clock;
  readonly readBalances: () => Promise<void>;
  /** The write that used up this ID, or may have. One conversion uses up a quote. */
  readonly usedUp: (operation: WriteId, id: string) => Promise<Row | undefined>;
}

export type CallQuestion =
  | { readonly kind: 'question'; readonly question: Question }
  /** Why the given values are wrong, whatever the records contain. */
  | { readonly kind: 'wrong'; readonly why: Visible }
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

export const nothing = (): void => {};

export const given = <T>(body: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
