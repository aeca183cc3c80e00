// The question of a write for `purser call`: reads what a screen would read, and changes nothing.

import type { Client } from '../api/client/client.ts';
import type { Failure } from '../api/client/failure.ts';
import type { OperationId, WriteId } from '../api/contract/operations.ts';
import type { Row } from '../journal/intent.ts';
import type { Clock } from '../lib/clock.ts';
import type { Visible } from '../lib/visible.ts';
import type { DocumentOperation } from '../records/query.ts';
import { anyQuestion, type Question, type ShownRecord } from '../sending/question.ts';
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

/** Reads the record that the question shows. */
export async function askedAbout<Id extends DocumentOperation, Found extends object>(
  { client, store }: Pick<CallSources, 'client' | 'store'>,
  { operation, input, found }: Pick<ShownRecord<Id, Found>, 'operation' | 'input' | 'found'>,
  question: (record: Found) => CallQuestion | Promise<CallQuestion>,
): Promise<CallQuestion> {
  const { customer } = store.getState();
  const read = await client.perform(operation, input, { customer });
  if (!read.ok) return unreadable(operation, read.failure);
  const record = found(read.value);
  if (typeof record === 'string') return barred(record);
  return read.other === undefined ? question(record) : barred(read.other);
}

export const nothing = (): void => {};

export const given = <T>(body: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
