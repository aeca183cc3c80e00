/** The address of a team's server, and the name that its certificate must have. */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pgLink } from '../../../src/journal/postgres/pg-link.ts';
import { addressOf } from '../../../src/journal/team/open-team.ts';
import { errorCode } from '../../../src/lib/error-code.ts';
import { Secret } from '../../../src/lib/redact.ts';
import type { Keyring } from '../../../src/system/keyring.ts';
import { authority, otherHost, selfSigned, trusted } from '../../api/client/certificates.ts';
import { manualClock } from '../../harness/clock.ts';
import { temporaryFolder } from '../../harness/folder.ts';
import { start } from '../parts.ts';

/** A server that offers TLS as PostgreSQL does. It closes the connection of a client that accepts its certificate. */
async function offersTls(own: { readonly cert: string; readonly key: string }): Promise<number> {
  const server = net.createServer(socket => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      const secure = new tls.TLSSocket(socket, { isServer: true, ...own });
      secure.on('error', () => {});
      secure.once('data', () => secure.destroy());
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

test.each([
  ['its address, a certificate for that address is accepted', '127.0.0.1', selfSigned, false],
  ['its address, a certificate for another name is refused', '127.0.0.1', otherHost, true],
  ['its name, a certificate for that name is accepted', 'localhost', trusted, false],
  ['its name, a certificate for its address is refused', 'localhost', selfSigned, true],
])('if the profile names the server by %s', async (_, host, own, refused) => {
  const ca = path.join(temporaryFolder(), 'ca.pem');
  fs.writeFileSync(ca, own === selfSigned ? own.cert : authority);
  const address = await addressOf('production', {
    ...{ host, port: await offersTls(own), database: 'team', user: 'ana', ca, cert: ca },
    sslmode: 'verify-full',
  });
  if ('why' in address) throw new Error(address.why);
  const { cert: _cert, ...trusting } = { ...address.tls };
  const link = pgLink({ ...address, tls: trusting }, manualClock(start));
  onTestFinished(() => link.close());
  const why = await link.rows('SELECT 1').then(() => undefined, errorCode);
  expect(why === 'ERR_TLS_CERT_ALTNAME_INVALID').toBe(refused);
});

test('a server on another machine must show its certificate, unless the profile says otherwise', async () => {
  const there = { host: 'db.example.com', database: 'team', user: 'ana', password: new Secret('x') };
  expect(await addressOf('production', there)).toMatchObject({ tls: { rejectUnauthorized: true } });
  expect(await addressOf('production', { ...there, host: '127.0.0.1' })).not.toHaveProperty('tls');
});

test.each([
  // pg reads the password in the file itself.
  ['for this server comes before the keyring', '127.0.0.1:5432:team:ana:of-the-file\n', undefined],
  [
    'for another server leaves the password to the keyring',
    'other:5432:team:ana:of-the-file\n',
    'of-the-ring',
  ],
])('a line of ~/.pgpass %s', async (_, lines, password) => {
  const home = temporaryFolder();
  fs.writeFileSync(path.join(home, '.pgpass'), lines, { mode: 0o600 });
  vi.stubEnv('HOME', home);
  // These would come before the file.
  for (const name of ['PGPASSFILE', 'PGPASSWORD']) vi.stubEnv(name, undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const ring: Keyring = {
    read: async () => ({ apiKey: new Secret('of-the-ring') }),
    keep: async () => undefined,
    remove: async () => undefined,
  };
  const journal = { host: '127.0.0.1', database: 'team', user: 'ana' };
  const address = await addressOf('production', journal, ring);
  if ('why' in address) throw new Error(address.why);
  expect(address.password).toBe(password);
});
