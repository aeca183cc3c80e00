// What the statuses of cards and of their transactions mean: INTERFACE.md, States and transitions, and no more than it says.

import { t } from '../../lib/visible.ts';
import type { Tone } from '../../ui/kit/theme.ts';
import { NOT_SHOWN, type StatusMeaning } from '../../ui/screens/explained.ts';

type CardStatus = 'ACTIVE' | 'INACTIVE' | 'CLOSED';
type TransactionStatus = 'APPROVED' | 'DECLINED';

export const cardTones: Readonly<Record<CardStatus, Tone>> = {
  ACTIVE: 'good',
  INACTIVE: 'warn',
  CLOSED: 'dim',
};

const moves = t`Not documented by the service: which status of a card may follow which.`;
const sets = t`Changing the card (z, x) sets ACTIVE, INACTIVE or CLOSED; which of them is taken now, the service decides.`;

export const cardStatuses: Readonly<Record<CardStatus, StatusMeaning>> = {
  ACTIVE: {
    means: t`The card is active: activating a card sets this status.`,
    next: NOT_SHOWN,
    final: moves,
    undo: sets,
  },
  INACTIVE: {
    means: t`The card isn't active. Which payments an inactive card refuses, the interface doesn't say.`,
    next: t`Activating it (v) sets ACTIVE.`,
    final: moves,
    undo: sets,
  },
  CLOSED: {
    means: t`The card is closed.`,
    next: NOT_SHOWN,
    final: t`As far as the interface shows: it names no way back from CLOSED.`,
    undo: t`Nothing that the interface names.`,
  },
};

export const transactionTones: Readonly<Record<TransactionStatus, Tone>> = {
  APPROVED: 'good',
  DECLINED: 'bad',
};

const seen = t`Not documented by the service. APPROVED and DECLINED were seen here.`;

export const transactionStatuses: Readonly<Record<TransactionStatus, StatusMeaning>> = {
  APPROVED: {
    means: t`The transaction was approved. Its time of posting is in the details, once it has one.`,
    next: NOT_SHOWN,
    final: seen,
    undo: seen,
  },
  DECLINED: {
    means: t`The transaction was declined. Why is in the details, as far as the service says.`,
    next: NOT_SHOWN,
    final: seen,
    undo: seen,
  },
};
