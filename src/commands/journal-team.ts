// Reads the journal that a team shares, for `purser journal list --team` and `show --team`.

import type { ServiceAccount } from '../journal/intent.ts';
import { causeAndCure } from '../journal/postgres/causes.ts';
import type { Link } from '../journal/postgres/link.ts';
import { pgLink } from '../journal/postgres/pg-link.ts';
import { readingsOf } from '../journal/postgres/readings.ts';
import { realmOfRecord } from '../journal/postgres/server-record.ts';
import type { JournalRead, WantedRows } from '../journal/sqlite/read-journal.ts';
import { addressOf } from '../journal/team/open-team.ts';
import { systemClock } from '../lib/clock.ts';
import { t } from '../lib/visible.ts';
import type { CommandParts } from './command-parts.ts';
import { teamStart } from './command-session.ts';

/** A number is an exit code. */
export async function readTeam(
  profile: string | undefined,
  wanted: WantedRows,
  parts: CommandParts,
): Promise<JournalRead | number> {
  const start = await teamStart(profile, parts);
  if (typeof start === 'number') return start;
  const address = await addressOf(start.environment, start.journal, parts.keyring);
  if ('why' in address) return parts.refuse(address.why);
  const link = pgLink(address, systemClock(), { connect: 5000, call: 30_000 });
  try {
    return await teamRows(link, start.service, wanted);
  } catch (error) {
    return { kind: 'unreadable', why: causeAndCure(error) };
  } finally {
    await link.close();
  }
}

export async function teamRows(
  link: Pick<Link, 'rows'>,
  service: ServiceAccount,
  wanted: WantedRows,
): Promise<JournalRead> {
  const realm = await realmOfRecord(link, service);
  if (realm === undefined)
    return { kind: 'unreadable', why: t`This role may not read the record of this service and client ID.` };
  const readings = readingsOf(link, () => realm);
  if ('unresolved' in wanted) return { kind: 'rows', rows: await readings.unresolved() };
  if ('newest' in wanted) return { kind: 'rows', rows: await readings.list(wanted.newest, wanted.limit) };
  const row = await readings.get(wanted.request);
  return { kind: 'rows', rows: row ? [row] : [] };
}
