// The goals for the figures. `npm run bench -- --check` fails if a firm goal is missed.
import type { Figures } from './figures.ts';
import type { FindFigures } from './find.ts';
import type { IdleFigures } from './idle.ts';
import type { KeyFigures } from './journeys.ts';
import type { RowFigures } from './keys.ts';
import type { Rival } from './rivals.ts';
import type { StartFigures } from './start.ts';
import type { TimelineFigures } from './timeline.ts';

export interface Results {
  readonly start: StartFigures;
  readonly echo: KeyFigures;
  readonly lists: readonly RowFigures[];
  readonly find: FindFigures;
  readonly timeline: TimelineFigures;
  readonly idle: IdleFigures;
  readonly rivals: readonly Rival[];
}

export interface Goal {
  readonly label: string;
  readonly unit: string;
  /** The figure, or undefined if this machine can't measure it. */
  of(results: Results): number | undefined;
  readonly most?: number;
  readonly least?: number;
}

const ratio = (of: (start: StartFigures) => Figures) => (r: Results) =>
  of(r.start).median / r.start.floor.median;
const list = (r: Results, rows: number): RowFigures | undefined => r.lists.find(one => one.rows === rows);
const key = (r: Results, rows: number, name: string): KeyFigures | undefined =>
  list(r, rows)?.keys.find(one => one.key === name);
const MANY = 100_000;
const FEW = 1_000;

const keyGoals = (rows: number): readonly Goal[] => [
  { label: `j, ${rows} rows, median`, unit: 'ms', of: r => key(r, rows, 'j')?.time.median, most: 3.2 },
  { label: `j, ${rows} rows, p95`, unit: 'ms', of: r => key(r, rows, 'j')?.time.p95, most: 6 },
  { label: `j, ${rows} rows, median`, unit: 'bytes', of: r => key(r, rows, 'j')?.bytes.median, most: 450 },
  { label: `PgDn, ${rows} rows, p95`, unit: 'ms', of: r => key(r, rows, 'pgdn')?.time.p95, most: 15 },
  { label: `g and G, ${rows} rows, p95`, unit: 'ms', of: r => key(r, rows, 'g and G')?.time.p95, most: 17 },
];

const against = (figure: 'time' | 'page', share: (figures: Figures) => number) => (r: Results) => {
  const [own, rival] = ['purser', 'vd'].map(name => r.rivals.find(one => one.name === name));
  return own && rival ? share(rival[figure]) / share(own[figure]) : undefined;
};

const NODE = '× node -e 0';
const FASTER = '× faster';

export const GOALS: readonly Goal[] = [
  { label: 'header', unit: NODE, of: ratio(s => s.header), most: 1.9 },
  { label: 'header, by the launcher', unit: NODE, of: ratio(s => s.launcher), most: 2.2 },
  { label: "header, by npm's command", unit: NODE, of: ratio(s => s.bin), most: 2.3 },
  {
    label: 'first accounts, simulator in another process',
    unit: NODE,
    of: ratio(s => s.accounts),
    most: 8.5,
  },
  { label: 'first accounts, demo', unit: NODE, of: ratio(s => s.demo), most: 12 },
  { label: 'purser --version', unit: NODE, of: ratio(s => s.version), most: 1.5 },
  { label: 'j against VisiData, median', unit: FASTER, of: against('time', f => f.median), least: 10 },
  { label: 'j against VisiData, p95', unit: FASTER, of: against('time', f => f.p95), least: 7 },
  { label: 'PgDn against VisiData, median', unit: FASTER, of: against('page', f => f.median), least: 6 },
  { label: 'PgDn against VisiData, p95', unit: FASTER, of: against('page', f => f.p95), least: 5 },
  ...[FEW, MANY].flatMap(keyGoals),
  // One frame, and a letter now and then at most as long as two frames and a half.
  {
    label: 'filter letter, 100000 rows, median',
    unit: 'ms',
    of: r => key(r, MANY, 'a filter character')?.time.median,
    most: 16,
  },
  {
    label: 'filter letter, 100000 rows, max',
    unit: 'ms',
    of: r => key(r, MANY, 'a filter character')?.time.max,
    most: 40,
  },
  {
    label: '30 keys in one write, median',
    unit: 'ms',
    of: r => key(r, FEW, '30 × j in one write')?.time.median,
    most: 30,
  },
  { label: 'find in 100000 loaded rows, p95', unit: 'ms', of: r => r.find.search.p95, most: 16 },
  { label: 'open a timeline of 100000 rows, median', unit: 'ms', of: r => r.timeline.open.median, most: 600 },
  { label: 'j in that timeline, median', unit: 'ms', of: r => r.timeline.key.median, most: 4 },
  { label: 'j in that timeline, p95', unit: 'ms', of: r => r.timeline.key.p95, most: 10 },
  { label: 'load 100000 rows', unit: 's', of: r => (list(r, MANY)?.loadMs ?? Number.NaN) / 1000, most: 3 },
  { label: 'resident, one page', unit: 'MiB', of: r => list(r, FEW)?.rssMiB.onePage, most: 96 },
  { label: 'resident, 100000 rows', unit: 'MiB', of: r => list(r, MANY)?.rssMiB.all, most: 190 },
  { label: 'idle', unit: '% of a core', of: r => r.idle.coreShare, most: 0.25 },
  { label: 'idle', unit: 'bytes/s', of: r => r.idle.bytesPerSecond, most: 40 },
];

/** A ratio to another program, or a number of bytes. Times and memory depend on the machine. */
export const isFirm = ({ unit }: Goal): boolean => [NODE, FASTER, 'bytes', 'bytes/s'].includes(unit);

export const isMet = ({ most, least }: Goal, value: number): boolean =>
  (most === undefined || value <= most) && (least === undefined || value >= least);
