/** Disasters on one machine while consoles write. Afterwards the service's ledger is compared with the record. */
import process from 'node:process';
import { compared } from './compared.ts';
import { startAgain } from './machine.ts';
import type { DeskOrders } from './orders.ts';
import { type SilentProxy, startProxy } from './proxy.ts';
import { type Group, type Stage, sleep } from './stage.ts';

interface Disaster {
  readonly name: string;
  readonly orders?: Partial<DeskOrders>;
  /** Causes the disaster while the consoles write. */
  readonly strike?: (
    parts: { readonly groups: Group[]; readonly proxy: SilentProxy; readonly again: () => Group },
    stage: Stage,
  ) => Promise<void>;
  /** How many seconds the run then waits, for late outcomes and for leases to end. */
  readonly after?: number;
}

const disasters: readonly Disaster[] = [
  {
    name: 'the PostgreSQL server is killed',
    async strike(_, { cluster }) {
      await startAgain(cluster);
    },
  },
  {
    name: 'backends are killed',
    async strike(_, { admin }) {
      for (let times = 0; times < 5; times++) {
        const found_ = await admin.rows(
          "SELECT pid FROM pg_stat_activity WHERE usename = 'ana' AND backend_type = 'client backend'",
        );
        await admin.rows(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename IN ('ana', 'ben', 'cy')",
        );
        if (found_.length === 0) return;
        await sleep(500);
      }
    },
  },
  ...(['to the server', 'from the server', 'both'] as const).map(
    (direction): Disaster => ({
      name: `no data passes (${direction})`,
      async strike({ proxy }) {
        proxy.silence(direction);
        await sleep(5000);
        proxy.silence('none');
      },
    }),
  ),
  {
    name: 'some answers are lost',
    async strike({ proxy }) {
      for (let times = 0; times < 5; times++) {
        proxy.silence('from the server');
        await sleep(200);
        proxy.silence('none');
        await sleep(600);
      }
    },
  },
  {
    name: 'a process with consoles is killed and started again',
    async strike({ groups, again }) {
      process.kill(groups[0]?.pid ?? 0, 'SIGKILL');
      await sleep(1000);
      groups.push(again());
    },
    after: 30,
  },
  {
    name: 'a machine sleeps for 25 s',
    async strike({ groups }) {
      process.kill(groups[0]?.pid ?? 0, 'SIGSTOP');
      await sleep(25_000);
      process.kill(groups[0]?.pid ?? 0, 'SIGCONT');
      await sleep(3000);
    },
  },
  {
    name: 'leases are stolen',
    async strike(_, { admin }) {
      for (let times = 0; times < 4; times++) {
        await admin.rows(
          "UPDATE purser.consoles SET lease_until = '-infinity' WHERE lease_until > now() AND host LIKE 'desk-%'",
        );
        await sleep(700);
      }
    },
  },
  { name: 'clocks are an hour ahead', orders: { clockOff: 3_600_000 } },
  { name: 'clocks are an hour behind', orders: { clockOff: -3_600_000 } },
  { name: 'machines sleep for 7 s between SENT and the first byte', orders: { asleep: 7 }, after: 15 },
  { name: 'machines sleep for 25 s between SENT and the first byte', orders: { asleep: 25 }, after: 40 },
];

export async function disaster(stage: Stage, only: string): Promise<void> {
  for (const each of disasters) if (each.name.includes(only)) await happens(stage, each);
}

const SECONDS = 8;

async function happens(stage: Stage, { name, orders = {}, strike, after = 8 }: Disaster): Promise<void> {
  const { cluster, newService, startGroup } = stage;
  const service = await newService();
  const proxy = await startProxy(cluster.port);
  const start = (at: number): Group =>
    startGroup(
      service,
      {
        ...{ folder: `${cluster.folder}-${name.replace(/\W/g, '-')}`, count: 10, first: at * 10 },
        ...{ seconds: SECONDS, perSecond: 15, equal: 0.1, port: proxy.port },
        ...orders,
      },
      // The process stopped itself and must be continued.
      ({ asleep }, pid) => void sleep(1000 * Number(asleep)).then(() => process.kill(pid, 'SIGCONT')),
    );
  const groups = [start(0), start(1)];
  await Promise.all(groups.map(({ ready }) => ready));
  await sleep((SECONDS * 1000) / 4);
  await strike?.({ groups, proxy, again: () => start(0) }, stage);
  await Promise.all(groups.map(({ finished }) => finished));
  await sleep(after * 1000);
  for (const group of groups) group.end();
  await sleep(500);
  proxy.close();
  await compared(stage, name, service);
}
