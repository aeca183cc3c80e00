// The oracles O1 to O6 of FAULTS.md for one end-to-end case. Each reports how many things it checked.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from '../../src/journal/intent.ts';
import { checkAudit } from '../../src/journal/sqlite/audit-check.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import { rowsOf, tally } from '../harness/ledger.ts';
import { type OwnProcesses, ownProcesses } from '../harness/own-processes.ts';
import type { Screen } from '../harness/terminal.ts';
import { modes } from './bytes.ts';
import type { Case, Started } from './case.ts';

/** The findings of one oracle in one case. */
export interface Finding {
  readonly oracle: 'O1' | 'O2' | 'O3' | 'O4' | 'O5' | 'O6';
  /** The checked things, as words and as a number. An oracle that checked nothing in a whole run proves nothing. */
  readonly saw: string;
  readonly looked: number;
  /** `duplicated`, `lost`, `unresolved`, `dirty`, `leaked`, `late`, `untold` or `audit`, each with details. */
  readonly broken: readonly { readonly what: string; readonly detail: string }[];
}

/** Ends the programs that still run, as a person would, and runs every oracle. */
export async function oracles(ended: Case): Promise<readonly Finding[]> {
  const own = ownProcesses(ended.folders);
  const delays = [];
  for (const started of ended.programs) delays.push(await endPolitely(started));
  const journals = filesOf(ended, '**/journal.db');
  const rows = journals.flatMap(rowsOf);
  return [
    ledger(ended.services, rows),
    terminals(ended.programs),
    secrets(ended, own),
    alive(delays),
    words(ended, rows),
    audit(journals),
  ];
}

const filesOf = ({ folders }: Case, pattern: string): readonly string[] =>
  [...folders].flatMap(folder =>
    globSync(pattern, { cwd: folder, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name)),
  );

/** Every file with its text. Reads all again if one is gone: a program that is ending may rename its last file. */
function contentsOf(ended: Case): readonly (readonly [file: string, text: string])[] {
  try {
    return filesOf(ended, '**/*').map(file => [file, readFileSync(file, 'latin1')]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return contentsOf(ended);
  }
}

/** O1: at most one effect for each request, no effect without an entry, and no entry that contradicts an effect. */
function ledger(services: readonly Simulator[], rows: readonly Row[]): Finding {
  const tallies = services.map(service => tally(service, rows));
  const all = (what: string, pick: (one: (typeof tallies)[number]) => readonly string[]) =>
    tallies.flatMap(pick).map(detail => ({ what, detail }));
  const effects = tallies.reduce((sum, one) => sum + one.effects, 0);
  const waiting = rows.filter(row => row.state === 'SENT').map(({ intent }) => intent.requestId);
  return {
    oracle: 'O1',
    saw: `${services.length} services, ${effects} effects, ${rows.length} entries`,
    looked: effects + rows.length,
    broken: [
      ...all('duplicated', one => one.duplicated),
      ...all('lost', one => one.lost),
      ...all('lost', one => one.unrecorded),
      // Only a killed console leaves SENT, and the next start makes it UNKNOWN. Here the consoles ended normally.
      ...waiting.map(detail => ({ what: 'unresolved', detail })),
    ],
  };
}

/** O2: after every end the modes are reset in order, and the terminal driver has a shell's settings. */
function terminals(programs: readonly Started[]): Finding {
  const consoles = programs.filter(
    ({ isConsole, program, unrestorable }) =>
      isConsole && unrestorable === undefined && program.screen.bytes.includes('\x1b[?1049h'),
  );
  const broken = consoles.flatMap(({ program }) => [
    ...unrestoredModes(program.screen),
    ...unrestoredDriver(program.settings()),
  ]);
  return {
    oracle: 'O2',
    saw: `${consoles.length} of ${programs.length} terminals`,
    looked: consoles.length,
    broken: broken.map(detail => ({ what: 'dirty', detail })),
  };
}

export function unrestoredModes(screen: Pick<Screen, 'bytes'>): readonly string[] {
  const order = modes(screen.bytes);
  const lastSet = Math.max(...['?1049h', '?25l', '?2004h'].map(mode => order.lastIndexOf(mode)));
  const after = order.slice(lastSet + 1).join(' ');
  // Focus, mouse and keyboard: each only has to be reset after its own last setting.
  const open = ['?1004', '?1000', '?1001', '?1002', '?1003', '?1006']
    .filter(mode => order.lastIndexOf(`${mode}h`) > order.lastIndexOf(`${mode}l`))
    .map(mode => `${mode} was never reset`);
  const keyboard = order.findLastIndex(mode => /^[>=]\d*u$/.test(mode)) > order.lastIndexOf('<u');
  return [
    ...(/\?1049l .*\?25h .*\?2004l/.test(after) ? [] : [`after the last mode was set: "${after}"`]),
    ...open,
    ...(keyboard ? ['the keyboard mode was never reset'] : []),
  ];
}

const unrestoredDriver = (settings: string): readonly string[] =>
  settings === ''
    ? []
    : ['icanon', 'echo', 'isig']
        .filter(flag => !new RegExp(`(?:^|\\s)${flag}(?:\\s|$|;)`).test(settings))
        .map(flag => `the terminal's driver has no ${flag}`);

/** O3: no key, no token, no card number and no CVV is in a file, an argument, an environment, or on a terminal. */
function secrets(ended: Case, { args, environments }: OwnProcesses): Finding {
  const keys = ended.services.flatMap(({ credentials, wire }) => [
    credentials.apiKey,
    ...wire.flatMap(({ headers }) => (headers['x-api-key'] ?? []).filter(key => key.length >= 12)),
    ...wire.flatMap(({ headers }) => headers['authorization']?.[0]?.slice('Bearer '.length) ?? []),
  ]);
  const cards = ended.services.flatMap(({ world }) => world.customers.flatMap(one => one.cards.all));
  const own: readonly Secret[] = [...new Set(keys)].map(text => ({ text, spellings: spellings(text) }));
  const numbers: readonly Secret[] = cards.flatMap(({ number, cvv }) => [
    { text: number, spellings: spellings(number) },
    { text: `CVV of ${number}`, spellings: [cvvSpelling(cvv)] },
  ]);
  const revealed = ended.services.some(({ wire }) =>
    wire.some(({ operation }) => operation === 'card.details'),
  );
  const places: [name: string, text: string, secrets: Searched][] = [
    ['arguments', args, { own, numbers }],
    ['environments', environments, { own, numbers }],
  ];
  for (const [file, text] of contentsOf(ended)) places.push([file, text, { own, numbers }]);
  for (const { program, isConsole } of ended.programs) {
    // `purser simulate` prints the keys of its own world on purpose.
    if (!isConsole && /^listening on /m.test(program.screen.text())) continue;
    places.push(['terminal', program.screen.bytes, revealed ? { own } : { own, numbers }]);
    places.push(['screen at the end', program.screen.text(), { numbers }]);
    places.push(['ordinary screen and scrollback', program.screen.ordinary(), { own, numbers }]);
  }
  for (const output of ended.outputs) places.push(['output', output(), { own, numbers }]);
  const looked = own.length + numbers.length;
  const numbersFound = finder(numbers);
  return {
    oracle: 'O3',
    saw: `${looked} secrets in ${places.length} places`,
    looked: looked * places.length,
    broken: places.flatMap(([name, text, searched]) => {
      const all = text.toLowerCase();
      return [
        ...(searched.own ?? []).filter(secret => isIn(all, secret)),
        ...(searched.numbers ? numbersFound(numbersIn(text)) : []),
      ].map(secret => ({ what: 'leaked', detail: `${secret.text.slice(0, 8)}… in ${name}` }));
    }),
  };
}

/** The secrets that a place must not contain. */
interface Searched {
  readonly own?: readonly Secret[];
  readonly numbers?: readonly Secret[];
}

/** A secret in every spelling, in small letters. */
interface Secret {
  readonly text: string;
  readonly spellings: readonly string[];
}

const isIn = (text: string, { spellings }: Secret): boolean => spellings.some(one => text.includes(one));

/** In characters: no spelling of a card number or a CVV is shorter. */
const BEGINNING = 8;

/** Finds secrets in one pass over the text, because a world's cards have thousands of spellings. */
export function finder(secrets: readonly Secret[]): (text: string) => readonly Secret[] {
  const all = secrets.flatMap(secret => secret.spellings.map(spelling => ({ secret, spelling })));
  const beginning = ({ spelling }: (typeof all)[number]): string => {
    if (spelling.length < BEGINNING) throw new Error(`${spelling} is too short to be found`);
    return spelling.slice(0, BEGINNING);
  };
  const known = Map.groupBy(all, beginning);
  return text => {
    const found = new Set<Secret>();
    for (let at = 0; at + BEGINNING <= text.length; at++) {
      const here = known.get(text.slice(at, at + BEGINNING));
      for (const { secret, spelling } of here ?? []) if (text.startsWith(spelling, at)) found.add(secret);
    }
    return [...found];
  };
}

/** As it is, in hex, and in base64 at any of the three places in a longer text. */
export function spellings(text: string): readonly string[] {
  const whole = (shift: number): string =>
    Buffer.from(`${' '.repeat(shift)}${text}`)
      .toString('base64')
      // The first and the last characters also depend on the bytes around the text.
      .slice(Math.ceil((shift * 4) / 3), -4);
  const all = [text, Buffer.from(text).toString('hex'), ...[0, 1, 2].map(whole)];
  return all.map(spelling => spelling.toLowerCase());
}

/** How `numbersIn` spells a CVV. Three digits alone are in many amounts, so only a CVV with its name counts. */
export const cvvSpelling = (cvv: string): string => `cvv ${cvv}\n`;

/**
 * The parts of a text that can contain a card number or a CVV, in small letters: groups of digits are joined, and each
 * number after the name of the CVV is a line. Files are read as latin1, so a no-break space is two characters.
 */
export function numbersIn(text: string): string {
  const joined = text.replaceAll(/(?<=\d)(?:[ .\u00a0-]|\u00c2\u00a0)(?=\d)/g, '');
  return [
    ...(joined.match(/\d{13,}/g) ?? []),
    ...(text.match(/[a-z\d+/]{16,}/gi) ?? []).map(run => run.toLowerCase()),
    ...Array.from(text.matchAll(/(?:cvv2?|cvc)[^0-9a-z]{0,16}(\d+)/gi), ([, digits]) => `cvv ${digits}`),
    '',
  ].join('\n');
}

interface Ending {
  /** Milliseconds until the screen changed after a key, and until Ctrl+C twice ended the program. */
  readonly answered: number;
  readonly over: number;
}

/** Quits with Ctrl+C, as a person would. Returns undefined if there was no console to end. */
async function endPolitely({ program, isConsole, unrestorable }: Started): Promise<Ending | undefined> {
  const { screen } = program;
  if (!isConsole || unrestorable !== undefined || !screen.alternate()) return undefined;
  const before = screen.text();
  const start = performance.now();
  screen.press('ctrl-c');
  await screen.until(now => now.text() !== before || !now.alternate());
  const answered = performance.now() - start;
  const second = performance.now();
  // While a write is on its way, Purser asks.
  screen.press(screen.shows('Quit Purser?') ? 'y' : 'ctrl-c');
  await screen.until(now => !now.alternate());
  const over = performance.now() - second;
  // The last reset may come after the normal screen is back. If it never comes, O2 reports that.
  await screen.until(now => unrestoredModes(now).length === 0).catch(() => undefined);
  return { answered, over };
}

/** Milliseconds. Purser waits at most two seconds for a write on its way. */
const ANSWER_WITHIN = 200;
const END_WITHIN = 2000;

/** O4: only `npm run faults`, on a quiet machine, asserts the times. Other runs only check that the program ends. */
function alive(delays: readonly (Ending | undefined)[]): Finding {
  const measured = delays.filter(delay => delay !== undefined);
  const broken = measured.flatMap(({ answered, over }) => [
    ...(answered > ANSWER_WITHIN ? [`a key was answered after ${Math.round(answered)} ms`] : []),
    ...(over > END_WITHIN + ANSWER_WITHIN ? [`Ctrl+C twice took ${Math.round(over)} ms`] : []),
  ]);
  const limits = process.env['PURSER_LIMITS'] === '1';
  return {
    oracle: 'O4',
    saw: measured.map(({ answered, over }) => `${Math.round(answered)}/${Math.round(over)} ms`).join(', '),
    looked: measured.length,
    broken: limits ? broken.map(detail => ({ what: 'late', detail })) : [],
  };
}

/** O5: each ended write was shown with its request ID and exactly one outcome word, as in the journal. */
function words({ programs, outputs }: Case, rows: readonly Row[]): Finding {
  const printed = [
    ...programs.map(({ program }) => program.screen.bytes),
    ...outputs.map(output => output()),
  ];
  const untold = rows.flatMap(row => {
    const { requestId } = row.intent;
    const shown = new Set(programs.flatMap(({ told }) => [...(told.get(requestId) ?? [])]));
    const came = new Set(row.transitions.map(({ to }): string => to));
    const wrong = [...shown].filter(word => !came.has(word));
    if (wrong.length > 0)
      return [`${requestId}: shown as ${wrong.join(', ')}, recorded as ${[...came].join(' → ')}`];
    if (shown.size > 0 || wasRecovered(row)) return [];
    const said = printed.some(
      text => text.includes(requestId) || text.replace(/\s/g, '').includes(requestId),
    );
    return said || programs.some(({ unrestorable }) => unrestorable !== undefined)
      ? []
      : [`${requestId}: ${row.state}, and no output shows it`];
  });
  const inDialogs = programs.reduce((sum, { told }) => sum + told.size, 0);
  return {
    oracle: 'O5',
    saw: `${rows.length} entries, ${inDialogs} shown in dialogs`,
    looked: inDialogs,
    broken: untold.map(detail => ({ what: 'untold', detail })),
  };
}

/** Whether another process than the sender found the write open and made it UNKNOWN. */
function wasRecovered({ transitions }: Row): boolean {
  const sent = transitions.findLast(({ to }) => to === 'SENT' || to === 'PREPARED');
  const last = transitions.at(-1);
  return sent !== undefined && last !== undefined && sent.process.pid !== last.process.pid;
}

/** O6: the audit log of every journal is complete. */
function audit(journals: readonly string[]): Finding {
  const checked = journals.map(file => ({ file, result: checkAudit({ file }) }));
  return {
    oracle: 'O6',
    saw: `${journals.length} logs`,
    looked: journals.length,
    broken: checked.flatMap(({ file, result }) =>
      result.ok
        ? []
        : [{ what: 'audit', detail: `${file}: ${'why' in result ? result.why : result.unreadable}` }],
    ),
  };
}
