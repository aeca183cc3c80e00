// The text of an export: a first line, one for each record, and an end, in each of the three formats. Pure.

import { csvLine } from '../lib/csv.ts';
import { type Json, JsonNumber, writeJson } from '../lib/json.ts';
import { leavingJson, leavingName } from '../lib/leaving.ts';

export const FORMATS = ['csv', 'json', 'ndjson'] as const;
export type ExportFormat = (typeof FORMATS)[number];

interface ExportText {
  readonly head: string;
  /** `first`: no record precedes it. */
  record(raw: Json, first: boolean): string;
  readonly tail: string;
}

/** Every number unchanged, every text visible, card numbers masked. CSV has only a column for each of `fields`. */
export function exportText(format: ExportFormat, fields: readonly string[]): ExportText {
  switch (format) {
    case 'csv':
      return {
        head: csvLine(fields.map(leavingName)),
        record(raw) {
          const record = recordOf(raw);
          return csvLine(fields.map(name => cellOf(record[name], name)));
        },
        tail: '',
      };
    case 'json':
      return {
        head: '[',
        record: (raw, first) => `${first ? '\n' : ',\n'}${writeJson(leavingJson(raw))}`,
        tail: '\n]\n',
      };
    case 'ndjson':
      return { head: '', record: raw => `${writeJson(leavingJson(raw))}\n`, tail: '' };
  }
}

/** The names of all top-level fields, in the order of their first use. */
export const fieldsOf = (records: readonly Json[]): readonly string[] => [
  ...new Set(records.flatMap(raw => Object.keys(recordOf(raw)))),
];

/** A record that isn't an object has no fields: it gets one column. */
const WHOLE = 'record';

type Fields = Readonly<Record<string, Json>>;

function recordOf(raw: Json): Fields {
  const whole = raw === null || typeof raw !== 'object' || raw instanceof JsonNumber || Array.isArray(raw);
  // The rest is an object of Json, which the compiler can't tell from a read-only list.
  return whole ? { [WHOLE]: raw } : (raw as Fields);
}

/** A nested value is JSON in its cell; a missing or null value leaves the cell empty. */
function cellOf(value: Json | undefined, name: string): string {
  if (value === undefined || value === null) return '';
  const left = leavingJson(value, name);
  if (left instanceof JsonNumber) return left.source;
  return typeof left === 'string' ? left : writeJson(left);
}
