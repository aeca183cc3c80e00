// The meanings of direct debit statuses. All of them are from INTERFACE.md, States and transitions.

import { NOT_SHOWN, type StatusMeaning } from '../../format/statuses.ts';
import { t } from '../../lib/visible.ts';
import type { statusTones } from './direct-debit-details.ts';

const notNow = t`Not supported by the service. Only a PENDING GBP direct debit in the United Kingdom can be cancelled.`;
const moves = t`Not documented by the service: the next status is unknown.`;

export const directDebitStatuses: Readonly<Record<keyof typeof statusTones, StatusMeaning>> = {
  NEW: { means: t`The service received the instruction.`, next: NOT_SHOWN, final: moves, undo: notNow },
  IN_REVIEW: {
    means: t`The direct debit is on hold for review.`,
    next: t`The reviewer. Who reviews, and for how long, is not documented by the service.`,
    final: moves,
    undo: notNow,
  },
  PENDING: {
    means: t`Settlement is pending. A GBP direct debit stays PENDING from a few hours to about 45 hours.`,
    next: t`The service settles the direct debit. Until then staff can cancel a GBP direct debit in the United Kingdom.`,
    final: t`No. The next status is not documented by the service.`,
    undo: t`You can cancel (x) a GBP direct debit in the United Kingdom while its status is PENDING. The service refuses to cancel any other direct debit (invalid_operation). The Wallet balance is unaffected. The status after the cancellation is not documented.`,
  },
  SETTLED: {
    means: t`The amount was debited from the Wallet balance.`,
    next: t`Not documented. If the customer disputes the direct debit, the service's support handles the dispute.`,
    final: t`A dispute that is valid under the scheme's rules changes the status to RETURNED. No other change is documented.`,
    undo: t`A dispute, through the service's support and within the location's time limits. The funds are then credited back to the Wallet. The direct debit can't be cancelled any more.`,
  },
  REJECTED: {
    means: t`The direct debit was rejected. The reason is not documented by the service.`,
    next: NOT_SHOWN,
    final: t`Not documented by the service: the API names no later status, and does not say that this status is final.`,
    undo: notNow,
  },
  RETURNED: {
    means: t`A refund request was successful. The funds were credited back to the Wallet.`,
    next: NOT_SHOWN,
    final: t`Not documented by the service: the API names no later status, and does not say that this status is final.`,
    undo: notNow,
  },
};
