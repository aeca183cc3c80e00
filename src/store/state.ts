// Everything the console knows, as plain data: the session, what was read for each customer, and what a person is looking at.

import type { Exchange } from '../api/client/exchange.ts';
import type { Customer, AccessToken } from '../api/client/service.ts';
import type { TimeMode } from '../lib/time.ts';
import type { Visible } from '../lib/visible.ts';
import type { Dialog } from './dialog.ts';
import type { Exporting } from './exporting.ts';
import type { JournalView } from './journal.ts';
import type { Document, List } from './list.ts';
import type { Lock } from './lock.ts';
import type { PlaceId, TabId } from './places.ts';
import type { ReadBack } from './read-back.ts';
import type { Told } from './told.ts';
import type { View } from './view.ts';
import type { Grant } from './writing.ts';

/** Which service the keys reach, as the header says it. */
export interface Reach {
  readonly profile: Visible;
  readonly environment: 'demo' | 'production';
  readonly baseUrl: string;
  readonly clientId: string;
  readonly programId: string;
  /** Why writing can't even be asked for, if so: part of a sentence. */
  readonly readOnly: Visible | undefined;
  /** The profile keeps its API key in the system's keyring. */
  readonly keyring?: true;
  /** IANA name; dates of filters and the local clock are in it. */
  readonly zone: string;
}

type Session =
  | { readonly phase: 'signed-out' }
  | { readonly phase: 'signing-in'; readonly since: number }
  | { readonly phase: 'signed-in'; readonly token: AccessToken };

/** What a customer's work keeps: nothing of it is ever shown under another customer. */
export interface Workspace {
  readonly tab: TabId;
  readonly stacks: { readonly [Id in TabId]?: readonly View[] };
  /** Where `-` goes back to. */
  readonly before: TabId | undefined;
  readonly lists: Readonly<Record<string, List<unknown>>>;
  readonly documents: Readonly<Record<string, Document<unknown>>>;
  /** As accounts were called when their list was last here, by ID. */
  readonly accountNames: Readonly<Record<string, Visible>>;
  /** Columns that a person hid, by ID: for every list of a place, so that the next account's has the same. */
  readonly hidden: { readonly [Id in PlaceId]?: readonly string[] };
  /** What forms and flows hold, each under a key of its own: see flow.ts. */
  readonly flows: Readonly<Record<string, unknown>>;
}

/** A customer used before, in this profile: recent ones first. */
export interface KnownCustomer extends Customer {
  readonly name: Visible | undefined;
}

/** One of the values that a choice field takes. */
export interface Option {
  readonly value: string;
  readonly label: Visible;
}

export interface Field {
  readonly id: string;
  readonly label: Visible;
  readonly value: string;
  /** The values to choose from: then nothing is typed here, and a value that is none of them means none is chosen. */
  readonly options?: readonly Option[];
  /** It takes a text of some length, whose line breaks stand as LINE_BREAK in its one line: an editor can be opened with it. */
  readonly long?: true;
  /** Shown as bullets. */
  readonly secret: boolean;
  readonly hint: Visible;
  readonly error: Visible | undefined;
}

/** Fields with the focus on one of them, or, at `fields.length`, on the button. */
export interface Form {
  readonly fields: readonly Field[];
  readonly focus: number;
}

interface Login {
  readonly form: Form;
  /** Why the last attempt was refused, or why a session ended. */
  readonly reason: readonly Visible[];
}

export type Overlay =
  | { readonly kind: 'help' | 'palette'; readonly filter: string; readonly cursor: number }
  | {
      readonly kind: 'customers';
      readonly form: Form;
      readonly cursor: number | undefined;
      readonly required: boolean;
    }
  | { readonly kind: 'server-filter'; readonly form: Form }
  /** `exchange`: the one looked at, by its ID; without it the newest. */
  | {
      readonly kind: 'inspector';
      readonly exchange: number | undefined;
      readonly top: number;
      /** Whether its curl command is shown, which was copied. */
      readonly curl?: true;
    }
  /** A write that waits to be confirmed, is on its way, or has ended. */
  | { readonly kind: 'dialog'; readonly dialog: Dialog }
  /** Asks why writing is needed. */
  | { readonly kind: 'grant'; readonly form: Form }
  /** Which columns a list shows. */
  | { readonly kind: 'columns'; readonly cursor: number }
  /** The record of this key as it came. */
  | { readonly kind: 'record'; readonly key: string; readonly top: number }
  /** What can be done with the record of this key; `record` is what its row says. */
  | { readonly kind: 'actions'; readonly cursor: number; readonly key: string; readonly record: Visible }
  /** In which form the records of these keys are to be copied; `record` is what they are called. */
  | {
      readonly kind: 'copy';
      readonly cursor: number;
      readonly keys: readonly string[];
      readonly record: Visible;
    }
  /** `offered`: the file's name, as long as nobody typed another. */
  | { readonly kind: 'export'; readonly form: Form; readonly offered: string }
  /** What the status of the record under the cursor means. */
  | {
      readonly kind: 'explain';
      readonly record: Visible;
      readonly lines: readonly Explained[];
      readonly top: number;
    }
  | { readonly kind: 'quit' };

/** One thing that is said of a status. */
export interface Explained {
  readonly label: Visible;
  readonly text: Visible;
}

/** A one-line question at the foot of the screen. */
type Prompt =
  | { readonly kind: 'goto'; readonly value: string; readonly completed?: string }
  /** `before`: the view as it was, for leaving without a filter. */
  | { readonly kind: 'filter'; readonly before: View; readonly completed?: Completed };

/** One of the endings that Tab gave to what was typed. */
interface Completed {
  readonly typed: string;
  readonly text: string;
  /** From 1. */
  readonly nth: number;
  readonly of: number;
}

export interface Notice {
  readonly text: Visible;
  readonly tone: 'info' | 'warning';
  /** It is not gone with the next key, only with Esc. */
  readonly stays?: true;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface State {
  readonly reach: Reach;
  readonly session: Session;
  readonly login: Login | undefined;
  /** Nothing else is shown, and nothing else acts, until somebody unlocks it. */
  readonly lock: Lock | undefined;
  readonly customer: KnownCustomer | undefined;
  readonly known: readonly KnownCustomer[];
  readonly workspaces: Readonly<Record<string, Workspace>>;
  readonly overlay: Overlay | undefined;
  readonly prompt: Prompt | undefined;
  readonly notice: Notice | undefined;
  /** What was said last, once another key has taken it off the screen. */
  readonly said?: Notice | undefined;
  /** A message is shown whole, in place of everything else; any key ends that. */
  readonly message?: Notice | undefined;
  readonly exchanges: readonly Exchange[];
  readonly time: TimeMode;
  readonly size: Size;
  /** Epoch ms, whole seconds: what ages and countdowns are reckoned from. */
  readonly now: number;
  /** Monotonic ms of the same moment. */
  readonly tick: number;
  /** Server's clock less ours, in ms, once an answer has told it. */
  readonly skew: number | undefined;
  /** The chord that was pressed once and acts when it is pressed again: what it does can't be taken back. */
  readonly armed: 'quit' | 'suspend' | undefined;
  readonly journal: JournalView;
  /** By request ID. */
  readonly readBack: Readonly<Record<string, ReadBack>>;
  /** By address and operation: how many of the sizes of a page were refused there. */
  readonly pageSizes: Readonly<Record<string, number>>;
  /** Who works at this machine, as its system names them; empty where it doesn't. */
  readonly operator: string;
  /** What that person reads, as a language tag: `de`, `pt-BR`; for texts that the service has in several languages. */
  readonly language: string;
  readonly grant: Grant | undefined;
  /** In the demo writing need not be asked for, but it can be given up. */
  readonly writingGivenUp: boolean;
  /** The export that runs; one at a time. */
  readonly exporting: Exporting | undefined;
  /** How the last one ended. */
  readonly exported: Notice | undefined;
  /** Changes of status that were announced in this session, newest first. */
  readonly told: readonly Told[];
  /** Whether an announcement rings the terminal's bell. */
  readonly bell: boolean;
}
