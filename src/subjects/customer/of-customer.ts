// What all writes on the selected customer share: the question, the reconciliation, and sending again.

import { idText, isId } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { sameId } from '../../lib/identifier.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { AgainRule, UnnamedWrite } from '../../money/again/again-rule.ts';
import { unread } from '../../money/again/readings.ts';
import { barred, type CallQuestion, type CallSources, unreadable } from '../../money/called.ts';
import {
  ANOTHER,
  type CheckedWrite,
  type Reconciliation,
  readingOf,
} from '../../money/check/reconciliation.ts';
import { reread } from '../../money/question.ts';
import { type User, userLines, userQuery } from './user-lines.ts';

/** The customer's lines and warnings, and the read before sending. */
export const ofUser = (id: string, user: User, warningsOf: (user: User) => readonly Visible[]) => ({
  lines: userLines(user),
  warnings: warningsOf(user),
  reread: reread({
    ...userQuery,
    check: now =>
      isId(now.id, id)
        ? { lines: userLines(now), warnings: warningsOf(now) }
        : { barred: t`The service returned a different customer.` },
  }),
});

/** The question for `purser call`. */
export const askedOfUser =
  (question: (id: string, user: User) => CallQuestion) =>
  async (_: unknown, { client, store }: CallSources): Promise<CallQuestion> => {
    const { customer } = store.getState();
    const read = await client.perform('user.get', {}, { customer });
    if (!read.ok) return unreadable('user.get', read.failure);
    const id = idText(read.value.id);
    return id !== undefined && sameId(id, customer?.userId)
      ? question(id, read.value)
      : barred(t`The service returned a different customer.`);
  };

/** `entries`: what the customer's record shows about the write. */
export const userReconciliation = (
  entries: (user: User, checked: CheckedWrite) => readonly Entry[],
  proof: Visible,
): Reconciliation => ({
  plan: () => [userQuery],
  reads: ['user.get'],
  entries(checked) {
    const read = readingOf(checked.outcomeCheck, 'user.get')?.value;
    if (read === undefined) return [];
    return [
      { heading: t`The customer now` },
      ...(isId(read.id, checked.row.intent.customer.userId) ? [] : [ANOTHER]),
      ...entries(read, checked),
    ];
  },
  proof,
});

export const userAgain = (title: Visible, button: Visible): AgainRule<UnnamedWrite> => ({
  title,
  button,
  hasToken: () => true,
  reading: () => unread(t`Purser does not read the customer first. See the Customer tab (9).`),
});
