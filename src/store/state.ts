// Everything the console knows, as plain data: the session, what was read for each customer, and what a person is looking at.

import type { Exchange } from '../api/client/exchange.ts';
import type { Customer, Token } from '../api/client/service.ts';
import type { TimeMode } from '../lib/time.ts';
import type { Visible } from '../lib/visible.ts';
import type { Document, List } from './list.ts';
import type { TabId } from './places.ts';
import type { View } from './view.ts';

/** Which service the keys reach, as the header says it. */
export interface Reach {
  readonly profile: Visible;
  readonly environment: 'demo' | 'production';
  readonly baseUrl: string;
  readonly clientId: string;
  readonly programId: string;
  readonly readOnly: boolean;
  /** IANA name; dates of filters and the local clock are in it. */
  readonly zone: string;
}

type Session =
  | { readonly phase: 'signed-out' }
  | { readonly phase: 'signing-in'; readonly since: number }
  | { readonly phase: 'signed-in'; readonly token: Token };

/** What a customer's work keeps: nothing of it is ever shown under another customer. */
export interface Workspace {
  readonly tab: TabId;
  readonly stacks: { readonly [Id in TabId]?: readonly View[] };
  /** Where `-` goes back to. */
  readonly before: TabId | undefined;
  readonly lists: Readonly<Record<string, List<unknown>>>;
  readonly documents: Readonly<Record<string, Document<unknown>>>;
}

/** A customer used before, in this profile: recent ones first. */
export interface KnownCustomer extends Customer {
  readonly name: Visible | undefined;
}

export interface Field {
  readonly id: string;
  readonly label: Visible;
  readonly value: string;
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
  | { readonly kind: 'inspector'; readonly exchange: number | undefined; readonly top: number }
  | { readonly kind: 'quit' };

/** A one-line question at the foot of the screen. */
type Prompt =
  | { readonly kind: 'goto'; readonly value: string; readonly completed?: string }
  /** `before`: the view as it was, for leaving without a filter. */
  | { readonly kind: 'filter'; readonly before: View };

export interface Notice {
  readonly text: Visible;
  readonly tone: 'info' | 'warning';
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface State {
  readonly reach: Reach;
  readonly session: Session;
  readonly login: Login | undefined;
  readonly customer: KnownCustomer | undefined;
  readonly known: readonly KnownCustomer[];
  readonly workspaces: Readonly<Record<string, Workspace>>;
  readonly overlay: Overlay | undefined;
  readonly prompt: Prompt | undefined;
  readonly notice: Notice | undefined;
  readonly exchanges: readonly Exchange[];
  readonly time: TimeMode;
  readonly size: Size;
  /** Epoch ms, whole seconds: what ages and countdowns are reckoned from. */
  readonly now: number;
  /** Monotonic ms of the same moment. */
  readonly tick: number;
  /** Server's clock less ours, in ms, once an answer has told it. */
  readonly skew: number | undefined;
  readonly quitArmed: boolean;
}
