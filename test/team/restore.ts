/** Backup and restore with the commands of docs/team.md. Nobody writes on a restored record before the runbook. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { ServerAddress } from '../../src/journal/postgres/pg-link.ts';
import type { TeamJournal } from '../../src/journal/team/team-journal.ts';
import type { Cluster } from './cluster.ts';
import type { Figures } from './figures.ts';
import { blocks, envOf, made, openAt, PURSER, pays, startAgain, stateOf } from './machine.ts';
import { sleep } from './stage.ts';

export async function backups(cluster: Cluster, home: string, figures: Figures): Promise<void> {
  cluster.put(
    'pg_hba.conf',
    'local all all trust\nlocal replication all trust\nhost all all 127.0.0.1/32 trust\n',
  );
  cluster.run('psql', '-c', 'SELECT pg_reload_conf()', 'postgres');
  await sleep(1000);
  const at = ({ port }: Cluster): ServerAddress => ({
    host: '127.0.0.1',
    port,
    database: 'team',
    user: 'ana',
  });
  const state = stateOf(home);
  const open = async (server: Cluster, where = state): Promise<TeamJournal> => {
    const journal = await openAt(at(server), where);
    if (typeof journal === 'string') throw new Error(journal);
    return journal;
  };
  // The commands of the page, unchanged.
  const shell = (server: Cluster, command: string): string => {
    const own = /^su postgres -c (.*)$/.exec(command)?.[1];
    const words =
      own === undefined ? command.replace(/^purser/, `"${process.execPath}" "${PURSER}"`) : `sh -c ${own}`;
    const ran = spawnSync('sh', ['-c', `cd ${home}; ${words}`], {
      encoding: 'utf8',
      env: {
        ...envOf(home, server),
        ...(own !== undefined && {
          PGHOST: server.folder,
          PGPORT: String(server.port),
          PGUSER: 'postgres',
        }),
      },
    });
    if (ran.status !== 0) throw new Error(`${command}: ${ran.stderr}`);
    return ran.stdout.trim();
  };
  const early = path.join(home, 'early');
  const stale = await open(cluster, early);
  await pays(stale);
  const running = await open(cluster);
  for (let number = 0; number < 5; number++) await pays(running);
  await stale.close();
  // The console that left early must not be the last one for the backup.
  await sleep(16_000);
  const [backup = '', restore = '', runbook = ''] = blocks('Backup').map(code => code.trim());
  for (const command of backup.split('\n')) shell(cluster, command);
  const copy = await made({ copyOf: cluster });
  const standby = await made({ copyOf: cluster });
  const LOST = 'the payout that the backup lacks';
  if ((await pays(running, LOST)) !== 'DONE') throw new Error('the payout failed');
  for (let number = 0; number < 4; number++) await pays(running);
  await sleep(6000);
  const before = await running.list();
  if (!before.ok) throw new Error(before.unreadable);
  const kept = path.join(home, 'kept');
  fs.cpSync(state, kept, { recursive: true });

  let machines = 0;
  const notices = async (name: string, server: Cluster): Promise<void> => {
    const says: string[] = [];
    let well = true;
    const tries = async (who: string, where: string, wanted: string, from?: string): Promise<void> => {
      if (from !== undefined) fs.cpSync(from, where, { recursive: true });
      const journal = await open(server, where);
      const [done, listed] = [await pays(journal, LOST), await journal.list()];
      await journal.close();
      const count = listed.ok ? listed.value.length : Number.NaN;
      says.push(`${who}: ${done}`);
      well &&= done.includes(wanted) && count >= 6;
    };
    const of = (what: string): string => path.join(home, `${what}-${++machines}`);
    await tries('a new machine', of('new'), 'nobody has confirmed its log');
    await tries('a console from before the backup', of('early'), 'nobody has confirmed its log', early);
    await tries('a console that knows more', of('kept'), 'not the log that this machine knows', kept);
    await tries('then a new machine', of('new'), 'lost entries that a console knows');
    figures.tell(name, says.join(' '), well);
  };
  // The server is lost, and another server replaces it.
  const fresh = await made({});
  fresh.start();
  for (const command of restore.split('\n')) shell(fresh, command);
  await notices('a new server from pg_dump', fresh);
  copy.start();
  await notices('a copy from pg_basebackup', copy);
  standby.put('standby.signal', '');
  standby.start();
  standby.run('psql', '-c', 'SELECT pg_promote()', 'postgres');
  await notices('a promoted standby without the newest entries', standby);
  for (const server of [fresh, copy, standby]) server.remove();

  await confirmed(cluster, running, figures);

  // The same server is restored while a console runs.
  shell(cluster, "su postgres -c 'dropdb --force team'");
  for (const command of restore.split('\n').slice(1)) shell(cluster, command);
  const stranger = await open(cluster, path.join(home, 'stranger'));
  const since = performance.now();
  const said: string[] = [];
  do {
    await sleep(500);
    said.push(await pays(stranger), await pays(running));
  } while (
    !said.at(-1)?.includes('not the log that this machine knows') &&
    performance.now() - since < 20_000
  );
  const took = ((performance.now() - since) / 1000).toFixed(0);
  const wrote = said.filter(done => done === 'DONE').length;
  figures.tell(
    'the database restored while a console runs',
    `${wrote} writes, until the console says after ${took} s: ${said.at(-1)}`,
    wrote === 0 && said.at(-1)?.includes('not the log that this machine knows') === true,
  );
  await running.close();
  const told = runbook.split('\n').map(command => shell(cluster, command));
  const again = await open(cluster, early);
  const after = await open(cluster);
  const [twice, paid, all] = [await pays(again, LOST), await pays(after), await after.list()];
  for (const each of [stranger, again, after]) await each.close();
  const missing = all.ok
    ? before.value.filter(({ intent }) => !all.value.some(row => row.intent.requestId === intent.requestId))
    : [];
  figures.tell(
    'the runbook of docs/team.md',
    `${told.join(' ')} ${missing.length} entries are missing. The lost payout, from the machine that left before the backup: ${twice}. The next write is ${paid}`,
    all.ok && missing.length === 0 && twice === 'duplicate' && paid === 'DONE',
  );
}

/** A server that was stopped and started: its log needs no administrator. */
async function confirmed(cluster: Cluster, running: TeamJournal, figures: Figures): Promise<void> {
  await startAgain(cluster);
  const since = performance.now();
  let done = '';
  do {
    await sleep(200);
    done = await pays(running);
  } while (done !== 'DONE' && performance.now() - since < 30_000);
  const took = ((performance.now() - since) / 1000).toFixed(0);
  figures.tell(
    'a server that was killed and started',
    `the running console confirms its log and writes after ${took} s: ${done}`,
    done === 'DONE',
  );
}
