// What all writes on the selected customer share: the question and the reconciliation.

import type { Result } from '../../api/contract/operations.ts';
import { textCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { sameId } from '../../lib/identifier.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { ANOTHER, type CheckedWrite, type Reconciliation } from '../../money/check/reconciliation.ts';
import { barred, type CallQuestion, type CallSources, unreadable } from '../../money/for-call.ts';
import { STATUS } from '../../money/shown-lines.ts';
import { idText, isId } from '../../records/facts.ts';
import type { DocumentQuery } from '../../records/query.ts';
import { shownIn } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';

export const ofUser = (id: string, user: User, warnings: (user: User) => readonly Visible[]) =>
  shownIn(
    {
      ...userQuery,
      found: now => (isId(now.id, id) ? now : t`The service returned a different customer.`),
      lines: userLines,
      warnings,
    },
    user,
  );

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

export const userReconciliation = (
  entries: (user: User, checked: CheckedWrite) => readonly Entry[],
  proof: Visible,
): Reconciliation => ({
  plan: () => [userQuery],
  evidence: {
    'user.get': (read, checked) => [
      { heading: t`The customer now` },
      ...(isId(read.id, checked.row.intent.customer.userId) ? [] : [ANOTHER]),
      ...entries(read, checked),
    ],
  },
  proof,
});

export type User = Result<'user.get'>;

export const userQuery: DocumentQuery<'user.get'> = { operation: 'user.get', input: {} };

const userLines = (user: User): readonly ShownLine[] => [
  { label: t`Nickname`, value: visible(textCell(user.nickname).text, 80) },
  { label: STATUS, value: visible(textCell(user.status).text, 60) },
  { label: t`User ID`, value: visible(textCell(user.id).text, 80) },
];
