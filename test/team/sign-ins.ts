/** Sign-ins by the directory of a company. A slapd of Debian is the directory, if it is installed. */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { Cluster } from './cluster.ts';
import type { Figures } from './figures.ts';
import { PASSWORD } from './machine.ts';
import { sleep } from './stage.ts';
import type { Said, Tries } from './wrong-set-ups.ts';

const SLAPD = '/usr/sbin/slapd';
const PEOPLE = 'ou=people,dc=example,dc=com';
const BY_LDAP = 'the server could not sign you in by LDAP';

interface Parts {
  readonly cluster: Cluster;
  readonly home: string;
  readonly figures: Figures;
  readonly said: Said;
  readonly tries: Tries;
}

export async function signIns(parts: Parts): Promise<void> {
  const { cluster, figures, tries } = parts;
  const rule = async (line: string): Promise<void> => {
    cluster.put('pg_hba.conf', `local all all trust\n${line}\n`);
    cluster.run('psql', '-c', 'SELECT pg_reload_conf()', 'postgres');
    await sleep(1000);
  };
  const ldap = (port: number): Promise<void> =>
    rule(
      `host all all all ldap ldapserver=127.0.0.1 ldapport=${port} ldapprefix="uid=" ldapsuffix=",${PEOPLE}"`,
    );

  await rule('host all all all gss');
  await tries('Kerberos', {}, 'the server asks for Kerberos (GSSAPI)', 'pg_hba.conf');
  await rule('host all all all reject');
  await tries('a line that rejects', {}, 'a line of pg_hba.conf on the server refuses', 'pg_hba.conf');
  const silent = net.createServer();
  const port = await listening(silent);
  await ldap(port);
  await tries(
    'a directory that does not answer',
    {},
    'the server did not check the password in time',
    'may be away',
  );
  silent.close();
  await ldap(1);
  await tries('a directory that is away', {}, BY_LDAP, 'the directory may be away');
  if (fs.existsSync(SLAPD)) await directory(parts, ldap);
  else figures.tell('a directory with the person', 'not tried: slapd is not installed');
  await rule('host all all all scram-sha-256');
}

async function directory(
  { home, figures, said, tries }: Parts,
  ldap: (port: number) => Promise<void>,
): Promise<void> {
  const folder = path.join(home, 'directory');
  fs.mkdirSync(folder);
  const inFolder = (name: string): string => path.join(folder, name);
  fs.writeFileSync(
    inFolder('slapd.conf'),
    `${['core', 'cosine', 'inetorgperson'].map(name => `include /etc/ldap/schema/${name}.schema`).join('\n')}
modulepath /usr/lib/ldap
moduleload back_mdb
database mdb
suffix "dc=example,dc=com"
directory ${folder}
`,
  );
  const person = (role: string): string =>
    `dn: uid=${role},${PEOPLE}\nobjectClass: inetOrgPerson\nuid: ${role}\ncn: ${role}\nsn: ${role}\nuserPassword: ${PASSWORD}\n`;
  fs.writeFileSync(
    inFolder('people.ldif'),
    `dn: dc=example,dc=com\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n
dn: ${PEOPLE}\nobjectClass: organizationalUnit\nou: people\n\n${person('ana')}\n${person('nora')}`,
  );
  const conf = ['-f', inFolder('slapd.conf')] as const;
  const filled = spawnSync('/usr/sbin/slapadd', [...conf, '-l', inFolder('people.ldif')], {
    encoding: 'utf8',
  });
  if (filled.status !== 0) throw new Error(filled.stderr);
  const probe = net.createServer();
  const port = await listening(probe);
  await new Promise(resolve => probe.close(resolve));
  // With -d slapd stays in the foreground.
  const slapd = spawn(SLAPD, [...conf, '-h', `ldap://127.0.0.1:${port}`, '-d', '0'], { stdio: 'ignore' });
  try {
    await sleep(1000);
    await ldap(port);
    const right = await said({});
    figures.tell('the password of the directory', right.console, right.console === 'DONE');
    await tries('a wrong password of the directory', { password: 'x' }, BY_LDAP, 'Check the password');
    await tries('no password for the directory', { password: '' }, 'Purser has none', 'PGPASSWORD');
    await tries('a person that the directory lacks', { user: 'ben' }, BY_LDAP, 'Check the password');
    const noRole = 'the server does not have this role';
    await tries('a person without a role', { user: 'nora' }, noRole, 'operator add');
  } finally {
    slapd.kill();
  }
}

async function listening(server: net.Server): Promise<number> {
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
