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

export const NOT_SHOWN = t`Not documented by the service.`;

type Points = Omit<RecordStatus, 'next' | 'final' | 'undo'> & Partial<RecordStatus>;
type Word<Sent> = Exclude<Sent, Odd | undefined> & string;

/** `rest`: what the service says about every status that has no own sentence. */
const statusTable = <Sent>(
  rest: Pick<StatusMeaning, 'final' | 'undo'>,
  of: Readonly<Record<Word<Sent>, Points>>,
): Readonly<Record<Word<Sent>, RecordStatus>> => {
  const all = Object.entries<Points>(of).map(([word, own]) => [word, { next: NOT_SHOWN, ...rest, ...own }]);
  // Each word of `of` has its status.
  return Object.fromEntries(all) as Record<Word<Sent>, RecordStatus>;
};

const accountMoves = t`The service does not document how account statuses change.`;

export const ACCOUNT_STATUSES = statusTable<RowOf<'account.list'>['status']>(
  { final: accountMoves, undo: accountMoves },
  {
    INACTIVE: {
      tone: 'warn',
      means: t`The account isn't active. A new account is INACTIVE, and its number is a dash.`,
      next: t`The service does not document who makes an account active.`,
    },
    ACTIVE: { tone: 'good', means: t`The account is active.` },
  },
);

const transactionMoves = t`Not documented. The known statuses are PENDING and SETTLED.`;

export const TRANSACTION_STATUSES = statusTable<RowOf<'account.transactions'>['status']>(
  { final: transactionMoves, undo: transactionMoves },
  {
    SETTLED: { tone: 'good', means: t`The transaction is settled.` },
    PENDING: {
      tone: 'warn',
      means: t`The transaction is pending. The balance's pending amount includes this transaction.`,
    },
  },
);

const cardMoves = t`Not documented by the service: the order of card statuses.`;
const setsCard = t`Change the card (z, x) to set ACTIVE, INACTIVE or CLOSED. The service decides whether the change is allowed now.`;

export const CARD_STATUSES = statusTable<RowOf<'card.list'>['cardStatus']>(
  { final: cardMoves, undo: setsCard },
  {
    ACTIVE: { tone: 'good', progress: 'open', means: t`The card is active. Activation sets this status.` },
    INACTIVE: {
      tone: 'warn',
      progress: 'open',
      means: t`The card isn't active. The payments that an inactive card refuses are not documented by the service.`,
      next: t`Activate the card (v) to set ACTIVE.`,
    },
    CLOSED: {
      tone: 'dim',
      progress: 'final',
      means: t`The card is closed.`,
      final: t`Yes, as far as the service documents: the API names no change from CLOSED.`,
      undo: t`Not supported by the service.`,
    },
  },
);

const purchaseMoves = t`Not documented. The known statuses are APPROVED and DECLINED.`;

export const PURCHASE_STATUSES = statusTable<RowOf<'card.transactions'>['status']>(
  { final: purchaseMoves, undo: purchaseMoves },
  {
    APPROVED: {
      tone: 'good',
      means: t`The transaction was approved. The details show the posting time, once there is one.`,
    },
    DECLINED: {
      tone: 'bad',
      means: t`The transaction was declined. The details show the service's reason, if there is one.`,
    },
  },
);

const notNow = t`Not supported by the service. Only a PENDING GBP direct debit in the United Kingdom can be cancelled.`;
const debitMoves = t`Not documented by the service: the next status is unknown.`;
const noLaterDebit = t`Not documented by the service: the API names no later status, and does not say that this status is final.`;

export const DEBIT_STATUSES = statusTable<RowOf<'directDebit.list'>['status']>(
  { final: debitMoves, undo: notNow },
  {
    NEW: { tone: 'warn', progress: 'open', means: t`The service received the instruction.` },
    IN_REVIEW: {
      tone: 'warn',
      progress: 'open',
      means: t`The direct debit is on hold for review.`,
      next: t`The reviewer. Who reviews, and for how long, is not documented by the service.`,
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
      final: noLaterDebit,
    },
    RETURNED: {
      tone: 'bad',
      progress: 'grave',
      means: t`A refund request was successful. The funds were credited back to the Wallet.`,
      final: noLaterDebit,
    },
  },
);

export const MANDATE_STATUSES: Readonly<Record<Word<RowOf<'mandate.list'>['status']>, RecordStatus>> = {
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

const unverified: Points = {
  tone: 'warn',
  means: t`The verification is pending. ${pays}`,
  next: t`Not documented by the service: who verifies the beneficiary, and how long that takes.`,
};

/** INTERFACE.md has two spellings of the same status. */
export const BENEFICIARY_STATUSES = statusTable<RowOf<'beneficiary.list'>['status']>(
  { final: beneficiaryMoves, undo: beneficiaryMoves },
  {
    VERIFIED: { tone: 'good', means: t`The beneficiary is verified. ${pays}` },
    PENDING_VERIFICATION: unverified,
    VERIFICATION_PENDING: unverified,
  },
);

const conversionMoves = t`Not documented by the service: the API names processing and SETTLED, and no change between them.`;
const noUndo = t`Not supported by the service: the API can't undo a conversion.`;

export const CONVERSION_STATUSES = statusTable<Result<'conversion.get'>['status']>(
  { final: conversionMoves, undo: noUndo },
  {
    processing: {
      tone: 'warn',
      progress: 'open',
      means: t`The service is processing the conversion.`,
      next: t`The service. Purser checks the conversion until its status is SETTLED.`,
    },
    SETTLED: { tone: 'good', progress: 'final', means: t`The conversion is settled.` },
  },
);

/** INTERFACE.md, States and transitions: "Transitions beyond responding: not shown." */
const beyond = t`Not documented by the service: the steps after a response.`;

export const RFI_STATUSES: Readonly<Record<Word<Result<'rfi.get'>['status']>, RecordStatus>> = {
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
