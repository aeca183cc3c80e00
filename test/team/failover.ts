/** A standby takes over while a console runs, and the console's profile names both servers. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { addOperator, upgradeRecord } from '../../src/journal/postgres/admin.ts';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import type { Figures } from './figures.ts';
import { made, openAt, pays, SERVICE } from './machine.ts';
import { clock, sleep } from './stage.ts';

export async function failover(figures: Figures): Promise<void> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'purser-failover-'));
  const primary = await made({});
  primary.start();
  primary.run('psql', '-c', 'CREATE DATABASE team', 'postgres');
  const admin = pgLink(
    { host: primary.folder, port: primary.port, database: 'team', user: 'postgres' },
    clock,
    {
      connect: 5000,
      call: 60_000,
    },
  );
  await upgradeRecord(admin, SERVICE);
  await admin.script('RESET ROLE');
  await addOperator(admin, SERVICE, { role: 'ana', person: 'Ana' });
  await admin.close();
  const standby = await made({ copyOf: primary });
  standby.put(
    'postgresql.auto.conf',
    `primary_conninfo = 'host=${primary.folder} port=${primary.port} user=postgres'\n`,
  );
  standby.put('standby.signal', '');
  standby.start();
  // The standby comes first, so the console must find the primary.
  const host = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
  const address = { host, port: 5432, database: 'team', user: 'ana' };
  const running = await openAt(address, path.join(home, 'state'));
  if (typeof running === 'string') throw new Error(running);
  const before: string[] = [];
  for (let number = 0; number < 5; number++) before.push(await pays(running));
  await sleep(6000);
  primary.kill();
  // A session of a killed server lives for some ms more. What it records then reaches no standby, so the new primary would lack it.
  await sleep(1000);
  const away = await pays(running);
  standby.run('psql', '-c', 'SELECT pg_promote()', 'postgres');
  const since = performance.now();
  let done = '';
  while (done !== 'DONE' && performance.now() - since < 30_000) {
    await sleep(200);
    done = await pays(running);
  }
  const took = ((performance.now() - since) / 1000).toFixed(1);
  const listed = await running.list();
  const ended = listed.ok ? listed.value.filter(({ state }) => state === 'DONE').length : 0;
  figures.tell(
    'a standby takes over; the profile names both servers',
    `before: ${before.filter(each => each === 'DONE').length} of 5 DONE; without a primary: ${away} ${took} s after the promotion: ${done}; the new primary has ${ended} DONE`,
    !before.some(each => each !== 'DONE') && away !== 'DONE' && done === 'DONE' && ended === 6,
  );
  await running.close();
  const stranger = await openAt(address, path.join(home, 'new'));
  const fresh = typeof stranger === 'string' ? stranger : await pays(stranger);
  if (typeof stranger !== 'string') await stranger.close();
  figures.tell('then a new machine', fresh, fresh === 'DONE');
  fs.rmSync(home, { recursive: true, force: true });
}
