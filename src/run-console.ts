// Starts the console on this machine's terminal: set-up, the embedded simulator of the demo, the life of the process.

import fs from 'node:fs';
import path from 'node:path';
import type { Command } from './cli/arguments.ts';
import { type Disk, systemDisk } from './cli/disk.ts';
import { findFolders } from './cli/folders.ts';
import { installProcessEnd } from './cli/process-end.ts';
import type { Recents } from './cli/recents.ts';
import { unsafeProcess, unusableTerminal } from './cli/safety.ts';
import { type MissingField, readSetup, type Setup } from './cli/setup.ts';
import { secretVariables } from './cli/setup-service.ts';
import { installSuspend } from './cli/suspend.ts';
import { restoreTerminal, type SyncWrite, syncWriter } from './cli/terminal.ts';
import type { Credentials } from './effects/session.ts';
import { systemClock } from './lib/clock.ts';
import { Secret } from './lib/redact.ts';
import { fromServer, join, t, type Untrusted, type Visible, visible } from './lib/visible.ts';
import { type ConsoleParts, openConsole } from './open-console.tsx';
import type { KnownCustomer, Notice } from './store/state.ts';
import { THEMES, type ThemeName } from './ui/kit/theme.ts';

export interface Surroundings {
  readonly process: NodeJS.Process;
  readonly err: SyncWrite;
  /** Says why it can't start, and gives the exit code of a refusal. */
  readonly refuse: (sentence: Visible) => number;
  readonly uuid: () => string;
  /** The running program's file. */
  readonly bundle: string;
}

type ConsoleCommand = Extract<Command<string>, { kind: 'console' }>;

/** Opens the console and waits for its end; the result is the exit code. */
export async function runConsole(command: ConsoleCommand, around: Surroundings): Promise<number> {
  const { process, refuse } = around;
  const { env } = process;
  const unsafe =
    unsafeProcess(env, process.execArgv) ??
    unusableTerminal({
      term: env['TERM'],
      stdinIsTTY: process.stdin.isTTY,
      stdoutIsTTY: process.stdout.isTTY,
      platform: process.platform,
    });
  if (unsafe) return refuse(unsafe);

  const disk = systemDisk(around.uuid);
  const folders = findFolders(env);
  const loaded = folders.config
    ? await config(disk, path.join(folders.config, 'config.json'), process)
    : undefined;
  if (loaded && !loaded.ok)
    return refuse(loaded.problems.reduce((all, problem) => t`${all}\npurser: ${problem}`));
  const read = readSetup({
    variables: env,
    config: loaded?.config,
    flags: command.flags,
    systemTimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...stateProblem(disk, folders.state),
  });
  // Read once: no child of this process inherits a key.
  for (const name of secretVariables) delete env[name];
  if (!read.ok) return refuse(read.sentence);
  const { setup } = read;
  const theme = themeOf(command.flags.theme, env['NO_COLOR']);
  if (!theme) return refuse(t`There is no such theme; there are ${visible(THEMES.join(', '))}.`);
  const authority = setup.caFile === undefined ? undefined : readFile(setup.caFile);
  if (authority instanceof Error) return refuse(t`The file of --ca-file can't be read.`);

  // The demo's customers are the simulator's own.
  const recents =
    setup.start === 'demo'
      ? undefined
      : (await import('./cli/recents.ts')).createRecents({
          disk,
          folder: folders.state,
          profile: setup.profileName,
        });
  return live(command, setup, {
    around,
    recents,
    theme,
    ...(authority === undefined ? {} : { caPem: authority }),
  });
}

interface Living {
  readonly around: Surroundings;
  readonly recents: Recents | undefined;
  readonly theme: ThemeName;
  readonly caPem?: string;
}

async function live(
  command: ConsoleCommand,
  setup: Setup,
  { around, recents, theme, caPem }: Living,
): Promise<number> {
  const { process, err, uuid, bundle } = around;
  const clock = systemClock();
  const demo = setup.start === 'demo';
  const recent = recents?.load() ?? { customers: [] };
  let stop = (): void => {};

  const parts: ConsoleParts = {
    stdin: process.stdin,
    stdout: process.stdout,
    clock,
    theme,
    screenReader: command.flags.screenReader,
    reach: {
      profile: visible(setup.profileName),
      environment: setup.environment,
      baseUrl: setup.baseUrl ?? '',
      clientId: setup.clientId ?? '',
      programId: setup.programId ?? '',
      readOnly: setup.readOnly,
      zone: setup.timeZone,
    },
    known: knownCustomers(recent.customers, setup),
    customer:
      setup.userId === undefined
        ? undefined
        : { ...customerOf(setup.userId, setup.onBehalfOf), name: undefined },
    opening: command.place && [command.place.screen, command.place.id].filter(Boolean).join('/'),
    notice: firstNotice(setup, recent.notice),
    connect: async (credentials, tokens, onExchange) => {
      const { createClient } = await import('./api/client/client.ts');
      return createClient({
        service: { ...credentials, dialect: setup.dialect, ...(caPem === undefined ? {} : { caPem }) },
        tokens,
        clock,
        uuid,
        random: Math.random,
        onExchange,
        proxyFromEnvironment: true,
      });
    },
    remember(customer) {
      if (!recents) return undefined;
      const { userId, onBehalfOf, name } = customer;
      const { notice } = recents.remember({
        ...customerOf(userId, onBehalfOf),
        ...(name === undefined ? {} : { name: fromServer(name) }),
        seenAt: clock.wall(),
      });
      return notice && { text: notice, tone: 'warning' };
    },
    suspend: () => suspension.suspend(),
    // Past Ink and React: the process's own end puts the terminal right and says where it was.
    onCrash: error =>
      queueMicrotask(() =>
        process.emit('uncaughtException', error instanceof Error ? error : new Error('not an error')),
      ),
    onTerminalGone: () => process.emit('SIGHUP', 'SIGHUP'),
  };
  const processEnd = installProcessEnd({
    process,
    restore: () => restoreTerminal(syncWriter(1)),
    onEnd: () => stop(),
    say: err,
    bundle,
  });
  const console = openConsole(parts);
  const suspension = installSuspend({
    process,
    after: clock.after,
    leave: console.leave,
    enter: console.enter,
  });

  const simulator = demo ? await startDemo(console.store.setState) : undefined;
  stop = () => void simulator?.close();
  const credentials = simulator?.credentials ?? givenCredentials(setup);
  if (credentials) void console.app.session.signIn(credentials);
  else
    console.app.session.showLogin([
      t`Signing in needs ${join(
        setup.missing.map(name => NAMES[name]),
        ', ',
      )}.`,
    ]);

  await console.ended;
  processEnd.release();
  suspension.uninstall();
  await simulator?.close();
  return 0;
}

/** Most have no config.json: what reads one is loaded only where there is one. */
async function config(disk: Disk, file: string, { getuid }: NodeJS.Process) {
  if (disk.read(file).kind === 'absent') return undefined;
  const { loadConfig } = await import('./cli/config.ts');
  return loadConfig(disk, file, getuid?.());
}

/** Why nothing can be kept, where that is so: what can't be recorded isn't written. */
function stateProblem(disk: Disk, folder: string | undefined): { stateProblem?: Visible } {
  if (folder === undefined) return { stateProblem: t`there is no home folder to keep anything in` };
  const made = disk.makePrivateFolder(folder);
  return made.ok ? {} : { stateProblem: t`the state folder can't be used (${visible(made.code)})` };
}

const NAMES: Readonly<Record<MissingField, Visible>> = {
  baseUrl: t`the service's address`,
  clientId: t`the client ID`,
  apiKey: t`the API key`,
  programId: t`the program`,
};

/** The embedded simulator: its address, its keys and its customers. */
async function startDemo(
  setState: (change: { known: readonly KnownCustomer[]; customer?: KnownCustomer }) => void,
) {
  const { startSimulator } = await import('./sim/simulator.ts');
  const simulator = await startSimulator();
  const known = simulator.customers.map(({ userId, onBehalfOf, name }) => ({
    ...customerOf(userId, onBehalfOf),
    name,
  }));
  const [first] = known;
  setState({ known, ...(first ? { customer: first } : {}) });
  const { clientId, apiKey, programId } = simulator.credentials;
  return {
    credentials: { baseUrl: simulator.url, clientId, apiKey: new Secret(apiKey), programId },
    close: simulator.close,
  };
}

/** What signs in without a question, if the set-up has it all. */
function givenCredentials({
  start,
  baseUrl,
  clientId,
  apiKey,
  sharedApiKey,
  programId,
}: Setup): Credentials | undefined {
  if (start !== 'sign-in' || baseUrl === undefined || clientId === undefined || apiKey === undefined)
    return undefined;
  return {
    baseUrl,
    clientId,
    apiKey,
    ...(sharedApiKey === undefined ? {} : { sharedApiKey }),
    programId: programId ?? '',
  };
}

const customerOf = (userId: string, onBehalfOf: string | undefined) => ({
  userId,
  ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
});

interface Named {
  readonly userId: string;
  readonly onBehalfOf?: string;
  readonly name?: Untrusted | string;
}

/** Recent customers first, then those that the profile lists. */
function knownCustomers(recent: readonly Named[], setup: Setup): readonly KnownCustomer[] {
  const all = [...recent, ...setup.customers];
  const keys = all.map(({ userId, onBehalfOf }) => JSON.stringify([userId, onBehalfOf]));
  return all
    .filter((_, i) => keys.indexOf(keys[i] ?? '') === i)
    .map(({ userId, onBehalfOf, name }) => ({
      ...customerOf(userId, onBehalfOf),
      name: name === undefined ? undefined : visible(name, 60),
    }));
}

function firstNotice(setup: Setup, fromRecents: Visible | undefined): Notice | undefined {
  if (fromRecents) return { text: fromRecents, tone: 'warning' };
  return setup.asksToWrite
    ? { text: t`Nothing in this version writes, so there is nothing to grant.`, tone: 'info' }
    : undefined;
}

/** NO_COLOR takes the colours away from whatever theme was chosen. */
function themeOf(name: string | undefined, noColour: string | undefined): ThemeName | undefined {
  const chosen = THEMES.find(theme => theme === (name ?? 'default'));
  return chosen && noColour ? 'mono' : chosen;
}

function readFile(file: string): string | Error {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    return error instanceof Error ? error : new Error('unreadable');
  }
}
