// `npm run team`: a team on a real PostgreSQL: rights, duplicates, a long run, and every disaster that can be made here.
//   npm run team                                        ten minutes of 200 consoles and 25 writes a second, then the disasters
//   npm run team -- --seconds 60 --consoles 100 --rate 10
//   npm run team -- --only consoles                     two consoles of the built program in pseudo-terminals
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defaultDialect } from '../../src/api/contract/dialect.ts';
import { checkChain } from '../../src/journal/audit-chain.ts';
import { addOperator, upgradeRecord } from '../../src/journal/postgres/admin.ts';
import type { ScriptLink } from '../../src/journal/postgres/link.ts';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { openServer, type ServerJournal } from '../../src/journal/postgres/server-journal.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { startSimulator } from '../../src/sim/simulator.ts';
import { checkLedger } from './check.ts';
import { type Cluster, makeCluster } from './cluster.ts';
import { payout } from './equal-payout.ts';
import type { DeskOrders } from './orders.ts';
import { type SilentProxy, startProxy } from './proxy.ts';
import { grantedTo } from './rights.ts';
import { twoConsoles } from './two-consoles.ts';

const USERS = ['ana', 'ben', 'cy'] as const;
const clock = systemClock();
const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    consoles: { type: 'string', default: '200' },
    rate: { type: 'string', default: '25' },
    chaos: { type: 'string', default: '8' },
    only: { type: 'string' },
  },
});
const [seconds, consoles, rate, chaos] = [values.seconds, values.consoles, values.rate, values.chaos].map(
  Number,
) as [number, number, number, number];

let bad = 0;
function figure(name: string, found: string, well: boolean): void {
  if (!well) bad++;
  console.log(`${well ? 'ok  ' : 'BAD '}  ${name}: ${found}`);
}
const few = (all: readonly string[]): string => (all.length === 0 ? '' : `: ${all.slice(0, 5).join('; ')}`);

const found = await makeCluster();
if (found === undefined) {
  console.log('PostgreSQL is not installed here: apt-get install postgresql');
  process.exit(1);
}
const cluster: Cluster = found;
process.once('SIGINT', () => process.exit(130));
process.on('exit', () => cluster.remove());
// Each process with consoles ends with this one.
process.setMaxListeners(0);
cluster.start();

const address = (user: string, port = cluster.port, database = 'team') =>
  ({ host: '127.0.0.1', port, database, user }) as const;
const first = pgLink(address('postgres', cluster.port, 'postgres'), clock);
await first.script('CREATE DATABASE team');
await first.close();
const admin: ScriptLink = pgLink(address('postgres'), clock, { connect: 5000, call: 60_000 });

/** A new service, and the team's record of it. */
async function newService() {
  const simulator = await startSimulator({ seed: 7, rows: 40 });
  const { credentials, world } = simulator;
  const service = { baseUrl: simulator.url, clientId: credentials.clientId };
  await admin.script('RESET ROLE');
  await upgradeRecord(admin, service);
  await admin.script('RESET ROLE');
  for (const role of USERS) {
    await addOperator(admin, service, { role, person: role });
    await admin.script('RESET ROLE');
  }
  const customer = world.customers.find(({ beneficiaries }) => beneficiaries.count > 3);
  const rows = Array.from({ length: customer?.beneficiaries.count ?? 0 }, (_, at) =>
    customer?.beneficiaries.row(at),
  );
  const beneficiary = rows.find(row => row?.status === 'VERIFIED');
  if (!customer || !beneficiary) throw new Error('the simulator has no beneficiary to pay');
  return { simulator, service, userId: customer.userId, beneficiary };
}
type Service = Awaited<ReturnType<typeof newService>>;

async function open(user: string, service: Service['service'], host: string): Promise<ServerJournal> {
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

interface Written {
  readonly requestId: string;
  readonly end: string;
  readonly spent: { readonly prepare?: number; readonly sent?: number; readonly settle?: number };
}

interface Group {
  readonly pid: number;
  readonly written: readonly Written[];
  readonly ready: Promise<void>;
  readonly finished: Promise<void>;
  end(): void;
}

/** A process with consoles. */
function startGroup(
  { simulator, userId, beneficiary }: Service,
  orders: Pick<DeskOrders, 'folder' | 'count' | 'first' | 'seconds' | 'perSecond' | 'equal'> &
    Partial<DeskOrders>,
): Group {
  const whole: DeskOrders = {
    port: cluster.port,
    users: USERS,
    clockOff: 0,
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
  const [ready, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  createInterface(child.stdout).on('line', line => {
    const said = JSON.parse(line);
    if ('ready' in said) ready.resolve();
    else if ('finished' in said) finished.resolve();
    else written.push(said);
  });
  child.once('close', () => {
    ready.resolve();
    finished.resolve();
  });
  child.stdin.on('error', () => {});
  return {
    pid: child.pid ?? 0,
    written,
    ready: ready.promise,
    finished: finished.promise,
    end: () => void child.stdin.write('.'),
  };
}

function share(sorted: readonly number[], part: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN).toFixed(1);
}

async function rights(): Promise<void> {
  await newService().then(({ simulator }) => simulator.close());
  const link = pgLink(address('ana'), clock);
  const { tried, granted: given } = await grantedTo(link);
  await link.close();
  figure(
    'rights that an operator must not have',
    `${tried - given.length} of ${tried} refused${few(given)}`,
    given.length === 0,
  );
}

async function duplicates(): Promise<void> {
  const { simulator, service } = await newService();
  const opened = await Promise.all(
    Array.from({ length: consoles }, (_, at) => open(USERS[at % 3] ?? 'ana', service, `desk-${at}`)),
  );
  const rounds = 20;
  let [prepared, equal, other] = [0, 0, 0];
  const odd: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(
      opened.map(journal => journal.prepare(payout(randomUUID(), service, `round ${round}`))),
    );
    for (const answer of answers) {
      if (answer.ok) prepared++;
      else if ('equal' in answer) equal++;
      else {
        other++;
        odd.push('barred' in answer ? answer.barred : answer.unwritable);
      }
    }
  }
  await Promise.all(opened.map(journal => journal.close()));
  await simulator.close();
  figure(
    `${consoles} consoles ask for the same ${rounds} times`,
    `${prepared} prepared, ${equal} told of the other one, ${other} had no answer in time${few(odd)}`,
    prepared === rounds,
  );
}

async function longRun(): Promise<void> {
  const service = await newService();
  const folder = `${cluster.folder}-desks`;
  const ping = pgLink(address('ana'), clock);
  const groups = 2;
  const each = Math.ceil(consoles / groups);
  const running = Array.from({ length: groups }, (_, at) =>
    startGroup(service, {
      ...{ folder, count: each, first: at * each, seconds, perSecond: rate / groups, equal: 0.02 },
    }),
  );
  await Promise.all(running.map(({ ready }) => ready));
  const begun = performance.now();
  const trips: number[] = [];
  const timer = setInterval(async () => {
    const asked = performance.now();
    await ping.rows('SELECT 1').catch(() => {});
    trips.push(performance.now() - asked);
  }, 500);
  await Promise.all(running.map(({ finished }) => finished));
  const took = (performance.now() - begun) / 1000;
  clearInterval(timer);
  await sleep(6000);
  for (const group of running) group.end();
  await ping.close();
  const written = running.flatMap(group => group.written);
  const done = written.filter(({ end }) => end === 'DONE');
  const steps = (name: 'prepare' | 'sent' | 'settle') =>
    done.map(({ spent }) => spent[name] ?? 0).toSorted((one, other) => one - other);
  const all = done
    .map(({ spent }) => (spent.prepare ?? 0) + (spent.sent ?? 0) + (spent.settle ?? 0))
    .toSorted((one, other) => one - other);
  const trip = trips.toSorted((one, other) => one - other);
  const ends = Map.groupBy(written, ({ end }) => end);
  const told = [...ends].map(([end, those]) => `${those.length} ${end}`).join(', ');
  figure(
    `${consoles} consoles for ${Math.round(took)} s`,
    `${written.length} writes, ${(written.length / took).toFixed(1)} a second: ${told}`,
    written.length / took > 0.8 * rate && !ends.has('UNKNOWN') && !ends.has('NOT SENT'),
  );
  const p95 = Number(share(all, 0.95));
  const allowed = 50 + 3 * Number(share(trip, 0.5));
  figure(
    'the three steps together, ms',
    `p50 ${share(all, 0.5)}, p95 ${share(all, 0.95)}, p99 ${share(all, 0.99)}; p95 of prepare ${share(steps('prepare'), 0.95)}, sent ${share(steps('sent'), 0.95)}, settle ${share(steps('settle'), 0.95)}; a round trip ${share(trip, 0.5)}`,
    p95 <= allowed,
  );
  await compared('the long run', service);
}

/** The ledger against the record, and the chain. */
async function compared(name: string, { simulator, service }: Service): Promise<void> {
  const monitor = await open('ana', service, 'monitor');
  // The leases of dead consoles end, and what they left becomes UNKNOWN.
  for (let left = 1, tries = 0; left > 0 && tries < 60; tries++) {
    await monitor.beat();
    await monitor.recover();
    const [open_] = await admin.rows(
      "SELECT count(*) AS left FROM purser.intents WHERE state IN ('PREPARED', 'SENT') AND base_url = $1",
      service.baseUrl,
    );
    left = Number(open_?.['left']);
    if (left > 0) await sleep(1000);
  }
  const { writes, effects, unknown, wrong } = await checkLedger(admin, simulator);
  figure(
    `${name}: the ledger against the record`,
    `${writes} entries, ${effects} effects, ${unknown} UNKNOWN, ${wrong.length} wrong${few(wrong)}`,
    wrong.length === 0 && effects > 0,
  );
  const lines = [];
  for (let from = 1; ; ) {
    const read = await monitor.lines(from);
    if (!read.ok) throw new Error(read.unreadable);
    if (read.value.length === 0) break;
    lines.push(...read.value);
    from = (lines.at(-1)?.number ?? 0) + 1;
  }
  const chain = checkChain(lines);
  if (!chain.ok) figure(`${name}: the audit log`, chain.why, false);
  await monitor.close();
  await simulator.close();
}

/** Two consoles in pseudo-terminals, where a rule is in force. */
async function approvals(): Promise<void> {
  const { simulator, service, userId, beneficiary } = await newService();
  await admin.script('GRANT purser_approver TO ben, cy');
  const as = (user: string) => pgLink(address(user), clock);
  const [ben, cy] = [as('ben'), as('cy')];
  const of = [service.baseUrl, service.clientId] as const;
  await twoConsoles({
    ...{ folder: cluster.folder, port: cluster.port, simulator, userId, beneficiary, figure },
    // Two persons make a rule.
    async setRule(minutes) {
      const rule = [...of, 'payout.create', null, '20', 1, minutes] as const;
      const [proposed] = await ben.rows(
        "SELECT purser.propose_rule($1, $2, $3, $4, $5, $6, $7)->>'number' AS number",
        ...rule,
      );
      await cy.rows('SELECT purser.accept_rule($1, $2, $3)', ...of, Number(proposed?.['number']));
    },
  });
  await Promise.all([ben.close(), cy.close()]);
  await simulator.close();
}

interface Disaster {
  readonly name: string;
  readonly orders?: Partial<DeskOrders>;
  /** While the consoles write. */
  readonly strike: (parts: {
    readonly groups: Group[];
    readonly proxy: SilentProxy;
    readonly again: () => Group;
    readonly service: Service;
  }) => Promise<void>;
}

const ended = (pid: number): boolean => process.kill(pid, 'SIGKILL');

const disasters: readonly Disaster[] = [
  {
    name: 'the postmaster is killed',
    async strike() {
      cluster.kill();
      await sleep(1500);
      // Its children may hold the shared memory a little longer.
      for (let tries = 0; ; tries++) {
        try {
          return cluster.start();
        } catch (error) {
          if (tries > 20) throw error;
          await sleep(500);
        }
      }
    },
  },
  {
    name: 'backends are killed',
    async strike() {
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
      name: `silence: ${direction}`,
      async strike({ proxy }) {
        proxy.silence(direction);
        await sleep(5000);
        proxy.silence('none');
      },
    }),
  ),
  {
    name: 'answers are lost now and then',
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
      ended(groups[0]?.pid ?? 0);
      await sleep(1000);
      groups.push(again());
    },
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
    async strike() {
      for (let times = 0; times < 4; times++) {
        await admin.rows(
          "UPDATE purser.consoles SET lease_until = '-infinity' WHERE lease_until > now() AND host LIKE 'desk-%'",
        );
        await sleep(700);
      }
    },
  },
  { name: 'clocks are an hour ahead', orders: { clockOff: 3_600_000 }, strike: async () => {} },
  { name: 'clocks are an hour behind', orders: { clockOff: -3_600_000 }, strike: async () => {} },
];

async function disaster({ name, orders, strike }: Disaster): Promise<void> {
  const service = await newService();
  const proxy = await startProxy(cluster.port);
  const start = (at: number): Group =>
    startGroup(service, {
      ...{
        folder: `${cluster.folder}-${name.replace(/\W/g, '-')}`,
        count: 10,
        first: at * 10,
        seconds: chaos,
      },
      ...{ perSecond: 15, equal: 0.1, port: proxy.port },
      ...orders,
    });
  const groups = [start(0), start(1)];
  await Promise.all(groups.map(({ ready }) => ready));
  await sleep((chaos * 1000) / 4);
  await strike({ groups, proxy, again: () => start(0), service });
  await Promise.all(groups.map(({ finished }) => finished));
  // Late outcomes are told, and dead consoles' leases end.
  await sleep(name.includes('killed and started') ? 30_000 : 8000);
  for (const group of groups) group.end();
  await sleep(500);
  proxy.close();
  await compared(name, service);
}

console.log(
  `${cluster.version}; ${os.cpus().length} cores; the server, the consoles and the service share them`,
);
const all = values.only === undefined;
if (all) await rights();
if (all) await duplicates();
await approvals();
if (all) await longRun();
if (all && chaos > 0) for (const each of disasters) await disaster(each);
await admin.close();
console.log(bad === 0 ? 'every figure is well' : `${bad} figures are not well`);
process.exit(bad === 0 ? 0 : 1);
