// Findings of `purser doctor` on the team journal: the server, its durability, the rights, the clock, the connection.

import { factsOf, type ServerFacts } from '../journal/postgres/admin.ts';
import { sentenceFor } from '../journal/postgres/answers.ts';
import { causeOf, cureOf } from '../journal/postgres/causes.ts';
import { pgLink } from '../journal/postgres/pg-link.ts';
import { SCHEMA_VERSION } from '../journal/postgres/schema.ts';
import { addressOf } from '../journal/team/open-team.ts';
import { systemClock } from '../lib/clock.ts';
import { t, visible } from '../lib/visible.ts';
import type { Keyring } from '../system/keyring.ts';
import type { Setup } from '../system/setup.ts';
import { check, type DoctorFinding } from './doctor-finding.ts';

const TEAM_SCHEMA = check(t`Team schema`);
const TEAM_DURABILITY = check(t`Team durability`);
const TEAM_RIGHTS = check(t`Team rights`);
const TEAM_LIMITS = check(t`Team limits`);
const TEAM_LOG = check(t`Team log`);
const TEAM_CLOCK = check(t`Team clock`);
const TEAM_CONNECTION = check(t`Team connection`);

const TEAM = check(t`Team journal`);
const UPDATE = t`Install the newer Purser.`;
/** PostgreSQL 15. */
const OLDEST = 150_000;
/** Between the two clocks, in ms. */
const APART = 5000;

export async function teamFindings(setup: Setup, ring?: Keyring): Promise<readonly DoctorFinding[]> {
  const { journal, baseUrl, clientId, environment } = setup;
  if (journal === undefined || baseUrl === undefined || clientId === undefined) return [];
  const address = await addressOf(environment, journal, ring);
  if ('why' in address) return [TEAM.fail(address.why, t`Correct the journal block of the profile.`)];
  const link = pgLink(address, systemClock());
  try {
    const before = Date.now();
    const facts = await factsOf(link, { baseUrl, clientId });
    const here = (before + Date.now()) / 2;
    return findingsOf(facts, here);
  } catch (error) {
    return [TEAM.fail(causeOf(error), cureOf(error) ?? WITHOUT)];
  } finally {
    await link.close();
  }
}

const WITHOUT = t`Until the server is available, Purser can read but sends no write.`;

/** `team upgrade` changes the databases that every server has, and not those of other programs. */
const OTHER_DATABASES = t`A database of another program needs REVOKE CONNECT ON DATABASE name FROM PUBLIC. `;

/** `here`: our clock at the query. */
export function findingsOf(facts: ServerFacts, here: number): readonly DoctorFinding[] {
  const { version, number, schema, member, superuser, owner, standbys, clock, closed } = facts;
  const apart = Math.abs(clock - here);
  return [
    number >= OLDEST
      ? TEAM.ok(t`PostgreSQL ${visible(version, 60)}`)
      : TEAM.fail(t`PostgreSQL ${visible(version, 60)}`, t`Use PostgreSQL 15 or newer.`),
    schema === 'absent'
      ? TEAM_SCHEMA.fail(t`not found`, t`purser team init creates it.`)
      : schema === 'denied'
        ? TEAM_SCHEMA.fail(t`this role may not read it`, t`purser team operator add`)
        : schema === SCHEMA_VERSION
          ? TEAM_SCHEMA.ok(t`version ${schema}`)
          : schema > SCHEMA_VERSION && SCHEMA_VERSION >= (facts.readsFrom ?? Number.POSITIVE_INFINITY)
            ? TEAM_SCHEMA.warn(t`version ${schema}: this Purser can read, not write`, UPDATE)
            : TEAM_SCHEMA.fail(
                t`version ${schema}; this Purser needs ${SCHEMA_VERSION}`,
                schema < SCHEMA_VERSION ? t`purser team upgrade` : UPDATE,
              ),
    facts.fsync && facts.fullPageWrites
      ? TEAM_DURABILITY.ok(
          standbys === ''
            ? t`fsync is on; no synchronous standby`
            : t`fsync is on; synchronous standbys: ${visible(standbys, 100)}`,
        )
      : TEAM_DURABILITY.fail(
          t`fsync or full_page_writes is off`,
          t`Turn both on: without them a crash of the server can lose the record of a sent write.`,
        ),
    superuser || owner
      ? TEAM_RIGHTS.fail(
          superuser ? t`this role is a superuser` : t`this role may act as purser_owner`,
          t`Work with a role of your own: purser team operator add.`,
        )
      : member
        ? TEAM_RIGHTS.ok(t`an operator of this service`)
        : TEAM_RIGHTS.fail(
            t`this role is not an operator for this service and client ID`,
            t`purser team operator add`,
          ),
    ...(superuser || owner || facts.unlimited.length === 0
      ? []
      : [
          TEAM_LIMITS.warn(
            t`this role may use: ${visible(facts.unlimited.join(', '), 300)}`,
            t`A superuser runs purser team upgrade, and purser team operator add for the role. ${facts.unlimited.some(each => each.startsWith('other databases')) ? OTHER_DATABASES : t``}Until then one operator can stop the others.`,
          ),
        ]),
    ...(closed === undefined
      ? []
      : [TEAM_LOG.fail(sentenceFor(closed), t`docs/team.md: Backup and restore.`)]),
    apart <= APART
      ? TEAM_CLOCK.ok(t`within ${Math.ceil(apart / 1000)} s of this machine`)
      : TEAM_CLOCK.warn(
          t`differs by ${Math.round(apart / 1000)} s from this machine's`,
          t`Set both clocks by NTP. The server's clock decides when leases and approvals expire.`,
        ),
    // The connection would have failed otherwise.
    TEAM_CONNECTION.ok(t`straight to the primary server`),
  ];
}
