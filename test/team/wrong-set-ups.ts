/** Wrong set-ups of a real server and of a profile: doctor and the console name the cause and the cure. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { teamFindings } from '../../src/commands/doctor-team.ts';
import { addOperator, upgradeRecord } from '../../src/journal/postgres/admin.ts';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { addressOf } from '../../src/journal/team/open-team.ts';
import { Secret } from '../../src/lib/redact.ts';
import type { Setup } from '../../src/system/setup.ts';
import { authorities } from './certificates.ts';
import type { Cluster } from './cluster.ts';
import type { Figures } from './figures.ts';
import { made, openAt, PASSWORD, pays, SERVICE } from './machine.ts';
import { signIns } from './sign-ins.ts';
import { clock, sleep } from './stage.ts';

type Profile = Partial<Omit<NonNullable<Setup['journal']>, 'password'>> & { readonly password?: string };

export async function wrongSetUps(figures: Figures): Promise<void> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'purser-wrong-'));
  // A password of the person who runs this must not count.
  delete process.env['PGPASSWORD'];
  process.env['PGPASSFILE'] = path.join(home, 'pgpass');
  const cluster = await made({ auth: 'scram-sha-256' });
  cluster.start();
  const psql = (sql: string, database = 'postgres'): string =>
    cluster.run('psql', '-Atqc', sql, database).trim();
  psql('CREATE DATABASE team');
  psql('CREATE DATABASE other');
  psql('REVOKE ALL ON DATABASE team FROM PUBLIC');
  const admin = pgLink(
    { host: cluster.folder, port: cluster.port, database: 'team', user: 'postgres' },
    clock,
  );
  await upgradeRecord(admin, SERVICE);
  for (const role of ['ana', 'ben']) {
    await admin.script('RESET ROLE');
    await addOperator(admin, SERVICE, { role, person: role, approver: false });
  }
  await admin.close();
  psql(`ALTER ROLE ana PASSWORD '${PASSWORD}'; ALTER ROLE ben PASSWORD '${PASSWORD}'`);
  psql(`CREATE ROLE stranger LOGIN PASSWORD '${PASSWORD}'; GRANT CONNECT ON DATABASE team TO stranger`);
  let profiles = 0;

  /** What doctor and a console say with this profile. */
  async function said(change: Profile): Promise<{ readonly doctor: string; readonly console: string }> {
    const { password = PASSWORD, ...rest } = change;
    const journal = {
      ...{ host: '127.0.0.1', port: cluster.port, database: 'team', user: 'ana', ...rest },
      ...(password !== '' && { password: new Secret(password) }),
    };
    // A cast: only these parts of a set-up are read.
    const found = await teamFindings({ ...SERVICE, environment: 'production', journal } as Setup);
    const bad = found.filter(({ state }) => state === 'fail');
    const doctor = bad.map(({ check, found: what, mend }) => `${check}: ${what}. ${mend}`).join(' ');
    const address = await addressOf('production', journal);
    if ('why' in address) return { doctor, console: address.why };
    const opened = await openAt(address, path.join(home, `state-${++profiles}`));
    if (typeof opened === 'string') return { doctor, console: opened };
    const console = await pays(opened);
    await opened.close();
    return { doctor, console };
  }

  async function tries(name: string, change: Profile, cause: string, cure: string): Promise<void> {
    const { doctor, console } = await said(change);
    const well = doctor.includes(cause) && doctor.includes(cure) && console.includes(cause);
    figures.tell(name, console === 'DONE' ? 'DONE' : doctor, well && console !== 'DONE');
    if (!well) console.includes(cause) || figures.tell(`${name}, the console`, console);
  }

  psql('REVOKE CONNECT ON DATABASE team FROM purser_operator');
  await tries(
    'no GRANT CONNECT',
    {},
    'this role may not connect to the database',
    'GRANT CONNECT ON DATABASE',
  );
  psql('GRANT CONNECT ON DATABASE team TO purser_operator');
  const right = await said({});
  figures.tell(
    'the right set-up',
    `${right.console} ${right.doctor}`,
    right.console === 'DONE' && right.doctor === '',
  );
  await tries(
    'no password',
    { password: '' },
    'the server asks for a password, and Purser has none',
    'PGPASSWORD',
  );
  await tries('a wrong password', { password: 'x' }, 'the password is wrong', 'journal.user');
  await tries('an unknown role', { user: 'nobody' }, 'the server does not know this role', 'journal.user');
  await tries('a role that is no operator', { user: 'stranger' }, '', 'purser team operator add');
  await tries(
    'an unknown database',
    { database: 'taem' },
    'the server does not have this database',
    'journal.database',
  );
  await tries('a database without a team journal', { database: 'other' }, 'no', 'team init');
  await tries('no server', { port: 1 }, "the server of the team journal can't be reached", 'journal.host');
  await tries(
    'a server without TLS',
    { sslmode: 'verify-full' },
    'the server does not use TLS',
    'postgresql.conf',
  );
  psql('ALTER ROLE ana CONNECTION LIMIT 0');
  await tries('no connection left', {}, 'too many connections', 'higher limit');
  psql('ALTER ROLE ana CONNECTION LIMIT -1');
  await replica(cluster, tries);
  await pooler(cluster, tries);
  await locks(cluster, tries);
  await signIns({ cluster, home, figures, said, tries });
  await certificates(cluster, home, tries);
  fs.rmSync(home, { recursive: true, force: true });
}

/** What doctor and a console say with this change of the profile. */
export type Said = (change: Profile) => Promise<{ readonly doctor: string; readonly console: string }>;

/** Says whether both name the cause, and doctor the cure. */
export type Tries = (name: string, change: Profile, cause: string, cure: string) => Promise<void>;

async function replica(cluster: Cluster, tries: Tries): Promise<void> {
  const standby = await made({ copyOf: cluster });
  standby.put('standby.signal', '');
  standby.start();
  await tries('a replica', { port: standby.port }, 'the server is a read-only replica', 'primary server');
  standby.kill();
}

async function pooler(cluster: Cluster, tries: Tries): Promise<void> {
  const port = cluster.port + 1;
  const users = cluster.run(
    'psql',
    '-Atqc',
    "SELECT rolpassword FROM pg_authid WHERE rolname = 'ana'",
    'postgres',
  );
  for (const mode of ['transaction', 'session'])
    for (const ignores of ['', 'ignore_startup_parameters = statement_timeout']) {
      const folder = fs.mkdtempSync(path.join(cluster.folder, 'pooler-'));
      fs.chmodSync(folder, 0o777);
      fs.writeFileSync(path.join(folder, 'users.txt'), `"ana" "${users.trim()}"\n`);
      fs.writeFileSync(
        path.join(folder, 'pooler.ini'),
        `[databases]
team = host=127.0.0.1 port=${cluster.port} dbname=team user=ana password='${PASSWORD}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = ${mode}
unix_socket_dir = ${folder}
pidfile = ${folder}/pid
logfile = ${folder}/log
${ignores}
`,
      );
      cluster.run('/usr/sbin/pgbouncer', '-d', path.join(folder, 'pooler.ini'));
      await sleep(500);
      const name = `pgbouncer (${mode} mode${ignores === '' ? '' : ', ignores statement_timeout'})`;
      await tries(
        name,
        { port },
        'a connection pooler is between Purser and the server',
        'Name the server itself',
      );
      process.kill(Number(fs.readFileSync(path.join(folder, 'pid'), 'utf8')), 'SIGKILL');
    }
}

async function locks(cluster: Cluster, tries: Tries): Promise<void> {
  const holder = pgLink(
    { host: cluster.folder, port: cluster.port, database: 'team', user: 'postgres' },
    clock,
    { connect: 5000, call: 60_000 },
  );
  const taken = holder.rows('SELECT count(pg_advisory_lock(n)) FROM generate_series(1, 200000) n');
  await taken.catch(() => {});
  await tries('a full lock table', {}, 'the server has no memory for another lock', 'docs/team.md');
  await holder.close();
}

async function certificates(cluster: Cluster, home: string, tries: Tries): Promise<void> {
  const signed = authorities(home);
  signed('server', 'localhost');
  signed('expired', 'localhost', 'ca', -1);
  signed('ana', 'ana');
  signed('ana-old', 'ana', 'ca', -1);
  signed('forged', 'ana', 'other');
  const conf = cluster.run('psql', '-Atc', 'SHOW config_file', 'postgres').trim();
  fs.appendFileSync(conf, "include = 'own.conf'\n");
  const serves = async (server: string, rule: string): Promise<void> => {
    cluster.put(
      'own.conf',
      "ssl = on\nssl_cert_file = 'own.crt'\nssl_key_file = 'own.key'\nssl_ca_file = 'ca.crt'\n",
    );
    cluster.put('own.crt', fs.readFileSync(path.join(home, `${server}.crt`), 'utf8'));
    cluster.put('own.key', fs.readFileSync(path.join(home, `${server}.key`), 'utf8'));
    cluster.put('ca.crt', fs.readFileSync(path.join(home, 'ca.crt'), 'utf8'));
    cluster.put('pg_hba.conf', `local all all trust\n${rule}\n`);
    cluster.run('psql', '-c', 'SELECT pg_reload_conf()', 'postgres');
    await sleep(1000);
  };
  const over = { host: 'localhost', sslmode: 'verify-full', ca: path.join(home, 'ca.crt') } as const;
  const by = (name: string) => ({
    ...{ ...over, cert: path.join(home, `${name}.crt`), key: path.join(home, `${name}.key`), password: '' },
  });
  await serves('server', 'hostssl all all all scram-sha-256');
  await tries('no TLS', {}, 'does not accept this role from this machine without TLS', 'journal.sslmode');
  const other = { ...over, ca: path.join(home, 'other.crt') };
  await tries('another authority', other, "the server's certificate is not trusted", 'journal.ca');
  await tries(
    'another name',
    { ...over, host: '127.0.0.1' },
    "the server's certificate is for another name",
    'journal.host',
  );
  await serves('server', 'hostssl all all all cert clientcert=verify-full');
  await tries(
    'no client certificate',
    over,
    'the server wants a client certificate of this role',
    'journal.cert',
  );
  await tries(
    "another person's certificate",
    { ...by('ana'), user: 'ben' },
    'the server wants a client certificate of this role',
    'journal.cert',
  );
  await tries(
    'an expired client certificate',
    by('ana-old'),
    'your client certificate has expired',
    'journal.cert',
  );
  await tries(
    'a forged client certificate',
    by('forged'),
    'the server does not accept your client certificate',
    'journal.cert',
  );
  await tries(
    'a key that does not fit',
    { ...by('ana'), key: path.join(home, 'server.key') },
    "a certificate or key of the profile can't be used",
    'journal.key',
  );
  await serves('server', `hostssl team stranger all scram-sha-256`);
  await tries(
    'no line in pg_hba.conf',
    over,
    'pg_hba.conf on the server has no line for this role',
    'An administrator',
  );
  await serves('server', 'hostssl all all all trust');
  await tries(
    'an unknown role with a certificate',
    { ...over, user: `nobody-${randomUUID().slice(0, 4)}` },
    'the server does not have this role',
    'operator add',
  );
  await serves('expired', 'hostssl all all all scram-sha-256');
  await tries('an expired certificate of the server', over, "the server's certificate has expired", 'renews');
}
