// Two amounts side by side, a bar for the time left, and a gauge for the part of an amount that is left. Pure.

import type { Bar, Cell, Figure, FigurePair, Gauge, Tone } from '../../format/entry.ts';
import { type Decimal, stepOf } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, toWidth, wrap } from '../../lib/width.ts';
import { concat, type Painted, type Theme } from './theme.ts';

/** The most cells that a pair takes: amounts that are further apart are hard to compare. */
const WIDEST = 76;
const LONGEST_BAR = 48;
const SHORTEST_BAR = 6;

const figureText = ({ text, unit }: Cell): Visible => (unit ? t`${text} ${unit}` : text);

/** The lines of a pair; undefined if a figure would be cut. The caller then shows labels and values below each other. */
export function pairLines(
  { left, right, between }: FigurePair,
  width: number,
  theme: Theme,
): readonly Painted[] | undefined {
  const all = Math.min(width, WIDEST);
  const half = Math.floor(all / 2);
  const cells = [left, right].flatMap(({ label, cell }) => [cellWidth(label), cellWidth(figureText(cell))]);
  if (Math.max(...cells) > half - 2 || cellWidth(figureText(between.cell)) > all) return undefined;
  const row = (one: Painted, oneCells: number, other: Painted, otherCells: number): Painted =>
    concat(
      blank(half, oneCells, theme),
      one,
      rest(half, oneCells, theme),
      blank(half, otherCells, theme),
      other,
    );
  const amount = ({ cell }: Figure): Painted => theme.paint(cell.tone ?? 'strong', figureText(cell));
  return [
    theme.paint('plain', t``),
    row(
      theme.paint('dim', left.label),
      cellWidth(left.label),
      theme.paint('dim', right.label),
      cellWidth(right.label),
    ),
    row(amount(left), cellWidth(figureText(left.cell)), amount(right), cellWidth(figureText(right.cell))),
    concat(
      blank(half * 2, cellWidth(figureText(between.cell)), theme),
      theme.paint(between.cell.tone ?? 'plain', figureText(between.cell)),
    ),
    theme.paint('plain', t``),
  ];
}

const before = (room: number, cells: number): number => Math.max(0, Math.floor((room - cells) / 2));
const blank = (room: number, cells: number, theme: Theme): Painted =>
  theme.paint('plain', toWidth(t``, before(room, cells)));
const rest = (room: number, cells: number, theme: Theme): Painted =>
  theme.paint('plain', toWidth(t``, Math.max(0, room - cells - before(room, cells))));

/** `Expires in 4:12   ██████████░░░░`; without room for a bar, the text alone. */
export function barLine({ text, share, tone }: Bar, width: number, theme: Theme): Painted {
  const cells = Math.min(LONGEST_BAR, width - cellWidth(text) - 3);
  const said = theme.paint(tone === 'gauge' ? 'strong' : tone, text);
  if (cells < SHORTEST_BAR) return said;
  const full = Math.max(share > 0 ? 1 : 0, Math.min(cells, Math.round(share * cells)));
  return concat(said, theme.paint('plain', t`   `), filled(full, cells, tone, theme));
}

const filled = (full: number, cells: number, tone: Tone, theme: Theme): Painted =>
  concat(theme.paint(tone, visible('█'.repeat(full))), theme.paint('dim', visible('░'.repeat(cells - full))));

/** In cells. A longer gauge would show no more detail. */
const LONGEST_GAUGE = 24;
const SHORTEST_GAUGE = 4;
const ZERO = '0' as Decimal;

/**
 * `████████░░░░ 60.00 of 100.00 GBP left` in at most `width` cells. If bar and digits don't fit side by side, the bar is
 * below the digits, which are never cut.
 */
export function gaugeLines(gauge: Gauge, width: number, theme: Theme): readonly Painted[] {
  const { text } = gauge;
  const beside = width - cellWidth(text) - 1;
  if (beside >= SHORTEST_GAUGE)
    return [concat(gaugeBar(gauge, beside, theme), theme.paint('plain', t` ${text}`))];
  const digits = wrap(text, width).map(line => theme.paint('plain', line));
  return width < SHORTEST_GAUGE ? digits : [...digits, gaugeBar(gauge, width, theme)];
}

function gaugeBar({ left, whole }: Gauge, width: number, theme: Theme): Painted {
  const cells = Math.min(LONGEST_GAUGE, width);
  const full = stepOf(left, ZERO, whole, cells);
  // Even the smallest remainder fills one cell.
  const shown = full === 0 && stepOf(left, ZERO, whole, 1e9) > 0 ? 1 : full;
  const tone = shown * 5 <= cells ? 'bad' : shown * 2 <= cells ? 'warn' : 'gauge';
  return filled(shown, cells, tone, theme);
}
