// The records that a write made or changed. Purser reads each again until its status is final, or is a new one.

import type { OperationId } from '../api/contract/operations.ts';
import type { Moving } from '../effects/moving.ts';
import { documentOf } from '../format/joined.ts';
import type { Row } from '../journal/intent.ts';
import type { Visible } from '../lib/visible.ts';
import { isGrave, mayChange } from '../records/facts.ts';
import type { DocumentQuery } from '../records/query.ts';
import { WATCH_READS, type WatchedRecord } from '../records/watch-reads.ts';
import type { State } from '../store/state.ts';
import { watchKey } from '../store/watches.ts';
import { customerKey } from '../store/workspace.ts';
import { doneHere, newestOf } from './done-from-here.ts';

/** `status`: when the write was confirmed or answered. */
interface Changed extends WatchedRecord {
  readonly kind: Exclude<keyof typeof WATCH_READS, 'payout' | 'card'>;
  readonly name: Visible;
}

/** Of all customers. `within`: ms since the write. `changed`: what its newest write changed. */
export function movingAfter(
  state: State,
  operation: OperationId,
  within: number,
  changed: (row: Row) => Changed | undefined,
): readonly Moving[] {
  const all = doneHere(state, operation, within).flatMap(({ row, at: since }) => {
    const record = changed(row);
    return record ? [{ record, since, customer: row.intent.customer }] : [];
  });
  return newestOf(all, one => `${customerKey(one.customer)} ${watchKey(one.record)}`).map(
    ({ record, since, customer }): Moving => {
      const { kind, every, ...reads } = WATCH_READS[record.kind];
      const query = reads.query(record);
      // A watch reads a document like every screen.
      const { value, asOf } = documentOf(state, query as DocumentQuery, customer);
      const read = value === undefined ? undefined : reads.statusIn(value, record);
      const status = read ?? record.status;
      return {
        ...{ customer, key: watchKey(record), name: record.name, status },
        asOf: read === undefined ? undefined : asOf,
        grave: isGrave(kind, status),
        ...(mayChange(kind, status, record.status) && { again: { query, every, since } }),
      };
    },
  );
}
