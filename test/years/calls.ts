// `purser call` in another terminal of a machine, beside its consoles.

import { EventEmitter } from 'node:events';
import { runCommand } from '../../src/commands/commands.ts';
import type { Row } from '../../src/journal/intent.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import { noFiles } from '../harness/machine.ts';
import type { Desk } from './desk.ts';
import { journalFor, stateOf } from './machine.ts';
import { at, type Place, type WorldTime } from './world-time.ts';

export interface Called {
  readonly place: Place;
  readonly code: number;
  /** Both outputs. */
  readonly text: string;
}

interface CallParts {
  readonly time: WorldTime;
  readonly simulator: Simulator;
  readonly desk: Desk;
  readonly args: readonly string[];
  readonly customer: number;
  readonly done: (called: Called) => void;
}

const argsOfPlaces = new WeakMap<Place, readonly string[]>();

/** What was typed after `purser call`. Undefined for a console. */
export const argsOf = (place: Place | undefined): readonly string[] | undefined =>
  place && argsOfPlaces.get(place);

const { versions, execPath, platform, getuid } = process;

/** Its process has the desk's name first, as the desk's consoles have. */
export function callFrom({ time, simulator, desk, args, customer, done }: CallParts): void {
  const { machine } = desk;
  const place = time.place(`${desk.name}-call-${machine.processes.size}`);
  argsOfPlaces.set(place, args);
  const state = stateOf(machine);
  const { clientId, apiKey, programId } = simulator.credentials;
  const { userId, onBehalfOf } = simulator.customers[customer] ?? {};
  let text = '';
  const exited = Promise.withResolvers<number>();
  const surroundings = Object.assign(new EventEmitter(), {
    ...{ versions, execPath, platform, getuid },
    env: {
      ...{ TZ: 'UTC', PURSER_BASE_URL: simulator.url, PURSER_CLIENT_ID: clientId, PURSER_API_KEY: apiKey },
      ...{ PURSER_PROGRAM_ID: programId, PURSER_USER_ID: userId, PURSER_ON_BEHALF_OF: onBehalfOf },
      ...{ PURSER_STATE_DIR: state, PURSER_CONFIG_DIR: state, PURSER_ENVIRONMENT: desk.environment },
      ...(desk.readOnly && { PURSER_READ_ONLY: '1' }),
    },
    execArgv: [],
    report: {},
    stdout: { isTTY: false },
    stderr: { isTTY: false },
    stdin: { isTTY: false },
    exit: exited.resolve,
  });
  const openJournal = journalFor({ machine, place, clock: time.clockOf(place), operator: desk.name });
  const say = (more: string): void => {
    text += more;
  };
  at(place, () => {
    const ran = runCommand('call', args, {
      // It has every part of a process that commands use.
      process: surroundings as unknown as NodeJS.Process,
      out: say,
      err: say,
      outLost: () => undefined,
      refuse: sentence => {
        say(sentence);
        return 2;
      },
      openJournal,
      machine: noFiles,
      uuid: () => place.luck.uuid(),
    });
    void Promise.race([ran, exited.promise]).then(code => {
      place.alive = false;
      done({ place, code, text });
    });
  });
}

const CODES: Readonly<Partial<Record<Row['state'], number>>> = {
  DONE: 0,
  REFUSED: 1,
  'NOT SENT': 1,
  UNKNOWN: 75,
};

/** Whether the exit code says what the journal says of the write that this process made. Undefined if it made none. */
export function agrees({ place, code }: Called, rows: readonly Row[]): boolean | undefined {
  const own = rows.find(({ transitions }) =>
    // It may also have recorded the end of another process's write.
    transitions.some(
      ({ process, to }) => process.started === place.name && ['PREPARED', 'SENT'].includes(to),
    ),
  );
  // A person may have resolved it meanwhile.
  if (!own || own.state === 'RESOLVED') return undefined;
  return CODES[own.state] === code;
}
