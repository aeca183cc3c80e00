/** What an owner of the schema changes with psql, on a real server: the next check of the record names each change. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { checkRecord } from '../../src/journal/postgres/record-check.ts';
import { acceptRule, proposeRule } from '../../src/journal/postgres/rules.ts';
import { machineKeyIn } from '../../src/journal/team/machine-key.ts';
import { payout } from './equal-payout.ts';
import { clock, type Stage } from './stage.ts';

export async function tampering({
  newService,
  open,
  address,
  admin,
  cluster,
  figures,
}: Stage): Promise<void> {
  const { simulator, service } = await newService();
  await simulator.close();
  const rule = { operation: 'payout.create', over: '10', currency: 'GBP', votes: 1, minutes: 30 };
  const [byBen, byCy] = [pgLink(address('ben'), clock), pgLink(address('cy'), clock)];
  const proposed = await proposeRule(byBen, service, rule);
  if (proposed.ok) await acceptRule(byCy, service, proposed.number);
  const [ana, ben] = [await open('ana', service, 'desk-a'), await open('ben', service, 'desk-b')];
  const [large, small] = [randomUUID(), randomUUID()];
  const amounts = (amount: string) => ({ amounts: [{ amount, currency: 'GBP' }] });
  await ana.approvals.ask({ ...payout(large, service, large), ...amounts('25') }, { body: '', warnings: [] });
  const waiting = await ben.approvals.waiting();
  const digest = waiting.ok ? (waiting.value[0]?.digest ?? '') : '';
  await ben.approvals.vote(large, digest, 'approve', '');
  await ana.prepare({ ...payout(small, service, small), ...amounts('5') });
  await ana.sent(small);
  await ana.settle(small, 'UNKNOWN', { status: 500, text: 'broken' });
  await ana.together.addNote({ userId: 'user-1' }, 'Ana phoned the bank.');
  const key = machineKeyIn(path.join(cluster.folder, 'machine-key.pem'));
  // The answer to a heartbeat has the newest line.
  await ana.beat();
  const last = ana.head();
  if (key === undefined || last === undefined) throw new Error('nothing to sign');
  await ana.signHead(last, key.name, key.signed(service, last));

  const check = async () =>
    (await checkRecord({ link: byCy, service, heads: [] }))?.problems ?? ['not readable'];
  const sound = await check();
  figures.tell('a sound record', sound.join(' ') || 'whole', sound.length === 0);
  const [found] = await admin.rows('SELECT realm FROM purser.realms WHERE base_url = $1', service.baseUrl);
  const realm = Number(found?.['realm']);
  const lines = `purser.audit WHERE realm = ${realm}`;
  const tries: readonly (readonly [name: string, sql: string, named: string])[] = [
    [
      "a vote's name",
      `UPDATE purser.approval_votes SET voter = 'cy' WHERE realm = ${realm}`,
      'of the votes was changed',
    ],
    [
      'a rewritten note',
      `UPDATE purser.notes SET text = 'Nobody phoned.' WHERE realm = ${realm}`,
      'of the notes was changed',
    ],
    ['a deleted line', `DELETE FROM ${lines} AND number = 4`, 'Line 4 is missing'],
    [
      'an outcome with a new seal by purser.seal()',
      `UPDATE purser.transitions t SET status = 200, seal = purser.seal((SELECT seal FROM purser.transitions b WHERE b.request_id = t.request_id
        AND b.number < t.number ORDER BY number DESC LIMIT 1), ARRAY[t.request_id, t.from_state, t.to_state, t.at::text, t.pid::text,
        t.console::text, t.role::text, '200', t.message, t.answer_hash, t.resolved_by, t.verdict, t.evidence, t.note, t.what])
        WHERE t.request_id = '${small}' AND t.to_state = 'UNKNOWN'`,
      'of the transitions was changed',
    ],
    [
      'a line, its row and the rest of the log, written again so that they fit',
      `UPDATE purser.notes SET text = 'Nobody phoned.' WHERE realm = ${realm};
      DO $$ DECLARE l record; last text := (SELECT hash FROM ${lines} ORDER BY number LIMIT 1); its_line text; BEGIN
        FOR l IN SELECT * FROM ${lines} AND number > 1 ORDER BY number LOOP
          its_line := regexp_replace(regexp_replace(l.line, '"before":"[0-9a-f]*"', '"before":"' || last || '"'), '"hash":"[^"]*"',
            '"hash":"' || purser.hash('Nobody phoned.') || '"');
          last := encode(sha256(convert_to(its_line, 'UTF8')), 'hex');
          UPDATE purser.audit SET line = its_line, hash = last WHERE realm = ${realm} AND number = l.number;
        END LOOP;
        UPDATE purser.audit_head SET hash = last WHERE realm = ${realm};
      END $$`,
      'The signature of ana',
    ],
  ];
  const guarded = ['audit', 'approval_votes', 'notes', 'transitions'];
  const triggers = (what: 'DISABLE' | 'ENABLE'): string =>
    guarded.map(table => `ALTER TABLE purser.${table} ${what} TRIGGER USER;`).join(' ');
  for (const [name, sql, named] of tries) {
    const kept = guarded.concat('audit_head');
    await admin.script('RESET ROLE');
    for (const table of kept)
      await admin.script(`CREATE TABLE public.kept_${table} AS TABLE purser.${table}`);
    await admin.script(
      `SET ROLE purser_owner; ${triggers('DISABLE')} ${sql}; ${triggers('ENABLE')} RESET ROLE`,
    );
    const problems = await check();
    figures.tell(
      name,
      problems.slice(0, 2).join(' ') || 'not named',
      problems.some(problem => problem.includes(named)),
    );
    await admin.script('SET session_replication_role = replica');
    for (const table of kept)
      await admin.script(
        `DELETE FROM purser.${table}; INSERT INTO purser.${table} SELECT * FROM public.kept_${table}; DROP TABLE public.kept_${table}`,
      );
    await admin.script('SET session_replication_role = origin');
  }
  const after = await check();
  figures.tell('the record as it was', after.join(' ') || 'whole', after.length === 0);
  for (const each of [ana, ben, byBen, byCy]) await each.close();
}
