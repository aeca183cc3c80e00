// Everything that the console knows, as plain data: the session, the data read for each customer, and the person's
// views.

import type { Exchange } from '../api/client/exchange.ts';
import type { AccessToken, Customer } from '../api/client/service.ts';
import type { ColourDepth, ThemeName } from '../lib/colours.ts';
import type { TimeMode } from '../lib/time.ts';
import type { Visible } from '../lib/visible.ts';
import type { ApprovalsView } from './approvals.ts';
import type { Exporting } from './exporting.ts';
import type { AuditView, JournalView } from './journal.ts';
import type { Document, List } from './list.ts';
import type { Lock } from './lock.ts';
import type { Overlay } from './overlay.ts';
import type { PlaceId, TabId } from './places.ts';
import type { ReadBack } from './read-back.ts';
import type { SavedViews, TeamView } from './saved-views.ts';
import type { ServiceSearch } from './search.ts';
import type { TogetherView } from './together.ts';
import type { StatusChange } from './told.ts';
import type { View } from './view.ts';
import type { WriteGrant } from './writing.ts';

/** The service of the present keys, as in the header. */
export interface Reach {
  readonly profile: Visible;
  readonly environment: 'demo' | 'production';
  readonly baseUrl: string;
  readonly clientId: string;
  readonly programId: string;
  /** Why nobody can even ask for write access: part of a sentence. */
  readonly readOnly: Visible | undefined;
  /** The profile's API key is in the system's keyring. */
  readonly keyring?: true;
  /** IANA name, for dates in filters and for the local clock. */
  readonly zone: string;
}

type SessionState =
  | { readonly phase: 'signed-out' }
  | { readonly phase: 'signing-in'; readonly since: number }
  | { readonly phase: 'signed-in'; readonly token: AccessToken };

/** The work for one customer. Nothing in it is ever shown under another customer. */
export interface Workspace {
  readonly tab: TabId;
  readonly stacks: { readonly [Id in TabId]?: readonly View[] };
  /** The target of `-`. */
  readonly before: TabId | undefined;
  readonly lists: Readonly<Record<string, List<unknown>>>;
  readonly documents: Readonly<Record<string, Document<unknown>>>;
  /** The last known account names, by ID. */
  readonly accountNames: Readonly<Record<string, Visible>>;
  /** Columns that a person hid, by ID, for every list of a place. */
  readonly hidden: { readonly [Id in PlaceId]?: readonly string[] };
  /** The data of forms and flows, by their own keys: see flow.ts. */
  readonly flows: Readonly<Record<string, unknown>>;
}

/** A customer used before in this profile, most recent first. */
export interface KnownCustomer extends Customer {
  readonly name: Visible | undefined;
  /** The switcher lists it first, and it is never forgotten. */
  readonly pinned?: true;
}

/** One value of a choice field. */
export interface Option {
  readonly value: string;
  readonly label: Visible;
}

export interface Field {
  readonly id: string;
  readonly label: Visible;
  readonly value: string;
  /** The values to choose from. Such a field takes no typing, and any other value means no choice. */
  readonly options?: readonly Option[];
  /** A longer text, whose line breaks are LINE_BREAK in the one line. An editor can open it. */
  readonly long?: true;
  /** A currency: letters become capitals as they are typed. */
  readonly code?: true;
  /** Shown as bullets. */
  readonly secret: boolean;
  readonly hint: Visible;
  readonly error: Visible | undefined;
}

/** Fields with the focus on one of them or, at `fields.length`, on the button. */
export interface Form {
  readonly fields: readonly Field[];
  readonly focus: number;
}

interface Login {
  readonly form: Form;
  /** Why the last attempt was refused, or why a session ended. */
  readonly reason: readonly Visible[];
}

/** A one-line question at the bottom of the screen. */
type Prompt =
  | { readonly kind: 'goto'; readonly value: string; readonly completed?: string }
  /** `before`: the view to return to if the filter is cancelled. */
  | { readonly kind: 'filter'; readonly before: View; readonly completed?: Completed };

/** One completion that Tab offered for the typed text. */
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
  /** Only Esc removes it, not the next key. */
  readonly stays?: true;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
  /** Rows of the body that a long message takes now. */
  readonly covered?: number;
}

export interface State {
  readonly reach: Reach;
  readonly session: SessionState;
  readonly login: Login | undefined;
  /** While locked, Purser shows nothing else and reacts to nothing else. */
  readonly lock: Lock | undefined;
  readonly customer: KnownCustomer | undefined;
  readonly known: readonly KnownCustomer[];
  readonly workspaces: Readonly<Record<string, Workspace>>;
  readonly overlay: Overlay | undefined;
  readonly prompt: Prompt | undefined;
  readonly notice: Notice | undefined;
  /** The last message, after another key removed it from the screen. */
  readonly said?: Notice | undefined;
  /** A message shown in full over everything else, until any key. */
  readonly message?: Notice | undefined;
  readonly exchanges: readonly Exchange[];
  readonly time: TimeMode;
  readonly size: Size;
  /** Cells by which a person made the details of a place wider (or, below 0, narrower) than they would be. */
  readonly wider: { readonly [Id in PlaceId]?: number };
  /** Epoch ms in whole seconds, for ages and countdowns. */
  readonly now: number;
  /** Monotonic ms of the same moment. */
  readonly tick: number;
  /** The service's clock minus ours, in ms, once an answer has shown it. */
  readonly skew: number | undefined;
  /** A chord that acts only when pressed twice, because its effect can't be undone. */
  readonly armed: 'quit' | 'suspend' | undefined;
  readonly journal: JournalView;
  readonly audit: AuditView;
  /** Undefined where no team shares the journal. */
  readonly approvals?: ApprovalsView;
  /** By request ID. */
  readonly readBack: Readonly<Record<string, ReadBack>>;
  /** By address and operation: the number of page sizes that the service refused. */
  readonly pageSizes: Readonly<Record<string, number>>;
  /** The operator's name in this machine's system; empty if unknown. */
  readonly operator: string;
  /** The operator's language as a tag (`de`, `pt-BR`), for service texts in several languages. */
  readonly language: string;
  readonly grant: WriteGrant | undefined;
  /** The demo has write access from the start; a person can give it up. */
  readonly writingGivenUp: boolean;
  /** The running export; one at a time. */
  readonly exporting: Exporting | undefined;
  /** The result of the last export. */
  readonly exported: Notice | undefined;
  /** How often each command of the palette was run in this session, by ID. */
  readonly uses?: Readonly<Record<string, number>>;
  /** Undefined until they are read. */
  readonly views?: SavedViews;
  /** Views that the team shares. */
  readonly teamViews?: readonly TeamView[];
  /** Undefined without a team, and until its server answered. */
  readonly together?: TogetherView;
  /** The search that asks the service, or did last. */
  readonly search?: ServiceSearch | undefined;
  /** The status changes announced in this session, newest first. */
  readonly told: readonly StatusChange[];
  /** Whether an announcement rings the terminal's bell. */
  readonly bell: boolean;
  readonly theme: ThemeName;
  /** How many colours the terminal shows. */
  readonly colours: ColourDepth;
}
