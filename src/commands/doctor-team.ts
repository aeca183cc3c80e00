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
import { type DoctorFinding, fail, ok, warn } from './doctor-finding.ts';

const TEAM = t`Team journal`;
const UPDATE = t`Install the newer Purser.`;
/** PostgreSQL 15. */
const OLDEST = 150_000;
/** Between the two clocks, in ms. */
const APART = 5000;

export async function teamFindings(setup: Setup, ring?: Keyring): Promise<readonly DoctorFinding[]> {
  const { journal, baseUrl, clientId, environment } = setup;
  if (journal === undefined || baseUrl === undefined || clientId === undefined) return [];
  const address = await addressOf(environment, journal, ring);
  if ('why' in address) return [fail(TEAM, address.why, t`Correct the journal block of the profile.`)];
  const link = pgLink(address, systemClock());
  try {
    const before = Date.now();
    const facts = await factsOf(link, { baseUrl, clientId });
    const here = (before + Date.now()) / 2;
    return findingsOf(facts, here);
  } catch (error) {
    return [fail(TEAM, causeOf(error), cureOf(error) ?? WITHOUT)];
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
      ? ok(TEAM, t`PostgreSQL ${visible(version, 60)}`)
      : fail(TEAM, t`PostgreSQL ${visible(version, 60)}`, t`Use PostgreSQL 15 or newer.`),
    schema === 'absent'
      ? fail(t`Team schema`, t`not found`, t`purser team init creates it.`)
      : schema === 'denied'
        ? fail(t`Team schema`, t`this role may not read it`, t`purser team operator add`)
        : schema === SCHEMA_VERSION
          ? ok(t`Team schema`, t`version ${schema}`)
          : schema > SCHEMA_VERSION && SCHEMA_VERSION >= (facts.readsFrom ?? Number.POSITIVE_INFINITY)
            ? warn(t`Team schema`, t`version ${schema}: this Purser can read, not write`, UPDATE)
            : fail(
                t`Team schema`,
                t`version ${schema}; this Purser needs ${SCHEMA_VERSION}`,
                schema < SCHEMA_VERSION ? t`purser team upgrade` : UPDATE,
              ),
    facts.fsync && facts.fullPageWrites
      ? ok(
          t`Team durability`,
          standbys === ''
            ? t`fsync is on; no synchronous standby`
            : t`fsync is on; synchronous standbys: ${visible(standbys, 100)}`,
        )
      : fail(
          t`Team durability`,
          t`fsync or full_page_writes is off`,
          t`Turn both on: without them a crash of the server can lose the record of a sent write.`,
        ),
    superuser || owner
      ? fail(
          t`Team rights`,
          superuser ? t`this role is a superuser` : t`this role may act as purser_owner`,
          t`Work with a role of your own: purser team operator add.`,
        )
      : member
        ? ok(t`Team rights`, t`an operator of this service`)
        : fail(
            t`Team rights`,
            t`this role is not an operator for this service and client ID`,
            t`purser team operator add`,
          ),
    ...(superuser || owner || facts.unlimited.length === 0
      ? []
      : [
          warn(
            t`Team limits`,
            t`this role may use: ${visible(facts.unlimited.join(', '), 300)}`,
            t`A superuser runs purser team upgrade, and purser team operator add for the role. ${facts.unlimited.some(each => each.startsWith('other databases')) ? OTHER_DATABASES : t``}Until then one operator can stop the others.`,
          ),
        ]),
    ...(closed === undefined
      ? []
      : [fail(t`Team log`, sentenceFor(closed), t`docs/team.md: Backup and restore.`)]),
    apart <= APART
      ? ok(t`Team clock`, t`within ${Math.ceil(apart / 1000)} s of this machine`)
      : warn(
          t`Team clock`,
          t`differs by ${Math.round(apart / 1000)} s from this machine's`,
          t`Set both clocks by NTP. The server's clock decides when leases and approvals expire.`,
        ),
    // The connection would have failed otherwise.
    ok(t`Team connection`, t`straight to the primary server`),
  ];
}
