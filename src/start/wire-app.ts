// Makes the app of one console: connects the store with every effect. Keys act on this app.

import type { TokenPort } from '../api/client/call-context.ts';
import type { Client, ClientParts } from '../api/client/client.ts';
import type { Exchange } from '../api/client/exchange.ts';
import { type ClipboardPorts, createClipboard } from '../effects/clipboard.ts';
import { createDocuments } from '../effects/documents.ts';
import { createExports } from '../effects/exports.ts';
import { createEditing, type EditText } from '../effects/external-editor.ts';
import { createLock, type LockPin, type UnlockKey } from '../effects/idle-lock.ts';
import { createWatches } from '../effects/keep-watches.ts';
import { createLists } from '../effects/lists.ts';
import { createNewUsers, type ReadText } from '../effects/new-users.ts';
import { createPolicy, type ReadPolicy } from '../effects/policy.ts';
import { createQuotes } from '../effects/quotes.ts';
import { createBooks } from '../effects/read-books.ts';
import { createReveals } from '../effects/reveals.ts';
import { createSaves } from '../effects/saves.ts';
import { createSearch } from '../effects/search.ts';
import { type Credentials, createSession } from '../effects/session.ts';
import { createCustomers, nameOnGlobalAccount } from '../effects/switch-customer.ts';
import { createViews, type KeptFile } from '../effects/views.ts';
import type { OpenJournal } from '../journal/open-journal.ts';
import type { Clock } from '../lib/clock.ts';
import type { Visible } from '../lib/visible.ts';
import type { App } from '../money/app.ts';
import { createApprovals } from '../money/approval-effects.ts';
import { createOutcomeChecks } from '../money/check/outcome-checks.ts';
import { createGrant, watchGrant } from '../money/grant.ts';
import { createJournalEffects, type JournalEffects } from '../money/journal-effects.ts';
import { createTogether } from '../money/together-effects.ts';
import { createWriteDialog } from '../money/write-dialog.ts';
import { queryKey } from '../records/query.ts';
import { createFlights, type Flights } from '../sending/flight.ts';
import { type CallPlace, callPlace } from '../store/calls.ts';
import { recorded } from '../store/exchanges.ts';
import type { Notice } from '../store/notices.ts';
import type { KnownCustomer, SavedViews, State } from '../store/state.ts';
import type { Watch } from '../store/watches.ts';
import { customerKey, withWorkspace } from '../store/workspace.ts';
import { whyNotWrite } from '../store/writing.ts';
import { newUserForm } from '../subjects/customer/new-user-form.ts';
import type { DraftFiles } from '../system/draft-files.ts';
import type { ExportFiles } from '../system/export-file.ts';
import type { Lending } from '../ui/paint/terminal-screen.ts';
import type { Screen } from '../ui/screens/screen.ts';
import { customersOverlay } from '../ui/shell/customers.tsx';
import { forgotten } from '../ui/shell/forgotten.ts';

export interface AppParts {
  readonly clock: Clock;
  readonly uuid: () => string;
  readonly connect: (
    credentials: Credentials,
    tokens: TokenPort,
    hooks: {
      readonly onExchange: (exchange: Exchange) => void;
      readonly barred: () => Visible | undefined;
      readonly successWords: NonNullable<ClientParts['successWords']>;
    },
  ) => Promise<Client>;
  /** `call`: undefined if the customer is no call. */
  readonly remember: (customer: KnownCustomer, call: CallPlace | undefined) => Notice | undefined;
  /** Default: there is no first-run card. */
  readonly firstRun?: (() => void) | undefined;
  /** Called once, after the first frame. */
  readonly openJournal: OpenJournal;
  readonly clipboard: ClipboardPorts;
  readonly exportFiles: ExportFiles;
  readonly readText: ReadText;
  readonly collectGarbage?: (() => void) | undefined;
  readonly draftFiles: DraftFiles;
  /** If absent, saved views last for this session only. */
  readonly viewsFile?: KeptFile<SavedViews> | undefined;
  /** If absent, watches end with Purser. */
  readonly watchesFile?: KeptFile<readonly Watch[]> | undefined;
  readonly editor: EditText | undefined;
  /** Such as tmux. */
  readonly recorders: readonly Visible[];
  readonly suspend: () => void;
  readonly readPolicy: ReadPolicy;
  /** Undefined if the profile keeps no key. */
  readonly unlockKey: UnlockKey | undefined;
  readonly lockPin?: LockPin | undefined;
}

interface Around extends Pick<App, 'rules' | 'store' | 'redraw' | 'quit'>, Lending {
  readonly screenOf: (state: State) => Screen;
  readonly write: (sequence: string) => void;
}

const EXCHANGES_OF_A_CLIENT = 1e9;

export function wireApp(
  parts: AppParts,
  { store, rules, screenOf, redraw, write, leave, enter, quit }: Around,
): { readonly app: App; readonly flights: Flights } {
  const { clock } = parts;
  const profileUrl = store.getState().reach.baseUrl;
  const chooseCustomer = (): void => store.setState({ overlay: customersOverlay() });
  const onExchange = (exchange: Exchange): void =>
    store.setState(({ exchanges }) => ({
      exchanges: recorded(exchanges, exchange),
      skew: session.client()?.clockSkewMs(),
    }));
  let clients = 0;
  const note: JournalEffects['note'] = entry => journal.note(entry);
  const session = createSession({
    store,
    clock,
    connect(credentials, tokens) {
      // Every client counts from 1, so each gets its own range.
      const first = ++clients * EXCHANGES_OF_A_CLIENT;
      return parts.connect(credentials, tokens, {
        onExchange: exchange => onExchange({ ...exchange, id: first + exchange.id }),
        barred: () => policy.check() ?? whyNotWrite(store.getState(), clock.monotonic()),
        successWords: () => store.getState().reach.limits?.successWords,
      });
    },
    chooseCustomer,
    quiet: () => flights.quiet(),
    note,
  });
  const policy = createPolicy({ store, read: parts.readPolicy, end: session.notAllowed });
  const reading = { store, clock, client: session.reader };
  const lists = createLists({ ...reading, collectGarbage: parts.collectGarbage });
  const quotes = createQuotes(reading);
  const remember = (customer: KnownCustomer): void => {
    // Not to an address that was typed on Login.
    if (profileUrl !== '' && store.getState().reach.baseUrl !== profileUrl) return;
    const notice = parts.remember(customer, callPlace(store.getState(), customer));
    if (notice) store.setState({ notice });
  };
  const customers = createCustomers({ store, clock, remember });
  const documents = createDocuments({ ...reading, loaded: nameOnGlobalAccount(store, customers.named) });
  const outcomeChecks = createOutcomeChecks({ ...reading, rules });
  const grant = createGrant({ store, clock });
  watchGrant({ store, clock, note });
  const journal = createJournalEffects({ store, clock, openJournal: parts.openJournal });
  const flights = createFlights({ clock, journal });
  const dialog = createWriteDialog({
    store,
    clock,
    client: session.client,
    journal,
    grant,
    flights,
    uuid: parts.uuid,
    changed: readAgain,
    ruled: policy.check,
    lists,
    rules,
  });

  const newUsers = createNewUsers({
    store,
    clock,
    files: parts.draftFiles,
    readText: parts.readText,
    take: newUserForm.take,
  });
  const reveals = createReveals({
    ...{ store, clock, client: session.client, signedOut: session.ended },
    ...{ recorders: parts.recorders, note },
  });
  const exports = createExports({ ...reading, files: parts.exportFiles, note });

  const together = createTogether({ store, clock, journal });

  const app: App = {
    store,
    clock,
    session,
    lists,
    documents,
    search: createSearch({ store, lists, collectGarbage: parts.collectGarbage }),
    books: createBooks(reading),
    views: createViews({ store, file: parts.viewsFile, together: together.port }),
    together,
    watches: createWatches({ store, clock, file: parts.watchesFile }),
    quotes,
    customers,
    journal,
    grant,
    policy,
    outcomeChecks,
    rules,
    dialog,
    approvals: createApprovals({ store, clock, journal }),
    reveals,
    lock: createLock({
      ...{ store, clock, session, dialog, reveals, exports, note, redraw },
      unlockKey: parts.unlockKey,
      pin: parts.lockPin,
    }),
    clipboard: createClipboard({ store, write, ...parts.clipboard }),
    newUsers,
    exports,
    saves: createSaves({ store, files: parts.exportFiles, note }),
    editing: createEditing({ store, editor: parts.editor, leave, enter }),
    inFlight: flights.count,
    forget() {
      lists.abandonAll();
      documents.abandonAll();
      outcomeChecks.abandonAll();
      store.setState({ outcomeChecks: {} });
      void journal.refresh();
      const { customer } = store.getState();
      if (customer) {
        app.search.renew();
        store.setState(state => withWorkspace(state, customerKey(customer), w => forgotten(w, () => false)));
      }
    },
    redraw,
    suspend: parts.suspend,
    quit,
  };

  /** Drops the customer's data except what is on the screen, which is read again. */
  function readAgain(customer: KnownCustomer): void {
    const owner = customerKey(customer);
    const state = store.getState();
    const current = state.customer !== undefined && customerKey(state.customer) === owner;
    const needs = current ? (screenOf(state).needs?.(state) ?? []) : [];
    const onScreen = new Set(needs.map(need => queryKey(need.query)));
    if (current) app.search.renew();
    store.setState(now => withWorkspace(now, owner, w => forgotten(w, key => onScreen.has(key))));
    if (current && session.client()) screenOf(state).reload?.(app);
  }

  return { app, flights };
}
