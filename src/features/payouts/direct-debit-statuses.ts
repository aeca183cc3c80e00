// What the statuses of a direct debit payout mean: INTERFACE.md, States and transitions, and no more than it says.

import { t } from '../../lib/visible.ts';
import { NOT_SHOWN, type StatusMeaning } from '../../ui/screens/explained.ts';
import type { statusTones } from './direct-debit-details.ts';

const notNow = t`No call of the interface: only a PENDING one can be cancelled, in GBP and in the United Kingdom.`;
const moves = t`Not shown: which status follows isn't in the interface.`;

export const directDebitStatuses: Readonly<Record<keyof typeof statusTones, StatusMeaning>> = {
  NEW: { means: t`The instruction was received.`, next: NOT_SHOWN, final: moves, undo: notNow },
  IN_REVIEW: {
    means: t`It is on hold for review.`,
    next: t`Whoever reviews it; who that is, and for how long, the interface doesn't say.`,
    final: moves,
    undo: notNow,
  },
  PENDING: {
    means: t`Its settlement is pending. GBP payouts stay here from a few hours to about 45 hours.`,
    next: t`Its settlement is waited for. Staff may cancel it meanwhile, if it is in GBP and in the United Kingdom.`,
    final: t`No; which status follows, the interface doesn't say.`,
    undo: t`Cancelling it (x): only GBP in the United Kingdom, and only as long as it is PENDING. The Wallet balance is unaffected; which status it has then, the interface doesn't say. Any other is refused (invalid_operation).`,
  },
  SETTLED: {
    means: t`It was debited from the Wallet balance.`,
    next: t`Nobody that the interface shows, unless it is disputed: support handles that.`,
    final: t`Only a dispute that is judged valid under the scheme's rules moves it on, to RETURNED.`,
    undo: t`A dispute, handled by support within the time limits of its location; the funds are then credited back to the Wallet. It can't be cancelled any more.`,
  },
  REJECTED: {
    means: t`It was rejected; the interface doesn't say why.`,
    next: NOT_SHOWN,
    final: t`The interface shows no move from it, and doesn't say that there is none.`,
    undo: notNow,
  },
  RETURNED: {
    means: t`A refund request was successful: the funds were credited back to the Wallet.`,
    next: NOT_SHOWN,
    final: t`The interface shows no move from it, and doesn't say that there is none.`,
    undo: notNow,
  },
};
