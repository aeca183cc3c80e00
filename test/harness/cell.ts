// One cell of the emulator's screen.
import type { IBufferCell } from '@xterm/headless';

export interface Cell {
  readonly text: string;
  /** 2 for the first half of a wide character, 0 for its second. */
  readonly width: number;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  /** A palette index, '#rrggbb', or 'default'. */
  readonly foreground: number | string;
  readonly background: number | string;
}

export function readCell(cell: IBufferCell): Cell {
  return {
    text: cell.getChars(),
    width: cell.getWidth(),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    underline: cell.isUnderline() !== 0,
    inverse: cell.isInverse() !== 0,
    foreground: colour(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
    background: colour(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
  };
}

/** The visible part of a cell: the weight and colour of a blank do not count, unless inverse or underline shows. */
export function asSeen(cell: Cell): Cell {
  const blank = cell.text === '' || cell.text === ' ';
  if (!blank || cell.inverse || cell.underline) return cell;
  return { ...cell, text: ' ', bold: false, dim: false, foreground: 'default' };
}

function colour(isDefault: boolean, isRgb: boolean, value: number): number | string {
  if (isDefault) return 'default';
  return isRgb ? `#${value.toString(16).padStart(6, '0')}` : value;
}
