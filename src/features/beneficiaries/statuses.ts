// What the statuses of a beneficiary mean: INTERFACE.md, States and transitions, and no more than it says.

import { t } from '../../lib/visible.ts';
import { NOT_SHOWN, type StatusMeaning } from '../../ui/screens/explained.ts';

const moves = t`Not documented by the service: which status of a beneficiary may follow which.`;
const pays = t`Whether a payout to it is taken in this status, the interface doesn't say: the service decides.`;

export const beneficiaryStatuses: Readonly<Record<'VERIFIED' | 'PENDING_VERIFICATION', StatusMeaning>> = {
  VERIFIED: { means: t`The beneficiary is verified. ${pays}`, next: NOT_SHOWN, final: moves, undo: moves },
  PENDING_VERIFICATION: {
    means: t`Its verification is pending. ${pays}`,
    next: t`Not shown: who verifies it, and how long that takes, isn't in the interface.`,
    final: moves,
    undo: moves,
  },
};
