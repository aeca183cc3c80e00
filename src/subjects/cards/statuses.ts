// The meanings of card and transaction statuses. All of them are from INTERFACE.md, States and transitions.

import type { Tone } from '../../format/entry.ts';
import { NOT_SHOWN, type StatusMeaning } from '../../format/statuses.ts';
import { t } from '../../lib/visible.ts';
import type { CardStatus } from './card-lines.ts';

type TransactionStatus = 'APPROVED' | 'DECLINED';

export const cardTones: Readonly<Record<CardStatus, Tone>> = {
  ACTIVE: 'good',
  INACTIVE: 'warn',
  CLOSED: 'dim',
};

const moves = t`Not documented by the service: the order of card statuses.`;
const sets = t`Change the card (z, x) to set ACTIVE, INACTIVE or CLOSED. The service decides whether the change is allowed now.`;

export const cardStatuses: Readonly<Record<CardStatus, StatusMeaning>> = {
  ACTIVE: {
    means: t`The card is active. Activation sets this status.`,
    next: NOT_SHOWN,
    final: moves,
    undo: sets,
  },
  INACTIVE: {
    means: t`The card isn't active. The payments that an inactive card refuses are not documented by the service.`,
    next: t`Activate the card (v) to set ACTIVE.`,
    final: moves,
    undo: sets,
  },
  CLOSED: {
    means: t`The card is closed.`,
    next: NOT_SHOWN,
    final: t`Yes, as far as the service documents: the API names no change from CLOSED.`,
    undo: t`Not supported by the service.`,
  },
};

export const transactionTones: Readonly<Record<TransactionStatus, Tone>> = {
  APPROVED: 'good',
  DECLINED: 'bad',
};

const seen = t`Not documented. The known statuses are APPROVED and DECLINED.`;

export const transactionStatuses: Readonly<Record<TransactionStatus, StatusMeaning>> = {
  APPROVED: {
    means: t`The transaction was approved. The details show the posting time, once there is one.`,
    next: NOT_SHOWN,
    final: seen,
    undo: seen,
  },
  DECLINED: {
    means: t`The transaction was declined. The details show the service's reason, if there is one.`,
    next: NOT_SHOWN,
    final: seen,
    undo: seen,
  },
};
