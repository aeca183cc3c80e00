// A console and its simulator in this process: a test presses keys and reads the screen and the requests.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { createClient } from '../../src/api/client/client.ts';
import type { Limits } from '../../src/api/contract/allowed-services.ts';
import type { Dialect } from '../../src/api/contract/dialect.ts';
import type { ClipboardPorts } from '../../src/effects/clipboard.ts';
import type { EditText } from '../../src/effects/external-editor.ts';
import type { LockPin, UnlockKey } from '../../src/effects/idle-lock.ts';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import type { OpenJournal } from '../../src/journal/open-journal.ts';
import { type Processes, systemProcesses } from '../../src/journal/processes.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import type { Clock } from '../../src/lib/clock.ts';
import type { ColourDepth, ThemeName } from '../../src/lib/colours.ts';
import { Secret } from '../../src/lib/redact.ts';
import { t, type Visible, visible } from '../../src/lib/visible.ts';
import type { App } from '../../src/money/app.ts';
import type { Flights } from '../../src/sending/flight.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/sim/simulator.ts';
import { type OpenConsole, openConsole } from '../../src/start/open-console.tsx';
import type { KnownCustomer, State } from '../../src/store/state.ts';
import { systemDisk } from '../../src/system/disk.ts';
import { draftFiles } from '../../src/system/draft-files.ts';
import { exportFiles, readTextFile } from '../../src/system/export-file.ts';
import { leapingClock } from './clock.ts';
import { rowsOf, tally } from './ledger.ts';
import { patience } from './patience.ts';
import { fakeTerminal, type Screen } from './terminal.ts';

export interface ConsoleOptions {
  readonly cols?: number;
  readonly rows?: number;
  readonly simulator?: SimulatorOptions;
  /** A running simulator that stays after this console, for several consoles. */
  readonly at?: Simulator;
  /** The index of a customer of the simulator. `none` opens the switcher. */
  readonly customer?: number | 'none';
  /** Called when the welcome is closed. By default there is no welcome. */
  readonly firstRun?: () => void;
  /** Opens the sign-in form instead of signing in. */
  readonly login?: boolean;
  readonly apiKey?: string;
  /** The shared API key of Family B, if it differs. */
  readonly sharedApiKey?: string;
  readonly opening?: string;
  readonly environment?: 'demo' | 'production';
  readonly known?: readonly KnownCustomer[];
  readonly screenReader?: boolean;
  readonly theme?: ThemeName;
  /** Keys chosen in the configuration. */
  readonly keys?: Parameters<typeof openConsole>[0]['keys'];
  readonly terminal?: Parameters<typeof openConsole>[0]['terminal'];
  readonly depth?: ColourDepth;
  /** Why the console is read-only. */
  readonly readOnly?: Visible;
  readonly dialect?: Partial<Dialect>;
  /** Whether announcements ring the bell; true by default. */
  readonly bell?: boolean;
  /** The file of an earlier console; by default a new file. */
  readonly journalFile?: string;
  /** The folder for drafts; by default a new folder. */
  readonly stateFolder?: string;
  /** The test itself writes journal entries that the service does not know, so `close` compares no ledger. */
  readonly writtenByHand?: boolean;
  readonly processes?: Processes;
  readonly openJournal?: OpenJournal;
  /** Real time by default. `passes` works only with the default. */
  readonly clock?: Clock;
  /** By default the terminal copies. */
  readonly clipboard?: ClipboardPorts;
  /** Programs around the terminal that may record the screen. */
  readonly recorders?: readonly Visible[];
  /** The operator's language as a tag; English by default. */
  readonly language?: string;
  /** From the policy of the machine. By default there is none. */
  readonly limits?: Limits;
  /** What a new reading of the policy says. By default the policy never changes. */
  readonly readPolicy?: () => Limits | undefined;
  /** By default the profile has no key in a keyring. */
  readonly unlockKey?: UnlockKey;
  readonly lockPin?: LockPin;
  /** By default no editor is set. */
  readonly editor?: EditText;
  /** By default saved views last for the session. */
  readonly viewsFile?: Parameters<typeof openConsole>[0]['viewsFile'];
  /** By default watches last for the session. */
  readonly watchesFile?: Parameters<typeof openConsole>[0]['watchesFile'];
}

export interface TestConsole {
  readonly screen: Screen;
  readonly simulator: Simulator;
  /** The drawn tree. A test can draw it again with Ink alone. */
  readonly tree: OpenConsole['tree'];
  /** The effects behind the keys, for actions without a screen. */
  readonly app: App;
  readonly flights: Flights;
  readonly journalFile: string;
  /** The folder `~`, which receives exports. */
  readonly home: string;
  /** The whole state, for facts that the screen can't show. */
  state(): State;
  /** The state on the screen, which may be slightly older than `state()`. */
  shown(): State;
  /** Presses keys by name, with one write for each. */
  press(...keys: readonly string[]): void;
  type(text: string): void;
  /** Waits until the screen shows the text. */
  sees(what: string | RegExp): Promise<void>;
  /** Waits until the screen no longer shows the text. */
  losesSight(of: string): Promise<void>;
  /** The texts that the console gave the terminal to copy, oldest first. */
  copied(): readonly string[];
  /** The requests to the service so far, as `METHOD path?query`, oldest first. */
  exchanges(): readonly string[];
  /** A test that expects a crash empties this. */
  readonly crashes: unknown[];
  readonly remembered: readonly KnownCustomer[];
  readonly suspended: () => number;
  /** Gives the terminal away and takes it back, as Purser does when Ctrl+Z stops the process. */
  leave(): void;
  enter(): void;
  survives: OpenConsole['survives'];
  /** Changes the state as an effect would. */
  quietly(change: Partial<State>): void;
  /** Lets this many ms pass for the console at once, so that a test does not wait for them. */
  passes(ms: number): void;
  /** From now on, time passes for the console only with `passes`. For a test of a short time on a slow machine. */
  stopsTime(): void;
  /** Resolves when every change of the state so far has been drawn. */
  drawn(): Promise<void>;
  /** Signs in to another simulator, with another world and another program. */
  elsewhere(): Promise<void>;
  /** Ends the console before its test ends. */
  close(): Promise<void>;
}

/** The number of consoles that each simulator has had. */
const consolesAt = new WeakMap<Simulator, number>();

/** The start of the simulator's clock. */
const WORLD_CLOCK = '2026-11-20T09:00:00Z';

/** A console that closes when its test ends. It must not have crashed, and its journal must match the service. */
export async function startConsole(options: ConsoleOptions = {}): Promise<TestConsole> {
  const { cols = 100, rows = 30, environment = 'demo' } = options;
  const simulator =
    options.at ??
    (await startSimulator({
      seed: 1,
      clock: WORLD_CLOCK,
      ...(options.sharedApiKey !== undefined && { sharedApiKey: options.sharedApiKey }),
      ...options.simulator,
    }));
  const nth = consolesAt.get(simulator) ?? 0;
  consolesAt.set(simulator, nth + 1);
  const { screen, stdin, stdout } = fakeTerminal({ cols, rows });
  const crashes: unknown[] = [];
  const remembered: KnownCustomer[] = [];
  let suspensions = 0;
  let ids = 0;
  // Consoles that share a journal have different request IDs.
  const uuid = () => `00000000-0000-4000-8${String(nth).padStart(3, '0')}-${String(++ids).padStart(12, '0')}`;
  const folder = mkdtempSync(join(tmpdir(), 'purser-console-'));
  const file = options.journalFile ?? join(folder, 'journal.db');
  const leaping = leapingClock();
  const clock = options.clock ?? leaping;
  const chosen = options.customer === 'none' ? undefined : simulator.customers[options.customer ?? 0];
  const { clientId, apiKey, programId } = simulator.credentials;
  const disk = systemDisk(() => `part-${++ids}`);
  const opened = openConsole({
    stdin,
    // The fake has every member of the stream that Ink and the console use.
    stdout: stdout as unknown as NodeJS.WriteStream,
    clock,
    theme: options.theme ?? 'default',
    ...(options.keys && { keys: options.keys }),
    ...(options.terminal && { terminal: options.terminal }),
    depth: options.depth ?? '16',
    screenReader: options.screenReader ?? false,
    reach: {
      profile: t`test`,
      environment,
      baseUrl: simulator.url,
      clientId,
      programId,
      readOnly: options.readOnly,
      ...(options.unlockKey && { keyring: true }),
      ...(options.limits && { limits: options.limits }),
      zone: 'UTC',
    },
    known: options.known ?? simulator.customers.map(c => ({ ...c, name: visible(c.name, 60) })),
    customer: chosen && { ...chosen, name: visible(chosen.name, 60) },
    opening: options.opening ?? 'accounts',
    notice: undefined,
    operator: 'sam',
    bell: options.bell ?? true,
    random: () => 0,
    language: options.language ?? 'en',
    uuid,
    openJournal:
      options.openJournal ??
      (async () => {
        const redact = (text: string) => text;
        const opened = openJournal({
          file,
          clock,
          processes: options.processes ?? systemProcesses(),
          redact,
        });
        return 'locked' in opened ? opened : { journal: localJournal(opened), fingerprint };
      }),
    connect: async (credentials, tokens, hooks) =>
      createClient({
        service: { ...credentials, dialect: { scope: 'none', ...options.dialect } },
        tokens,
        clock,
        uuid,
        // No jitter, so that retries are evenly spaced.
        random: () => 0,
        ...hooks,
      }),
    remember: customer => {
      remembered.push(customer);
      return undefined;
    },
    firstRun: options.firstRun,
    unlockKey: options.unlockKey,
    lockPin: options.lockPin,
    readPolicy: options.readPolicy ?? (() => options.limits),
    clipboard: options.clipboard ?? { tools: [], run: async () => false, inside: undefined },
    readText: readTextFile(disk, { home: folder, workingFolder: folder }),
    draftFiles: draftFiles(disk, options.stateFolder ?? join(folder, 'state')),
    exportFiles: exportFiles({ home: folder, workingFolder: folder, unique: () => `part-${++ids}` }),
    recorders: options.recorders ?? [],
    editor: options.editor,
    viewsFile: options.viewsFile,
    watchesFile: options.watchesFile,
    suspend: () => {
      suspensions++;
    },
    onCrash: error => crashes.push(error),
    onTerminalGone: () => {},
  });
  if (options.login) opened.app.session.showLogin([]);
  else {
    void opened.app.session.signIn({
      baseUrl: simulator.url,
      clientId,
      apiKey: new Secret(options.apiKey ?? apiKey),
      ...(options.sharedApiKey !== undefined && { sharedApiKey: new Secret(options.sharedApiKey) }),
      programId,
    });
  }
  /** Whether a key or a change of the state is not on the screen yet. */
  const isBehind = () => opened.busy() || opened.shown() !== opened.store.getState();
  let other: Simulator | undefined;
  let closed = false;
  const console: TestConsole = {
    screen,
    simulator,
    tree: opened.tree,
    app: opened.app,
    flights: opened.flights,
    journalFile: file,
    home: folder,
    state: () => opened.store.getState(),
    shown: opened.shown,
    press: (...keys) => screen.press(...keys),
    type: text => screen.type(text),
    sees: what => screen.until(what),
    losesSight: of => screen.until(now => !now.text().includes(of)),
    copied: () =>
      screen.bytes
        .split('\u001B]52;c;')
        .slice(1)
        .map(rest => Buffer.from(rest.split('\u0007')[0] ?? '', 'base64').toString()),
    exchanges: () => simulator.wire.map(({ method, target }) => `${method} ${target}`),
    crashes,
    remembered,
    suspended: () => suspensions,
    leave: opened.leave,
    enter: opened.enter,
    survives: opened.survives,
    quietly: change => opened.store.setState(change),
    passes: leaping.leap,
    stopsTime: leaping.stop,
    async drawn() {
      // Effects, React and Ink need fewer than ten timer turns after the last key and the last change of the state.
      for (let turn = 0; turn < 10; turn++) {
        await new Promise(resolve => setTimeout(resolve, 5));
        await vi.waitFor(() => expect(isBehind()).toBe(false), patience);
      }
    },
    async elsewhere() {
      other = await startSimulator({ seed: 9 });
      const { credentials, url } = other;
      const keys = { clientId: credentials.clientId, apiKey: new Secret(credentials.apiKey) };
      await opened.app.session.signIn({ ...keys, baseUrl: url, programId: credentials.programId });
    },
    async close() {
      if (closed) return;
      closed = true;
      opened.close();
      await opened.ended;
      // Of several consoles, each journal has only some of the effects.
      const alone = !options.at && consolesAt.get(simulator) === 1;
      const whole = alone && !options.openJournal && !options.writtenByHand;
      const ledger = whole ? tally(simulator, rowsOf(file)) : undefined;
      if (!options.at) await simulator.close();
      await other?.close();
      rmSync(folder, { recursive: true, force: true });
      expect(crashes).toEqual([]);
      expect(ledger?.duplicated ?? [], 'FAULTS O1: effects duplicated').toEqual([]);
      expect(ledger?.lost ?? [], 'FAULTS O1: effects lost').toEqual([]);
    },
  };
  onTestFinished(() => console.close());
  return console;
}

/** A console that shows the accounts of its customer. */
export async function startOnAccounts(options?: ConsoleOptions): Promise<TestConsole> {
  const console = await startConsole(options);
  await console.sees(/\baccounts?, all/);
  return console;
}
