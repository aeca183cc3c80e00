// From the command line to a live console: reads the set-up, and refuses with a sentence what can't or mustn't start.

import os from 'node:os';
import type { Command } from './cli/arguments.ts';
import type { Disk } from './cli/disk.ts';
import { localeLanguage } from './cli/locale.ts';
import { unusableTerminal } from './cli/safety.ts';
import { readStart } from './cli/start.ts';
import { systemUser } from './cli/system-user.ts';
import type { SyncWrite } from './cli/terminal.ts';
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
  const unusable = unusableTerminal({
    term: env['TERM'],
    stdinIsTTY: process.stdin.isTTY,
    stdoutIsTTY: process.stdout.isTTY,
    platform: process.platform,
  });
  if (unusable) return refuse(unusable);
  const read = await readStart(process, command.flags, uuid);
  if (!read.ok) return refuse(read.why);
  const { disk, folders, setup, caPem } = read.start;
  const theme = themeOf(command.flags.theme, env['NO_COLOR']);
  if (!theme) return refuse(t`There is no such theme; there are ${visible(THEMES.join(', '))}.`);

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

async function recentsOf(disk: Disk, folder: string | undefined, profile: string) {
  const { createRecents } = await import('./cli/recents.ts');
  return createRecents({ disk, folder, profile });
}

/** NO_COLOR takes the colours away from whatever theme was chosen. */
function themeOf(name: string | undefined, noColour: string | undefined): ThemeName | undefined {
  const chosen = THEMES.find(theme => theme === (name ?? 'default'));
  return chosen && noColour ? 'mono' : chosen;
}
