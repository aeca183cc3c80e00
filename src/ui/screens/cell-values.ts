// A cell's text as a value, for sorting rows and for the filter.

import { asClock, type Moment } from '../../format/cells.ts';
import { type Cell, DASH } from '../../format/entry.ts';
import { type Decimal, negate, orderKey, parseShown, sizeOf } from '../../lib/decimal.ts';
import { folded } from '../../lib/fold.ts';
import type { Item } from '../../store/paging.ts';
import type { Column } from '../kit/column-widths.ts';

/** The exact number that a cell shows, with its sign; undefined for a dash or an unexpected value. */
function amountIn({ text, sign }: Cell): Decimal | undefined {
  const amount = parseShown(text);
  return amount !== undefined && sign === '−' ? negate(amount) : amount;
}

const isNothing = ({ text, tone }: Cell): boolean =>
  text === DASH.text || (tone === 'warn' && text.startsWith('? '));

/** A row's sort key: `unit` first, then `key`, which has one type throughout a column. */
export interface OrderedBy {
  readonly unit: string;
  readonly key: string | number;
}

/** Amounts sort by currency and size, moments by time. */
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

/** A currency that doesn't fit its amount comes after all other currencies. */
const unitKey = (unit: string): string => (unit.startsWith('? ') ? `\uffff${unit}` : unit);

/** A key that sorts text by code points. Case doesn't count, and numbers in the text sort by their size. */
function wordsKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/\d+/g, run => {
      const digits = run.replace(/^0+(?=\d)/, '');
      return `0${String.fromCharCode(Math.min(digits.length, 0xfff))}${digits}`;
    })
    .replace(/[\ud800-\uffff]/g, half => {
      // Surrogates are below U+E000, but their characters come after U+FFFF: so the two ranges swap places.
      const code = half.charCodeAt(0);
      return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
    });
}

/** Keeps each value, so that a letter typed in the filter does not build a hundred thousand cells again. */
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
    /** Folded: an amount both with and without separators and sign, a moment as a time and not as an age. */
    text(id: string, item: Item<Row>, moment: Moment): string {
      const now = asClock(moment);
      if (clock?.mode !== now.mode || clock.zone !== now.zone) texts = new Map();
      clock = now;
      return kept(texts, id, item, column => {
        const cell = column.cell(item.row, now);
        if (column.align !== 'decimal') return folded(`${cell.text} ${cell.unit ?? ''}`.trim());
        const shown = [`${cell.sign ?? ''}${cell.text}`, ...(cell.sign ? [cell.text] : [])];
        const plain = shown.map(text => text.replaceAll(',', ''));
        return folded([...shown, ...plain, cell.unit ?? ''].join(' ').trim());
      });
    },
    /** Of an amount that the service sent in a form without one meaning. */
    isUnread(id: string, item: Item<Row>, moment: Moment): boolean {
      const cell = byId.get(id)?.cell(item.row, moment);
      return cell !== undefined && cell.text !== DASH.text && amountIn(cell) === undefined;
    },
    /** The order key (lib/decimal.ts) of an amount, or of its size without the sign; empty if there is none. */
    amount: (id: string, item: Item<Row>, moment: Moment, size: boolean): string =>
      kept(size ? sizes : amounts, id, item, column => {
        const amount = amountIn(column.cell(item.row, moment));
        if (amount === undefined) return '';
        return orderKey(size ? sizeOf(amount) : amount);
      }),
  };
}
