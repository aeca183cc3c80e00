/** What an operator with psql may try so that nobody else can write. Each must fail, or cost the others seconds at most. */
import { randomUUID } from 'node:crypto';
import { factsOf } from '../../src/journal/postgres/admin.ts';
import { causeOf } from '../../src/journal/postgres/causes.ts';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import type { ServerJournal } from '../../src/journal/postgres/server-journal.ts';
import { payout } from './equal-payout.ts';
import { share } from './figures.ts';
import { clock, type Stage, sleep } from './stage.ts';

const PATIENT = { connect: 5000, call: 60_000 } as const;

export async function denials(stage: Stage): Promise<void> {
  const { admin, newService, open, address, figures } = stage;
  const { simulator, service } = await newService();
  const demo = await newService();
  await simulator.close();
  await demo.simulator.close();
  // The stage's load runs need many sessions of one role. Here the limit counts.
  await admin.script('RESET ROLE; ALTER ROLE ana CONNECTION LIMIT 20');
  const psql = (database = 'team') => pgLink({ ...address('ana'), database }, clock, PATIENT);
  const ben = await open('ben', service, 'desk-ben');
  const ana = await open('ana', service, 'desk-ana');
  const link = psql();

  async function writes(): Promise<string> {
    const begun = performance.now();
    const requestId = randomUUID();
    const done = await ben.prepare(payout(requestId, service, requestId));
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    return done.ok
      ? `recorded after ${seconds} s`
      : `not recorded: ${'unwritable' in done ? done.unwritable : ''}`;
  }

  const { unlimited } = await factsOf(psql(), service);
  figures.tell(
    'what doctor finds after purser team init',
    unlimited.join(', ') || 'no way to stop the others',
    unlimited.length === 0,
  );

  for (const [name, sql, database] of [
    ['20,000 advisory locks', 'SELECT count(pg_advisory_lock(n)) FROM generate_series(1, 20000) n'],
    ['a lock on the fingerprint of a payout', "SELECT pg_advisory_xact_lock(hashtextextended('1 2:x', 0))"],
    ['large objects until the disk is full', "SELECT lo_from_bytea(0, repeat('x', 1000000)::bytea)"],
    [
      'messages until the WAL fills the disk',
      "SELECT pg_logical_emit_message(false, 'x', repeat('x', 1000000))",
    ],
    ['a temporary table', 'CREATE TEMPORARY TABLE mine (a int)'],
    ['a temporary table in the database postgres', 'CREATE TEMPORARY TABLE mine (a int)', 'postgres'],
    ['a table in the schema public', 'CREATE TABLE public.mine (a int)'],
    [
      'temporary files of 1 GB',
      'SET work_mem = 64; SELECT count(*) FROM (SELECT n FROM generate_series(1, 30000000) n ORDER BY random()) s',
    ],
  ] as const) {
    const own = psql(database);
    let refused = '';
    try {
      await own.script(sql);
    } catch (error) {
      refused = causeOf(error);
    }
    await own.close();
    figures.tell(name, refused || 'allowed', refused !== '');
  }

  const sessions = Array.from({ length: 97 }, () => psql());
  const opened = await Promise.all(
    sessions.map(each =>
      each.rows('SELECT 1').then(
        () => true,
        () => false,
      ),
    ),
  );
  const colleague = await open('cy', service, 'desk-cy').then(() => 'a colleague can connect', String);
  figures.tell(
    '97 connections of one operator',
    `${opened.filter(Boolean).length} connected; ${colleague}`,
    opened.filter(Boolean).length < 20 && colleague === 'a colleague can connect',
  );
  await Promise.all(sessions.map(each => each.close()));

  const large = `SELECT purser.note($1, 'exported', jsonb_build_object('x', repeat('x', 8000000)))->>'barred' AS barred`;
  const [note] = await link.rows(large, ana.self.started);
  const [body] = await link.rows(
    `SELECT purser.prepare($1, jsonb_build_object('base_url', $2::text, 'client_id', $3::text), repeat('x', 100000000), '{}', '[]')->>'barred' AS barred`,
    ...[ana.self.started, service.baseUrl, service.clientId],
  );
  figures.tell(
    'a note of 8 MB, a body of 100 MB',
    `barred: ${note?.['barred']}, ${body?.['barred']}`,
    note?.['barred'] === 'size' && body?.['barred'] === 'size',
  );
  const [flood] = await link.rows(
    "SELECT count(*) FILTER (WHERE purser.note($1, 'exported', '{}')->>'ok' = 'true')::int AS taken FROM generate_series(1, 5000)",
    ana.self.started,
  );
  const begun = performance.now();
  const another = await open('cy', service, 'desk-late');
  const took = performance.now() - begun;
  await another.close();
  figures.tell(
    '5,000 notes',
    `${flood?.['taken']} taken; another console opens in ${took.toFixed(0)} ms`,
    Number(flood?.['taken']) <= 3000,
  );

  await admin.script('UPDATE purser.tallies SET count = 0');
  await blocks(stage, { service, demo: demo.service, ben }, writes);

  const ringers = Array.from({ length: 4 }, () => psql());
  let over = false;
  const rings = ringers.map(async each => {
    let count = 0;
    for (; !over; count += 1000)
      await each.script(
        `DO $$ BEGIN FOR i IN 1..1000 LOOP PERFORM pg_notify('purser_1', i || repeat('x', 100)); END LOOP; END $$`,
      );
    return count;
  });
  const spent: number[] = [];
  const failed: string[] = [];
  for (let number = 0; number < 50; number++) {
    const from = performance.now();
    const done = await writes();
    if (!done.startsWith('recorded')) failed.push(done);
    spent.push(performance.now() - from);
    await sleep(50);
  }
  over = true;
  const rung = (await Promise.all(rings)).reduce((sum, count) => sum + count, 0);
  await Promise.all(ringers.map(each => each.close()));
  figures.tell(
    'a flood of NOTIFY',
    `${rung} notifications; 50 writes meanwhile, ${failed.length} not recorded, p95 ${share(spent, 0.95).toFixed(0)} ms`,
    failed.length === 0,
  );
  for (const each of [ben, ana, link]) await each.close();
}

interface Desks {
  readonly service: { readonly baseUrl: string; readonly clientId: string };
  readonly demo: { readonly baseUrl: string; readonly clientId: string };
  readonly ben: ServerJournal;
}

/** Locks that an operator takes with the functions of the journal, in a statement that does not end. */
async function blocks(
  { admin, open, address, figures }: Stage,
  { service, demo, ben }: Desks,
  writes: () => Promise<string>,
): Promise<void> {
  const recorded = (said: string): boolean => /^recorded after [0-4]\./.test(said);
  async function during(
    sql: string,
    values: readonly string[],
    work: () => Promise<string>,
    where = service,
  ): Promise<string> {
    const own = pgLink(address('ana'), clock, PATIENT);
    await own.script('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    const console = await open('ana', where, 'desk-psql');
    const held = own.rows(sql, console.self.started, ...values).catch(() => []);
    await sleep(1000);
    const said = await work();
    await admin.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ana'");
    await held;
    await own.close();
    return said;
  }
  const holds = "SELECT purser.note($1, 'locked', '{}'), pg_sleep(600)";
  const turn = await during(holds, [], writes);
  figures.tell('the turn of the log, in a statement of ten minutes', turn, recorded(turn));

  const requestId = randomUUID();
  await ben.prepare(payout(requestId, service, requestId));
  await ben.sent(requestId);
  const outcome = await during(
    "SELECT purser.hand_over($1, $2, 'x'), purser.resolve($1, $2, '{}'), pg_sleep(600)",
    [requestId],
    async () => {
      const begun = performance.now();
      const done = await ben.settle(requestId, 'DONE', { status: 200 });
      return `${done.ok ? 'recorded' : 'not recorded'} after ${((performance.now() - begun) / 1000).toFixed(1)} s`;
    },
  );
  figures.tell("a lock on a colleague's entry", outcome, recorded(outcome));

  const same = randomUUID();
  const other = payout(randomUUID(), service, same);
  const prepared = await ben.prepare(payout(randomUUID(), service, same));
  const intent = JSON.stringify({
    request_id: other.requestId,
    base_url: service.baseUrl,
    client_id: service.clientId,
    fingerprint: `2:${same}`,
    operation: 'payout.create',
  });
  const duplicate = await during(
    "SELECT purser.prepare($1, $2, NULL, '{}', '[]'), pg_sleep(600)",
    [intent],
    async () => {
      const begun = performance.now();
      const done = await ben.prepare(other, { named: prepared.ok ? [prepared.row.intent.requestId] : [] });
      return `${done.ok ? 'recorded' : 'not recorded'} after ${((performance.now() - begun) / 1000).toFixed(1)} s`;
    },
  );
  figures.tell(
    "a lock on a payout's fingerprint, by a function of the journal",
    duplicate,
    recorded(duplicate),
  );

  const apart = await during(holds, [], writes, demo);
  figures.tell('a demo holds its own turn', `production: ${apart}`, /^recorded after 0\./.test(apart));
  const lines = await ben.audit(500);
  const ended = lines.ok ? lines.value.filter(({ kind }) => kind === 'blocker-ended') : [];
  figures.tell(
    'the log names who was ended',
    ended.map(({ detail }) => `${detail['role']} after ${detail['seconds']} s`).join(', '),
    ended.length === 3,
  );
}
