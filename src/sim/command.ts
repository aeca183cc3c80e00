// `purser simulate`: runs the simulator alone, and prints its address and credentials.
import { dialectValues } from '../api/contract/dialect.ts';
import { type CommandHelp, helpText } from '../lib/command-help.ts';
import type { CommandLine, DescribedFlag } from '../lib/flag-lines.ts';
import { parseTimestamp } from '../lib/time.ts';
import { visible } from '../lib/visible.ts';
import { faultReference, parseRule } from './faults/rule.ts';
import { replays, type SimulatedDialect } from './service.ts';
import { mostRows, type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts';
import { BOOK_RULES } from './world/wrong-history.ts';

export interface Running {
  readonly simulator: Simulator;
  close(): Promise<void>;
}

/** The dialect's switches with a fixed list of values. */
const listed: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries<readonly string[]>(dialectValues),
  ['replay', replays],
]);

export const FLAGS = {
  port: { takes: 'number', says: 'the port to listen on; the default 0 means any free port' },
  host: { takes: 'address', says: 'the address to listen on (127.0.0.1)' },
  seed: { takes: 'number', says: 'the same seed makes the same customers and records (1)' },
  rows: { takes: 'number', says: `how many rows a long list has (240), up to ${mostRows}` },
  clock: {
    takes: 'time',
    says: "the service's time at the start, such as 2026-11-20T09:00:00Z",
  },
  dialect: {
    takes: 'key=value',
    many: true,
    says: 'a form that the service accepts, from the list below; may be repeated',
  },
  fault: {
    takes: 'rule',
    many: true,
    says: 'a fault of the service, as below; may be repeated',
  },
  books: {
    takes: 'kind',
    many: true,
    says: `what is wrong or unusual in the balance history and in other records: ${BOOK_RULES.join(', ')}; may be repeated`,
    offers: BOOK_RULES,
  },
  json: { says: 'the address and the values as one line of JSON' },
  help: { short: 'h', says: 'shows this help' },
} as const satisfies Readonly<Record<string, DescribedFlag>>;

type SimulateLine = CommandLine<keyof typeof FLAGS>;

interface Output {
  out(text: string): void;
  err(text: string): void;
}

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

/** Returns the running simulator or an exit code: 0 after --help, 1 if it can't listen, 2 on wrong usage. */
export async function simulate(line: SimulateLine, { out, err }: Output): Promise<number | Running> {
  if (line.has('help')) {
    out(help());
    return 0;
  }
  const read = readOptions(line);
  if ('problem' in read) {
    err(`purser: ${visible(read.problem)}. See purser simulate --help.\n`);
    return 2;
  }
  try {
    const simulator = await startSimulator(read);
    out(line.has('json') ? `${JSON.stringify(access(simulator))}\n` : announcement(simulator));
    return { simulator, close: simulator.close };
  } catch (error) {
    err(
      `purser: the simulator can't listen: ${visible(error instanceof Error ? error.message : String(error))}\n`,
    );
    return 1;
  }
}

const announcement = ({ url, credentials, customers }: Simulator): string =>
  [
    `listening on ${url}`,
    `PURSER_BASE_URL=${url}`,
    `PURSER_CLIENT_ID=${credentials.clientId}`,
    `PURSER_API_KEY=${credentials.apiKey}`,
    `PURSER_PROGRAM_ID=${credentials.programId}`,
    ...customers.map(({ userId, onBehalfOf, name }) => {
      const connected = onBehalfOf === undefined ? '' : ` PURSER_ON_BEHALF_OF=${onBehalfOf}`;
      return `PURSER_USER_ID=${userId}${connected} # ${visible(name, 60)}`;
    }),
  ]
    .map(text => `${text}\n`)
    .join('');

const access = ({ url, credentials, customers }: Simulator) => ({
  url,
  ...credentials,
  customers: customers.map(({ userId, onBehalfOf, name }) => ({ userId, onBehalfOf, name })),
});

function readOptions(line: SimulateLine): SimulatorOptions | { problem: string } {
  if (line.words.length > 0) return { problem: 'simulate takes no words' };
  const [host, clock, fault] = [line.value('host'), line.value('clock'), line.values('fault')];
  const port = whole(line.value('port'), 65_535);
  const seed = whole(line.value('seed'), 4_294_967_295);
  const rows = whole(line.value('rows'), mostRows);
  if (port === null) return { problem: '--port needs a number up to 65535' };
  if (seed === null) return { problem: '--seed needs a whole number' };
  if (rows === null) return { problem: `--rows needs a number up to ${mostRows}` };
  if (clock !== undefined && parseTimestamp(clock) === undefined) {
    return { problem: '--clock needs a time with a zone, such as 2026-11-20T09:00:00Z' };
  }
  for (const text of fault) {
    const rule = parseRule(text);
    if ('problem' in rule) return { problem: `--fault: ${rule.problem}` };
  }
  const books = line.values('books').map(word => BOOK_RULES.find(rule => rule === word));
  const known = books.flatMap(rule => rule ?? []);
  if (known.length < books.length) return { problem: `--books is one of ${BOOK_RULES.join(', ')}` };
  const switches = readDialect(line.values('dialect'));
  if ('problem' in switches) return switches;
  return {
    port,
    seed,
    rows,
    host,
    clock,
    dialect: switches.dialect,
    faults: fault,
    ...(known.length > 0 && { books: known }),
  };
}

/** Null if the text is not a whole number up to `most`. */
function whole(text: string | undefined, most: number): number | null | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,10}$/.test(text) && Number(text) <= most ? Number(text) : null;
}

function readDialect(pairs: readonly string[]): { dialect: Partial<SimulatedDialect> } | { problem: string } {
  const dialect: Record<string, string> = {};
  for (const pair of pairs) {
    const [key = '', ...rest] = pair.split('=');
    if ((key !== 'scope' && !listed.has(key)) || rest.length === 0 || rest.join('=') === '') {
      return { problem: `--dialect needs KEY=VALUE, KEY one of ${['scope', ...listed.keys()].join(', ')}` };
    }
    const value = rest.join('=');
    const values = listed.get(key) ?? [value];
    if (!values.includes(value)) return { problem: `--dialect ${key} is one of ${values.join(', ')}` };
    dialect[key] = value;
  }
  return { dialect };
}
