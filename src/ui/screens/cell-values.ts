// A cell's text as a value, for sorting rows and for the filter.

import { type Decimal, negate, parseShown } from '../../lib/decimal.ts';
import { orderKey } from '../../lib/decimal-order.ts';
import { folded } from '../../lib/fold.ts';
import type { Item } from '../../store/paging.ts';
import type { Cell } from '../kit/cell.ts';
import { DASH } from '../kit/cell.ts';
import type { Column } from '../kit/columns.ts';
import type { Moment } from './cells.ts';

/** The exact number that a cell shows, with its sign; undefined for a dash, and for what came instead of one. */
function amountIn({ text, sign }: Cell): Decimal | undefined {
  const amount = parseShown(text);
  return amount !== undefined && sign === '−' ? negate(amount) : amount;
}

/** Whether a cell is a dash, or shows an unexpected value after a "?". */
const isNothing = ({ text, tone }: Cell): boolean =>
  text === DASH.text || (tone === 'warn' && text.startsWith('? '));

/** A row's sort key: `unit` first, then `key`, which has one type throughout a column. */
export interface OrderedBy {
  readonly unit: string;
  readonly key: string | number;
}

/** By the column's own kind: amounts by currency and exact size, moments by time, words as people read them. */
export function orderedBy<Row>(column: Column<Row, Moment>, row: Row, moment: Moment): OrderedBy | undefined {
  if (column.orderedBy) {
    const key = column.orderedBy(row);
    return key === undefined ? undefined : { unit: '', key: typeof key === 'string' ? wordsKey(key) : key };
  }
  const cell = column.cell(row, moment);
  if (column.align === 'decimal') {
    const amount = amountIn(cell);
    return amount && { unit: unitKey(cell.unit ?? ''), key: orderKey(amount) };
  }
  return isNothing(cell) ? undefined : { unit: '', key: wordsKey(cell.text) };
}

/** A currency that can't be the amount's comes after those that can. */
const unitKey = (unit: string): string => (unit.startsWith('? ') ? `\uffff${unit}` : unit);

/** Text that compares as `text` does by code points, but without regard to case, and numbers in it by their size. */
function wordsKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/\d+/g, run => {
      const digits = run.replace(/^0+(?=\d)/, '');
      return `0${String.fromCharCode(Math.min(digits.length, 0xfff))}${digits}`;
    })
    .replace(/[\ud800-\uffff]/g, half => {
      // Halves of a pair sort below the last single units, but the characters are above all of them.
      const code = half.charCodeAt(0);
      return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
    });
}

const keyOf = (amount: Decimal | undefined): string => (amount === undefined ? '' : orderKey(amount));
const ZERO = orderKey('0' as Decimal);

/**
 * A column's value for each record, made once: a letter in the filter must not build a hundred thousand cells again.
 */
export function createCellValues<Row>(columns: readonly Column<Row, Moment>[]) {
  let clock: { readonly mode: string; readonly zone: string } | undefined;
  let texts = new Map<string, WeakMap<Item<Row>, string>>();
  const amounts = new Map<string, WeakMap<Item<Row>, string>>();
  const sizes = new Map<string, WeakMap<Item<Row>, string>>();
  const byId = new Map(columns.map(column => [column.id, column]));

  function kept(
    of: Map<string, WeakMap<Item<Row>, string>>,
    id: string,
    item: Item<Row>,
    make: (column: Column<Row, Moment>) => string,
  ): string {
    const values = of.get(id) ?? new WeakMap<Item<Row>, string>();
    of.set(id, values);
    const known = values.get(item);
    if (known !== undefined) return known;
    const column = byId.get(id);
    const made = column ? make(column) : '';
    values.set(item, made);
    return made;
  }

  return {
    /** Folded; an amount with and without its thousands marks and its sign; a moment as a time, not as how long ago. */
    text(id: string, item: Item<Row>, moment: Moment): string {
      const mode = moment.mode === 'relative' ? 'local' : moment.mode;
      if (clock?.mode !== mode || clock.zone !== moment.zone) texts = new Map();
      clock = { mode, zone: moment.zone };
      return kept(texts, id, item, column => {
        const cell = column.cell(item.row, { ...moment, mode });
        if (column.align !== 'decimal') return folded(`${cell.text} ${cell.unit ?? ''}`.trim());
        const shown = [`${cell.sign ?? ''}${cell.text}`, ...(cell.sign ? [cell.text] : [])];
        const plain = shown.map(text => text.replaceAll(',', ''));
        return folded([...shown, ...plain, cell.unit ?? ''].join(' ').trim());
      });
    },
    /**
     * The order key (lib/decimal-order.ts) of an amount, empty where there is none: with its sign for a bound that
     * has one, and for zero. 100 is compared with the size, because `>100` is for a large debit too.
     */
    amount: (id: string, item: Item<Row>, moment: Moment, bound: string): string =>
      bound > ZERO
        ? kept(sizes, id, item, column => keyOf(parseShown(column.cell(item.row, moment).text)))
        : kept(amounts, id, item, column => keyOf(amountIn(column.cell(item.row, moment)))),
  };
}
