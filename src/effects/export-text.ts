// The text of an export in three formats: the head, a part for each record, and the tail. Pure.

import { amountIn, directed } from '../lib/amounts.ts';
import { asCurrencyCode } from '../lib/currency.ts';
import { type Json, JsonNumber, writeJson } from '../lib/json.ts';
import { csvLine, leavingJson, leavingName, sheetLine } from '../lib/leaving.ts';
import { isAmountName } from '../lib/redact.ts';

/** `sheet`: CSV that a spreadsheet opens without changing IDs. */
export const FORMATS = ['csv', 'sheet', 'json', 'ndjson'] as const;
export type ExportFormat = (typeof FORMATS)[number];

export const endingOf = (format: string): string => (format === 'sheet' ? 'csv' : format);

interface ExportText {
  readonly head: string;
  record(raw: Json, first: boolean): string;
  readonly tail: string;
}

/** Texts become visible, card numbers masked. CSV has columns for `fields` only. */
export function exportText(format: ExportFormat, fields: readonly string[]): ExportText {
  const json = (raw: Json): string => writeJson(leavingJson(raw));
  switch (format) {
    case 'csv':
    case 'sheet': {
      const line = format === 'sheet' ? sheetLine : csvLine;
      return {
        // Without the mark, Excel reads UTF-8 as another encoding.
        head: `${format === 'sheet' ? '\ufeff' : ''}${csvLine(fields.map(leavingName))}`,
        record(raw) {
          const record = withAmounts(recordOf(raw));
          return line(fields.map(name => cellOf(record[name], name)));
        },
        tail: '',
      };
    }
    case 'json':
      return { head: '[', record: (raw, first) => `${first ? '\n' : ',\n'}${json(raw)}`, tail: '\n]\n' };
    case 'ndjson':
      return { head: '', record: raw => `${json(raw)}\n`, tail: '' };
  }
}

const CURRENCY = /currency(?:_?code)?$/i;

/** As the screen reads them. A column without the signs, or with text amounts, has a wrong sum. */
const withAmounts = (record: Fields): Fields =>
  Object.fromEntries(
    Object.entries(record).map(([name, sent]) => {
      const amount = isAmountName(name) ? amountIn(sent) : undefined;
      if (amount === undefined)
        return [name, typeof sent === 'string' && CURRENCY.test(name) ? asCurrencyCode(sent) : sent];
      return [name, new JsonNumber(name === 'amount' ? directed(amount, record['type']) : amount)];
    }),
  );

/** Top-level fields, in the order of their first use. */
export const fieldsOf = (records: readonly Json[]): readonly string[] => [
  ...new Set(records.flatMap(raw => Object.keys(recordOf(raw)))),
];

/** For a record that is not an object. */
const WHOLE = 'record';

type Fields = Readonly<Record<string, Json>>;

function recordOf(raw: Json): Fields {
  const whole = raw === null || typeof raw !== 'object' || raw instanceof JsonNumber || Array.isArray(raw);
  // An object: the compiler can't exclude a read-only list.
  return whole ? { [WHOLE]: raw } : (raw as Fields);
}

/** JSON for a nested value, empty for a missing or null value. */
function cellOf(value: Json | undefined, name: string): string {
  if (value === undefined || value === null) return '';
  const left = leavingJson(value, name);
  if (left instanceof JsonNumber) return left.source;
  return typeof left === 'string' ? left : writeJson(left);
}
