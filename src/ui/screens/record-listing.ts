// What the declaration of a kind gives the list of its records: nouns, statuses, summary, and the columns that most have.

import { signedCell } from '../../format/cells.ts';
import { recordStatus, recordSummary, statusesOf } from '../../format/record-words.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { moneyOn, sentId, timeOf } from '../../records/facts.ts';
import { KINDS, type RecordKind } from '../../records/kinds.ts';
import { cellColumn, figureColumn, idColumn, timeColumn } from './common-columns.ts';
import type { Listing } from './resource.ts';

const inSentence = (title: Visible): Visible => visible(`${title.charAt(0).toLowerCase()}${title.slice(1)}`);

export function listingOf(kind: RecordKind): Pick<Listing<unknown>, 'nouns' | 'statuses' | 'summary'> {
  const { one, many, status } = KINDS[kind];
  return {
    nouns: { one: inSentence(one), many: inSentence(many) },
    summary: (row, state) => recordSummary(kind, row, state),
    ...(status !== undefined && { statuses: statusesOf(kind) }),
  };
}

/** A narrow list never drops the status and the amount. */
export const columnsOf = (kind: RecordKind) => ({
  time: timeColumn<unknown>(row => timeOf(kind, row)),
  status: cellColumn<unknown>('status', t`Status`, [8, 14, 0], row => recordStatus(kind, row)),
  amount: figureColumn<unknown>('amount', t`Amount`, [12, 40, 0], row => {
    const { amount, currency, direction } = moneyOn(kind, row) ?? {};
    return signedCell(amount, currency, direction);
  }),
  id: idColumn<unknown>(row => sentId(kind, row)),
});
