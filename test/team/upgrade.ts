/** The team journal is upgraded while consoles are open: they read, record their outcomes, and write nothing new. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { teamFindings } from '../../src/commands/doctor-team.ts';
import { addOperator, upgradeRecord } from '../../src/journal/postgres/admin.ts';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { SCHEMA_VERSION } from '../../src/journal/postgres/schema.ts';
import { openServer } from '../../src/journal/postgres/server-journal.ts';
import type { TeamJournal } from '../../src/journal/team/team-journal.ts';
import type { Setup } from '../../src/system/setup.ts';
import { payout } from './equal-payout.ts';
import type { Figures } from './figures.ts';
import { made, openAt, pays, SERVICE } from './machine.ts';
import { clock, sleep } from './stage.ts';

/** The last version that can't read newer ones. */
const TOO_OLD = 13;

export async function upgrades(figures: Figures): Promise<void> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'purser-upgrade-'));
  const server = await made({});
  server.start();
  server.run('psql', '-c', 'CREATE DATABASE team', 'postgres');
  const address = { host: '127.0.0.1', port: server.port, database: 'team', user: 'ana' };
  const admin = pgLink({ ...address, user: 'postgres' }, clock, { connect: 5000, call: 60_000 });
  await upgradeRecord(admin, SERVICE);
  await admin.script('RESET ROLE');
  await addOperator(admin, SERVICE, { role: 'ana', person: 'Ana' });
  await admin.script('RESET ROLE');
  const open = async (name: string): Promise<TeamJournal> => {
    const journal = await openAt(address, path.join(home, name));
    if (typeof journal === 'string') throw new Error(journal);
    return journal;
  };
  const running = await open('running');
  const sent = randomUUID();
  await running.prepare(payout(sent, SERVICE, sent));
  await running.sent(sent);
  // As the upgrade to the next version will leave it.
  await admin.script(`BEGIN; UPDATE purser.version SET number = ${SCHEMA_VERSION + 1};
    UPDATE purser.consoles SET lease_until = least(lease_until, purser.clock()); COMMIT`);
  await sleep(6000);
  const settled = await running.settle(sent, 'DONE', { status: 200, text: '{}' });
  const fresh = await open('new');
  const tries = [await pays(running), await pays(fresh)];
  const lists = [await running.list(), await fresh.list()];
  const reads = lists.filter(read => read.ok && read.value[0]?.state === 'DONE').length;
  const [why] = tries;
  figures.tell(
    'an upgrade while a console sends',
    `its outcome: ${settled.ok ? 'recorded' : 'not recorded'}; 2 consoles: ${reads} read, ${tries.filter(each => each === why && each !== 'DONE').length} write nothing: ${why}`,
    settled.ok && reads === 2 && tries.every(each => each.includes('You can read.')),
  );
  const found = await teamFindings({ ...SERVICE, environment: 'production', journal: address } as Setup);
  const schema = found.find(({ check }) => check === 'Team schema');
  figures.tell('doctor', `${schema?.state}: ${schema?.found}`, schema?.state === 'warn');
  const older = await openServer({
    ...{ link: pgLink(address, clock), service: SERVICE, uuid: randomUUID, redact: text => text },
    ...{ machine: { host: 'desk', pid: process.pid }, version: TOO_OLD },
  });
  figures.tell(
    'a console that is too old to read',
    'locked' in older ? older.locked : 'opened',
    'locked' in older && older.locked.includes('Close Purser'),
  );
  for (const each of [running, fresh, admin]) await each.close();
  fs.rmSync(home, { recursive: true, force: true });
}
