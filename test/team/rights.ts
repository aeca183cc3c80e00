/** Statements that an operator must not be able to run, tried on a real server. */
import { randomUUID } from 'node:crypto';
import type { Link } from '../../src/journal/postgres/link.ts';
import type { ServerJournal } from '../../src/journal/postgres/server-journal.ts';
import { payout } from './equal-payout.ts';

const TRIED: readonly string[] = [
  "INSERT INTO purser.audit VALUES (1, 99, 'x', 'y')",
  "UPDATE purser.audit SET line = 'x'",
  'DELETE FROM purser.audit',
  'TRUNCATE purser.audit',
  "UPDATE purser.audit_head SET hash = 'x'",
  "UPDATE purser.intents SET state = 'DONE'",
  'DELETE FROM purser.intents',
  'DELETE FROM purser.transitions',
  'DELETE FROM purser.payloads',
  "UPDATE purser.consoles SET lease_until = 'infinity'",
  "INSERT INTO purser.operators VALUES ('eve', 'Ana', true)",
  'SELECT * FROM purser.operators',
  'SELECT * FROM purser.members',
  "SELECT purser.move('x', 'DONE', NULL)",
  "SELECT purser.append(1, 99, NULL, 'write', '{}')",
  "SELECT purser.enter(1, 99, '{}', NULL, NULL)",
  'SELECT purser.take(1)',
  "SELECT purser.tell(1, 'write', '{}')",
  "SELECT purser.add_operator('ana', 'Ben', 1)",
  "SELECT purser.disable_operator('ben')",
  "SELECT purser.add_realm('https://x', 'y')",
  'SELECT purser.prune(1, 400)',
  'SELECT purser.retain(1, 30)',
  'SELECT purser.make_months(1)',
  'SELECT * FROM purser.payloads_rest',
  "INSERT INTO purser.rule_changes (realm, operation, votes, minutes, proposed_by, proposed_at) VALUES (1, 'x', 0, 1, 'Ana', 0)",
  "UPDATE purser.rule_changes SET accepted_by = 'Ben', accepted = 1",
  'DELETE FROM purser.approvals',
  "INSERT INTO purser.approval_votes VALUES (1, 'x', 'Ana', 'Ben', 'ben', 'approve', 'x', '', 0, 1)",
  "SELECT purser.ask_for(1, 'x', '{}', '{}', 1)",
  'SELECT purser.expire(1, NULL)',
  'SELECT purser.ring(1, 1)',
  'SET ROLE purser_owner',
  'SET SESSION AUTHORIZATION ben',
  'ALTER TABLE purser.audit DISABLE TRIGGER ALL',
  'ALTER TABLE purser.intents NO FORCE ROW LEVEL SECURITY',
  'DROP POLICY of_realm ON purser.intents',
  'CREATE TABLE purser.mine (a int)',
  'CREATE OR REPLACE FUNCTION purser.clock() RETURNS timestamptz LANGUAGE sql RETURN now()',
  "SET session_replication_role = 'replica'",
  'CREATE ROLE eve LOGIN',
  'ALTER ROLE ana SUPERUSER',
];

/** Runs every statement and returns those that the server did not refuse. */
export async function grantedTo(
  operator: Link,
): Promise<{ readonly tried: number; readonly granted: readonly string[] }> {
  const done: string[] = [];
  for (const sql of TRIED)
    await operator.rows(sql).then(
      () => done.push(sql),
      (error: unknown) => {
        // 42501: insufficient privilege.
        if (Reflect.get(Object(error), 'code') !== '42501') done.push(`${sql}: ${String(error)}`);
      },
    );
  return { tried: TRIED.length, granted: done };
}

/** Records an outcome and a duplicate of one entry at the same time. Returns how many of the two succeeded. */
export async function crossed(
  holder: Link,
  console: ServerJournal,
  colleague: ServerJournal,
  service: Parameters<typeof payout>[1],
): Promise<number> {
  const [first, second] = [randomUUID(), randomUUID()];
  const soon = () => new Promise(resolve => setTimeout(resolve, 200));
  await console.prepare(payout(first, service, first));
  await console.sent(first);
  // The holder's transaction makes both wait. The duplicate is the first in the queue.
  await holder.rows('BEGIN');
  await holder.rows("SELECT purser.note($1, 'locked', '{}')", console.self.started);
  const duplicate = colleague.prepare(payout(second, service, first), { named: [first] });
  await soon();
  const settled = console.settle(first, 'DONE');
  await soon();
  await holder.rows('COMMIT');
  return (await Promise.all([duplicate, settled])).filter(({ ok }) => ok).length;
}

/** A colleague's write while an operator's open transaction locks the log: its result and how long it waited. */
export async function blockedWrite(
  operator: Link,
  console: ServerJournal,
  colleague: ServerJournal,
  service: Parameters<typeof payout>[1],
  before: string,
): Promise<string> {
  await operator.rows('BEGIN');
  await operator.rows("SELECT purser.note($1, 'locked', '{}')", console.self.started);
  if (before !== '') await operator.rows(before);
  const begun = performance.now();
  const requestId = randomUUID();
  const done = await colleague.prepare(payout(requestId, service, requestId));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  await operator.rows('ROLLBACK').catch(() => {});
  return `${done.ok ? 'recorded' : 'not recorded'} after ${seconds} s`;
}
