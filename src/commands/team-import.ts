// `purser journal import`: copies this machine's journal into the team's. Each entry is added only once.

import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { headText } from '../journal/audit.ts';
import type { Row } from '../journal/intent.ts';
import { pgLink } from '../journal/postgres/pg-link.ts';
import { openServer, type ServerJournal } from '../journal/postgres/server-journal.ts';
import { checkAudit } from '../journal/sqlite/audit-check.ts';
import { readJournal } from '../journal/sqlite/read-journal.ts';
import { addressOf } from '../journal/team/open-team.ts';
import { systemClock } from '../lib/clock.ts';
import { counted } from '../lib/counted.ts';
import { countText } from '../lib/decimal.ts';
import { sameId } from '../lib/identifier.ts';
import { maskBody } from '../lib/redact.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import { type CommandParts, fails, progressOn, tellOn } from './command-parts.ts';
import { type TeamStart, teamStart } from './command-session.ts';

/** More than any machine has. */
const ALL = 10_000_000;

/** Exit codes: 0, 1 if the import fails, 2 for a wrong set-up. */
export async function importJournal(profile: string | undefined, parts: CommandParts): Promise<number> {
  const { refuse } = parts;
  const start = await teamStart(profile, parts);
  if (typeof start === 'number') return start;
  const { environment, journal, service, state } = start;
  const file = state && path.join(state, 'journal.db');
  if (file === undefined) return refuse(t`There is no home folder, so there is no journal.`);
  const address = await addressOf(environment, journal, parts.keyring);
  if ('why' in address) return refuse(address.why);
  const server = await openServer({
    link: pgLink(address, systemClock()),
    service,
    machine: { host: os.hostname(), pid: process.pid },
    uuid: randomUUID,
    redact: maskBody,
  });
  if ('locked' in server) return fails(parts, server.locked);
  try {
    return await bringIn(file, service, server, parts);
  } finally {
    await server.close();
  }
}

const NO_JOURNAL = t`there is no journal on this machine.`;

export async function bringIn(
  file: string,
  service: TeamStart['service'],
  server: ServerJournal,
  parts: CommandParts,
): Promise<number> {
  if (!fs.existsSync(file)) return fails(parts, NO_JOURNAL);
  const progress = progressOn(parts);
  const checked = checkAudit({ file, tell: tellOn(progress) });
  progress.end();
  if (!checked.ok)
    return fails(
      parts,
      t`Nothing was imported. ${'unreadable' in checked ? checked.unreadable : checked.why}`,
    );
  const read = readJournal(file, { newest: {}, limit: ALL });
  if (read.kind !== 'rows') return fails(parts, read.kind === 'unreadable' ? read.why : NO_JOURNAL);
  const own = read.rows.filter(
    ({ intent }) => intent.baseUrl === service.baseUrl && sameId(intent.clientId, service.clientId),
  );
  let [added, known, unknown, pruned] = [0, 0, 0, 0];
  const behind: Visible[] = [];
  for (const [at, row] of own.toReversed().entries()) {
    progress.show(t`Importing: ${countText(at)} of ${counted(own.length, t`entry`, t`entries`)} …`);
    const done = await server.importEntry(row);
    if (done.ok) {
      added++;
      if (done.row.state === 'UNKNOWN') unknown++;
      if (row.prunedAt !== undefined) pruned++;
    } else if ('barred' in done && done.row?.intent.requestId === row.intent.requestId) {
      known++;
      if (isBehind(done.row, row))
        behind.push(
          t`${visible(done.row.state)} in the team journal, ${visible(row.state)} on this machine: ${visible(row.intent.requestId)}.`,
        );
    } else {
      progress.end();
      const why = 'barred' in done ? done.barred : done.unwritable;
      return fails(parts, t`${why} Entries imported before the failure: ${added}.`);
    }
  }
  progress.end();
  const head = checked.head ? headText(checked.head) : '';
  const sealed = await server.note({
    kind: 'imported',
    detail: { host: os.hostname(), head, entries: String(added) },
  });
  if (!sealed.ok) return fails(parts, sealed.unwritable);
  parts.out(
    `Entries imported: ${added}, of which UNKNOWN: ${unknown}. In the team journal already: ${known}.${pruned === 0 ? '' : ` Imported without content, because it was pruned: ${pruned}.`}\n`,
  );
  if (behind.length === 0) return 0;
  return fails(
    parts,
    t`A colleague has an open entry for the same write. The service may have executed yours too, so compare both. ${join(behind, ' ')}`,
  );
}

/** A colleague has an open entry for the same write. */
const isBehind = (there: Row, here: Row): boolean =>
  ['WAITING', 'NOT SENT', 'REFUSED'].includes(there.state) &&
  ['SENT', 'UNKNOWN', 'DONE', 'RESOLVED'].includes(here.state) &&
  !isResolvedNotDone(here);

const isResolvedNotDone = ({ transitions }: Row): boolean =>
  transitions.at(-1)?.resolution?.verdict === 'NOT DONE';
