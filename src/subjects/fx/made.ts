// The rows of the FX list: journal entries of conversions for the current customer, each with its last read.

import { documentOf } from '../../format/joined.ts';
import { isFor } from '../../journal/duplicates.ts';
import type { Row } from '../../journal/intent.ts';
import type { Json } from '../../lib/json.ts';
import { isHere, journalRows } from '../../store/journal.ts';
import type { Document } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace } from '../../store/workspace.ts';
import { type Conversion, conversionQuery } from './conversion.ts';
import { answerOf, answerText, type ConversionAnswer, jsonOf } from './conversion-answer.ts';
import { conversionCreate } from './conversion-create.ts';

export interface Made {
  readonly row: Row;
  readonly answered: ConversionAnswer;
  readonly read: Document<Conversion> | undefined;
}

/** Returns a function that gives the same items until the data changes. Each console has its own function. */
export function conversionsMade(): (state: State) => readonly Item<Made>[] {
  const parsed = new WeakMap<Row, { readonly answered: ConversionAnswer; readonly raw: Json }>();
  const items = new WeakMap<Row, Item<Made>>();
  let last: { readonly sources: readonly unknown[]; readonly items: readonly Item<Made>[] } | undefined;

  function itemOf(row: Row, state: State): Item<Made> {
    const { answered, raw } = parsed.get(row) ?? { answered: answerOf(row), raw: rawOf(row) };
    parsed.set(row, { answered, raw });
    const read = answered.id === undefined ? undefined : documentOf(state, conversionQuery(answered.id));
    const known = items.get(row);
    if (known && known.row.read?.value === read?.value && known.row.read?.asOf === read?.asOf) return known;
    const item = { key: row.intent.requestId, row: { row, answered, read }, raw };
    items.set(row, item);
    return item;
  }

  return state => {
    const { customer, reach } = state;
    const rows = journalRows(state);
    const { documents } = currentWorkspace(state);
    const sources = [rows, documents, customer, reach];
    if (last?.sources.every((source, i) => source === sources[i])) return last.items;
    last = { sources, items: rowsMade(state).map(row => itemOf(row, state)) };
    return last.items;
  };
}

/** The journal rows of the customer's conversions, newest first. */
function rowsMade(state: State): readonly Row[] {
  const { customer } = state;
  return journalRows(state).filter(
    row =>
      row.intent.operation === conversionCreate.operation &&
      isHere(row, state) &&
      customer !== undefined &&
      isFor(row.intent, customer),
  );
}

const rawOf = (row: Row): Json => ({
  request_id: row.intent.requestId,
  state: row.state,
  request: jsonOf(row.intent.body) ?? null,
  answer: jsonOf(answerText(row)) ?? null,
});
