// The notes on customers in the journal's file. A new note and its line in the audit log are one transaction.

import { randomUUID } from 'node:crypto';
import type { Customer } from '../../api/client/call-context.ts';
import type { Clock } from '../../lib/clock.ts';
import { t } from '../../lib/visible.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import type { AuditEntry } from '../audit.ts';
import type { ServiceAccount } from '../intent.ts';
import type { ReadResult, Unwritable } from '../journal.ts';
import { customerIn, hashOf, integer, optional, storable, text } from '../stored-row.ts';
import { type LocalNote, type LocalNotes, MOST_NOTES, type Note, namesOf, type Shared } from '../together.ts';
import type { Database, DatabaseRow } from './database.ts';
import { isPruned } from './sealed-rows.ts';

interface NotesParts {
  readonly service: ServiceAccount;
  readonly clock: Clock;
  readonly operator: string;
  readonly redact: (text: string) => string;
  /** Inside the transaction. */
  readonly note: (entry: AuditEntry) => void;
  readonly change: <T>(work: () => T) => T | Unwritable;
  readonly read: <T>(work: () => T) => ReadResult<T>;
}

const LENGTH = t`A note has 1 to 500 characters.`;

const OF_SERVICE = 'FROM notes WHERE base_url = ? AND client_id = ?';

export function notesIn(database: Database, parts: NotesParts): LocalNotes {
  const { clock, operator, redact, note, change, read } = parts;
  // As the server of a team names the service.
  const service = [parts.service.baseUrl.replace(/\/+$/, ''), parts.service.clientId] as const;

  function shared(work: () => void): Shared {
    const done = change(work);
    return done === undefined ? { ok: true } : { ok: false, why: done.unwritable };
  }

  return {
    counts: async () =>
      read(() =>
        database
          .rows(`SELECT user_id, on_behalf_of, count(*) AS notes ${OF_SERVICE} GROUP BY 1, 2`, ...service)
          .map(found => ({ customer: customerIn(found), notes: integer(found, 'notes') })),
      ),
    notes: async customer =>
      read(() => {
        const own = `${OF_SERVICE} AND user_id = ? AND on_behalf_of IS ?`;
        return database
          .rows(`SELECT * ${own} ORDER BY number DESC LIMIT ${MOST_NOTES}`, ...service, ...stored(customer))
          .map(noteIn);
      }),
    async addNote(customer, given, about) {
      const names = namesOf(customer);
      const kept = storable(redact(given));
      if (kept === '' || kept.length > 500) return { ok: false, why: LENGTH };
      return shared(() => {
        database.run(
          `INSERT INTO notes (id, base_url, client_id, user_id, on_behalf_of, record, author, at, text)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[randomUUID(), ...service, ...stored(customer), orNull(about)],
          ...[storable(operator), Math.trunc(clock.wall()), kept],
        );
        note({
          kind: 'note',
          detail: {
            ...{ service: service[0], client: service[1], customer: names.user },
            ...(names.for !== undefined && { actingFor: names.for }),
            ...(about !== undefined && { record: about }),
            hash: hashOf(kept),
          },
        });
      });
    },
    unjoined: async limit =>
      read(() =>
        database
          .rows(
            `SELECT * ${OF_SERVICE} AND joined = 0 AND pruned IS NULL ORDER BY number LIMIT ?`,
            ...service,
            limit,
          )
          .map(localNoteIn),
      ),
    join: async id => shared(() => database.run('UPDATE notes SET joined = 1 WHERE id = ?', id)),
  };
}

const orNull = (value: string | undefined): string | null => (value === undefined ? null : storable(value));

function stored(customer: Customer): readonly [user: string, actingFor: string | null] {
  const { user, for: actingFor } = namesOf(customer);
  return [storable(user), orNull(actingFor)];
}

const factsIn = (found: DatabaseRow): Pick<Note, 'record' | 'at' | 'text'> =>
  withoutUndefined({
    record: optional(found, 'record'),
    at: integer(found, 'at'),
    text: text(found, 'text'),
  });

const noteIn = (found: DatabaseRow): Note => ({
  ...factsIn(found),
  number: integer(found, 'number'),
  author: text(found, 'author'),
  ...(isPruned(found) && { pruned: true as const }),
});

const localNoteIn = (found: DatabaseRow): LocalNote => ({
  ...factsIn(found),
  id: text(found, 'id'),
  customer: customerIn(found),
});
