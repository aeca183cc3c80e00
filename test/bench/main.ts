// `npm run bench`: how fast the built program starts, answers keys and loads, and what it weighs; `--json` for machines.
import { cpus } from 'node:os';
import type { Figures } from './figures.ts';
import { type KeyFigures, measureEcho } from './journeys.ts';
import { measureKeys, type RowFigures } from './keys.ts';
import { measureStart, type StartFigures } from './start.ts';

const ROWS = [1_000, 100_000] as const;

const start = await measureStart();
const echo = await measureEcho();
const lists: RowFigures[] = [];
for (const rows of ROWS) lists.push(await measureKeys(rows));

if (process.argv.includes('--json'))
  console.log(JSON.stringify({ machine: machine(), start, echo, lists }, null, 2));
else
  console.log(
    [machine(), '', ...startTable(start), '', ...echoTable(echo), ...lists.flatMap(listTable)].join('\n'),
  );

function machine(): string {
  const { length, 0: first } = cpus();
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${length} × ${first?.model ?? 'CPU'}`;
}

function line(label: string, ...cells: readonly string[]): string {
  return `${label.padEnd(34)}${cells.map(cell => cell.padStart(10)).join('')}`;
}

function ms({ median, p95, max }: Figures): readonly string[] {
  return [median, p95, max].map(value => `${value.toFixed(1)} ms`);
}

function startTable({ floor, header, accounts }: StartFigures): readonly string[] {
  return [
    line(`Start, ${floor.count} runs at 120×40`, 'median', 'p95', 'max'),
    line('  node -e 0, to its exit', ...ms(floor)),
    line('  to the header', ...ms(header)),
    line('  to the first accounts', ...ms(accounts)),
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
