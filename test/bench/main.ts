// `npm run bench`: measures how fast the built program starts, answers keys and loads, and how much memory it needs.
// `--json` prints the figures as JSON. `--check` fails if a goal for a ratio or for bytes is missed.
import { cpus, loadavg } from 'node:os';
import type { Figures } from './figures.ts';
import { type FindFigures, measureFind } from './find.ts';
import { GOALS, isFirm, isMet, type Results } from './goals.ts';
import { measureIdle } from './idle.ts';
import { type KeyFigures, measureEcho } from './journeys.ts';
import { measureKeys, type RowFigures } from './keys.ts';
import { measureRivals, type Rival } from './rivals.ts';
import { measureStart, type StartFigures } from './start.ts';
import { measureTimeline, type TimelineFigures } from './timeline.ts';

const ROWS = [1_000, 100_000] as const;

const [loadBefore = 0] = loadavg();
const start = await measureStart();
const echo = await measureEcho();
const lists: RowFigures[] = [];
for (const rows of ROWS) lists.push(await measureKeys(rows));
const results: Results = {
  ...{ start, echo, lists, find: measureFind(), timeline: await measureTimeline(100_000) },
  ...{ idle: await measureIdle(), rivals: await measureRivals() },
};

const goals = GOALS.map(goal => ({ goal, value: goal.of(results) }));
const missed = goals.filter(({ goal, value }) => isFirm(goal) && value !== undefined && !isMet(goal, value));
if (process.argv.includes('--json'))
  console.log(
    JSON.stringify(
      {
        machine: machine(),
        loadBefore,
        ...results,
        goals: goals.map(({ goal, value }) => ({ ...goal, value: value ?? null })),
      },
      null,
      2,
    ),
  );
else
  console.log(
    [
      `${machine()}, load ${loadBefore.toFixed(1)} before the run`,
      '',
      ...startTable(start),
      '',
      ...echoTable(echo),
      ...lists.flatMap(listTable),
      ...findTable(results.find),
      ...timelineTable(results.timeline),
      '',
      ...idleTable(results),
      '',
      ...rivalTable(results.rivals),
      '',
      ...goals.map(({ goal, value }) => goalLine(goal, value)),
    ].join('\n'),
  );
if (process.argv.includes('--check') && missed.length > 0) process.exitCode = 1;

function machine(): string {
  const { length, 0: first } = cpus();
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${length} × ${first?.model ?? 'CPU'}`;
}

function line(label: string, ...cells: readonly string[]): string {
  return `${label.padEnd(46)}${cells.map(cell => cell.padStart(12)).join('')}`;
}

function ms({ median, p95, max }: Figures): readonly string[] {
  return [median, p95, max].map(value => `${value.toFixed(1)} ms`);
}

function startTable({
  floor,
  version,
  header,
  launcher,
  bin,
  accounts,
  demo,
}: StartFigures): readonly string[] {
  return [
    line(`Start, ${floor.count} rounds at 120×40`, 'median', 'p95', 'max'),
    line('  node -e 0, to its exit', ...ms(floor)),
    line('  purser --version, to its exit', ...ms(version)),
    line('  to the header', ...ms(header)),
    line('  to the header, by the launcher', ...ms(launcher)),
    line("  to the header, by npm's command", ...ms(bin)),
    line('  to the first accounts', ...ms(accounts)),
    line('  to the first accounts of the demo', ...ms(demo)),
  ];
}

function keyLine({ key, time, bytes }: KeyFigures): string {
  return line(`  ${key} (${time.count})`, ...ms(time), `${bytes.median}`);
}

function echoTable(echo: KeyFigures): readonly string[] {
  return [line('Keys at 200×60', 'median', 'p95', 'max', 'bytes'), keyLine(echo), ''];
}

function listTable({ rows, loadMs, rssMiB, keys }: RowFigures): readonly string[] {
  const mib = (value: number): string => `${value.toFixed(0)} MiB`;
  const perSecond = Math.round((rows / loadMs) * 1000).toLocaleString('en');
  return [
    line(`Keys, ${rows.toLocaleString('en')} rows at 200×60`, 'median', 'p95', 'max', 'bytes'),
    ...keys.map(keyLine),
    line('  loading them all', `${(loadMs / 1000).toFixed(2)} s`, `${perSecond}/s`),
    line('  resident: a page, all, after', mib(rssMiB.onePage), mib(rssMiB.all), mib(rssMiB.after)),
    '',
  ];
}

function findTable({ rows, search, page }: FindFigures): readonly string[] {
  return [
    line(`Find, ${rows.toLocaleString('en')} loaded rows in 20 lists`, 'median', 'p95', 'max'),
    line(`  a search (${search.count})`, ...ms(search)),
    line(`  a page of 100 rows joins its list (${page.count})`, ...ms(page)),
  ];
}

function timelineTable({ rows, open, key, filter }: TimelineFigures): readonly string[] {
  return [
    '',
    line(`Timeline, ${rows.toLocaleString('en')} rows at 200×60`, 'median', 'p95', 'max'),
    line(`  T, to the newest event (${open.count})`, ...ms(open)),
    line(`  j (${key.count})`, ...ms(key)),
    line(`  a filter character (${filter.count})`, ...ms(filter)),
  ];
}

function idleTable({ idle: { seconds, coreShare, bytesPerSecond } }: Results): readonly string[] {
  const share = coreShare === undefined ? 'not known here' : `${coreShare.toFixed(2)} % of a core`;
  return [line(`Idle for ${seconds.toFixed(0)} s`, share, `${bytesPerSecond.toFixed(0)} B/s`)];
}

function rivalTable(rivals: readonly Rival[]): readonly string[] {
  return [
    line('To the last byte, 1,000 rows', 'median', 'p95', 'max'),
    ...rivals.flatMap(({ name, time, page }) => [
      line(`  ${name}, j (${time.count})`, ...ms(time)),
      line(`  ${name}, PgDn (${page.count})`, ...ms(page)),
    ]),
    ...(rivals.length > 1 ? [] : ['  no other program is installed: vd, tig']),
  ];
}

function goalLine(goal: (typeof GOALS)[number], value: number | undefined): string {
  const bound = goal.most !== undefined ? `≤ ${goal.most}` : `≥ ${goal.least}`;
  const verdict = value === undefined ? 'not measured' : isMet(goal, value) ? 'met' : 'MISSED';
  return line(goal.label, value === undefined ? '–' : value.toFixed(2), `${bound} ${goal.unit}`, verdict);
}
