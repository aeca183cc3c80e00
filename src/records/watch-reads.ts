// How a record that Purser watches is read again, and what its status is then. Pure.

import { Odd } from '../api/contract/odd.ts';
import type { Result } from '../api/contract/operations.ts';
import { sameId } from '../lib/identifier.ts';
import { MINUTE } from '../lib/time.ts';
import { epochOf, idOf, idText, timeOf, watchedStatus, wordOf } from './facts.ts';
import { KINDS, type RecordKind } from './kinds.ts';
import type { ReadQuery } from './query.ts';
import {
  cardsAround,
  conversionQuery,
  debitQuery,
  type HistoryEntry,
  mandateQuery,
  rfiQuery,
} from './reads.ts';
import { nameKey, namesIn } from './record-names.ts';

export interface WatchedRecord {
  /** Empty for the RFI: a customer has one. */
  readonly id: string;
  /** At the last read. */
  readonly status?: string | undefined;
  /** What else the read needs. */
  readonly at?: Readonly<Record<string, string>> | undefined;
}

export interface WatchReads {
  /** Undefined for a payout: the service has no record of it. */
  readonly kind?: RecordKind;
  /** In ms, at the start. */
  readonly every: number;
  query(of: WatchedRecord): ReadQuery;
  /** Undefined if the answer does not have the record. */
  statusIn(answer: unknown, of: WatchedRecord): string | undefined;
}

const isRecord = (kind: RecordKind, row: unknown, id: string): boolean =>
  KINDS[kind].id === undefined || sameId(idOf(kind, row), id);

const byItself = (
  kind: RecordKind,
  query: WatchReads['query'],
  every: number,
): WatchReads & { readonly kind: RecordKind } => ({
  ...{ kind, every, query },
  statusIn: (answer, { id }) => (isRecord(kind, answer, id) ? watchedStatus(kind, answer) : undefined),
});

const BETWEEN = ', ';
const FOUND = 'in the history: ';

/** As a whole word: another payout's reference may begin with the same digits. */
const isNamed = (id: string, entry: HistoryEntry): boolean =>
  namesIn(idText(entry.description)).includes(nameKey(id));

export const WATCH_READS = {
  /** The service can't read payouts, so Purser reads the newest entries of the balance history. */
  payout: {
    every: MINUTE,
    query: ({ at = {} }) => ({
      operation: 'account.balanceHistory',
      input: { query: at['currency'] === undefined ? {} : { currency: at['currency'] } },
    }),
    /** The types of the entries that name the payout, oldest first: "in the history: HOLD, PAYOUT". */
    statusIn(answer, { id, status }) {
      const types = (answer as Result<'account.balanceHistory'>)
        .filter((entry): entry is HistoryEntry => !(entry instanceof Odd) && isNamed(id, entry))
        .toSorted((a, b) => (epochOf(timeOf('history', a)) ?? 0) - (epochOf(timeOf('history', b)) ?? 0))
        .map(({ transaction_type: type }) => (wordOf(type) ?? '–').replaceAll(',', ' '));
      // Older entries may have left the page.
      if (types.length === 0 || types.length < (status?.split(BETWEEN).length ?? 0)) return status;
      return `${FOUND}${types.join(BETWEEN)}`;
    },
  },
  'direct debit': byItself('direct-debit', ({ id }) => debitQuery(id), MINUTE),
  conversion: byItself('conversion', ({ id }) => conversionQuery(id), 15_000),
  mandate: byItself('mandate', ({ id, at }) => mandateQuery(at?.['account'] ?? '', id), MINUTE),
  rfi: byItself('rfi', () => rfiQuery, MINUTE),
  card: {
    ...{ kind: 'card', every: MINUTE },
    query: ({ at = {} }) => cardsAround(Number(at['offset']) || 0),
    statusIn(answer, { id }) {
      const found = (answer as Result<'card.list'>).find(
        card => !(card instanceof Odd) && isRecord('card', card, id),
      );
      return found && watchedStatus('card', found);
    },
  },
} as const satisfies Readonly<Record<string, WatchReads>>;
