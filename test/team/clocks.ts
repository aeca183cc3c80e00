/** The server's clock steps and crosses changes of summer time, by libfaketime on a real PostgreSQL. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { localJournal } from '../../src/journal/local-journal.ts';
import { addOperator, reopen, upgradeRecord } from '../../src/journal/postgres/admin.ts';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { checkRecord } from '../../src/journal/postgres/record-check.ts';
import { openServer } from '../../src/journal/postgres/server-journal.ts';
import { systemProcesses } from '../../src/journal/processes.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import { openTeam, type TeamJournal } from '../../src/journal/team/team-journal.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { payout } from './equal-payout.ts';
import { type Figures, few } from './figures.ts';
import { made, pays, SERVICE } from './machine.ts';
import { clock, sleep } from './stage.ts';

const HOUR = 3_600_000;
/** Europe/London. New York changes on other days, so the role's zone and the server's differ. */
const CHANGES = { spring: '2026-03-29T01:00:00Z', autumn: '2026-10-25T01:00:00Z' } as const;

export async function clocks(figures: Figures): Promise<void> {
  const library = findLibrary();
  if (library === undefined) {
    figures.tell('steps of the clock', 'not tried: apt-get install libfaketime');
    return;
  }
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'purser-clocks-'));
  // The journal lets nobody else into its folder, and the server is another user.
  const open = fs.mkdtempSync(path.join(os.tmpdir(), 'purser-clock-'));
  fs.chmodSync(open, 0o755);
  const file = path.join(open, 'offset');
  /** Puts the server's clock this many ms ahead of the real time. */
  const step = (ms: number): void =>
    fs.writeFileSync(file, `${ms < 0 ? '' : '+'}${(ms / 1000).toFixed(3)}\n`);
  // Before the first change, because the log does not accept a clock that goes back.
  step(Date.parse(CHANGES.spring) - 24 * HOUR - Date.now());
  const server = await made({
    env: {
      ...{ LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file },
      ...{ FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
    },
  });
  server.put('postgresql.auto.conf', "timezone = 'Europe/London'\n");
  server.start();
  server.run('psql', '-c', 'CREATE DATABASE team', 'postgres');
  const address = (user: string) => ({ host: '127.0.0.1', port: server.port, database: 'team', user });
  const admin = pgLink({ ...address('postgres'), host: server.folder }, clock, {
    connect: 5000,
    call: 60_000,
  });
  await upgradeRecord(admin, SERVICE);
  await admin.script('RESET ROLE');
  await addOperator(admin, SERVICE, { role: 'ana', person: 'Ana' });
  await admin.script("RESET ROLE; ALTER ROLE ana SET timezone = 'America/New_York'");
  process.env['TZ'] = 'Europe/London';
  let desks = 0;
  async function desk(ahead: number): Promise<TeamJournal> {
    const own: Clock = { ...clock, wall: () => clock.wall() + ahead };
    const kept = openJournal({
      ...{ file: path.join(home, `journal-${++desks}.db`), clock: own, processes: systemProcesses() },
      redact: text => text,
    });
    if ('locked' in kept) throw new Error(kept.locked);
    const opened = await openTeam({
      ...{ local: localJournal(kept), clock: own },
      openServer: () =>
        openServer({
          ...{ link: pgLink(address('ana'), own), service: SERVICE, uuid: randomUUID, redact: text => text },
          machine: { host: 'desk', pid: process.pid },
        }),
    });
    if ('locked' in opened) throw new Error(opened.locked);
    return opened;
  }

  for (const [season, change] of Object.entries(CHANGES)) {
    const ahead = Date.parse(change) - 8000 - Date.now();
    step(ahead);
    const journal = await desk(ahead);
    const lease = journal.self.started;
    const ends: string[] = [];
    for (let written = 0; written < 8; written++) {
      ends.push(await pays(journal));
      await sleep(2000);
    }
    const [row] = await admin.rows('SELECT now()::text AS now');
    const kept = journal.self.started === lease;
    figures.tell(
      `summer time changes (${season}), server in London, role in New York`,
      `${ends.filter(end => end === 'DONE').length} of 8 DONE across the change; the lease ${kept ? 'stays' : 'ended'}; the server says ${row?.['now']}`,
      kept && ends.every(end => end === 'DONE'),
    );
    await journal.close();
  }

  step(0);
  const journal = await desk(0);
  const unknown = randomUUID();
  await journal.prepare(payout(unknown, SERVICE, unknown));
  await journal.sent(unknown);
  await journal.settle(unknown, 'UNKNOWN');
  step(HOUR);
  await sleep(6000);
  const early = await journal.resolve(unknown, { by: 'ana', verdict: 'DONE', evidence: 'x', note: '' });
  const later = await pays(journal);
  figures.tell(
    'the clock goes an hour ahead',
    `a resolution: ${'barred' in early ? early.barred : 'recorded'} A write: ${later}`,
    'barred' in early && later === 'DONE',
  );
  step(0);
  await sleep(6000);
  const back = await pays(journal);
  const read = await journal.list();
  await reopen(admin, SERVICE, 'the clock is right');
  let done = '';
  for (let tries = 0; done !== 'DONE' && tries < 20; tries++) {
    await sleep(1000);
    done = await pays(journal);
  }
  figures.tell(
    'the clock goes an hour back',
    `a write: ${back} Reads: ${read.ok ? 'yes' : read.unreadable}. After purser team reopen: ${done}`,
    back.includes('was put back') && read.ok && done === 'DONE',
  );
  await journal.close();
  const checked = await checkRecord({ link: admin, service: SERVICE, heads: [] });
  const problems = checked?.problems ?? ['the record was not read'];
  figures.tell('the record afterwards', `${checked?.lines} lines${few(problems)}`, problems.length === 0);
  await admin.close();
  for (const folder of [home, open]) fs.rmSync(folder, { recursive: true, force: true });
}

/** Debian's package libfaketime. */
function findLibrary(): string | undefined {
  const folders = fs.readdirSync('/usr/lib').map(each => `/usr/lib/${each}/faketime/libfaketime.so.1`);
  return folders.find(each => fs.existsSync(each));
}
