// Runs the console on this machine's terminal: opens it, suspends it, and ends it with the terminal restored.

import type { Flags } from '../cli/arguments.ts';
import { clipboardTools, runClipboardTool } from '../cli/clipboard-tools.ts';
import { systemDisk } from '../cli/disk.ts';
import { draftFiles } from '../cli/draft-files.ts';
import { clearLeftovers, editingFolder, textEditor } from '../cli/editor.ts';
import { exportFiles, readTextFile } from '../cli/export-file.ts';
import { collectGarbage } from '../cli/garbage.ts';
import { firstRun, type Recents } from '../cli/recents.ts';
import { recordersOf } from '../cli/safety.ts';
import type { Setup } from '../cli/setup.ts';
import { installSuspend } from '../cli/suspend.ts';
import { reportEveryResize } from '../cli/terminal.ts';
import type { Clock } from '../lib/clock.ts';
import type { ColourDepth } from '../lib/colours.ts';
import { later, loadAll } from '../lib/later.ts';
import { fromServer, t, type Visible } from '../lib/visible.ts';
import type { KnownCustomer, State } from '../store/state.ts';
import type { ConsoleLife } from './console-life.ts';
import { startDemo } from './demo.ts';
import { keptKeysOf, unlockKeyOf } from './kept-keys.ts';
import { type OpenConsole, openConsole } from './open-console.tsx';
import { askToWrite } from './opening.ts';
import { journalIn } from './start-journal.ts';
import { credentialsOf, firstNotice, missingSentence, reachOf, withKeys } from './starting.ts';
import { viewsFile } from './views-file.ts';

const clientModule = later(() => import('../api/client/client.ts'));

/** When Purser loads the rest of its code, and the pause before each part, in ms. The first frames come before. */
const LOAD_REST = { after: 1500, pause: 50 };

interface LiveParts {
  readonly process: NodeJS.Process;
  readonly clock: Clock;
  readonly life: ConsoleLife;
  readonly uuid: () => string;
  readonly setup: Setup;
  /** The name of this machine's user. */
  readonly operator: string;
  /** The language of this machine's locale, as a tag. */
  readonly language: string;
  readonly flags: Flags;
  /** The opening screen, as typed after `:`. */
  readonly opening: string | undefined;
  readonly depth: ColourDepth;
  /** Undefined in the demo, which keeps no customers for the next start. */
  readonly recents: Recents | undefined;
  /** The known customers, and the customer to open. */
  readonly known: readonly KnownCustomer[];
  readonly customer: KnownCustomer | undefined;
  /** The state of the session on the first paint. */
  readonly session: State['session'];
  /** The problem with the file of recent customers, if there is one. */
  readonly fromRecents: Visible | undefined;
  readonly caPem: string | undefined;
  /** The folder that `~` means, if the environment names one. */
  readonly home: string | undefined;
  /** The folder for temporary files. */
  readonly temporary: string;
  /** The journal's folder. Undefined without a home folder. */
  readonly stateFolder: string | undefined;
}

/** Opens the console and waits for its end. Returns the exit code. */
export async function liveConsole(parts: LiveParts): Promise<number> {
  const { process, clock, life, setup, recents, caPem } = parts;
  const disk = systemDisk(parts.uuid);
  const typedFrom = { home: parts.home, workingFolder: process.cwd() };
  const edited = parts.stateFolder && editingFolder(parts.stateFolder);
  const console = openConsole({
    stdin: process.stdin,
    stdout: process.stdout,
    clock,
    theme: setup.theme,
    keys: setup.keys,
    terminal: setup.terminal,
    depth: parts.depth,
    screenReader: parts.flags.screenReader,
    reach: reachOf(setup),
    known: parts.known,
    customer: parts.customer,
    session: parts.session,
    opening: parts.opening,
    notice: firstNotice(parts.fromRecents),
    // A person who names a screen knows Purser already, and sees no first-run card.
    firstRun:
      setup.start === 'demo' && parts.opening === undefined ? firstRun(disk, parts.stateFolder) : undefined,
    operator: parts.operator,
    bell: setup.bell,
    random: Math.random,
    language: parts.language,
    uuid: parts.uuid,
    openJournal: journalIn(parts.stateFolder, clock, parts.operator, setup),
    connect: async (credentials, tokens, hooks) => {
      const { createClient } = await clientModule();
      const service = { ...credentials, dialect: setup.dialect, ...(caPem === undefined ? {} : { caPem }) };
      const { random } = Math;
      return createClient({
        service,
        tokens,
        clock,
        uuid: parts.uuid,
        random,
        ...hooks,
        proxyFromEnvironment: true,
      });
    },
    remember({ name, ...customer }) {
      const named = name === undefined ? {} : { name: fromServer(name) };
      const notice = recents?.remember({ ...customer, ...named, seenAt: clock.wall() }).notice;
      return notice && { text: notice, tone: 'warning' };
    },
    clipboard: {
      tools: clipboardTools(process.env, process.platform),
      run: runClipboardTool,
      tmux: (process.env['TMUX'] ?? '') !== '',
    },
    exportFiles: exportFiles({ ...typedFrom, unique: parts.uuid }),
    readText: readTextFile(disk, typedFrom),
    collectGarbage,
    // The simulator's address changes at each start, so the demo's drafts have a fixed name.
    draftFiles: draftFiles(disk, parts.stateFolder, setup.start === 'demo' ? 'demo' : undefined),
    editor: textEditor(process.env, { folder: edited ?? parts.temporary, process }),
    recorders: recordersOf(process.env),
    viewsFile: viewsFile(disk, parts.stateFolder),
    unlockKey: unlockKeyOf(setup),
    suspend: () => suspension.suspend(),
    // React must not catch this error, because the handler of a crash restores the terminal and names the place.
    onCrash: error =>
      queueMicrotask(() =>
        process.emit('uncaughtException', error instanceof Error ? error : new Error('not an error')),
      ),
    onTerminalGone: () => process.emit('SIGHUP', 'SIGHUP'),
  });
  life.opened(console);
  clock.after(LOAD_REST.after, () => {
    void loadAll(() => new Promise<void>(resolve => void clock.after(LOAD_REST.pause, resolve)));
  });
  if (edited) clearLeftovers(edited, process.pid);
  const { leave } = console;
  const enter = (): void => {
    // Purser got no signal for a resize during the stop.
    process.emit('SIGWINCH', 'SIGWINCH');
    console.enter();
  };
  const suspension = installSuspend({ process, after: clock.after, leave, enter });
  const ignoreWindow = reportEveryResize(process);

  const demo = setup.start === 'demo' ? await startDemo() : undefined;
  if (demo) console.store.setState({ known: demo.customers, customer: demo.customers[0] });
  const credentials = demo?.credentials ?? credentialsOf(setup);
  if (setup.asksToWrite) askToWrite(console.store);
  if (credentials) void console.app.session.signIn(credentials);
  else void signInOrAsk(console, setup);

  await console.ended;
  // The simulator closes last, because it still answers the requests in flight.
  await life.finish();
  await demo?.close();
  suspension.uninstall();
  ignoreWindow();
  return life.end();
}

/**
 * Signs in with the key from the system's keyring. If the profile keeps no key, or the keyring fails, shows Login.
 */
async function signInOrAsk({ app, store, ended }: OpenConsole, setup: Setup): Promise<void> {
  if (!setup.keyring) return app.session.showLogin([missingSentence(setup)]);
  store.setState({ notice: { text: t`Reading the API key from the system's keyring …`, tone: 'info' } });
  const kept = await Promise.race([keptKeysOf(setup), ended.then(() => 'ended' as const)]);
  if (kept === 'ended') return;
  store.setState({ notice: undefined });
  const why = kept && 'why' in kept ? [kept.why] : [];
  const credentials = kept && !('why' in kept) ? credentialsOf(withKeys(setup, kept)) : undefined;
  if (credentials) return app.session.signIn(credentials);
  app.session.showLogin([...why, missingSentence(setup)]);
}
