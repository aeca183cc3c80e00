// Reads the team journal. Keeps the newest entries, and reads only changed ones again, because 200 consoles read every 2 s.

import type { Intent, Row } from '../intent.ts';
import type { RowFilters } from '../journal.ts';
import { isOpen, lastStep } from '../possible-duplicates.ts';
import { conditionsOf } from '../row-filters.ts';
import { auditLineIn, integer, sealedLineIn } from '../stored-row.ts';
import { sentenceFor } from './answers.ts';
import { rowOf, rowsOf } from './entries.ts';
import { CallRefused, type Link } from './link.ts';

const OPEN = "state IN ('WAITING', 'PREPARED', 'SENT', 'UNKNOWN')";

export function readingsOf(link: Pick<Link, 'rows'>, realm: () => number) {
  /** By request ID: the newest `depth` entries, and all that are open. */
  let kept = new Map<string, Row>();
  let depth = 0;
  /** `kept` has every change up to this line of the log. */
  let upTo = 0;

  const entries = async (sql: string, ...values: Parameters<Link['rows']>[1][]) =>
    (await link.rows(sql, ...values)).map(({ r }) => rowOf(r));

  /** Head and entries in one statement, so that both are from the same moment. */
  async function refresh(limit: number): Promise<void> {
    const whole = limit > depth;
    const which = whole
      ? `${OPEN} OR number >= (SELECT coalesce(min(number), 0) FROM (SELECT number FROM purser.intents
          WHERE realm = $1 ORDER BY number DESC LIMIT $2) newest)`
      : 'changed > $2';
    const [found] = await link.rows(
      `SELECT coalesce((SELECT number FROM purser.audit_head WHERE realm = $1), 0) AS head,
        (SELECT json_agg(purser.entry(request_id)) FROM purser.intents WHERE realm = $1 AND (${which})) AS r`,
      realm(),
      whole ? limit : upTo,
    );
    const rows = rowsOf(found?.['r']);
    const head = integer(found ?? {}, 'head');
    // A disabled operator sees no row, not even the log, as long as the session lasts.
    if (head === 0 && upTo > 0) throw new CallRefused(sentenceFor('realm'));
    if (whole) {
      kept = new Map();
      depth = limit;
    }
    for (const row of rows) kept.set(row.intent.requestId, row);
    upTo = head;
    forget();
  }

  function forget(): void {
    if (kept.size < 2 * depth + 100) return;
    const sorted = newestFirst();
    kept = new Map(
      sorted.filter((row, at) => at < depth || isOpen(row)).map(row => [row.intent.requestId, row]),
    );
  }

  const newestFirst = () => [...kept.values()].toSorted((one, other) => other.number - one.number);

  return {
    /** As of the last reading: the newest and the unresolved entries. */
    known: () => [...kept.values()],
    keep(row: Row): void {
      const before = kept.get(row.intent.requestId);
      if (before && lastStep(before) > lastStep(row)) return;
      kept.set(row.intent.requestId, row);
      forget();
    },
    async newest(limit: number) {
      await refresh(limit);
      return newestFirst().slice(0, limit);
    },
    async unresolved() {
      await refresh(Math.max(depth, 1));
      return newestFirst().filter(isOpen).toReversed();
    },
    list(filters: RowFilters, limit: number) {
      const all = conditionsOf(filters);
      const conditions = all.map(({ column, is }, nth) =>
        is === 'in' ? `${column} = ANY ($${nth + 2}::text[])` : `${column} ${is} $${nth + 2}`,
      );
      const wanted = all.map(each => each.wanted);
      return entries(
        `SELECT purser.entry(request_id) AS r FROM purser.intents WHERE ${['realm = $1', ...conditions].join(' AND ')}
         ORDER BY number DESC LIMIT $${wanted.length + 2}`,
        realm(),
        ...wanted,
        Math.max(0, Math.trunc(limit)),
      );
    },
    equals: (intent: Intent) =>
      entries(
        `SELECT purser.entry(i.request_id) AS r FROM purser.intents i WHERE i.realm = $1 AND (i.fingerprint = $2
           OR i.request_id = ANY (ARRAY(SELECT request_id FROM purser.used WHERE name = ANY ($3::text[]))))
         AND (purser.may_be_done(i) OR i.state = 'REFUSED') ORDER BY i.number DESC`,
        realm(),
        intent.fingerprint,
        intent.uses ?? [],
      ),
    async get(requestId: string): Promise<Row | undefined> {
      const [row] = await entries(
        'SELECT purser.entry(request_id) AS r FROM purser.intents WHERE realm = $1 AND request_id = $2',
        realm(),
        requestId,
      );
      return row;
    },
    /** Oldest first. */
    async newestLines(limit: number) {
      const found = await link.rows(
        'SELECT number, line, hash FROM purser.audit WHERE realm = $1 ORDER BY number DESC LIMIT $2',
        realm(),
        limit,
      );
      return found.toReversed().map(auditLineIn);
    },
    /** From a number on, oldest first, at most 1,000. */
    async lines(from: number) {
      const found = await link.rows(
        `SELECT number, line, hash FROM purser.audit WHERE realm = $1 AND number >= $2 ORDER BY number LIMIT 1000`,
        realm(),
        from,
      );
      return found.map(sealedLineIn);
    },
    /** The number of the log's last line. */
    async lineNumber() {
      const [at] = await link.rows('SELECT number FROM purser.audit_head WHERE realm = $1', realm());
      return at && integer(at, 'number');
    },
  };
}
