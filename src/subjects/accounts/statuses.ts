// The meanings of account and transaction statuses. All of them are from INTERFACE.md, States and transitions.

import { NOT_SHOWN, type StatusMeaning } from '../../format/statuses.ts';
import { t } from '../../lib/visible.ts';

const moves = t`The service does not document how account statuses change.`;

export const accountStatuses: Readonly<Record<'INACTIVE' | 'ACTIVE', StatusMeaning>> = {
  INACTIVE: {
    means: t`The account isn't active. A new account is INACTIVE, and its number is a dash.`,
    next: t`The service does not document who makes an account active.`,
    final: moves,
    undo: moves,
  },
  ACTIVE: { means: t`The account is active.`, next: NOT_SHOWN, final: moves, undo: moves },
};

const unsaid = t`Not documented. The known statuses are PENDING and SETTLED.`;

export const transactionStatuses: Readonly<Record<'SETTLED' | 'PENDING', StatusMeaning>> = {
  SETTLED: { means: t`The transaction is settled.`, next: NOT_SHOWN, final: unsaid, undo: unsaid },
  PENDING: {
    means: t`The transaction is pending. The balance's pending amount includes this transaction.`,
    next: NOT_SHOWN,
    final: unsaid,
    undo: unsaid,
  },
};
