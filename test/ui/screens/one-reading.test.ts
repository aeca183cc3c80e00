// One record has one amount on the screen, in a CSV file, for the filter, for Find, in a sum, in a check and in the timeline.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decode } from '../../../src/api/contract/decode.ts';
import { Odd } from '../../../src/api/contract/odd.ts';
import { operations } from '../../../src/api/contract/operations.ts';
import { exportText } from '../../../src/effects/export-text.ts';
import type { Moment } from '../../../src/format/cells.ts';
import { customerList } from '../../../src/format/customer-lists.ts';
import { minusAsSent } from '../../../src/lib/decimal.ts';
import { searched } from '../../../src/lib/search-text.ts';
import type { RowOf } from '../../../src/records/query.ts';
import { transactionsQuery } from '../../../src/records/reads.ts';
import { type Item, noPages } from '../../../src/store/paging.ts';
import { marksOf, rowsWith } from '../../../src/store/row-search.ts';
import { openView } from '../../../src/store/view.ts';
import { transactions } from '../../../src/subjects/accounts/money-lists.ts';
import { fitsSign, searchFor, soughtFor } from '../../../src/subjects/find/asked.ts';
import { listReading } from '../../../src/subjects/timeline/timeline-lists.ts';
import { shownText } from '../../../src/ui/kit/column-widths.ts';
import { createRowFinder } from '../../../src/ui/screens/filtered-rows.ts';
import { createSums } from '../../../src/ui/screens/list-model.ts';
import { jsonOf } from '../../harness/answers.ts';

type Row = RowOf<'account.transactions'>;
const moment: Moment = { mode: 'utc', now: 0, zone: 'UTC' };
const column = transactions.columns.find(({ id }) => id === 'amount');
if (!column) throw new Error('no amount');

/** In hundredths, never zero: zero has no direction. */
const cents = fc.integer({ min: -99_999_999, max: 99_999_999 }).filter(n => n !== 0);
const sent = fc.record({
  cents,
  form: fc.constantFrom('number', 'text', 'grouped'),
  type: fc.constantFrom('DEBIT', 'debit', 'Debit', 'CREDIT', 'credit', 'Credit'),
  currency: fc.constantFrom('GBP', 'gbp', 'Gbp'),
});

const digitsOf = (n: number): string => {
  const size = Math.abs(n);
  return `${n < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
};
const groupedOf = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, ',');

it('every reader of a transaction has the same amount and direction', () => {
  fc.assert(
    fc.property(sent, ({ cents: n, form, type, currency }) => {
      const digits = digitsOf(n);
      const written = form === 'number' ? digits : `"${form === 'text' ? digits : groupedOf(digits)}"`;
      const raw = jsonOf(
        `{"id":"t1","amount":${written},"currency":"${currency}","type":"${type}","status":"SETTLED","create_time":"2026-11-20T09:00:00+0000","description":"Row"}`,
      );
      const read = decode(operations['account.transactions'].result, [raw]);
      if ('shapeError' in read) throw new Error(read.shapeError);
      const [row] = read.value;
      if (row === undefined || row instanceof Odd) throw new Error('no row');
      const { text } = searched(raw);
      const item: Item<Row> = { key: 't1', row, raw, text, marks: marksOf(text) };
      const due = digitsOf(/debit/i.test(type) && n > 0 ? -n : n);
      const size = digitsOf(Math.abs(n));

      const cell = column.cell(row, moment);
      expect(minusAsSent(shownText(cell)).replace(/^\+/, '').replaceAll(',', '')).toBe(due);
      expect(cell.unit).toBe('GBP');
      expect(exportText('csv', ['amount', 'currency']).record(raw, true)).toBe(`${due},GBP\r\n`);
      const finds = createRowFinder(transactions.columns);
      const filtered = (filter: string) =>
        finds([item], { ...openView('transactions'), filter }, moment).items.length;
      expect([filtered(`=${due.replace(/^(?=\d)/, '+')}`), filtered(`=${size}`), filtered('=0.001')]).toEqual(
        [1, 1, 0],
      );
      for (const typed of [due, groupedOf(size), `${size} gbp`]) {
        const search = searchFor(typed);
        expect([...rowsWith([item], soughtFor(search), 9)], typed).toEqual([0]);
        expect(fitsSign(search)(text), typed).toBe(true);
      }
      const [sum] = createSums(transactions.columns)([item], moment);
      expect(sum?.replace('\u2212', '-').replaceAll(',', '')).toBe(`sum ${due} GBP`);
      const list = customerList(transactionsQuery('a'), undefined, 'a');
      const reading = listReading(
        list,
        { pages: { ...noPages(), items: [item] }, failure: undefined, asOf: 0 },
        0,
      );
      expect(reading?.source.moved?.(row)).toEqual({ amount: due, currency: 'GBP', signed: true });
    }),
    { numRuns: 200, seed: 46 },
  );
});
