// What is declared of each write: one file holds all that is true of it, and the registry holds one for each.

import type { Customer } from '../api/client/service.ts';
import type { Input, Operations, WriteId } from '../api/contract/operations.ts';
import type { WriteMeaning } from '../api/contract/write-meaning.ts';
import type { Intent } from '../journal/intent.ts';
import type { Visible } from '../lib/visible.ts';
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
  readonly duplicates: DuplicateRule;
  /** The dialog's question, for `purser call`, which has no screen. */
  question(input: Input<Id>, sources: CallSources): CallQuestion | Promise<CallQuestion>;
  /** Where its outcome is UNKNOWN; absent where the service has no read of it. */
  readonly reconcile?: Reconciliation;
  /** How a row of the journal is sent again, under its own request ID. */
  readonly again: AgainRule;
  readonly onScreen: OnScreen;
}

/** What an input alone doesn't say. */
export interface TokenFacts {
  readonly customer?: Customer | undefined;
  /** The sell amount of the quote; without it, the requested one. */
  readonly sold?: string | undefined;
  /** The last four digits printed on the card, where the list has them: that is what people know of it. */
  readonly cardEnd?: string | undefined;
}

export interface TokenRule<Id extends WriteId> {
  /** What is typed, for people who don't see the dialog. */
  readonly words: Visible;
  of(input: Input<Id>, known: TokenFacts): ConfirmToken;
}

/** A value of the request; undefined where the request doesn't have it. */
export type IntentText = string | undefined;

interface Alike {
  readonly what: Visible;
  /** What has to be the same; a missing one makes it like no other. */
  of?(intent: Intent): readonly IntentText[];
  /** The same where the values depend on each other. Without `of` and `same` too little is kept to tell, so any may be it. */
  same?(one: Intent, other: Intent): boolean;
  /** Money leaves: a warning speaks of paying, and names the reference. */
  readonly pays?: true;
  /** The warning of one that was done, where it isn't the usual one. `found`: a person found it done. */
  done?(at: Visible, found: boolean): Visible;
}

export interface DuplicateRule {
  /** Of something new: how the same thing made twice is recognised. */
  readonly alike?: Alike;
  /** The warning where any write of this kind is not certain, whatever it was about. `at`: when it was begun. */
  open?(at: Visible): Visible;
  /** It belongs to no customer yet, so an earlier one counts whichever customer is chosen. */
  readonly anyCustomer?: true;
  /** What one write of this kind uses up: none can be made with it again. */
  usesUp?(intent: Intent): IntentText;
  /** The record that it changes, or that it is made with, by each name that the request gives it. */
  readonly record?: {
    /** "this card" */
    readonly what: Visible;
    names(intent: Intent): readonly IntentText[];
    /** Another write of a record that isn't certain matters only where that one changes it. */
    readonly changes: boolean;
  };
}

/** The place of an operation on the screen. */
export interface OnScreen {
  readonly place: PlaceId | 'login';
  /** The key as bindings name it. Without one, the place loads the data without a key press. */
  readonly key?: string;
}
