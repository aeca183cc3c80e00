/** The common parts of all runs: the cluster with its team, services with records, processes with consoles. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { defaultDialect } from '../../src/api/contract/dialect.ts';
import { addOperator, upgradeRecord } from '../../src/journal/postgres/admin.ts';
import type { ScriptLink } from '../../src/journal/postgres/link.ts';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { openServer, type ServerJournal } from '../../src/journal/postgres/server-journal.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { startSimulator } from '../../src/sim/simulator.ts';
import type { Cluster } from './cluster.ts';
import type { Figures } from './figures.ts';
import type { DeskOrders } from './orders.ts';

const USERS = ['ana', 'ben', 'cy'] as const;
export const clock = systemClock();
export const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));

export interface Written {
  /** In epoch milliseconds. */
  readonly at: number;
  readonly requestId: string;
  readonly end: string;
  readonly spent: { readonly prepare?: number; readonly sent?: number; readonly settle?: number };
}

/** The load of a process with consoles, reported at its end: the delay of its event loop in ms, and its CPU time. */
interface Strain {
  readonly delay: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly cpuSeconds: number;
}

export interface Group {
  readonly pid: number;
  readonly written: readonly Written[];
  readonly ready: Promise<void>;
  readonly finished: Promise<void>;
  readonly strain: () => Strain | undefined;
  end(): void;
}

export type Orders = Pick<DeskOrders, 'folder' | 'count' | 'first' | 'seconds' | 'perSecond' | 'equal'> &
  Partial<DeskOrders>;

export type Stage = Awaited<ReturnType<typeof makeStage>>;
export type Service = Awaited<ReturnType<Stage['newService']>>;

/** Prepares the database of the team in a running cluster. */
export async function makeStage(cluster: Cluster, figures: Figures) {
  const address = (user: string, port = cluster.port, database = 'team') =>
    ({ host: '127.0.0.1', port, database, user }) as const;
  const first = pgLink(address('postgres', cluster.port, 'postgres'), clock);
  await first.script('CREATE DATABASE team');
  await first.close();
  const admin: ScriptLink = pgLink(address('postgres'), clock, { connect: 5000, call: 60_000 });

  /** A new service, and its record in the team's database. */
  async function newService() {
    const simulator = await startSimulator({ seed: 7, rows: 40 });
    const { credentials, world } = simulator;
    const service = { baseUrl: simulator.url, clientId: credentials.clientId };
    await admin.script('RESET ROLE');
    await upgradeRecord(admin, service);
    await admin.script('RESET ROLE');
    for (const role of USERS) {
      await addOperator(admin, service, { role, person: role, approver: role !== 'ana' });
      // Hundreds of consoles share these roles.
      await admin.script(`RESET ROLE; ALTER ROLE ${role} CONNECTION LIMIT -1`);
    }
    const customer = world.customers.find(({ beneficiaries }) => beneficiaries.count > 3);
    const rows = Array.from({ length: customer?.beneficiaries.count ?? 0 }, (_, at) =>
      customer?.beneficiaries.row(at),
    );
    const beneficiary = rows.find(row => row?.status === 'VERIFIED');
    if (!customer || !beneficiary) throw new Error('the simulator has no beneficiary to pay');
    return { simulator, service, userId: customer.userId, beneficiary };
  }
  async function open(
    user: string,
    service: { readonly baseUrl: string; readonly clientId: string },
    host: string,
  ): Promise<ServerJournal> {
    const opened = await openServer({
      link: pgLink(address(user), clock, { connect: 10_000, call: 20_000 }),
      service,
      machine: { host, pid: process.pid },
      uuid: randomUUID,
      redact: text => text,
    });
    if ('locked' in opened) throw new Error(opened.locked);
    return opened;
  }

  /** Starts a process with consoles. */
  function startGroup(
    { simulator, userId, beneficiary }: Awaited<ReturnType<typeof newService>>,
    orders: Orders,
    onLine: (line: Readonly<Record<string, unknown>>, pid: number) => void = () => {},
  ): Group {
    const whole: DeskOrders = {
      port: cluster.port,
      users: USERS,
      clockOff: 0,
      asleep: 0,
      credentials: { baseUrl: simulator.url, ...simulator.credentials },
      dialect: defaultDialect,
      userId,
      beneficiary: beneficiary.id,
      currency: beneficiary.currency,
      ...orders,
    };
    const program = fileURLToPath(new URL('./desks.ts', import.meta.url));
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, JSON.stringify(whole)],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    process.on('exit', () => child.kill('SIGKILL'));
    const written: Written[] = [];
    let strain: Strain | undefined;
    const [ready, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    createInterface(child.stdout).on('line', line => {
      const said = JSON.parse(line);
      if ('ready' in said) ready.resolve();
      else if ('finished' in said) {
        strain = said.strain;
        finished.resolve();
      } else if ('requestId' in said) written.push(said);
      else onLine(said, child.pid ?? 0);
    });
    child.once('close', () => {
      ready.resolve();
      finished.resolve();
    });
    child.stdin.on('error', () => {});
    return {
      pid: child.pid ?? 0,
      written,
      strain: () => strain,
      ready: ready.promise,
      finished: finished.promise,
      end: () => void child.stdin.write('.'),
    };
  }

  return { cluster, figures, admin, address, users: USERS, newService, open, startGroup };
}
