// The words of each operation's reply: the beginning of a refusal (INTERFACE.md, Errors) and those of Family B's envelope.
import type { OperationId, Operations } from '../../api/contract/operations.ts';

export interface ReplyWords {
  /** Empty if INTERFACE.md gives the whole text of a refusal. */
  readonly failure: string;
  /** The status in the envelope, with or without a capital as in INTERFACE.md. */
  readonly word?: 'success' | 'Success';
  readonly message?: string;
}

interface EnvelopeWord {
  readonly enveloped: Required<Pick<ReplyWords, 'word'>>;
  readonly paginated: Required<Pick<ReplyWords, 'word'>>;
  readonly either: unknown;
}

type WordOf<Envelope> = Envelope extends keyof EnvelopeWord ? EnvelopeWord[Envelope] : { word?: never };

export const replyWords: { readonly [Id in OperationId]: ReplyWords & WordOf<Operations[Id]['envelope']> } = {
  login: { failure: 'Login failed.' },
  'globalAccount.get': { failure: 'Get Global Account failed.' },
  'mandate.list': { failure: 'Get Mandates failed.' },
  'mandate.get': { failure: 'Get Mandate failed.' },
  'mandate.cancel': { failure: 'Cancel Mandate failed.' },
  'directDebit.list': { failure: 'Get Direct Debits failed.' },
  'directDebit.get': { failure: 'Get Direct Debit failed.' },
  'directDebit.cancel': { failure: 'Cancel Direct Debit failed.' },
  'account.list': { failure: 'Get Account failed!', word: 'success' },
  'account.create': { failure: 'Create Account failed!', word: 'success' },
  'account.balances': { failure: 'Get balance failed!', word: 'Success' },
  'account.transactions': { failure: 'Get Account Transaction failed!', word: 'success' },
  'account.balanceHistory': { failure: 'Get Balance History failed!', word: 'Success' },
  'beneficiary.list': { failure: 'Get Beneficiary List failed!', word: 'Success' },
  'beneficiary.get': { failure: 'Get Beneficiary failed!', word: 'success' },
  'beneficiary.validate': {
    failure: 'Validation failed!',
    word: 'success',
    message: 'Validation successful',
  },
  'beneficiary.create': { failure: 'Create Beneficiary failed!', word: 'success' },
  'beneficiary.update': { failure: 'Update Beneficiary failed!', word: 'Success' },
  'payout.create': { failure: 'Create Payout failed!', word: 'success' },
  'payout.cancel': { failure: '', word: 'success', message: 'Payout cancelled successfully' },
  'card.list': { failure: 'Get Cards failed!', word: 'success' },
  'card.limits': { failure: 'Get Card Limit failed!', word: 'Success' },
  'card.transactions': { failure: 'Get Card Transaction failed!', word: 'success' },
  'card.details': { failure: 'Get Card Details failed!', word: 'success' },
  'card.activate': {
    failure: 'Activate card failed!',
    word: 'success',
    message: 'card activated successfully',
  },
  'card.update': { failure: 'Update card failed!', word: 'success', message: 'card updated successfully' },
  'card.close': { failure: 'Update card failed!', word: 'success', message: 'card updated successfully' },
  'cardholder.create': { failure: 'Create Cardholder failed!', word: 'success' },
  'cardholder.update': { failure: 'Update Cardholder failed!', word: 'Success' },
  'card.issue': { failure: 'Create Card failed!', word: 'success' },
  'quote.create': { failure: 'Create quote failed!', word: 'success' },
  'quote.get': { failure: '', word: 'Success' },
  'conversion.create': { failure: '', word: 'success' },
  'conversion.get': { failure: 'Get Conversion failed!', word: 'Success' },
  'user.get': { failure: 'Get User failed!', word: 'Success' },
  'user.terms': { failure: 'Get Terms and Conditions failed!' },
  'user.activate': { failure: 'Activate Account failed!' },
  'user.create': { failure: 'Create User failed!', word: 'Success', message: 'User created successfully' },
  'rfi.get': { failure: 'Get RFI failed!' },
  'rfi.respond': { failure: 'Respond RFI failed!' },
};
