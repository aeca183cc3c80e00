/** write-meaning.ts: what it means that a write was not done, or may have been done, for each operation. */

import { t, type Visible } from '../../lib/visible.ts';
import type { OperationClass } from './operation.ts';
import type { WriteId } from './operations.ts';

/** Each text continues a sentence. */
export interface WriteMeaning {
  /** "so …": what NOT SENT and REFUSED prove. */
  readonly not: Visible;
  /** What stays open after UNKNOWN: done, or not done. */
  readonly may: Visible;
}

const moved: WriteMeaning = { not: t`no money moved`, may: t`the money may have moved, or not` };
const changed: WriteMeaning = { not: t`nothing was changed`, may: t`it may have been changed, or not` };
const created: WriteMeaning = { not: t`nothing was created`, may: t`it may have been created, or not` };

/** A stopped item moves no money. There the question is whether it continues. */
const meanings: Readonly<Record<WriteId, WriteMeaning>> = {
  'payout.create': moved,
  'conversion.create': moved,
  'payout.cancel': {
    not: t`this request did not cancel the payout`,
    may: t`the payout may still go out, or not`,
  },
  'directDebit.cancel': {
    not: t`this request did not cancel the direct debit`,
    may: t`the debit may still be taken, or not`,
  },
  'mandate.cancel': {
    not: t`this request did not cancel the mandate`,
    may: t`new direct debits may still be made under the mandate, or not`,
  },
  'card.close': {
    not: t`this request did not close the card`,
    may: t`the card may still be open, or closed for good`,
  },
  'card.activate': changed,
  'card.update': changed,
  'card.issue': created,
  'cardholder.create': created,
  'cardholder.update': changed,
  'account.create': created,
  'beneficiary.create': created,
  'beneficiary.update': changed,
  'rfi.respond': {
    not: t`no answer was sent`,
    may: t`the answer may have arrived, or not; a new request could answer twice`,
  },
  'user.create': {
    not: t`no customer was created`,
    may: t`the customer may have been created, or not, and Purser can't read it`,
  },
  'user.terms': {
    not: t`this request did not accept the terms`,
    may: t`the service may have recorded that the customer accepts the terms, or not`,
  },
  'user.activate': {
    not: t`this request did not activate the customer`,
    may: t`the customer may have been activated, or not`,
  },
};

/** By the operation's ID. An ID from a newer version's journal is unknown here and goes by its class. */
export function meaningOfWrite(operation: string, does: OperationClass): WriteMeaning {
  const known: Readonly<Record<string, WriteMeaning>> = meanings;
  if (Object.hasOwn(known, operation)) return known[operation] ?? changed;
  return does === 'money'
    ? { not: t`nothing was done`, may: t`it may have been done for good, or not` }
    : changed;
}

/** Whole sentences for the three outcomes that leave a question. */
export const notSent = ({ not }: WriteMeaning): Visible => t`Nothing left this machine, so ${not}.`;
export const wasRefused = ({ not }: WriteMeaning): Visible => t`The service did not do it, so ${not}.`;
export const isUnknown = ({ may }: WriteMeaning): Visible => t`It is not known whether it was done: ${may}.`;
