// Runs the console on this machine's terminal: opens it, suspends it, and ends it with the terminal restored.

import os from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { startDemo } from '../effects/demo.ts';
import { credentialsOf, missingSentence, reachOf, withKeys } from '../effects/starting.ts';
import { journalIn } from '../journal/open-journal.ts';
import { later, loadAll } from '../lib/later.ts';
import { segmenter } from '../lib/lazy.ts';
import { fromServer, type Visible } from '../lib/visible.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import { tell, warning } from '../store/notices.ts';
import type { Flags } from '../system/arguments.ts';
import { clipboardTools, multiplexerOf, runClipboardTool } from '../system/clipboard-tools.ts';
import { draftFiles } from '../system/draft-files.ts';
import { clearLeftovers, editingFolder, textEditor } from '../system/editor.ts';
import { exportFiles, readTextFile } from '../system/export-file.ts';
import { collectGarbage } from '../system/garbage.ts';
import { askingFor, keepsKey, keptKeysOf, unlockKeyOf } from '../system/kept-keys.ts';
import { lockPin } from '../system/lock-pin.ts';
import { firstRun, type Recents } from '../system/recents.ts';
import { recordersOf } from '../system/safety.ts';
import type { Setup } from '../system/setup.ts';
import type { Start } from '../system/start.ts';
import { installSuspend } from '../system/suspend.ts';
import { localeLanguage, systemUser } from '../system/system-user.ts';
import { neverBlock, reportEveryResize, swallowFromTerminal } from '../system/terminal.ts';
import { startWatchman, type Watchman } from '../system/watchman.ts';
import { WIPED } from '../ui/paint/terminal-screen.ts';
import type { ConsoleLife } from './console-life.ts';
import { viewsFile, watchesFile } from './kept-files.ts';
import { type ConsoleParts, type OpenConsole, openConsole } from './open-console.tsx';
import { askToWrite } from './opening.ts';

const clientModule = later(() => import('../api/client/client.ts'));

/** The rest of the code is loaded this many ms after the first frames, with pauses. */
const LOAD_REST = { after: 1500, pause: 50 };

type Passed = 'clock' | 'uuid' | 'opening' | 'depth' | 'known' | 'customer' | 'calls' | 'session';

interface LiveParts extends Pick<ConsoleParts, Passed> {
  readonly process: NodeJS.Process;
  readonly life: ConsoleLife;
  readonly start: Start;
  readonly flags: Flags;
  /** The demo keeps no customers for the next start. */
  readonly recents: Recents | undefined;
  readonly fromStart: Visible | undefined;
}

export async function liveConsole({ start, ...parts }: LiveParts): Promise<number> {
  const { process, clock, life, recents } = parts;
  const { disk, folders, setup, caPem, readPolicy } = start;
  const { env } = process;
  const home = env['HOME'] || env['USERPROFILE'] || undefined;
  const typedFrom = { home, workingFolder: process.cwd() };
  const edited = folders.state && editingFolder(folders.state);
  const editor = textEditor(env, { folder: edited ?? os.tmpdir(), process });
  let watchman: Watchman | undefined;
  let onScreen = true;
  const operator = systemUser();
  const openJournal = journalIn(folders, clock, operator, setup);
  const console = openConsole({
    ...parts,
    operator,
    language: localeLanguage(env),
    readPolicy,
    stdin: process.stdin,
    stdout: process.stdout,
    theme: setup.theme,
    keys: setup.keys,
    terminal: setup.terminal,
    bell: setup.bell,
    summaries: setup.summaries,
    screenReader: parts.flags.screenReader,
    reach: reachOf(setup),
    notice: parts.fromStart && warning(parts.fromStart),
    // A person who names a screen knows Purser already.
    firstRun:
      setup.start === 'demo' && parts.opening === undefined ? firstRun(disk, folders.state) : undefined,
    random: Math.random,
    // After the sign-in's request: the journal opens while the service answers.
    openJournal: async (...given) => {
      await setImmediate();
      return openJournal(...given);
    },
    connect: async (credentials, tokens, hooks) => {
      const { createClient } = await clientModule();
      const service = withoutUndefined({ ...credentials, dialect: setup.dialect, caPem });
      const { random } = Math;
      const { uuid } = parts;
      return createClient({ service, tokens, clock, uuid, random, ...hooks, proxyFromEnvironment: true });
    },
    remember({ name, ...customer }, call) {
      const named = name === undefined ? {} : { name: fromServer(name) };
      const kept = { ...customer, ...named, ...(call && { call }) };
      const notice = recents?.remember({ ...kept, seenAt: clock.wall() }).notice;
      return notice && warning(notice);
    },
    clipboard: {
      tools: clipboardTools(env, process.platform),
      run: runClipboardTool,
      inside: multiplexerOf(env),
    },
    exportFiles: exportFiles({ ...typedFrom, unique: parts.uuid }),
    readText: readTextFile(disk, typedFrom),
    collectGarbage,
    // The simulator's address changes at each start.
    draftFiles: draftFiles(disk, folders.state, setup.start === 'demo' ? 'demo' : undefined),
    // An editor leaves the terminal blocking.
    editor: editor && (text => editor(text).finally(() => neverBlock(process))),
    recorders: recordersOf(env),
    viewsFile: viewsFile(disk, folders.state),
    watchesFile: watchesFile(disk, folders.state),
    unlockKey: unlockKeyOf(setup),
    lockPin: lockPin(disk, folders.state),
    suspend: () => suspension.suspend(),
    // The handler of a crash restores the terminal, so React must not catch this.
    onCrash: error =>
      queueMicrotask(() =>
        process.emit('uncaughtException', error instanceof Error ? error : new Error('not an error')),
      ),
    onTerminalGone: () => process.emit('SIGHUP', 'SIGHUP'),
    foreignText: life.foreignText,
    swallow: swallowFromTerminal,
    onScreen(ours) {
      onScreen = ours;
      watchman?.ours(ours);
    },
  });
  life.opened(console);
  clock.after(LOAD_REST.after, () => {
    // Takes 10 ms. A text field needs it, a list only for a few scripts.
    segmenter();
    void watch();
    void loadAll(() => new Promise<void>(resolve => void clock.after(LOAD_REST.pause, resolve)));
  });
  /** After the first frames, because a new process takes some ms. */
  async function watch(): Promise<void> {
    if (process.platform === 'win32') return;
    const started = await startWatchman(parts.flags.screenReader ? '' : WIPED, env['PATH']);
    started.ours(onScreen);
    watchman = started;
  }
  if (edited) clearLeftovers(edited, process.pid);
  const { leave } = console;
  const enter = (): void => {
    // A resize during the stop sent no signal.
    process.emit('SIGWINCH', 'SIGWINCH');
    console.enter();
  };
  const suspension = installSuspend({ process, after: clock.after, leave, enter });
  const ignoreWindow = reportEveryResize(process);

  const demo = setup.start === 'demo' ? await startDemo() : undefined;
  if (demo) {
    const { customers, toCancel } = demo;
    const { baseUrl } = demo.credentials;
    console.store.setState({ known: customers, customer: customers[0], demo: { toCancel, baseUrl } });
  }
  const credentials = demo?.credentials ?? credentialsOf(setup);
  if (setup.asksToWrite) askToWrite(console.store);
  if (credentials) void console.app.session.signIn(credentials);
  else void signInOrAsk(console, setup);

  await console.ended;
  // It still answers the requests in flight.
  await life.finish();
  await demo?.close();
  suspension.uninstall();
  ignoreWindow();
  return life.end();
}

/** Shows Login if a person has to type the key, or if the keyring or the key helper fails. */
async function signInOrAsk({ app, store, ended }: OpenConsole, setup: Setup): Promise<void> {
  if (!keepsKey(setup)) return app.session.showLogin([missingSentence(setup)]);
  tell(store, askingFor(setup));
  const kept = await Promise.race([keptKeysOf(setup), ended.then(() => 'ended' as const)]);
  if (kept === 'ended') return;
  store.setState({ notice: undefined });
  const why = kept && 'why' in kept ? [kept.why] : [];
  const credentials = kept && !('why' in kept) ? credentialsOf(withKeys(setup, kept)) : undefined;
  if (credentials) return app.session.signIn(credentials);
  app.session.showLogin([...why, missingSentence(setup)]);
}
