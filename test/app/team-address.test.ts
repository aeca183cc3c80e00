/** The way to a team's server: against which name its certificate is checked. */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { addressOf } from '../../src/app/start-team.ts';
import { sqlState } from '../../src/journal/postgres/link.ts';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { authority, otherHost, selfSigned } from '../api/client/certificates.ts';
import { manualClock } from '../harness/clock.ts';
import { start, temporaryFolder } from '../journal/parts.ts';

/** A server that offers TLS as PostgreSQL does, and hangs up on whoever trusts its certificate. */
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
  ['for that address', selfSigned, selfSigned.cert, false],
  ['for another name', otherHost, authority, true],
])('a server named by its address has a certificate %s', async (_, own, trusted, refused) => {
  const ca = path.join(temporaryFolder(), 'ca.pem');
  fs.writeFileSync(ca, trusted);
  const address = await addressOf('production', {
    ...{ host: '127.0.0.1', port: await offersTls(own), database: 'team', user: 'ana', ca, cert: ca },
    sslmode: 'verify-full',
  });
  if ('why' in address) throw new Error(address.why);
  const { cert: _cert, ...trusting } = { ...address.tls };
  const link = pgLink({ ...address, tls: trusting }, manualClock(start));
  onTestFinished(() => link.close());
  const why = await link.rows('SELECT 1').then(
    () => undefined,
    (error: unknown) => sqlState(error),
  );
  expect(why === 'ERR_TLS_CERT_ALTNAME_INVALID').toBe(refused);
});
