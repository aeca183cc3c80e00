// `purser simulate`: runs the simulator alone, and prints its address and credentials.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Dialect, defaultDialect, dialectValues } from '../api/contract/dialect.ts';
import { type CommandHelp, helpText } from '../lib/command-help.ts';
import type { DescribedFlag } from '../lib/flag-lines.ts';
import { parseTimestamp } from '../lib/time.ts';
import { visible } from '../lib/visible.ts';
import { faultReference, parseRule } from './faults/rule.ts';
import { mostRows, type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts';

/** A simulator that runs until it is closed. */
export interface Running {
  readonly simulator: Simulator;
  close(): Promise<void>;
}

/** The dialect's switches with a fixed list of values. */
const listed: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(dialectValues));

/** Every flag, for the parser and the help. */
export const FLAGS = {
  port: { type: 'string', takes: 'number', says: 'the port to listen on; the default 0 means any free port' },
  host: { type: 'string', takes: 'address', says: 'the address to listen on (127.0.0.1)' },
  seed: { type: 'string', takes: 'number', says: 'the same seed makes the same customers and records (1)' },
  rows: { type: 'string', takes: 'number', says: `how many rows a long list has (240), up to ${mostRows}` },
  clock: {
    type: 'string',
    takes: 'time',
    says: "the service's time at the start, such as 2026-11-20T09:00:00Z",
  },
  dialect: {
    type: 'string',
    multiple: true,
    takes: 'key=value',
    says: 'a form that the service accepts, from the list below; may be repeated',
  },
  fault: {
    type: 'string',
    multiple: true,
    takes: 'rule',
    says: 'a fault of the service, as below; may be repeated',
  },
  json: { type: 'boolean', says: 'the address and the values as one line of JSON' },
  help: { type: 'boolean', short: 'h', says: 'shows this help' },
} as const satisfies ParseArgsOptionsConfig & Readonly<Record<string, DescribedFlag>>;

export const SIMULATE: CommandHelp = {
  name: 'simulate',
  summary: 'runs the simulator of the service alone',
  usage: ['simulate [FLAGS]'],
  about: 'Prints the address of the simulator and the values to sign in with, and runs until you end it.',
  flags: FLAGS,
  examples: [
    { line: 'purser simulate --port 8080', says: 'the service, on a port of this machine' },
    {
      line: "purser simulate --fault 'payout.cancel delay=5000'",
      says: 'a service that takes five seconds to cancel a payout',
    },
  ],
  notes: [
    `A dialect switch is scope=none or scope=PERMISSIONS, or one of these. The default is first. ${[...listed].map(([key, values]) => `${key}=${values.join('|')}`).join(' ')}`,
    'A fault RULE is: MATCH ACTION[=VALUE] [OPTION[=VALUE]]… [after=N] [count=N] [probability=0…1] [executed]',
    "MATCH is *, an operation's ID, or the beginning of a path. A value with spaces is in single quotes. executed: the operation is carried out first, whatever the fault does with the answer.",
  ],
};

const help = (): string =>
  `${helpText(SIMULATE)}\nACTIONs\n${faultReference()
    .map(line => `  ${line}\n`)
    .join('')}`;

/**
 * `argv` is everything after `simulate`; `out` prints a line. Gives an exit code (0 after --help, 1 if it can't
 * listen, 2 on wrong usage) or the running simulator.
 */
export async function simulate(
  argv: readonly string[],
  out: (line: string) => void,
): Promise<number | Running> {
  const read = readOptions(argv);
  if ('problem' in read) {
    out(`purser simulate: ${visible(read.problem)} (--help lists what there is)`);
    return 2;
  }
  if (read.help) {
    out(help().trimEnd());
    return 0;
  }
  try {
    const simulator = await startSimulator(read.options);
    if (read.json) out(JSON.stringify(access(simulator)));
    else announce(simulator, out);
    return { simulator, close: simulator.close };
  } catch (error) {
    out(`purser simulate: cannot listen: ${visible(error instanceof Error ? error.message : String(error))}`);
    return 1;
  }
}

function announce({ url, credentials, customers }: Simulator, out: (line: string) => void): void {
  out(`listening on ${url}`);
  out(`PURSER_BASE_URL=${url}`);
  out(`PURSER_CLIENT_ID=${credentials.clientId}`);
  out(`PURSER_API_KEY=${credentials.apiKey}`);
  out(`PURSER_PROGRAM_ID=${credentials.programId}`);
  for (const { userId, onBehalfOf, name } of customers) {
    const connected = onBehalfOf === undefined ? '' : ` PURSER_ON_BEHALF_OF=${onBehalfOf}`;
    out(`PURSER_USER_ID=${userId}${connected} # ${visible(name, 60)}`);
  }
}

/** What a program needs to use it. */
const access = ({ url, credentials, customers }: Simulator) => ({
  url,
  ...credentials,
  customers: customers.map(({ userId, onBehalfOf, name }) => ({ userId, onBehalfOf, name })),
});

type ReadOptions = { help: boolean; json: boolean; options: SimulatorOptions } | { problem: string };

function readOptions(argv: readonly string[]): ReadOptions {
  const given = parse(argv);
  if ('problem' in given) return given;
  const { port, host, seed, rows, clock, dialect = [], fault = [], json = false, help = false } = given;
  const numbers = {
    port: whole(port, 65_535),
    seed: whole(seed, 4_294_967_295),
    rows: whole(rows, mostRows),
  };
  if (numbers.port === null) return { problem: '--port needs a number up to 65535' };
  if (numbers.seed === null) return { problem: '--seed needs a whole number' };
  if (numbers.rows === null) return { problem: `--rows needs a number up to ${mostRows}` };
  if (clock !== undefined && parseTimestamp(clock) === undefined) {
    return { problem: '--clock needs a time with a zone, such as 2026-11-20T09:00:00Z' };
  }
  for (const text of fault) {
    const rule = parseRule(text);
    if ('problem' in rule) return { problem: `--fault: ${rule.problem}` };
  }
  const switches = readDialect(dialect);
  if ('problem' in switches) return switches;
  const options: SimulatorOptions = {
    ...(numbers.port !== undefined && { port: numbers.port }),
    ...(numbers.seed !== undefined && { seed: numbers.seed }),
    ...(numbers.rows !== undefined && { rows: numbers.rows }),
    ...(host !== undefined && { host }),
    ...(clock !== undefined && { clock }),
    dialect: switches.dialect,
    faults: fault,
  };
  return { help, json, options };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: FLAGS }).values;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Undefined for no value, null for anything but a whole number up to `most`. */
function whole(text: string | undefined, most: number): number | null | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,10}$/.test(text) && Number(text) <= most ? Number(text) : null;
}

function readDialect(pairs: readonly string[]): { dialect: Partial<Dialect> } | { problem: string } {
  const dialect: Record<string, string> = {};
  for (const pair of pairs) {
    const [key = '', ...rest] = pair.split('=');
    if (!Object.hasOwn(defaultDialect, key) || rest.length === 0 || rest.join('=') === '') {
      return { problem: `--dialect needs KEY=VALUE, KEY one of ${Object.keys(defaultDialect).join(', ')}` };
    }
    const value = rest.join('=');
    const values = listed.get(key) ?? [value];
    if (!values.includes(value)) return { problem: `--dialect ${key} is one of ${values.join(', ')}` };
    dialect[key] = value;
  }
  return { dialect };
}
