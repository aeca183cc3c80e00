/** Runs without disasters: rights, duplicates, and a long run at a constant rate. */
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { compared } from './compared.ts';
import { payout } from './equal-payout.ts';
import { delayOf, few, share } from './figures.ts';
import { blockedWrite, crossed, grantedTo } from './rights.ts';
import { cpuOf } from './server-cpu.ts';
import { clock, type Stage, sleep, type Written } from './stage.ts';

export async function rights({ newService, open, address, figures }: Stage): Promise<void> {
  const { simulator, service } = await newService();
  await simulator.close();
  const link = pgLink(address('ana'), clock);
  const { tried, granted } = await grantedTo(link);
  figures.tell(
    'rights that an operator must not have',
    `${tried - granted.length} of ${tried} refused${few(granted)}`,
    granted.length === 0,
  );
  const [ana, ben] = [await open('ana', service, 'desk-1'), await open('ben', service, 'desk-2')];
  const mistake = await blockedWrite(link, ana, ben, service, '');
  const intent = await blockedWrite(
    link,
    ana,
    ben,
    service,
    'SET LOCAL idle_in_transaction_session_timeout = 0',
  );
  figures.tell(
    "a colleague's write while an operator idles in a transaction",
    `${mistake}; if the operator removes the time limit, ${intent}`,
    mistake.startsWith('recorded') && intent.startsWith('recorded'),
  );
  const recorded = await crossed(link, ana, ben, service);
  figures.tell(
    'an outcome, and a duplicate that names its entry, at the same time',
    `${recorded} of 2 recorded`,
    recorded === 2,
  );
  for (const each of [ana, ben, link]) await each.close();
}

export async function duplicates(
  { newService, open, users, figures }: Stage,
  consoles: number,
): Promise<void> {
  const { simulator, service } = await newService();
  const opened = await Promise.all(
    Array.from({ length: consoles }, (_, at) => open(users[at % 3] ?? 'ana', service, `desk-${at}`)),
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
  figures.tell(
    `${consoles} consoles ask for the same ${rounds} times`,
    `${prepared} prepared, ${equal} refused as duplicates, ${other} had no answer in time${few(odd)}`,
    prepared === rounds,
  );
}

/** The time of the three steps, in milliseconds. */
const sum = ({ spent }: Written): number => (spent.prepare ?? 0) + (spent.sent ?? 0) + (spent.settle ?? 0);

export interface Load {
  readonly seconds: number;
  readonly consoles: number;
  /** Writes per second of all consoles together. */
  readonly rate: number;
  /** The number of processes for the consoles. */
  readonly processes: number;
}

export async function longRun(stage: Stage, { seconds, consoles, rate, processes }: Load): Promise<void> {
  const { newService, startGroup, cluster, address, figures } = stage;
  const service = await newService();
  const each = Math.ceil(consoles / processes);
  const running = Array.from({ length: processes }, (_, at) =>
    startGroup(service, {
      ...{ folder: `${cluster.folder}-desks`, count: each, first: at * each },
      ...{ seconds, perSecond: rate / processes, equal: 0.02 },
    }),
  );
  await Promise.all(running.map(({ ready }) => ready));
  const begun = performance.now();
  const ended = watch(stage, address('ana'));
  const server = cpuOf(cluster);
  await Promise.all(running.map(({ finished }) => finished));
  const served = server();
  const took = (performance.now() - begun) / 1000;
  const seen = await ended();
  await sleep(6000);
  for (const group of running) group.end();
  const written = running.flatMap(group => group.written);
  const done = written.filter(({ end }) => end === 'DONE');
  const steps = (name: 'prepare' | 'sent' | 'settle') => done.map(({ spent }) => spent[name] ?? 0);
  const all = done.map(sum);
  const ms = (values: readonly number[], part: number) => share(values, part).toFixed(1);
  const ends = Map.groupBy(written, ({ end }) => end);
  const told = [...ends].map(([end, those]) => `${those.length} ${end}`).join(', ');
  figures.tell(
    `${consoles} consoles for ${Math.round(took)} s`,
    `${written.length} writes, ${(written.length / took).toFixed(1)} a second: ${told}`,
    written.length / took > 0.8 * rate && !ends.has('UNKNOWN') && !ends.has('NOT SENT'),
  );
  const trip = share(seen.trips, 0.5);
  figures.tell(
    'the three steps together, ms',
    `p50 ${ms(all, 0.5)}, p95 ${ms(all, 0.95)}, p99 ${ms(all, 0.99)}; p95 of prepare ${ms(steps('prepare'), 0.95)}, sent ${ms(steps('sent'), 0.95)}, settle ${ms(steps('settle'), 0.95)}; a round trip ${trip.toFixed(1)}`,
    share(all, 0.95) <= 50 + 3 * trip,
  );
  const idle = seen.windows.filter(window => window.idle >= 0.5);
  const within = done.filter(({ at }) => idle.some(({ from, to }) => from <= at && at < to)).map(sum);
  figures.tell(
    'the three steps while half of the CPU was idle, ms',
    within.length === 0
      ? 'the CPU was never half idle'
      : `${idle.length} of ${seen.windows.length} windows of 5 s, ${within.length} writes: p50 ${ms(within, 0.5)}, p95 ${ms(within, 0.95)}, p99 ${ms(within, 0.99)}`,
  );
  const strains = running.map(group => group.strain()).filter(strain => strain !== undefined);
  figures.tell(
    'delay of the event loops, ms',
    [
      ...strains.map(({ delay }) => `consoles p50 ${delay.p50}, p99 ${delay.p99}, longest ${delay.max}`),
      `service p50 ${seen.delay.p50}, p99 ${seen.delay.p99}, longest ${seen.delay.max}`,
    ].join('; '),
  );
  const cpu = strains.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  figures.tell(
    'CPU, ms of a write',
    `consoles ${((1000 * cpu) / written.length).toFixed(1)}, service ${((1000 * seen.cpuSeconds) / written.length).toFixed(1)}, server with the heartbeats ${(served.ms / written.length).toFixed(1)}`,
  );
  figures.tell('sessions that wait in the server, on average', seen.waits);
  await compared(stage, 'the long run', service);
}

/** Measures twice a second: the time of a round trip, and what the server's sessions wait for. */
function watch({ admin }: Stage, address: Parameters<typeof pgLink>[0]) {
  const ping = pgLink(address, clock);
  const delay = monitorEventLoopDelay();
  delay.enable();
  const cpu = process.cpuUsage();
  const trips: number[] = [];
  const waits = new Map<string, number>();
  const windows: { readonly from: number; readonly to: number; readonly idle: number }[] = [];
  let last = { at: Date.now(), ...ticks() };
  const windowTimer = setInterval(() => {
    const now = { at: Date.now(), ...ticks() };
    windows.push({ from: last.at, to: now.at, idle: (now.idle - last.idle) / (now.all - last.all) });
    last = now;
  }, 5000);
  let looks = 0;
  const timer = setInterval(async () => {
    const asked = performance.now();
    await ping.rows('SELECT 1').catch(() => {});
    trips.push(performance.now() - asked);
    const found = await admin.rows(
      `SELECT coalesce(wait_event_type || ' ' || wait_event, 'at work') AS event, count(*) AS n FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND state = 'active' AND pid <> pg_backend_pid() GROUP BY 1`,
    );
    looks++;
    for (const { event, n } of found) waits.set(String(event), (waits.get(String(event)) ?? 0) + Number(n));
  }, 500);
  return async () => {
    clearInterval(timer);
    clearInterval(windowTimer);
    const { user, system } = process.cpuUsage(cpu);
    delay.disable();
    await ping.close();
    const most = [...waits].toSorted(([, one], [, other]) => other - one).slice(0, 6);
    return {
      trips,
      windows,
      cpuSeconds: (user + system) / 1e6,
      delay: delayOf(delay),
      waits: most.map(([event, n]) => `${event} ${(n / looks).toFixed(2)}`).join(', ') || 'none',
    };
  };
}

/** The CPU time of all cores since the machine started, including other programs. */
function ticks(): { readonly idle: number; readonly all: number } {
  const times = os.cpus().map(({ times: each }) => each);
  const all = times.flatMap(each => Object.values(each)).reduce((one, other) => one + other, 0);
  return { idle: times.reduce((before, each) => before + each.idle, 0), all };
}
