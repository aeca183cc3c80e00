// Wires one console from its parts: store, effects, keys, screen. The program and the tests make theirs the same way.

import { type Instance, render } from 'ink';
import type { Client } from './api/client/client.ts';
import type { Exchange } from './api/client/exchange.ts';
import type { TokenPort } from './api/client/service.ts';
import type { App } from './effects/app.ts';
import { createCustomers, nameOnGlobalAccount } from './effects/customers.ts';
import { createDocuments } from './effects/documents.ts';
import { createLists } from './effects/lists.ts';
import { watchNeeds } from './effects/needs.ts';
import { type Credentials, createSession } from './effects/session.ts';
import { keepTime } from './effects/time.ts';
import { resolve } from './keys/dispatch.ts';
import type { Key } from './keys/key.ts';
import { createKeyProxy, type TerminalInput } from './keys/proxy.ts';
import type { Clock } from './lib/clock.ts';
import { t } from './lib/visible.ts';
import { openAt } from './opening.ts';
import { recorded } from './store/exchanges.ts';
import type { KnownCustomer, Notice, Reach, Size } from './store/state.ts';
import { createPurserStore, type Store } from './store/store.ts';
import { customerKey, withWorkspace } from './store/workspace.ts';
import type { ThemeName } from './ui/kit/theme.ts';
import { createTheme } from './ui/kit/theme.ts';
import { CrashBoundary } from './ui/shell/CrashBoundary.tsx';
import { createConsole } from './ui/shell/console.ts';
import { customersOverlay } from './ui/shell/customers.tsx';
import { Frame } from './ui/shell/Frame.tsx';
import { createTerminalScreen } from './ui/shell/terminal-screen.ts';

export interface ConsoleParts {
  readonly stdin: TerminalInput;
  readonly stdout: NodeJS.WriteStream;
  readonly clock: Clock;
  readonly reach: Reach;
  readonly theme: ThemeName;
  readonly screenReader: boolean;
  readonly known: readonly KnownCustomer[];
  readonly customer: KnownCustomer | undefined;
  /** Where to open once there is a customer, as `:` takes it: `accounts/ID`. */
  readonly opening: string | undefined;
  readonly notice: Notice | undefined;
  readonly connect: (
    credentials: Credentials,
    tokens: TokenPort,
    onExchange: (exchange: Exchange) => void,
  ) => Promise<Client>;
  readonly remember: (customer: KnownCustomer) => Notice | undefined;
  /** Stops the process for the shell; the console has left the screen by then. */
  readonly suspend: () => void;
  readonly onCrash: (error: unknown) => void;
  /** The terminal's input ended: nobody is there any more. */
  readonly onTerminalGone: () => void;
}

export interface OpenConsole {
  readonly app: App;
  readonly store: Store;
  /** Leaves and takes the screen, around a stop of the process. */
  readonly leave: () => void;
  readonly enter: () => void;
  readonly redraw: () => void;
  /** Settles once the console has ended and the terminal is as it was. */
  readonly ended: Promise<void>;
  close(): void;
}

/** A burst of resizes is one; Ink leaves stale lines in between. */
const RESIZE_PAUSE = 60;
const EXCHANGES_OF_A_CLIENT = 1e9;

/** A screen reader is given one panel at a time, and no minute passes without need: every change is read out. */
const READER_COLUMNS = 59;
const SECOND = 1000;
const MINUTE = 60_000;

const sizeOf = (stdout: NodeJS.WriteStream, reader: boolean): Size => ({
  columns: Math.min(stdout.columns || 80, reader ? READER_COLUMNS : Number.POSITIVE_INFINITY),
  rows: stdout.rows || 24,
});

export function openConsole(parts: ConsoleParts): OpenConsole {
  const { clock, stdout } = parts;
  const store = createPurserStore({
    reach: parts.reach,
    size: sizeOf(stdout, parts.screenReader),
    now: clock.wall(),
    tick: clock.monotonic(),
  });
  store.setState({ known: parts.known, customer: parts.customer, notice: parts.notice });

  const chooseCustomer = (): void => store.setState({ overlay: customersOverlay(true) });
  const onExchange = (exchange: Exchange): void =>
    store.setState(({ exchanges }) => ({
      exchanges: recorded(exchanges, exchange),
      skew: session.client()?.clockSkewMs(),
    }));
  let clients = 0;
  const session = createSession({
    store,
    clock,
    connect(credentials, tokens) {
      // Every client counts its exchanges from 1; here they are all of one console.
      const first = ++clients * EXCHANGES_OF_A_CLIENT;
      return parts.connect(credentials, tokens, exchange =>
        onExchange({ ...exchange, id: first + exchange.id }),
      );
    },
    chooseCustomer,
  });
  const reading = { store, clock, client: session.client, signedOut: session.ended };
  const lists = createLists(reading);
  const remember = (customer: KnownCustomer): void => {
    // The customers of an address that was typed are not the profile's.
    if (parts.reach.baseUrl !== '' && store.getState().reach.baseUrl !== parts.reach.baseUrl) return;
    const notice = parts.remember(customer);
    if (notice) store.setState({ notice });
  };
  const customers = createCustomers({ store, remember });
  const documents = createDocuments({ ...reading, loaded: nameOnGlobalAccount(customers.named) });

  const console = createConsole();
  const theme = createTheme(parts.screenReader ? 'mono' : parts.theme);
  let ink: Instance | undefined;
  const app: App = {
    store,
    clock,
    session,
    lists,
    documents,
    customers,
    forget() {
      lists.abandonAll();
      documents.abandonAll();
      const { customer } = store.getState();
      if (customer) {
        store.setState(state =>
          withWorkspace(state, customerKey(customer), w => ({ ...w, lists: {}, documents: {} })),
        );
      }
    },
    redraw: () => screen.redraw(),
    suspend: parts.suspend,
    quit: () => close(),
  };
  const tree = (
    <CrashBoundary onCrash={parts.onCrash}>
      <Frame app={app} console={console} theme={theme} />
    </CrashBoundary>
  );
  const screen = createTerminalScreen(
    stdout,
    () => ink,
    () => ink?.rerender(tree),
  );

  function onKey(key: Key): void {
    const state = store.getState();
    const found = resolve(console.bindings(state), app, key);
    // What was said last is read by the time the next key is pressed.
    if (state.notice || state.quitArmed)
      store.setState({ notice: undefined, quitArmed: state.quitArmed && key === 'ctrl-c' });
    if (found.kind === 'run') found.binding.run(app);
    else if (found.kind === 'barred') store.setState({ notice: { text: found.reason, tone: 'warning' } });
  }
  const onPaste = (): void =>
    store.setState({
      notice: { text: t`Nothing here takes text: what was pasted was dropped.`, tone: 'warning' },
    });

  const proxy = createKeyProxy({
    input: parts.stdin,
    clock,
    takesText: () => console.takesText(store.getState()),
    onKey,
    onPaste,
    onEnd: parts.onTerminalGone,
  });

  let cancelResize = (): void => {};
  const onResize = (): void => {
    cancelResize();
    cancelResize = clock.after(RESIZE_PAUSE, () => {
      store.setState({ size: sizeOf(stdout, parts.screenReader) });
      screen.redraw();
    });
  };

  ink = render(tree, {
    stdin: proxy.stdin,
    stdout: screen.stdout,
    alternateScreen: true,
    incrementalRendering: true,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
    maxFps: 120,
    isScreenReaderEnabled: parts.screenReader,
  });
  screen.start();
  proxy.start();
  stdout.on('resize', onResize);
  const stopTime = keepTime(store, clock, parts.screenReader ? MINUTE : SECOND);
  const unsettle = store.subscribe(state => {
    const settled = console.screenOf(state).settle(state);
    if (settled !== state) store.setState(settled);
  });
  const stopWatching = watchNeeds({
    store,
    clock,
    lists,
    documents,
    needs: state => console.screenOf(state).needs(state),
  });
  openAt(store, parts.opening);

  let closing = false;
  function close(): void {
    if (closing) return;
    closing = true;
    stopTime();
    cancelResize();
    stopWatching();
    unsettle();
    stdout.off('resize', onResize);
    screen.stop();
    ink?.unmount();
    proxy.stop();
  }
  return {
    app,
    store,
    leave() {
      proxy.pause();
      screen.leave();
    },
    enter() {
      proxy.resume();
      store.setState({ size: sizeOf(stdout, parts.screenReader) });
      screen.enter();
    },
    redraw: screen.redraw,
    ended: ink.waitUntilExit().then(() => session.close()),
    close,
  };
}
