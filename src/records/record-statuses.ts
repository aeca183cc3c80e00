// The statuses of each kind of record, as INTERFACE.md documents them: the meaning, the colour, and which are final.

import type { Odd } from '../api/contract/odd.ts';
import type { Result } from '../api/contract/operations.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { RowOf } from './query.ts';

/** INTERFACE.md may not mention a point. */
export interface StatusMeaning {
  readonly means: Visible;
  readonly next: Visible;
  readonly final: Visible;
  readonly undo: Visible;
}

/** `final`: no later status is expected. `grave`: staff must not miss it, and it is final too. */
type RecordProgress = 'open' | 'final' | 'grave';

export interface RecordStatus extends StatusMeaning {
  readonly tone: 'good' | 'warn' | 'bad' | 'dim';
  readonly progress?: RecordProgress;
}

type StatusesOf<Sent> = Readonly<Record<Exclude<Sent, Odd | undefined> & string, RecordStatus>>;

export const NOT_SHOWN = t`Not documented by the service.`;

const accountMoves = t`The service does not document how account statuses change.`;

export const ACCOUNT_STATUSES: StatusesOf<RowOf<'account.list'>['status']> = {
  INACTIVE: {
    tone: 'warn',
    means: t`The account isn't active. A new account is INACTIVE, and its number is a dash.`,
    next: t`The service does not document who makes an account active.`,
    final: accountMoves,
    undo: accountMoves,
  },
  ACTIVE: {
    tone: 'good',
    means: t`The account is active.`,
    next: NOT_SHOWN,
    final: accountMoves,
    undo: accountMoves,
  },
};

const transactionMoves = t`Not documented. The known statuses are PENDING and SETTLED.`;

export const TRANSACTION_STATUSES: StatusesOf<RowOf<'account.transactions'>['status']> = {
  SETTLED: {
    tone: 'good',
    means: t`The transaction is settled.`,
    next: NOT_SHOWN,
    final: transactionMoves,
    undo: transactionMoves,
  },
  PENDING: {
    tone: 'warn',
    means: t`The transaction is pending. The balance's pending amount includes this transaction.`,
    next: NOT_SHOWN,
    final: transactionMoves,
    undo: transactionMoves,
  },
};

const cardMoves = t`Not documented by the service: the order of card statuses.`;
const setsCard = t`Change the card (z, x) to set ACTIVE, INACTIVE or CLOSED. The service decides whether the change is allowed now.`;

export const CARD_STATUSES: StatusesOf<RowOf<'card.list'>['cardStatus']> = {
  ACTIVE: {
    tone: 'good',
    progress: 'open',
    means: t`The card is active. Activation sets this status.`,
    next: NOT_SHOWN,
    final: cardMoves,
    undo: setsCard,
  },
  INACTIVE: {
    tone: 'warn',
    progress: 'open',
    means: t`The card isn't active. The payments that an inactive card refuses are not documented by the service.`,
    next: t`Activate the card (v) to set ACTIVE.`,
    final: cardMoves,
    undo: setsCard,
  },
  CLOSED: {
    tone: 'dim',
    progress: 'final',
    means: t`The card is closed.`,
    next: NOT_SHOWN,
    final: t`Yes, as far as the service documents: the API names no change from CLOSED.`,
    undo: t`Not supported by the service.`,
  },
};

const purchaseMoves = t`Not documented. The known statuses are APPROVED and DECLINED.`;

export const PURCHASE_STATUSES: StatusesOf<RowOf<'card.transactions'>['status']> = {
  APPROVED: {
    tone: 'good',
    means: t`The transaction was approved. The details show the posting time, once there is one.`,
    next: NOT_SHOWN,
    final: purchaseMoves,
    undo: purchaseMoves,
  },
  DECLINED: {
    tone: 'bad',
    means: t`The transaction was declined. The details show the service's reason, if there is one.`,
    next: NOT_SHOWN,
    final: purchaseMoves,
    undo: purchaseMoves,
  },
};

const notNow = t`Not supported by the service. Only a PENDING GBP direct debit in the United Kingdom can be cancelled.`;
const debitMoves = t`Not documented by the service: the next status is unknown.`;
const noLaterDebit = t`Not documented by the service: the API names no later status, and does not say that this status is final.`;

export const DEBIT_STATUSES: StatusesOf<RowOf<'directDebit.list'>['status']> = {
  NEW: {
    tone: 'warn',
    progress: 'open',
    means: t`The service received the instruction.`,
    next: NOT_SHOWN,
    final: debitMoves,
    undo: notNow,
  },
  IN_REVIEW: {
    tone: 'warn',
    progress: 'open',
    means: t`The direct debit is on hold for review.`,
    next: t`The reviewer. Who reviews, and for how long, is not documented by the service.`,
    final: debitMoves,
    undo: notNow,
  },
  PENDING: {
    tone: 'warn',
    progress: 'open',
    means: t`Settlement is pending. A GBP direct debit stays PENDING from a few hours to about 45 hours.`,
    next: t`The service settles the direct debit. Until then staff can cancel a GBP direct debit in the United Kingdom.`,
    final: t`No. The next status is not documented by the service.`,
    undo: t`You can cancel (x) a GBP direct debit in the United Kingdom while its status is PENDING. The service refuses to cancel any other direct debit (invalid_operation). The Wallet balance is unaffected. The status after the cancellation is not documented.`,
  },
  SETTLED: {
    tone: 'good',
    progress: 'final',
    means: t`The amount was debited from the Wallet balance.`,
    next: t`Not documented. If the customer disputes the direct debit, the service's support handles the dispute.`,
    final: t`A dispute that is valid under the scheme's rules changes the status to RETURNED. No other change is documented.`,
    undo: t`A dispute, through the service's support and within the location's time limits. The funds are then credited back to the Wallet. The direct debit can't be cancelled any more.`,
  },
  REJECTED: {
    tone: 'bad',
    progress: 'final',
    means: t`The direct debit was rejected. The reason is not documented by the service.`,
    next: NOT_SHOWN,
    final: noLaterDebit,
    undo: notNow,
  },
  RETURNED: {
    tone: 'bad',
    progress: 'grave',
    means: t`A refund request was successful. The funds were credited back to the Wallet.`,
    next: NOT_SHOWN,
    final: noLaterDebit,
    undo: notNow,
  },
};

export const MANDATE_STATUSES: StatusesOf<RowOf<'mandate.list'>['status']> = {
  ACTIVE: {
    tone: 'good',
    means: t`The service takes direct debits under the mandate. The service documents no other status.`,
    next: t`Nobody has to act. The external party takes direct debits under the mandate.`,
    final: t`No. You or the external party can cancel the mandate, or its Global Account can close. The status after that is not documented.`,
    undo: t`Cancel the mandate (x). The service then rejects new direct debits. The API can't undo that.`,
  },
};

const beneficiaryMoves = t`Not documented by the service: the order of beneficiary statuses.`;
const pays = t`The service decides whether it accepts payouts to a beneficiary in this status. The rule is not documented.`;

const unverified: RecordStatus = {
  tone: 'warn',
  means: t`The verification is pending. ${pays}`,
  next: t`Not documented by the service: who verifies the beneficiary, and how long that takes.`,
  final: beneficiaryMoves,
  undo: beneficiaryMoves,
};

/** INTERFACE.md has two spellings of the same status. */
export const BENEFICIARY_STATUSES: StatusesOf<RowOf<'beneficiary.list'>['status']> = {
  VERIFIED: {
    tone: 'good',
    means: t`The beneficiary is verified. ${pays}`,
    next: NOT_SHOWN,
    final: beneficiaryMoves,
    undo: beneficiaryMoves,
  },
  PENDING_VERIFICATION: unverified,
  VERIFICATION_PENDING: unverified,
};

const conversionMoves = t`Not documented by the service: the API names processing and SETTLED, and no change between them.`;
const noUndo = t`Not supported by the service: the API can't undo a conversion.`;

export const CONVERSION_STATUSES: StatusesOf<Result<'conversion.get'>['status']> = {
  processing: {
    tone: 'warn',
    progress: 'open',
    means: t`The service is processing the conversion.`,
    next: t`The service. Purser checks the conversion until its status is SETTLED.`,
    final: conversionMoves,
    undo: noUndo,
  },
  SETTLED: {
    tone: 'good',
    progress: 'final',
    means: t`The conversion is settled.`,
    next: NOT_SHOWN,
    final: conversionMoves,
    undo: noUndo,
  },
};

/** INTERFACE.md, States and transitions: "Transitions beyond responding: not shown." */
const beyond = t`Not documented by the service: the steps after a response.`;

export const RFI_STATUSES: StatusesOf<Result<'rfi.get'>['status']> = {
  ACTION_REQUIRED: {
    tone: 'warn',
    means: t`The request is open. The service waits for answers to its questions.`,
    next: t`The customer, or you for the customer. To answer, open RFI (8) and press n on a question.`,
    final: t`No. The service waits for answers. ${beyond}`,
    undo: NOT_SHOWN,
  },
  SUBMITTED: {
    tone: 'good',
    means: t`A response was submitted. This status does not say whether the response is enough.`,
    next: t`Not documented by the service: who reviews the response, and how long that takes.`,
    final: beyond,
    undo: t`Not supported by the service: a response can’t be taken back.`,
  },
};
