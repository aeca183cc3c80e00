// The declaration of each write: one file has everything that is true of it, and the registry lists them.

import type { Customer } from '../api/client/service.ts';
import type { Input, Operations, WriteId } from '../api/contract/operations.ts';
import type { WriteMeaning } from '../api/contract/write-meaning.ts';
import type { Intent } from '../journal/intent.ts';
import type { Visible } from '../lib/visible.ts';
import type { ShownMoney } from '../records/conversion-lines.ts';
import type { ConfirmToken } from '../store/dialog.ts';
import type { PlaceId } from '../store/places.ts';
import type { AgainRule } from './again/again-rule.ts';
import type { CallQuestion, CallSources } from './called.ts';
import type { Reconciliation } from './reconcile/reconciliation.ts';

export interface WriteDefinition<Id extends WriteId = WriteId> {
  readonly operation: Id;
  /** The contract's own, here without a schema: screens need it before the contract is loaded. */
  readonly class: Operations[Id]['class'];
  /** What NOT SENT and UNKNOWN mean for it. */
  readonly meaning: WriteMeaning;
  readonly token: TokenRule<Id>;
  /** The amounts of the body, each with the member that names its currency. */
  readonly amounts?: readonly (readonly [amount: string, currency: string])[];
  /** An amount of those as the confirmed lines have it, where the body may not have it. */
  shownAmount?(intent: Intent, amount: string): ShownMoney | undefined;
  readonly duplicates: DuplicateRule;
  /** The dialog's question, for `purser call`, which has no screen. */
  question(input: Input<Id>, sources: CallSources): CallQuestion | Promise<CallQuestion>;
  /** The reconciliation of an UNKNOWN outcome; undefined if the service has no read for it. */
  readonly reconcile?: Reconciliation;
  /** How a journal entry is sent again, under its own request ID. */
  readonly again: AgainRule;
  readonly onScreen: OnScreen;
}

/** Facts that the input alone doesn't have. */
export interface TokenFacts {
  readonly customer?: Customer | undefined;
  /** The sell amount of the quote; without it, the requested one. */
  readonly sold?: string | undefined;
  /** The last four digits printed on the card, if the list has them: people know the card by these. */
  readonly cardEnd?: string | undefined;
}

export interface TokenRule<Id extends WriteId> {
  /** The token in words, for people who don't see the dialog. */
  readonly words: Visible;
  of(input: Input<Id>, known: TokenFacts): ConfirmToken;
}

/** A value of the request; undefined where the request doesn't have it. */
export type IntentText = string | undefined;

interface Alike {
  readonly what: Visible;
  /** The values that make a duplicate; a missing one makes the write unlike any other. */
  of?(intent: Intent): readonly IntentText[];
  /**
   * The same if the values depend on each other. Without `of` and `same` the journal keeps too little, so any write may
   * be a duplicate.
   */
  same?(one: Intent, other: Intent): boolean;
  /** Money leaves: a warning speaks of paying, and names the reference. */
  readonly pays?: true;
  /** The warning for a done one, if it isn't the usual one. `found`: a person resolved it as done. */
  done?(at: Visible, found: boolean): Visible;
}

export interface DuplicateRule {
  /** For something new: how the same thing made twice is recognised. */
  readonly alike?: Alike;
  /** The warning if any write of this kind is unresolved, whatever its content. `at`: its start. */
  open?(at: Visible): Visible;
  /** It belongs to no customer yet, so an earlier one counts whichever customer is chosen. */
  readonly anyCustomer?: true;
  /** What one write of this kind uses up: no other can be made with it. */
  usesUp?(intent: Intent): IntentText;
  /** The record that it changes or uses, by each name that the request gives it. */
  readonly record?: {
    /** "this card" */
    readonly what: Visible;
    names(intent: Intent): readonly IntentText[];
    /** Another unresolved write of a record matters only if that one changes it. */
    readonly changes: boolean;
  };
}

/** The place of an operation on the screen. */
export interface OnScreen {
  readonly place: PlaceId | 'login';
  /** The key as bindings name it. Without one, the place loads the data without a key press. */
  readonly key?: string;
}
