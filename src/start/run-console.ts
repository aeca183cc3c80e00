// Starts the console from the command line: reads the set-up, draws the first lines, then loads the rest. If Purser
// can't or must not start, says why.

import { credentialsOf, customersOf, keptCalls, reachOf } from '../effects/starting.ts';
import { systemClock } from '../lib/clock.ts';
import { later } from '../lib/later.ts';
import type { Visible } from '../lib/visible.ts';
import { withCalls } from '../store/calls.ts';
import type { State } from '../store/state.ts';
import { firstState } from '../store/store.ts';
import type { Command } from '../system/arguments.ts';
import { keepsKey } from '../system/kept-keys.ts';
import type { MachineRead } from '../system/machine.ts';
import { createRecents } from '../system/recents.ts';
import { unusableTerminal } from '../system/safety.ts';
import { readStart } from '../system/start.ts';
import { colourDepth, neverBlock, type SyncWrite } from '../system/terminal.ts';
import { sizeOf } from '../ui/paint/terminal-screen.ts';
import { beginLife } from './console-life.ts';
import { firstLines, paintFirst } from './first-paint.ts';

export interface RunSurroundings {
  readonly process: NodeJS.Process;
  readonly err: SyncWrite;
  readonly refuse: (sentence: Visible) => number;
  readonly uuid: () => string;
  readonly bundle: string;
  readonly machine: MachineRead;
  readonly version: string;
}

type ConsoleCommand = Extract<Command<string>, { kind: 'console' }>;

export async function runConsole(command: ConsoleCommand, around: RunSurroundings): Promise<number> {
  const { process, refuse, err, uuid, bundle } = around;
  const { env } = process;
  if (command.quote !== undefined) {
    const { checkLine } = await import('../subjects/fx/terms.ts');
    const why = checkLine(command.quote);
    if (why) return refuse(why);
  }
  const unusable = unusableTerminal({
    term: env['TERM'],
    stdinIsTTY: process.stdin.isTTY,
    stdoutIsTTY: process.stdout.isTTY,
    platform: process.platform,
  });
  if (unusable) return refuse(unusable);
  const read = await readStart(process, command.flags, uuid, around.machine, around.version);
  if (!read.ok) return refuse(read.why);
  const { disk, folders, setup, hidden } = read.start;

  const { flags, place, link, quote } = command;
  const opening =
    quote ?? link ?? (place && (place.id === undefined ? place.screen : `${place.screen}/${place.id}`));
  // The simulator has different customers at each start.
  const recents =
    setup.start === 'demo'
      ? undefined
      : createRecents({ disk, folder: folders.state, profile: setup.profileName });
  const { customers: recent, notice } = recents?.load() ?? { customers: [] };
  const { known, customer } = customersOf(recent, setup);
  const clock = systemClock();
  const calls = keptCalls(recent, clock.wall());
  const depth = colourDepth(env, process.platform);
  neverBlock(process);
  const life = beginLife({
    process,
    clock,
    err,
    bundle,
    verbose: flags.verbose === true,
    painted: !flags.screenReader,
  });
  const tick = clock.monotonic();
  const session: State['session'] = credentialsOf(setup)
    ? { phase: 'signing-in', since: tick }
    : { phase: 'signed-out' };
  if (!flags.screenReader) {
    const first = firstState({
      ...{ reach: reachOf(setup), customer, known, session, now: clock.wall(), tick },
      size: sizeOf(process.stdout, false),
      theme: setup.theme,
      colours: depth,
    });
    const state = withCalls(first, calls);
    const login = setup.start === 'login' && !keepsKey(setup);
    paintFirst(process, firstLines({ state, opening: quote === undefined ? opening : 'convert', login }));
  }
  const { liveConsole } = await later(() => import('./live-console.ts'))();
  return liveConsole({
    ...{ process, clock, life, uuid, flags, opening, depth, recents, known, customer, calls, session },
    start: read.start,
    fromStart: hidden ?? notice,
  });
}
