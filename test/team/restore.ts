/** Backup and restore with the commands of docs/team.md. Consoles must notice a restored record. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { ServerAddress } from '../../src/journal/postgres/pg-link.ts';
import type { TeamJournal } from '../../src/journal/team/team-journal.ts';
import type { Cluster } from './cluster.ts';
import type { Figures } from './figures.ts';
import { blocks, envOf, made, openAt, PURSER, pays } from './machine.ts';
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
  const state = path.join(home, 'state');
  const open = async (server: Cluster): Promise<TeamJournal> => {
    const journal = await openAt(at(server), state);
    if (typeof journal === 'string') throw new Error(journal);
    return journal;
  };
  const running = await open(cluster);
  for (let number = 0; number < 5; number++) await pays(running);
  // The commands of the page, unchanged.
  const shell = (server: Cluster, command: string): void => {
    const own = /^su postgres -c (.*)$/.exec(command)?.[1] ?? command;
    const ran = spawnSync('sh', ['-c', `cd ${home}; sh -c ${own}`], {
      encoding: 'utf8',
      env: {
        ...envOf(home, server),
        ...{ PGHOST: server.folder, PGPORT: String(server.port), PGUSER: 'postgres' },
      },
    });
    if (ran.status !== 0) throw new Error(`${command}: ${ran.stderr}`);
  };
  const [backup = '', restore = ''] = blocks('Backup').map(code => code.trim());
  for (const command of backup.split('\n')) shell(cluster, command);
  const copy = await made({ copyOf: cluster });
  for (let number = 0; number < 5; number++) await pays(running);
  const before = await running.list();
  if (!before.ok) throw new Error(before.unreadable);

  const notices = async (name: string, server: Cluster): Promise<void> => {
    const journal = await open(server);
    const [done, listed] = [await pays(journal), await journal.list()];
    await journal.close();
    const count = listed.ok ? listed.value.length : Number.NaN;
    figures.tell(
      name,
      `a new console: ${done} It reads ${count} entries`,
      done.includes('not the log that this machine knows') && count === before.value.length - 5,
    );
  };
  // The server is lost, and another server replaces it.
  const fresh = await made({});
  fresh.start();
  for (const command of restore.split('\n')) shell(fresh, command);
  await notices('a new server from pg_dump', fresh);
  copy.start();
  await notices('a copy from pg_basebackup', copy);

  // The same server is restored while a console runs.
  shell(cluster, "su postgres -c 'dropdb --force team'");
  for (const command of restore.split('\n').slice(1)) shell(cluster, command);
  const since = performance.now();
  let [done, meanwhile] = ['', 0];
  do {
    await sleep(500);
    done = await pays(running);
    if (done === 'DONE') meanwhile++;
  } while (!done.includes('not the log that this machine knows') && performance.now() - since < 20_000);
  const took = ((performance.now() - since) / 1000).toFixed(0);
  figures.tell(
    'the database restored while a console runs',
    `the console refuses to write after ${took} s and ${meanwhile} writes: ${done}`,
    done.includes('not the log that this machine knows'),
  );
  await running.close();

  fs.rmSync(path.join(state, 'team-head'));
  const after = await open(cluster);
  const imported = spawnSync(process.execPath, [PURSER, 'journal', 'import', '--profile', 'live'], {
    ...{ encoding: 'utf8', env: envOf(home, cluster) },
  });
  const [paid, all] = [await pays(after), await after.list()];
  await after.close();
  const count = all.ok ? all.value.length : Number.NaN;
  figures.tell(
    'after the head is removed and the lost entries are imported',
    `${(imported.stdout + imported.stderr).trim()} The console reads ${count} entries. Its next write is ${paid}`,
    count === before.value.length + meanwhile + 1 && paid === 'DONE',
  );
}
