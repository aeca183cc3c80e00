// A painted line as cells: the character in each cell, and its style. Parsed once for each text.

import { agreedCells } from '../../lib/agreed-cells.ts';
import { createStyles, type Styles } from './styles.ts';

interface Cells {
  /** One for each cell; '' is the second half of the character before. */
  readonly text: readonly string[];
  /** Numbers of `Styles`. */
  readonly style: readonly number[];
  /** Whether each character is one cell on every terminal: no marks, joiners or flags. */
  readonly simple: boolean;
}

export interface CellParser {
  readonly styles: Styles;
  cellsOf(source: string): Cells;
}

const ESCAPE = '\u001b';
const SGR = new RegExp(`${ESCAPE}\\[([\\d;]*)m`, 'y');
/** ASCII, Latin, Greek, Cyrillic, common punctuation, minus, box drawing, blocks and our markers: one cell each. */
const ONE_CELL_EACH =
  /^[ -~\xa0-\xac\xae-\u02ff\u0384-\u0482\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u2212\u2400-\u2426\u2500-\u259f\u25b2\u25cf]*$/;
/** Also kana, common CJK and Hangul syllables: two cells each, and no part of another character. */
const SIMPLE =
  /^[ -~\xa0-\xac\xae-\u02ff\u0384-\u0482\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u2212\u2400-\u2426\u2500-\u259f\u25b2\u25cf\u3001-\u3029\u3041-\u3096\u309b-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]$/;
const HALF_FLAG = /^[\u{1f1e6}-\u{1f1ff}]$/u;
/** Joiners between letters, and characters that only typed text has. */
const NO_CELL = /^\p{Default_Ignorable_Code_Point}$/u;

/** Lines kept parsed: several screens of them. */
const MOST_LINES = 1500;

export function createCellParser(): CellParser {
  const styles = createStyles();
  const lines = new Map<string, Cells>();
  const widths = new Map<string, number>();

  /** For text that lib/visible.ts let through, every terminal agrees on the cells of each character. */
  function widthOf(character: string): number {
    const known = widths.get(character);
    if (known !== undefined) return known;
    const width = NO_CELL.test(character) ? 0 : HALF_FLAG.test(character) ? 1 : (agreedCells(character) ?? 1);
    widths.set(character, width);
    return width;
  }

  function parsed(source: string): Cells {
    const text: string[] = [];
    const style: number[] = [];
    let now = 0;
    let simple = true;
    const add = (character: string, cells: number): void => {
      text.push(character);
      style.push(now);
      if (cells > 1) {
        text.push('');
        style.push(now);
      }
    };
    const addPlain = (plain: string): void => {
      if (ONE_CELL_EACH.test(plain)) for (const character of plain) add(character, 1);
      else addAny(plain);
    };
    const addAny = (plain: string): void => {
      let half = '';
      for (const character of plain) {
        const width = widthOf(character);
        const last = text.length - 1;
        if (!SIMPLE.test(character)) simple = false;
        if (half !== '' && HALF_FLAG.test(character)) {
          // Two halves are one flag of two cells: one is never written without the other.
          text[last] = half + character;
          text.push('');
          style.push(now);
          half = '';
          continue;
        }
        half = HALF_FLAG.test(character) ? character : '';
        if (width > 0) add(character, width);
        else if (last >= 0) text[text[last] === '' ? last - 1 : last] += character;
      }
    };
    for (let at = 0; at < source.length; ) {
      const sequence = source.indexOf(ESCAPE, at);
      const end = sequence < 0 ? source.length : sequence;
      if (end > at) addPlain(source.slice(at, end));
      if (sequence < 0) break;
      SGR.lastIndex = sequence;
      const found = SGR.exec(source);
      if (found) now = styles.after(now, found[1] ?? '');
      at = found ? SGR.lastIndex : sequence + 1;
    }
    return { text, style, simple };
  }

  return {
    styles,
    cellsOf(source) {
      const known = lines.get(source);
      if (known) return known;
      const made = parsed(source);
      // The older half of the cache goes: a screen's own lines are requested at every frame, so they come back at once.
      if (lines.size >= MOST_LINES)
        for (const key of [...lines.keys()].slice(0, MOST_LINES / 2)) lines.delete(key);
      lines.set(source, made);
      return made;
    },
  };
}
