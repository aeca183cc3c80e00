/** What a session does before its turn, so that other writers wait for less. */
import { expect, test } from 'vitest';
import { payout, requestId } from './parts.ts';
import { newServer } from './pglite.ts';

test('a session plans a write when its console begins or before its first turn, and leaves no trace', async () => {
  const server = newServer();
  await server.admin("SET purser.planned = ''");
  const journal = await server.open();
  expect(await server.admin('SHOW purser.planned')).toEqual([{ 'purser.planned': 'yes' }]);
  const turns = "SELECT count(*)::int FROM pg_locks WHERE relation = 'purser.turns_1'::regclass";
  await server.admin(`CREATE TABLE purser.test_turns (held int);
    ALTER FUNCTION purser.plan_ahead(int) RENAME TO real_plan_ahead;
    CREATE FUNCTION purser.plan_ahead(of_realm int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
      PERFORM purser.real_plan_ahead(of_realm); INSERT INTO purser.test_turns ${turns}; END $$;
    GRANT INSERT ON purser.test_turns TO purser_owner;
    SET purser.planned = ''`);
  for (const n of [1, 2]) expect(await journal.prepare(payout(n))).toMatchObject({ ok: true });
  expect(await server.admin('SELECT * FROM purser.test_turns')).toEqual([{ held: 0 }]);
  expect(await server.admin('SELECT number::int FROM purser.intents ORDER BY number')).toEqual([
    { number: 1 },
    { number: 2 },
  ]);
  const lines = await journal.lines(-1_000_000_000_000_000_000);
  expect(lines).toMatchObject({ ok: true, value: [{ number: 1 }, { number: 2 }] });
});

test('a session that cannot plan ahead still records writes, and does not try again', async () => {
  const server = newServer();
  await server.admin(`CREATE FUNCTION purser.test_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.operation = '' THEN RAISE EXCEPTION 'refused by a test'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER test_refuse BEFORE INSERT ON purser.intents FOR EACH ROW EXECUTE FUNCTION purser.test_refuse();
    SET purser.planned = ''`);
  const journal = await server.open();
  expect(await server.admin('SHOW purser.planned')).toEqual([{ 'purser.planned': 'P0001' }]);
  for (const n of [1, 2]) expect(await journal.prepare(payout(n))).toMatchObject({ ok: true });
});

test('a new entry locks its content and each name that it uses up, so that no equal write passes at the same moment', async () => {
  const server = newServer();
  await server.admin(`CREATE TABLE purser.test_locks (request_id text, locks int);
    CREATE FUNCTION purser.test_locks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO purser.test_locks SELECT NEW.request_id, count(*) FROM pg_locks WHERE locktype = 'advisory'; RETURN NEW; END $$;
    CREATE TRIGGER test_locks BEFORE INSERT ON purser.intents FOR EACH ROW EXECUTE FUNCTION purser.test_locks();
    GRANT INSERT ON purser.test_locks TO purser_owner`);
  const journal = await server.open();
  const used = [[], ['a'], ['b', 'c', 'd', 'b']];
  for (const [n, uses] of used.entries())
    expect(await journal.prepare(payout(n, { uses }))).toMatchObject({ ok: true });
  const found = await server.admin('SELECT request_id, locks FROM purser.test_locks');
  const locksOf = (n: number) => Number(found.find(row => row['request_id'] === requestId(n))?.['locks']);
  expect([locksOf(1) - locksOf(0), locksOf(2) - locksOf(0)]).toEqual([1, 3]);
});
