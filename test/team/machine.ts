/** The commands of docs/team.md, the built program's environment, and a console of ana in this process. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { localJournal } from '../../src/journal/local-journal.ts';
import { pgLink, type ServerAddress } from '../../src/journal/postgres/pg-link.ts';
import { openServer } from '../../src/journal/postgres/server-journal.ts';
import { systemProcesses } from '../../src/journal/processes.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import { openTeam, type TeamJournal } from '../../src/journal/team/team-journal.ts';
import { witnessIn } from '../../src/journal/team/witness.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { type Cluster, makeCluster } from './cluster.ts';
import { payout } from './equal-payout.ts';
import { sleep } from './stage.ts';

export const SERVICE = { baseUrl: 'https://pay.example.com', clientId: 'client_1' };
export const PASSWORD = 'a password that is long';
const clock = systemClock();

/** The code blocks under a heading of docs/team.md. */
export function blocks(heading: string): readonly string[] {
  const page = fs.readFileSync(new URL('../../docs/team.md', import.meta.url), 'utf8');
  const part = page.split(/^## /m).find(each => each.startsWith(heading)) ?? '';
  return [...part.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, code]) => code ?? '');
}

export async function made(wanted: Parameters<typeof makeCluster>[0]): Promise<Cluster> {
  const cluster = await makeCluster(wanted);
  if (cluster === undefined) throw new Error('PostgreSQL is not installed here');
  process.on('exit', () => cluster.remove());
  return cluster;
}

export const PURSER = new URL('../../dist/purser.mjs', import.meta.url).pathname;

/** Where Purser keeps its state by default. */
export const stateOf = (home: string): string => path.join(home, '.local/state/purser');

export const envOf = (home: string, { programs }: Cluster) => ({
  ...process.env,
  ...{ PATH: `${programs}:${process.env['PATH']}`, HOME: home, PGPASSWORD: PASSWORD },
  ...{ PURSER_CONFIG_DIR: home, PURSER_STATE_DIR: stateOf(home) },
});

/** A console of ana at this address, or the reason why it did not open. */
export async function openAt(address: ServerAddress, state: string): Promise<TeamJournal | string> {
  fs.mkdirSync(state, { recursive: true, mode: 0o700 });
  const file = openJournal({
    ...{ file: path.join(state, 'journal.db'), clock },
    processes: systemProcesses(),
    redact: text => text,
  });
  if ('locked' in file) return file.locked;
  const opened = await openTeam({
    local: localJournal(file),
    clock,
    openServer: known =>
      openServer({
        ...(known && { known }),
        ...{ link: pgLink(address, clock), service: SERVICE, uuid: randomUUID, redact: text => text },
        machine: { host: 'desk', pid: process.pid },
      }),
    witness: witnessIn(path.join(state, 'team-head-test')),
  });
  if ('locked' in opened) return opened.locked;
  // The journal also opens without its server. Offline means here that the server refused or did not answer.
  if (opened.offlineSince() === undefined) return opened;
  const why = await pays(opened);
  await opened.close();
  return why;
}

/** `same`: which payout. Another call with it is a duplicate. */
export async function pays(journal: TeamJournal, same?: string): Promise<string> {
  const requestId = randomUUID();
  const prepared = await journal.prepare(payout(requestId, SERVICE, same ?? requestId));
  if (!prepared.ok) {
    if ('equal' in prepared) return 'duplicate';
    return 'unwritable' in prepared ? prepared.unwritable : prepared.barred;
  }
  await journal.sent(requestId);
  const settled = await journal.settle(requestId, 'DONE', { status: 200, text: '{}' });
  return settled.ok ? 'DONE' : 'not settled';
}

/** Kills the server, and starts it again. */
export async function startAgain(cluster: Cluster): Promise<void> {
  cluster.kill();
  await sleep(1500);
  // The child processes of the server may still use the shared memory, so the start is tried again.
  for (let tries = 0; ; tries++) {
    try {
      return cluster.start();
    } catch (error) {
      if (tries > 20) throw error;
      await sleep(500);
    }
  }
}
