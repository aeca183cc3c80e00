// From the command line to a live console: reads the set-up, and refuses with a sentence what can't or mustn't start.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Command } from './cli/arguments.ts';
import { type Disk, systemDisk } from './cli/disk.ts';
import { findFolders } from './cli/folders.ts';
import { localeLanguage } from './cli/locale.ts';
import { unsafeProcess, unusableTerminal } from './cli/safety.ts';
import { readSetup } from './cli/setup.ts';
import { secretVariables } from './cli/setup-service.ts';
import type { SyncWrite } from './cli/terminal.ts';
import { isTimeZone } from './lib/time.ts';
import { t, type Visible, visible } from './lib/visible.ts';
import { liveConsole } from './live-console.ts';
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
  const { process, refuse, err, uuid, bundle } = around;
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

  const disk = systemDisk(uuid);
  const folders = findFolders(env);
  const loaded = folders.config && (await config(disk, path.join(folders.config, 'config.json'), process));
  if (loaded && !loaded.ok) return refuse(loaded.problems.reduce((all, one) => t`${all}\npurser: ${one}`));
  const read = readSetup({
    variables: env,
    config: loaded ? loaded.config : undefined,
    flags: command.flags,
    systemTimeZone: systemZone(),
    ...stateProblem(disk, folders.state),
  });
  // Read once: no child of this process inherits a key.
  for (const name of secretVariables) delete env[name];
  if (!read.ok) return refuse(read.sentence);
  const { setup } = read;
  const theme = themeOf(command.flags.theme, env['NO_COLOR']);
  if (!theme) return refuse(t`There is no such theme; there are ${visible(THEMES.join(', '))}.`);
  const caPem = setup.caFile === undefined ? undefined : readFile(setup.caFile);
  if (caPem instanceof Error) return refuse(t`The file of --ca-file can't be read.`);

  const { flags, place } = command;
  const opening = place && (place.id === undefined ? place.screen : `${place.screen}/${place.id}`);
  const recents =
    setup.start === 'demo' ? undefined : await recentsOf(disk, folders.state, setup.profileName);
  return liveConsole({
    process,
    err,
    uuid,
    bundle,
    setup,
    operator: systemUser(),
    language: localeLanguage(env),
    flags,
    opening,
    theme,
    recents,
    caPem,
    home: env['HOME'] || env['USERPROFILE'] || undefined,
    temporary: os.tmpdir(),
    stateFolder: folders.state,
  });
}

/** Most have no config.json: what reads one is loaded only where there is one. */
async function config(disk: Disk, file: string, { getuid }: NodeJS.Process) {
  if (disk.read(file).kind === 'absent') return undefined;
  const { loadConfig } = await import('./cli/config.ts');
  return loadConfig(disk, file, getuid?.());
}

async function recentsOf(disk: Disk, folder: string | undefined, profile: string) {
  const { createRecents } = await import('./cli/recents.ts');
  return createRecents({ disk, folder, profile });
}

/** The zone of this machine. A TZ that names none leaves Node without one, whatever its types say. */
function systemZone(): string {
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone !== undefined && isTimeZone(zone) ? zone : 'UTC';
}

/** Why nothing can be kept, where that is so: what can't be recorded isn't written. */
function stateProblem(disk: Disk, folder: string | undefined): { stateProblem?: Visible } {
  if (folder === undefined) return { stateProblem: t`there is no home folder to keep anything in` };
  const made = disk.makePrivateFolder(folder);
  return made.ok ? {} : { stateProblem: t`the state folder can't be used (${visible(made.code)})` };
}

/** NO_COLOR takes the colours away from whatever theme was chosen. */
function themeOf(name: string | undefined, noColour: string | undefined): ThemeName | undefined {
  const chosen = THEMES.find(theme => theme === (name ?? 'default'));
  return chosen && noColour ? 'mono' : chosen;
}

/** A user without an entry in the system's list has no name there; root is nobody who could stand for anything. */
function systemUser(): string {
  try {
    const { username } = os.userInfo();
    return username === 'root' ? '' : username;
  } catch {
    return '';
  }
}

function readFile(file: string): string | Error {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    return error instanceof Error ? error : new Error('unreadable');
  }
}
