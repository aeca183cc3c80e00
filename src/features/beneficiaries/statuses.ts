// What the statuses of a beneficiary mean: only what INTERFACE.md, States and transitions, says.

import { t } from '../../lib/visible.ts';
import { NOT_SHOWN, type StatusMeaning } from '../../ui/screens/explained.ts';

const moves = t`Not documented by the service: the order of beneficiary statuses.`;
const pays = t`The service decides whether it takes a payout in this status; the rule is not documented.`;

export const beneficiaryStatuses: Readonly<Record<'VERIFIED' | 'PENDING_VERIFICATION', StatusMeaning>> = {
  VERIFIED: { means: t`The beneficiary is verified. ${pays}`, next: NOT_SHOWN, final: moves, undo: moves },
  PENDING_VERIFICATION: {
    means: t`The verification is pending. ${pays}`,
    next: t`Not documented by the service: who verifies the beneficiary, and how long that takes.`,
    final: moves,
    undo: moves,
  },
};
