/** A process with several consoles of a team, each with its own file. They pay and report the time of each step. */

import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import type { AccessToken } from '../../src/api/client/call-context.ts';
import { createClient } from '../../src/api/client/client.ts';
import { meaningOfClass } from '../../src/api/contract/write-meaning.ts';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { openServer } from '../../src/journal/postgres/server-journal.ts';
import { systemProcesses } from '../../src/journal/processes.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import { openTeam } from '../../src/journal/team/team-journal.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import type { Decimal } from '../../src/lib/decimal.ts';
import { Secret } from '../../src/lib/redact.ts';
import { t } from '../../src/lib/visible.ts';
import { sendRecorded } from '../../src/sending/send.ts';
import { unsynced } from '../journal/unsynced.ts';
import { delayOf } from './figures.ts';
import { writeIntent } from './intents.ts';
import type { DeskOrders } from './orders.ts';

const orders = JSON.parse(process.argv[2] ?? '{}') as DeskOrders;
const system = systemClock();
/** The clock of a machine whose time is wrong. */
const clock: Clock = { ...system, wall: () => system.wall() + orders.clockOff };
const say = (line: object): void => void fs.writeSync(1, `${JSON.stringify(line)}\n`);

let token: AccessToken | undefined;
const client = createClient({
  service: {
    ...orders.credentials,
    apiKey: new Secret(orders.credentials.apiKey),
    dialect: orders.dialect,
  },
  tokens: {
    current: () => token,
    save: next => {
      token = next;
    },
  },
  clock: system,
  uuid: randomUUID,
  random: Math.random,
  onExchange: () => {},
  barred: () => undefined,
  proxyFromEnvironment: false,
});

/** The journal, with the time of each step in milliseconds in `spent`. */
function timed(journal: Journal, spent: Record<string, number>): Journal {
  const measure =
    <Given extends readonly unknown[], Result>(name: string, step: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      const begun = performance.now();
      const done = await step(...given);
      spent[name] = performance.now() - begun;
      return done;
    };
  return {
    ...journal,
    get self() {
      return journal.self;
    },
    prepare: measure('prepare', journal.prepare),
    sent: asleepAfter(measure('sent', journal.sent)),
    settle: measure('settle', journal.settle),
  };
}

/** Sometimes stops the process before the first byte, like a machine that sleeps. The parent process continues it. */
const asleepAfter =
  (sent: Journal['sent']): Journal['sent'] =>
  async requestId => {
    const done = await sent(requestId);
    if (done.ok && orders.asleep > 0 && Math.random() < 0.02) {
      say({ asleep: orders.asleep });
      process.kill(process.pid, 'SIGSTOP');
    }
    return done;
  };

async function desk(number: number): Promise<() => Promise<void>> {
  const folder = path.join(orders.folder, `desk-${number}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = openJournal({
    file: path.join(folder, 'journal.db'),
    clock,
    processes: systemProcesses(),
    redact: text => text,
    // Two hundred machines share one disk here, so their files do not wait for the disk.
    open: (name, opening) => unsynced(openSqlite(name, opening)),
  });
  if ('locked' in file) throw new Error(file.locked);
  const user = orders.users[number % orders.users.length] ?? 'ana';
  const journal = await openTeam({
    local: localJournal(file),
    clock,
    openServer: () =>
      openServer({
        link: pgLink({ host: '127.0.0.1', port: orders.port, database: 'team', user }, clock),
        service: orders.credentials,
        machine: { host: `desk-${number}`, pid: process.pid },
        uuid: randomUUID,
        redact: text => text,
      }),
  });
  if ('locked' in journal) throw new Error(journal.locked);
  return async () => {
    const requestId = randomUUID();
    // Some consoles make the same payout at the same time.
    const shared = Math.random() < orders.equal ? Math.floor(Date.now() / 2000) : undefined;
    const reference = shared === undefined ? requestId : `shared ${shared}`;
    const prepared = client.writes.prepare(
      'payout.create',
      {
        body: {
          beneficiary_id: orders.beneficiary,
          amount: '0.01' as Decimal,
          currency: orders.currency,
          reference,
        },
      },
      { customer: { userId: orders.userId }, requestId },
    );
    if (!prepared.ok) throw new Error(JSON.stringify(prepared.failure));
    const spent: Record<string, number> = {};
    const intent = writeIntent(prepared.prepared, orders, clock.wall());
    const sent = await sendRecorded(
      {
        prepared: prepared.prepared,
        intent,
        meaning: meaningOfClass('money'),
        title: t`Payout`,
        retry: false,
        naming: { named: [] },
        hide: text => text,
        over: () => undefined,
      },
      { port: { journal: timed(journal, spent), fingerprint }, client, tell: () => {} },
    );
    say({ at: Date.now(), requestId, end: sent.kind === 'duplicates' ? 'equal' : sent.word, spent });
  };
}

/** Each new session plans its queries, so 200 that open at the same moment on two cores would wait for each other too long. */
const AT_ONCE = 10;
const pays: (() => Promise<void>)[] = [];
while (pays.length < orders.count) {
  const next = Array.from({ length: Math.min(AT_ONCE, orders.count - pays.length) }, (_, at) =>
    desk(orders.first + pays.length + at),
  );
  pays.push(...(await Promise.all(next)));
}
say({ ready: orders.count });
const delay = monitorEventLoopDelay();
delay.enable();
const cpu = process.cpuUsage();
const until = Date.now() + orders.seconds * 1000;
const pause = (orders.count / orders.perSecond) * 1000;
const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
await Promise.all(
  pays.map(async pay => {
    await sleep(Math.random() * pause);
    while (Date.now() < until) {
      const begun = Date.now();
      await pay();
      await sleep(Math.max(0, pause * (0.5 + Math.random()) - (Date.now() - begun)));
    }
  }),
);
const used = process.cpuUsage(cpu);
say({ finished: true, strain: { delay: delayOf(delay), cpuSeconds: (used.user + used.system) / 1e6 } });
// The heartbeat continues until the parent ends this process, so that late outcomes reach the server.
process.stdin.once('data', () => process.exit(0));
