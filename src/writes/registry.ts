// All writes that Purser sends. Each is declared in its own file.

import type { OperationClass } from '../api/contract/operation.ts';
import type { Input, WriteId } from '../api/contract/operations.ts';
import { meaningOfClass, type WriteMeaning } from '../api/contract/write-meaning.ts';
import type { Visible } from '../lib/visible.ts';
import type { ConfirmToken } from '../store/confirm-token.ts';
import { accountCreate } from './account-create.ts';
import { beneficiaryCreate } from './beneficiary-create.ts';
import { beneficiaryUpdate } from './beneficiary-update.ts';
import { cardActivate } from './card-activate.ts';
import { cardClose } from './card-close.ts';
import { cardIssue } from './card-issue.ts';
import { cardUpdate } from './card-update.ts';
import { cardholderCreate } from './cardholder-create.ts';
import { cardholderUpdate } from './cardholder-update.ts';
import { conversionCreate } from './conversion-create.ts';
import type { TokenFacts, WriteDefinition } from './definition.ts';
import { directDebitCancel } from './direct-debit-cancel.ts';
import { mandateCancel } from './mandate-cancel.ts';
import { payoutCancel } from './payout-cancel.ts';
import { payoutCreate } from './payout-create.ts';
import { rfiRespond } from './rfi-respond.ts';
import { userActivate } from './user-activate.ts';
import { userCreate } from './user-create.ts';
import { userTerms } from './user-terms.ts';

export const registry: { readonly [Id in WriteId]: WriteDefinition<Id> } = {
  'payout.create': payoutCreate,
  'payout.cancel': payoutCancel,
  'conversion.create': conversionCreate,
  'directDebit.cancel': directDebitCancel,
  'mandate.cancel': mandateCancel,
  'card.issue': cardIssue,
  'card.activate': cardActivate,
  'card.update': cardUpdate,
  'card.close': cardClose,
  'cardholder.create': cardholderCreate,
  'cardholder.update': cardholderUpdate,
  'beneficiary.create': beneficiaryCreate,
  'beneficiary.update': beneficiaryUpdate,
  'account.create': accountCreate,
  'user.create': userCreate,
  'user.activate': userActivate,
  'user.terms': userTerms,
  'rfi.respond': rfiRespond,
};

/** False for an operation of another version, which the journal may have. */
export const isDefined = (operation: string): operation is WriteId => Object.hasOwn(registry, operation);

/** Undefined for an operation of another version. */
export const definitionOf = (operation: string): WriteDefinition | undefined =>
  isDefined(operation) ? registry[operation] : undefined;

/** The token that confirms `operation` with this `input`. An empty token confirms nothing. */
export function tokenOf<Id extends WriteId>(
  operation: Id,
  input: Input<Id>,
  known: TokenFacts = {},
): ConfirmToken {
  const { token }: WriteDefinition<Id> = registry[operation];
  return token.of(input, known);
}

/** Says in words what the token of this write is. */
export const tokenWords = (operation: WriteId): Visible => registry[operation].token.words;

/** What a write's outcomes mean. An operation that only a newer version knows has the meanings of its class. */
export const meaningOfWrite = (operation: string, does: OperationClass): WriteMeaning =>
  definitionOf(operation)?.meaning ?? meaningOfClass(does);
