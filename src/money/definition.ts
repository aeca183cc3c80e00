// The declaration of a write. Each write has one file with all its facts, and the registry lists them.

import type { Customer } from '../api/client/call-context.ts';
import type { Input, Operations, WriteId } from '../api/contract/operations.ts';
import type { WriteMeaning } from '../api/contract/write-meaning.ts';
import type { Summary } from '../format/summary.ts';
import type { Intent } from '../journal/intent.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { ConfirmToken } from '../sending/confirm-token.ts';
import type { PlaceId } from '../store/places.ts';
import type { Reconciliation } from './check/reconciliation.ts';
import type { CallQuestion, CallSources } from './for-call.ts';
import type { ShownMoney } from './shown-lines.ts';

export interface WriteDefinition<Id extends WriteId = WriteId> {
  readonly operation: Id;
  /** The contract's class, which screens need before the contract is loaded. */
  readonly class: Operations[Id]['class'];
  readonly meaning: WriteMeaning;
  readonly token: TokenRule<Id>;
  /** Each with the member that names its currency. */
  readonly amounts?: readonly (readonly [amount: string, currency: string])[];
  /** From the confirmed lines, for a body that may lack the amount. */
  shownAmount?(intent: Intent, amount: string): ShownMoney | undefined;
  /**
   * What the service confirmed, as a customer would say it: "Paid 12.34 USD to Zoë Ltd." From the confirmed lines. It
   * claims no more than the service's answer proves.
   */
  happened(intent: Intent): Visible;
  /** What staff can say to the customer. Default: the title, and what happened. */
  summary?(said: SaidWrite): Summary;
  readonly duplicates: DuplicateRule;
  /** For `purser call`, which has no screen. */
  question(input: Input<Id>, sources: CallSources): CallQuestion | Promise<CallQuestion>;
  /** How the records may show what an UNKNOWN write did, or that none can. */
  readonly reconcile: Reconciliation | typeof NO_CHECK;
  /** For an UNKNOWN write: what the service documents about a request ID that it knows. */
  readonly knownId?: Visible;
  /** Why Purser sends no recorded request again. */
  readonly neverAgain?: Visible;
  readonly onScreen: OnScreen;
}

/** The service has no read that shows the record. */
export const NO_CHECK = undefined;

/** The entry lacks a part of the request's bytes. */
export const PERSONAL = t`The journal does not keep personal data, so Purser can't send this request again. Use the form to make a new request.`;

export interface SaidWrite {
  readonly state: 'DONE' | 'REFUSED' | 'UNKNOWN' | 'WAITING';
  /** Of the record that the write made. */
  readonly status: string | undefined;
  readonly date: Visible | undefined;
  /** A confirmed line. */
  line(label: Visible): Visible | undefined;
}

export interface TokenFacts {
  readonly customer?: Customer | undefined;
  /** Default: the requested sell amount. */
  readonly sold?: string | undefined;
  /** The last four digits printed on the card, by which people know it. */
  readonly cardEnd?: string | undefined;
}

export interface TokenRule<Id extends WriteId> {
  /** For people who don't see the dialog. */
  readonly words: Visible;
  of(input: Input<Id>, known: TokenFacts): ConfirmToken;
}

export type IntentText = string | undefined;

/** "the same amount", "to this beneficiary" */
export interface PaidAlike {
  readonly what: Visible;
  readonly whom: Visible;
  /** Of the earlier payout, if it differs. Payouts that differ only here are one warning. */
  readonly amount?: Visible;
  /** Nobody has to name it, not even in `purser call`: such payouts are often meant. */
  readonly weak?: true;
}

interface SimilarRule {
  readonly what: Visible;
  /** Writes with the same values are duplicates; a write that lacks one is not. */
  of?(intent: Intent): readonly IntentText[];
  /** Instead of `of` if the values depend on each other. Without both, any other write may be a duplicate. */
  same?(one: Intent, other: Intent): boolean;
  /** Instead of `of` if money leaves: the warnings say "pay" and name the reference. */
  pays?(one: Intent, other: Intent): PaidAlike | undefined;
  /** Replaces the usual warning. `found`: resolved as done. */
  done?(at: Visible, found: boolean, requestId: Visible): Visible;
}

export interface DuplicateRule {
  /** Two writes make the same thing. Only for a write that makes something new. */
  readonly similar?: SimilarRule;
  /** Warns of any write of this kind that has not ended: "An earlier conversion". */
  readonly open?: Visible;
  /** Repeating the write is normal after a later write changed the same part of the record. */
  readonly repeats?: true;
  /** The new record belongs to no customer yet. */
  readonly anyCustomer?: true;
  /** Such as the ID of a quote: no later write may use the same. For class `money`, a changed record's names are used up too. */
  usesUp?(intent: Intent): readonly IntentText[];
  /** `names`: the IDs that the request has for the record. */
  readonly record?: {
    readonly what: Visible;
    names(intent: Intent): readonly IntentText[];
    /** Whether the write changes the record. While it is unresolved, other writes on the record warn. */
    readonly changes: boolean;
    /** The members of the record that the write sets: a later write to one of them supersedes it. Default: the body's. */
    readonly sets?: readonly string[];
  };
}

export interface OnScreen {
  readonly place: PlaceId | 'login';
  /** Absent if the place loads the data without a key press. */
  readonly key?: string;
}

/** A part of Purser may know only some. The root passes those of all subjects. */
export type Definitions = { readonly [Id in WriteId]?: WriteDefinition<Id> };

/** The journal may have operations of another version. */
export const definitionOf = (definitions: Definitions, operation: string): WriteDefinition | undefined =>
  Object.hasOwn(definitions, operation) ? definitions[operation as WriteId] : undefined;
