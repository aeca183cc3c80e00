// The whole state of the console as plain data: the session, the data of each customer, and the person's views.

import type { AccessToken, Customer } from '../api/client/call-context.ts';
import type { Exchange } from '../api/client/exchange.ts';
import type { Limits } from '../api/contract/allowed-services.ts';
import type { Waiting } from '../journal/approvals.ts';
import type { AuditLine } from '../journal/audit.ts';
import type { Row } from '../journal/intent.ts';
import type { ProcessId } from '../journal/processes.ts';
import type { News, Note } from '../journal/together.ts';
import type { ColourDepth, ThemeName } from '../lib/colours.ts';
import type { SummaryTexts } from '../lib/summaries.ts';
import type { TimeMode } from '../lib/time.ts';
import type { Visible } from '../lib/visible.ts';
import type { Document, List } from './list.ts';
import type { Lock } from './lock-state.ts';
import type { Notice } from './notices.ts';
import type { Overlay } from './open-overlays.ts';
import type { PlaceId, TabId } from './places.ts';
import type { Recall, TypedBefore } from './recall.ts';
import type { Sort, View } from './view.ts';
import type { Watch } from './watches.ts';
import type { WriteGrant } from './writing.ts';

export interface Reach {
  readonly profile: Visible;
  readonly environment: 'demo' | 'production';
  /** Only a variable calls this address a demo, so its writes are guarded as in production. */
  readonly unprovenDemo?: true;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly programId: string;
  /** Why write access can't be requested, as a part of a sentence. Undefined if it can be requested. */
  readonly readOnly: Visible | undefined;
  /** From the policy of this machine. */
  readonly limits?: Limits;
  /** The profile's API key is in the system's keyring. */
  readonly keyring?: true;
  /** A program prints the API key. */
  readonly keyHelper?: true;
  /** For the audit log: the program, and the policy's digest. */
  readonly started?: { readonly version: string; readonly policy: string };
  /** IANA name, for dates in filters and for the local clock. */
  readonly zone: string;
}

type SessionState =
  | { readonly phase: 'signed-out' }
  | { readonly phase: 'signing-in'; readonly since: number }
  | { readonly phase: 'signed-in'; readonly token: AccessToken };

/** Never shown under another customer. */
export interface Workspace {
  readonly tab: TabId;
  readonly stacks: { readonly [Id in TabId]?: readonly View[] };
  /** The views that were open when the tab's key went to its first screen. */
  readonly left: { readonly [Id in TabId]?: readonly View[] | undefined };
  readonly before: TabId | undefined;
  readonly lists: Readonly<Record<string, List<unknown>>>;
  readonly documents: Readonly<Record<string, Document<unknown>>>;
  readonly accountNames: Readonly<Record<string, Visible>>;
  /** Column IDs. */
  readonly hidden: { readonly [Id in PlaceId]?: readonly string[] };
  /** The data of forms and flows, by their own keys: see flow.ts. */
  readonly flows: Readonly<Record<string, unknown>>;
  /** In `:` and `/`. */
  readonly typed?: TypedBefore;
}

/** A customer used before in this profile, most recent first. */
export interface KnownCustomer extends Customer {
  readonly name: Visible | undefined;
  /** Listed first, and never dropped. */
  readonly pinned?: true;
  /** Only offered so far. */
  readonly unopened?: true;
}

export interface Option {
  readonly value: string;
  readonly label: Visible;
}

export interface Field {
  readonly id: string;
  readonly label: Visible;
  readonly value: string;
  /** The field then takes no typing, and any other value means no choice. */
  readonly options?: readonly Option[];
  /** An editor can open it. LINE_BREAK means a line break. */
  readonly long?: true;
  readonly code?: true;
  readonly secret: boolean;
  /** The value is selected: the next typing replaces it. */
  readonly kept?: boolean;
  readonly hint: Visible;
  /** Shown in the empty field: required, optional. */
  readonly need?: Visible;
  readonly error: Visible | undefined;
}

/** `focus`: the index of a field, or `fields.length` for the button. */
export interface Form {
  readonly fields: readonly Field[];
  readonly focus: number;
}

interface Login {
  readonly form: Form;
  /** Why the last attempt failed or the session ended. */
  readonly reason: readonly Visible[];
}

type Prompt =
  | {
      readonly kind: 'goto';
      readonly value: string;
      readonly completed?: string;
      readonly recall?: Recall;
    }
  /** `before`: the view to return to if the filter is cancelled. */
  /** `kept`: the filter of before is selected. */
  | {
      readonly kind: 'filter';
      readonly before: View;
      readonly completed?: Completed;
      readonly kept?: true;
      readonly recall?: Recall;
    };

interface Completed {
  readonly typed: string;
  readonly text: string;
  readonly nth: number;
  readonly of: number;
}

/** A search at the service, list by list. */
export interface ServiceSearch {
  readonly text: string;
  /** The customer's key. */
  readonly owner: string;
  /** `full`: the search stopped at the limit of read rows. */
  readonly phase: 'searching' | 'stopped' | 'full' | 'done';
  /** The data was dropped or is read again. The matches of the earlier search stay until this search has ended. */
  readonly again?: boolean;
  /** Query keys of the lists that Purser could not read completely. */
  readonly failed: readonly string[];
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
  /** Rows of the body under a long message. */
  readonly covered?: number;
}

export interface Exporting {
  readonly many: Visible;
  readonly file: Visible;
  readonly rows: number;
  readonly pages: number;
  readonly total: number | undefined;
  /** The `placeKey` of the screen on which Esc stops the export. */
  readonly from: string;
  /** Another customer may be open by the end. */
  readonly whose: Customer | undefined;
}

export type JournalView =
  /** The first frame does not wait for the journal. */
  | { readonly kind: 'closed' }
  /** Purser sends no writes. `why`: a whole sentence. `rows`: from the last successful read. */
  | {
      readonly kind: 'locked';
      readonly why: Visible;
      readonly rows: readonly Row[];
      readonly offlineSince?: number;
    }
  /** Newest first, with all unresolved rows. */
  | ({ readonly kind: 'open'; readonly rows: readonly Row[] } & JournalFacts);

/** About a reading of the journal. */
export interface JournalFacts {
  /** False if the journal has older rows. */
  readonly complete: boolean;
  /** This console's ID in its rows. */
  readonly self?: ProcessId;
  /** When Purser lost the team's server, in epoch ms. The rows are from that time. */
  readonly offlineSince?: number | undefined;
  /** The team journal is newer than this Purser, which only reads it. A whole sentence. */
  readonly outdated?: Visible | undefined;
  /** Why Purser has not read the team's entries yet, as a whole sentence. The rows are only those of this machine. */
  readonly unread?: Visible | undefined;
  /** Why no write may begin now, as a whole sentence. */
  readonly shut?: Visible | undefined;
}

type AuditView =
  | { readonly kind: 'unread' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'read'; readonly lines: readonly AuditLine[] };

export interface OutcomeCheck {
  /** The row's state and the later writes on its record. If it changes, the readings are out of date. */
  readonly of: string;
  /** Records from this time on may come from the write. Epoch ms, by the service's clock if that is known. */
  readonly since: number;
  /** By the operation that read them. Their `asOf` is on the clock of `since`. */
  readonly readings: Readonly<Record<string, Document<unknown>>>;
}

export interface SavedView {
  readonly name: string;
  readonly filter: string;
  /** By the request's field name. */
  readonly server: View['server'];
  readonly sort?: Sort;
  readonly hidden: readonly string[];
}

export type SavedViews = { readonly [Id in PlaceId]?: readonly SavedView[] };

export interface TeamView {
  readonly place: PlaceId;
  readonly person: string;
  readonly view: SavedView;
}

export interface StatusChange {
  readonly customer: KnownCustomer;
  /** Unique for its customer. */
  readonly key: string;
  readonly name: Visible;
  readonly status: Visible;
  /** Such as returned money: the message stays until the person removes it. */
  readonly grave: boolean;
  readonly at: number;
}

interface NotesView {
  readonly counts: News['counts'];
  /** Of one customer, by its key. */
  readonly read?: { readonly of: string; readonly all: readonly Note[] };
}

interface ApprovalsView {
  /** Oldest first. */
  readonly waiting: readonly Waiting[];
  /** Monotonic ms. */
  readonly readAt: number;
}

export interface State {
  readonly reach: Reach;
  readonly session: SessionState;
  readonly login: Login | undefined;
  /** Of the embedded simulator. `toCancel`: the reference of a payout that can be cancelled. */
  /** `baseUrl`: of the embedded simulator. */
  readonly demo?: { readonly toCancel: Visible; readonly baseUrl: string };
  /** While set, Purser shows only the lock screen. */
  readonly lock: Lock | undefined;
  readonly customer: KnownCustomer | undefined;
  readonly known: readonly KnownCustomer[];
  /** The keys of the customers that were opened in this shift: see calls.ts. */
  readonly calls: readonly string[];
  readonly workspaces: Readonly<Record<string, Workspace>>;
  readonly overlay: Overlay | undefined;
  readonly prompt: Prompt | undefined;
  readonly notice: Notice | undefined;
  /** `frontKey` of the form in front, once its text was selected. */
  readonly selectedIn?: string | undefined;
  /** Covered by a brief message; comes back when that goes. */
  readonly noticeBehind?: Notice | undefined;
  /** The last message, after a key removed it from the screen. */
  readonly lastMessage?: Notice | undefined;
  /** Shown in full over everything else, until any key. */
  readonly message?: Notice | undefined;
  readonly exchanges: readonly Exchange[];
  readonly time: TimeMode;
  readonly size: Size;
  /** By how many cells the details are wider than usual. */
  readonly wider: { readonly [Id in PlaceId]?: number };
  /** Epoch ms in whole seconds, for ages and countdowns. */
  readonly now: number;
  /** Monotonic ms at the same time as `now`. */
  readonly tick: number;
  /** The service's clock minus ours, in ms. Undefined before the first response with a time. */
  readonly skew: number | undefined;
  /** Pressed once; acts only when pressed again. */
  readonly armed: 'quit' | 'suspend' | 'end' | undefined;
  readonly journal: JournalView;
  readonly audit: AuditView;
  /** Undefined without a team. */
  readonly approvals?: ApprovalsView;
  readonly outcomeChecks: Readonly<Record<string, OutcomeCheck>>;
  /** By address and operation: how many page sizes the service refused. */
  readonly pageSizes: Readonly<Record<string, number>>;
  /** On this machine. Empty if unknown. */
  readonly operator: string;
  /** The operator's language (`de`, `pt-BR`), for service texts in several languages. */
  readonly language: string;
  readonly grant: WriteGrant | undefined;
  /** The demo starts with write access. */
  readonly writingGivenUp: boolean;
  readonly exporting: Exporting | undefined;
  /** `owner`: the key of the customer. Not shown under another one. */
  readonly exported: (Notice & { readonly owner: string | undefined }) | undefined;
  /** How often each command of the palette was run, by ID. */
  readonly uses?: Readonly<Record<string, number>>;
  /** Undefined until Purser has read the file. */
  readonly views?: SavedViews;
  readonly teamViews?: readonly TeamView[];
  /** Undefined without a team, and until its server has answered. */
  readonly together?: Omit<News, 'counts'>;
  /** The team's, or this machine's without a team. Undefined until the journal has answered. */
  readonly notes?: NotesView | undefined;
  /** The running search at the service, or the last one. */
  readonly search?: ServiceSearch | undefined;
  /** Of all services: see watches.ts. */
  readonly watches: readonly Watch[];
  /** Newest first. */
  readonly statusChanges: readonly StatusChange[];
  /** Whether an announcement rings. */
  readonly bell: boolean;
  /** Of config.json. */
  readonly summaries?: SummaryTexts | undefined;
  readonly theme: ThemeName;
  readonly colours: ColourDepth;
}
