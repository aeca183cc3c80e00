// What the statuses of accounts and their transactions mean: only what INTERFACE.md, States and transitions, says.

import { t } from '../../lib/visible.ts';
import { NOT_SHOWN, type StatusMeaning } from '../../ui/screens/explained.ts';

const moves = t`Not documented by the service: the order of account statuses.`;

export const accountStatuses: Readonly<Record<'INACTIVE' | 'ACTIVE', StatusMeaning>> = {
  INACTIVE: {
    means: t`The account isn't active. A new account is INACTIVE, and its number is a dash.`,
    next: t`Not documented by the service: the step that makes an account active.`,
    final: moves,
    undo: moves,
  },
  ACTIVE: { means: t`The account is active.`, next: NOT_SHOWN, final: moves, undo: moves },
};

const unsaid = t`Not documented by the service. Known statuses: SETTLED and PENDING.`;

export const transactionStatuses: Readonly<Record<'SETTLED' | 'PENDING', StatusMeaning>> = {
  SETTLED: { means: t`The transaction is settled.`, next: NOT_SHOWN, final: unsaid, undo: unsaid },
  PENDING: {
    means: t`The transaction is pending. The balance's pending amount includes this transaction.`,
    next: NOT_SHOWN,
    final: unsaid,
    undo: unsaid,
  },
};
