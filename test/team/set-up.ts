/** Runs what docs/team.md tells an administrator: the set-up in eight commands, certificates, backup and restore. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { addressOf } from '../../src/journal/team/open-team.ts';
import { authorities } from './certificates.ts';
import type { Cluster } from './cluster.ts';
import type { Figures } from './figures.ts';
import { blocks, envOf, made, openAt, PASSWORD, PURSER, pays, SERVICE } from './machine.ts';
import { backups } from './restore.ts';
import { sleep } from './stage.ts';

export async function setUp(figures: Figures): Promise<void> {
  const cluster = await made({ auth: 'scram-sha-256' });
  cluster.start();
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'purser-set-up-'));
  try {
    tenCommands(cluster, home, figures);
    alerts(cluster, figures);
    await disabled(cluster, home, figures);
    await withoutRights(cluster, home, figures);
    exported(cluster, home, figures);
    await certificates(cluster, home, figures);
    await backups(cluster, home, figures);
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** Runs the commands of the page, except apt-get. */
function tenCommands(cluster: Cluster, home: string, figures: Figures): void {
  const journal = { host: '127.0.0.1', port: cluster.port, database: 'team', user: 'ana' };
  const live = { ...SERVICE, environment: 'production', programId: 'program_1', journal };
  fs.writeFileSync(path.join(home, 'config.json'), JSON.stringify({ profiles: { live } }));
  const asPostgres = { PGHOST: cluster.folder, PGPORT: String(cluster.port), PGUSER: 'postgres' };
  const failed: string[] = [];
  const commands = blocks('Set-up').at(0)?.trim().split('\n') ?? [];
  for (const command of commands) {
    if (command.startsWith('apt-get')) continue;
    const own = /^su postgres -c (.*)$/.exec(command)?.[1];
    const words =
      own === undefined ? command.replace(/^purser/, `"${process.execPath}" "${PURSER}"`) : `sh -c ${own}`;
    // Without a controlling terminal, psql reads the password from its input.
    const ran = spawnSync('setsid', ['sh', '-c', words], {
      encoding: 'utf8',
      env: { ...envOf(home, cluster), ...(own !== undefined && asPostgres) },
      input: `${PASSWORD}\n${PASSWORD}\n`,
    });
    if (ran.status !== 0 || /error/i.test(ran.stderr)) failed.push(`${command}: ${ran.stderr}${ran.stdout}`);
  }
  figures.tell(
    'the set-up of docs/team.md',
    `${commands.length - 1 - failed.length} of ${commands.length - 1} commands worked${failed.map(each => `; ${each.trim()}`).join('')}`,
    failed.length === 0 && commands.length === 8,
  );
}

/** The queries of the page for an alert: none has a row on a server where all is well. */
function alerts(cluster: Cluster, figures: Figures): void {
  const queries = blocks('Operation').at(0)?.trim().split('\n') ?? [];
  const rows = queries
    .map(query => cluster.run('psql', '-Atc', query, 'team').trim())
    .filter(found => found !== '');
  figures.tell(
    'the alerts of docs/team.md',
    `${queries.length} queries, ${rows.length} with rows${rows.join('; ')}`,
    queries.length === 9 && rows.length === 0,
  );
}

/** An owner of a database who may not make roles prints statements, and an administrator of the server runs them. */
async function withoutRights(cluster: Cluster, home: string, figures: Figures): Promise<void> {
  const psql = (database: string, ...words: readonly string[]): string =>
    cluster.run('psql', '-v', 'ON_ERROR_STOP=1', ...words, database);
  psql('postgres', '-c', `CREATE ROLE keeper LOGIN PASSWORD '${PASSWORD}'`);
  psql('postgres', '-c', 'CREATE DATABASE second OWNER keeper');
  const folder = path.join(home, 'second');
  fs.mkdirSync(folder);
  const config = fs.readFileSync(path.join(home, 'config.json'), 'utf8').replace('"team"', '"second"');
  fs.writeFileSync(path.join(folder, 'config.json'), config);
  const steps: string[] = [];
  const purser = (...words: readonly string[]): boolean => {
    const flags = ['--profile', 'live', '--as', 'keeper'];
    const ran = spawnSync(process.execPath, [PURSER, 'team', ...words, ...flags], {
      encoding: 'utf8',
      env: envOf(folder, cluster),
    });
    if (ran.status === 0) return true;
    steps.push(ran.stderr.trim());
    const file = path.join(cluster.folder, 'by-hand.sql');
    fs.writeFileSync(file, ran.stdout);
    psql('second', '-f', file);
    return false;
  };
  const init = [purser('init'), purser('init')];
  const add = ['operator', 'add', 'dora', '--person', 'Dora Ek', '--new-person'];
  const added = [purser(...add), purser(...add)];
  const dora = {
    host: '127.0.0.1',
    port: cluster.port,
    database: 'second',
    user: 'dora',
    password: PASSWORD,
  };
  psql('postgres', '-c', `ALTER ROLE dora PASSWORD '${PASSWORD}'`);
  const opened = await openAt(dora, path.join(home, 'dora'));
  const done = typeof opened === 'string' ? opened : await pays(opened);
  if (typeof opened !== 'string') await opened.close();
  figures.tell(
    'an administrator who may not make roles',
    `${[...init, ...added].map(well => (well ? 'done' : 'printed')).join(', ')}; the operator's write is ${done}. ${steps.join(' ')}`,
    [...init, ...added].join() === 'false,true,false,true' && done === 'DONE',
  );
}

/** The whole record in a file, checked without the server, and with one state changed. */
function exported(cluster: Cluster, home: string, figures: Figures): void {
  const file = path.join(home, 'record.ndjson');
  const run = (...words: readonly string[]) => {
    const ran = spawnSync(process.execPath, [PURSER, ...words], {
      encoding: 'utf8',
      env: envOf(home, cluster),
    });
    return { code: ran.status, said: `${ran.stdout}${ran.stderr}`.trim() };
  };
  const made = run('team', 'audit', 'export', file, '--profile', 'live');
  const whole = run('audit', 'verify', '--file', file);
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"state":"DONE"', '"state":"UNKNOWN"'));
  const changed = run('audit', 'verify', '--file', file);
  figures.tell(
    'the record in a file, then changed',
    `${made.said.replaceAll(file, 'FILE')} ${whole.said} ${changed.said}`,
    made.code === 0 && whole.code === 0 && changed.code === 1,
  );
}

/** An operator is disabled and enabled again, with the commands of the page. */
async function disabled(cluster: Cluster, home: string, figures: Figures): Promise<void> {
  const purser = (...words: readonly string[]): string => {
    const flags = ['--profile', 'live', '--as', 'postgres'];
    const ran = spawnSync(process.execPath, [PURSER, 'team', 'operator', ...words, ...flags], {
      encoding: 'utf8',
      env: envOf(home, cluster),
    });
    return `${ran.stdout}${ran.stderr}`.trim();
  };
  const ben = { host: '127.0.0.1', port: cluster.port, database: 'team', user: 'ben', password: PASSWORD };
  let states = 0;
  const tries = async (): Promise<string> => {
    const opened = await openAt(ben, path.join(home, `ben-${++states}`));
    if (typeof opened === 'string') return opened;
    const done = await pays(opened);
    await opened.close();
    return done;
  };
  const before = await tries();
  purser('disable', 'ben');
  const meanwhile = await tries();
  const misspelt = purser('add', 'ben', '--person', 'Ben Ossei');
  purser('add', 'ben', '--person', 'ben  osei');
  const after = await tries();
  const listed = purser('list');
  figures.tell(
    'an operator is disabled and enabled again',
    `${before}; disabled: ${meanwhile} enabled: ${after}. A misspelt name: ${misspelt}`,
    before === 'DONE' &&
      after === 'DONE' &&
      meanwhile.includes('may not sign in') &&
      misspelt.includes('--new-person') &&
      listed.includes('Ben Osei'),
  );
}

async function certificates(cluster: Cluster, home: string, figures: Figures): Promise<void> {
  const inHome = (name: string): string => path.join(home, name);
  const signed = authorities(home);
  signed('server', 'localhost');
  signed('ana', 'ana');
  signed('ben', 'ben');
  signed('forged', 'ana', 'other');
  for (const name of ['server.crt', 'server.key', 'ca.crt'])
    cluster.put(name, fs.readFileSync(inHome(name), 'utf8'));
  const [settings = '', rules = ''] = blocks('TLS');
  // This test has its own address, so the page's address is removed.
  cluster.put('own.conf', settings.replace(/^listen_addresses.*$/m, ''));
  const conf = cluster.run('psql', '-Atc', 'SHOW config_file', 'postgres').trim();
  fs.appendFileSync(conf, "include = 'own.conf'\n");
  cluster.put('pg_hba.conf', `local all all trust\n${rules}`);
  cluster.run('psql', '-c', 'SELECT pg_reload_conf()', 'postgres');
  await sleep(1000);

  const tried: readonly (readonly [string, boolean, Record<string, string>])[] = [
    ['her own certificate', true, {}],
    ['no certificate', false, { cert: '', key: '' }],
    ["ben's certificate", false, { cert: 'ben.crt', key: 'ben.key' }],
    ['a certificate of another authority', false, { cert: 'forged.crt', key: 'forged.key' }],
    ['a server of another authority', false, { ca: 'other.crt' }],
    ['a server of another name', false, { host: '127.0.0.1' }],
    ['no TLS', false, { sslmode: 'disable', ca: '', cert: '', key: '' }],
  ];
  const odd: string[] = [];
  for (const [at, [name, well, changes]] of tried.entries()) {
    const files = { ca: 'ca.crt', cert: 'ana.crt', key: 'ana.key', ...changes };
    const entries = Object.entries(files).filter(([, file]) => file !== '');
    const given = Object.fromEntries(
      entries.map(([field, value]) => [field, /\.(crt|key)$/.test(value) ? inHome(value) : value]),
    );
    const address = await addressOf('production', {
      ...{ host: 'localhost', port: cluster.port, database: 'team', user: 'ana', sslmode: 'verify-full' },
      ...given,
    } as Parameters<typeof addressOf>[1]);
    if ('why' in address) throw new Error(address.why);
    const opened = await openAt(address, inHome(`tls-${at}`));
    const done = typeof opened === 'string' ? opened : await pays(opened);
    if (typeof opened !== 'string') await opened.close();
    if ((done === 'DONE') !== well) odd.push(`${name}: ${done}`);
  }
  figures.tell(
    'TLS with client certificates',
    `${tried.length - odd.length} of ${tried.length} as expected${odd.map(each => `; ${each}`).join('')}`,
    odd.length === 0,
  );
}
