// What the statuses of accounts and of their transactions mean: INTERFACE.md, States and transitions, and no more than it says.

import { t } from '../../lib/visible.ts';
import { NOT_SHOWN, type StatusMeaning } from '../../ui/screens/explained.ts';

const moves = t`Not documented by the service: which status of an account may follow which.`;

export const accountStatuses: Readonly<Record<'INACTIVE' | 'ACTIVE', StatusMeaning>> = {
  INACTIVE: {
    means: t`The account isn't active. A new account is returned so; its number is a dash then.`,
    next: t`Not shown: what makes an account active isn't in the interface.`,
    final: moves,
    undo: moves,
  },
  ACTIVE: { means: t`The account is active.`, next: NOT_SHOWN, final: moves, undo: moves },
};

const unsaid = t`Not documented by the service. SETTLED and PENDING were seen here.`;

export const transactionStatuses: Readonly<Record<'SETTLED' | 'PENDING', StatusMeaning>> = {
  SETTLED: { means: t`The transaction is settled.`, next: NOT_SHOWN, final: unsaid, undo: unsaid },
  PENDING: {
    means: t`The transaction is pending. What is in pending transactions is in the balance's pending amount.`,
    next: NOT_SHOWN,
    final: unsaid,
    undo: unsaid,
  },
};
