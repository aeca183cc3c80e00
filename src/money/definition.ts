// The declaration of a write. Each write has one file with all its facts, and the registry lists them.

import type { Customer } from '../api/client/service.ts';
import type { Input, Operations, WriteId } from '../api/contract/operations.ts';
import type { WriteMeaning } from '../api/contract/write-meaning.ts';
import type { Intent } from '../journal/intent.ts';
import type { Visible } from '../lib/visible.ts';
import type { ConfirmToken } from '../store/confirm-token.ts';
import type { PlaceId } from '../store/places.ts';
import type { AgainRule } from './again/again-rule.ts';
import type { CallQuestion, CallSources } from './called.ts';
import type { Reconciliation } from './check/reconciliation.ts';
import type { ShownMoney } from './shown-lines.ts';

export interface WriteDefinition<Id extends WriteId = WriteId> {
  readonly operation: Id;
  /** The same as in the contract. It is repeated here because screens need the class before the contract is loaded. */
  readonly class: Operations[Id]['class'];
  /** What NOT SENT and UNKNOWN mean for this write. */
  readonly meaning: WriteMeaning;
  readonly token: TokenRule<Id>;
  /** The amounts of the body, each with the member that names its currency. */
  readonly amounts?: readonly (readonly [amount: string, currency: string])[];
  /** One of `amounts` from the confirmed lines, for a body that may lack the amount. */
  shownAmount?(intent: Intent, amount: string): ShownMoney | undefined;
  readonly duplicates: DuplicateRule;
  /** The dialog's question, for `purser call`, which has no screen. */
  question(input: Input<Id>, sources: CallSources): CallQuestion | Promise<CallQuestion>;
  /** The reconciliation of an UNKNOWN outcome; undefined if the service has no read for it. */
  readonly reconcile?: Reconciliation;
  /** How a journal entry is sent again, under its own request ID. */
  readonly again: AgainRule<Id>;
  readonly onScreen: OnScreen;
}

/** Facts that the input alone doesn't have. */
export interface TokenFacts {
  readonly customer?: Customer | undefined;
  /** The quote's sell amount. If absent, the token is the requested sell amount. */
  readonly sold?: string | undefined;
  /** The last four digits printed on the card, if the list has them. People know the card by these digits. */
  readonly cardEnd?: string | undefined;
}

export interface TokenRule<Id extends WriteId> {
  /** The token in words, for people who don't see the dialog. */
  readonly words: Visible;
  of(input: Input<Id>, known: TokenFacts): ConfirmToken;
}

/** A value of the request; undefined if the request doesn't have it. */
export type IntentText = string | undefined;

interface SimilarRule {
  readonly what: Visible;
  /** Writes with the same values are duplicates. A write that lacks a value is no duplicate. */
  of?(intent: Intent): readonly IntentText[];
  /**
   * Used instead of `of` if the values depend on each other. A write without `of` and `same` may be a duplicate of any
   * other write, because the journal keeps too little of the write.
   */
  same?(one: Intent, other: Intent): boolean;
  /** Set if money leaves. The warnings then say "pay" and name the reference. */
  readonly pays?: true;
  /** Replaces the usual warning about a done write. `found`: that write was resolved as done. */
  done?(at: Visible, found: boolean): Visible;
}

export interface DuplicateRule {
  /** How Purser recognises that two writes make the same thing. Only for a write that makes something new. */
  readonly similar?: SimilarRule;
  /** Begins the warning if any write of this kind has not ended, whatever its content: "An earlier conversion". */
  readonly open?: Visible;
  /** Writes for other customers count too, because the new record belongs to no customer yet. */
  readonly anyCustomer?: true;
  /** The ID that one write of this kind uses up, such as the ID of a quote. */
  usesUp?(intent: Intent): IntentText;
  /** The record that the write changes or uses. `names`: the IDs that the request has for the record. */
  readonly record?: {
    /** The record in a sentence: "this card". */
    readonly what: Visible;
    names(intent: Intent): readonly IntentText[];
    /** Whether the write changes the record. Only unresolved changes cause a warning. */
    readonly changes: boolean;
    /** What the write sets in the record; absent if the members of its body say so. */
    readonly sets?: readonly string[];
  };
}

/** The place of an operation on the screen. */
export interface OnScreen {
  readonly place: PlaceId | 'login';
  /** The key as bindings name it. Absent if the place loads the data without a key press. */
  readonly key?: string;
}

/** The definitions of the writes that a part of Purser knows. The root passes those of all subjects. */
export type Definitions = { readonly [Id in WriteId]?: WriteDefinition<Id> };

/** Undefined for an operation of another version, which the journal may have. */
export const definitionOf = (definitions: Definitions, operation: string): WriteDefinition | undefined =>
  Object.hasOwn(definitions, operation) ? definitions[operation as WriteId] : undefined;
