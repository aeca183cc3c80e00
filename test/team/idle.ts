/** What open consoles cost the server: consoles that nobody uses, and consoles that ask without a pause. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { openServer } from '../../src/journal/postgres/server-journal.ts';
import { systemProcesses } from '../../src/journal/processes.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import { openTeam, type TeamJournal } from '../../src/journal/team/team-journal.ts';
import { t } from '../../src/lib/visible.ts';
import { createApprovals } from '../../src/money/approval-effects.ts';
import { createJournalEffects } from '../../src/money/journal-effects.ts';
import { createTogether, watchTogether } from '../../src/money/together-effects.ts';
import { createPurserStore } from '../../src/store/store.ts';
import { unsynced } from '../journal/unsynced.ts';
import { payout } from './equal-payout.ts';
import { cpuOf } from './server-cpu.ts';
import { clock, type Service, type Stage, sleep } from './stage.ts';

/** Unresolved entries and customers that a team has on a usual day. */
const UNRESOLVED = 10;
const CUSTOMERS = 100;
const RECENT = 10;

/** A session plans its queries when its console begins. */
const AT_ONCE = 10;

/** A console without a screen. */
interface OpenConsole {
  readonly journal: TeamJournal;
  /** A key was pressed. */
  touched(): void;
  close(): Promise<void>;
}

export async function idle(stage: Stage, consoles: number): Promise<void> {
  const { newService, open, cluster, figures } = stage;
  const service = await newService();
  const first = await open('cy', service.service, 'desk');
  for (let at = 0; at < UNRESOLVED; at++) {
    const requestId = randomUUID();
    await first.prepare(payout(requestId, service.service, requestId));
    await first.sent(requestId);
    await first.settle(requestId, 'UNKNOWN');
  }
  await first.close();
  const opened: OpenConsole[] = [];
  for (let at = 0; at < consoles; at += AT_ONCE)
    opened.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, consoles - at) }, (_, each) =>
          openConsole(stage, service, at + each),
        ),
      )),
    );
  const working = setInterval(() => {
    for (const { touched } of opened) touched();
  }, 30_000);
  await sleep(10_000);
  const measured = cpuOf(cluster);
  await sleep(60_000);
  const { ms, seconds } = measured();
  const used = ms / seconds;
  clearInterval(working);
  figures.tell(
    `${consoles} idle consoles, CPU of the server`,
    `${used.toFixed(1)} ms a second, ${(used / consoles).toFixed(3)} ms for each console`,
    used / consoles <= 0.5,
  );
  await withoutPause(stage, opened, 30);
  await Promise.all(opened.map(({ close }) => close()));
  await service.simulator.close();
  fs.rmSync(`${cluster.folder}-idle`, { recursive: true, force: true });
}

async function withoutPause(
  { figures }: Stage,
  opened: readonly OpenConsole[],
  seconds: number,
): Promise<void> {
  const before = opened.map(({ journal }) => journal.self.started);
  const until = performance.now() + seconds * 1000;
  let reads = 0;
  let failed = 0;
  await Promise.all(
    opened.map(async ({ journal }) => {
      while (performance.now() < until) {
        const read = await journal.equals(payout(randomUUID(), { baseUrl: '', clientId: '' }, randomUUID()));
        if (read.ok) reads++;
        else failed++;
      }
    }),
  );
  const lost = opened.filter(({ journal }, at) => journal.self.started !== before[at]).length;
  figures.tell(
    `${opened.length} consoles that ask without a pause for ${seconds} s`,
    `${reads} reads, ${failed} without an answer; ${lost} lost their lease`,
    lost === 0,
  );
}

async function openConsole(
  { cluster, users }: Stage,
  { service, simulator }: Service,
  at: number,
): Promise<OpenConsole> {
  const folder = path.join(`${cluster.folder}-idle`, String(at));
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = openJournal({
    ...{ file: path.join(folder, 'journal.db'), clock, processes: systemProcesses(), redact: text => text },
    open: (name, opening) => unsynced(openSqlite(name, opening)),
  });
  if ('locked' in file) throw new Error(file.locked);
  const user = users[at % users.length] ?? 'ana';
  const journal = await openTeam({
    local: localJournal(file),
    clock,
    openServer: () =>
      openServer({
        link: pgLink({ host: '127.0.0.1', port: cluster.port, database: 'team', user }, clock),
        service,
        machine: { host: `desk-${at}`, pid: process.pid },
        uuid: randomUUID,
        redact: text => text,
      }),
  });
  if ('locked' in journal) throw new Error(journal.locked);
  const customer = (number: number) => ({ userId: `user-${number % CUSTOMERS}`, name: undefined });
  const store = createPurserStore({
    reach: {
      ...{ profile: t`team`, environment: 'demo' as const, ...service },
      ...{ programId: simulator.credentials.programId, readOnly: undefined, zone: 'UTC' },
    },
    ...{ size: { columns: 100, rows: 30 }, now: clock.wall(), tick: 0 },
    customer: customer(at),
    known: Array.from({ length: RECENT }, (_, each) => customer(at + each)),
  });
  const effects = createJournalEffects({ store, clock, openJournal: async () => ({ journal, fingerprint }) });
  const stops = [createApprovals({ store, clock, journal: effects }).watch(() => {})];
  await effects.open();
  const together = createTogether({ store, clock, journal: effects });
  const watch = watchTogether({ store, clock, together });
  return {
    journal,
    touched: watch.touched,
    async close() {
      watch.stop();
      for (const stop of stops) stop();
      await effects.close();
    },
  };
}
