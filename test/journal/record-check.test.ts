/** The check of a team's whole record names whatever the owner of the schema changed with psql. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { localJournal } from '../../src/journal/local-journal.ts';
import { checkRecord } from '../../src/journal/postgres/record-check.ts';
import { proposeRule, withdrawRule } from '../../src/journal/postgres/rules.ts';
import { machineKeyIn } from '../../src/journal/team/machine-key.ts';
import { openTeam } from '../../src/journal/team/team-journal.ts';
import { manualClock } from '../harness/clock.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { patience } from '../harness/patience.ts';
import { approvalServer, CONFIRMED, large, setRule, waitingFor } from './approval-parts.ts';
import { openWhole, payout, requestId, start } from './parts.ts';
import { SERVICE, type Server } from './pglite.ts';

/** A record with each kind of row. */
async function newRecord() {
  const server = await approvalServer();
  await server.admin(
    `SET ROLE purser_owner; SELECT purser.add_operator(role, person, 1, NULL, purser.may_approve(role, 1)) FROM purser.operators; RESET ROLE`,
  );
  await setRule(server);
  await setRule(server, { over: '50000', hours: 24 });
  const withdrawn = await proposeRule(server.link('ben'), SERVICE, {
    ...{ operation: 'fx.convert', votes: 1, minutes: 30 },
  });
  if (withdrawn.ok) await withdrawRule(server.link('ben'), SERVICE, withdrawn.number);
  await server.admin(`SET ROLE purser_owner; SELECT purser.add_operator('dan', 'Dan', 1);
    SELECT purser.disable_operator('dan'); RESET ROLE`);
  const [ana, ben, cy] = [await server.open('ana'), await server.open('ben'), await server.open('cy')];
  await ana.approvals.ask(large(1), CONFIRMED);
  const { digest } = await waitingFor(ben);
  // The log keeps less of the note than the row.
  await ben.approvals.vote(requestId(1), digest, 'approve', 'n'.repeat(600));
  await ana.prepare(payout(2, { amounts: [{ amount: '1.00', currency: 'GBP' }] }));
  await ana.sent(requestId(2));
  await ana.settle(requestId(2), 'UNKNOWN', { status: 500, text: 'broken' });
  await ana.together.handOver(requestId(2), 'Cy');
  await cy.together.answer(requestId(2), true);
  await ben.together.handOver(requestId(2), 'Ben');
  await cy.together.addNote({ userId: 'user-1' }, 'Ana phoned the bank.');
  const check = (heads: readonly { number: number; hash: string }[] = [], person: 'cy' | 'postgres' = 'cy') =>
    checkRecord({ link: server.link(person), service: SERVICE, heads });
  return { server, check, ana };
}

/** As the owner of the schema can do it: without triggers, and with purser.seal() in hand. */
const tampered = (server: Server, sql: string) =>
  server.admin(`SET session_replication_role = replica; ${sql}; SET session_replication_role = origin`);

/** Makes the log's lines from `number` on fit each other again. */
const resealed = (server: Server, number: number) =>
  tampered(
    server,
    `DO $$ DECLARE l record; last text; its_line text; BEGIN
      SELECT hash INTO last FROM purser.audit WHERE realm = 1 AND number = ${number} - 1;
      FOR l IN SELECT * FROM purser.audit WHERE realm = 1 AND number >= ${number} ORDER BY number LOOP
        its_line := regexp_replace(l.line, '"before":"[0-9a-f]*"', '"before":"' || last || '"');
        last := encode(sha256(convert_to(its_line, 'UTF8')), 'hex');
        UPDATE purser.audit SET line = its_line, hash = last WHERE realm = 1 AND number = l.number;
      END LOOP;
      UPDATE purser.audit_head SET hash = last WHERE realm = 1;
    END $$`,
  );

test('a sound record is whole, for an operator and for an administrator', async () => {
  const { check } = await newRecord();
  const whole = await check();
  expect(whole).toMatchObject({ problems: [], entries: 2 });
  expect(whole?.head?.number).toBe(whole?.lines);
  expect(await check(whole?.head ? [whole.head] : [], 'postgres')).toEqual(whole);
});

test.each<[string, string, RegExp]>([
  [
    "a vote's name",
    "UPDATE purser.approval_votes SET voter = 'Cy'",
    /^Row \d+ of the votes was changed: by differs/,
  ],
  [
    "a vote's role",
    "UPDATE purser.approval_votes SET role = 'cy'",
    /^Row \d+ of the votes was changed: role differs/,
  ],
  ['a deleted vote', 'DELETE FROM purser.approval_votes', /^The row of line \d+ \(vote\) was deleted/],
  [
    'an invented vote',
    'UPDATE purser.approval_votes SET number = number + 1',
    /^Row \d+ of the votes has no line/,
  ],
  [
    'a longer approval',
    'UPDATE purser.approvals SET expires_at = expires_at + 1',
    /requests for approval was changed: expires/,
  ],
  [
    'a rewritten note',
    "UPDATE purser.notes SET text = 'Nobody phoned.'",
    /^Row \d+ of the notes was changed: hash differs/,
  ],
  [
    "a note's author",
    "UPDATE purser.notes SET person = 'Ben'",
    /^Row \d+ of the notes was changed: by differs/,
  ],
  ['a deleted note', 'DELETE FROM purser.notes', /^The row of line \d+ \(note\) was deleted/],
  [
    'a changed handover',
    "UPDATE purser.handovers SET to_person = 'Ben'",
    /handovers was changed: to differs/,
  ],
  [
    'a deleted handover',
    "DELETE FROM purser.handovers WHERE to_person = 'Ben'",
    /^The row of line \d+ \(handover\) was deleted/,
  ],
  [
    'a deleted acceptance of a handover',
    "DELETE FROM purser.handovers WHERE to_person = 'Cy' AND number = (SELECT max(number) FROM purser.handovers WHERE to_person = 'Cy')",
    /^The row of line \d+ \(handover\) was deleted/,
  ],
  [
    'an invented approver',
    'GRANT purser_approver TO ana',
    /^The operator ana is an approver, and the log does not say so/,
  ],
  [
    'an approver who is none any more',
    'REVOKE purser_approver FROM ben',
    /^The operator ben is no longer an approver/,
  ],
  [
    'a withdrawn proposal',
    "UPDATE purser.rule_changes SET operation = 'card.close' WHERE withdrawn IS NOT NULL",
    /rules was changed: operation differs/,
  ],
  [
    'a disabled operator who is active again',
    "UPDATE purser.operators SET active = true WHERE role = 'dan'",
    /^The operator dan is active, and the log says disabled/,
  ],
  ['a weaker rule', 'UPDATE purser.rule_changes SET over = 99999', /rules was changed: over differs/],
  [
    "an operator's person",
    "UPDATE purser.operators SET person = 'Cy' WHERE role = 'ana'",
    /^The operator ana was changed: the log says Ana/,
  ],
  [
    'an operator who was enabled',
    "UPDATE purser.operators SET active = false WHERE role = 'ben'",
    /^The operator ben was changed/,
  ],
  [
    'an invented operator',
    "INSERT INTO purser.operators VALUES ('eve', 'Eve', true); INSERT INTO purser.members VALUES (1, 'eve')",
    /^The operator eve has no line/,
  ],
  ['a changed entry', "UPDATE purser.intents SET user_id = 'user-2'", /^Entry \d+ \(.*\): a row was changed/],
  [
    'a changed answer',
    "UPDATE purser.payloads SET payload = '\"fine\"' WHERE payload LIKE '%broken%'",
    /a payload was changed/,
  ],
  ['a deleted body', 'DELETE FROM purser.payloads', /its body or answer was deleted, and no line says so/],
  [
    'an outcome that fits its seal',
    `UPDATE purser.transitions t SET status = 503, seal = purser.seal((SELECT seal FROM purser.transitions b WHERE b.request_id = t.request_id
      AND b.number < t.number ORDER BY number DESC LIMIT 1), ARRAY[t.request_id, t.from_state, t.to_state, t.at::text, t.pid::text, t.console::text,
      t.role::text, '503', t.message, t.answer_hash, t.resolved_by, t.verdict, t.evidence, t.note, t.what]) WHERE t.to_state = 'UNKNOWN'`,
    /transitions was changed: seal differs/,
  ],
  [
    'a deleted line',
    'DELETE FROM purser.audit WHERE number = 4 AND realm = 1',
    /^Line 4 is missing: line 5 is in its place/,
  ],
  [
    'a deleted last line',
    'DELETE FROM purser.audit WHERE realm = 1 AND number = (SELECT number FROM purser.audit_head WHERE realm = 1)',
    /^Line \d+ is missing: the log once reached \d+/,
  ],
])('%s is named', async (_, sql, problem) => {
  const { server, check } = await newRecord();
  await tampered(server, sql);
  expect((await check())?.problems.join('\n')).toMatch(new RegExp(problem.source, 'm'));
});

test('a log of several pages is checked to its last line', async () => {
  const { server, check } = await newRecord();
  await server.admin(`SET ROLE purser_owner; SELECT count(purser.tell(1, 'verified', '{}'))
    FROM generate_series((SELECT number FROM purser.audit_head WHERE realm = 1) + 1, 1001); RESET ROLE`);
  expect(await check()).toMatchObject({ problems: [], lines: 1001, head: { number: 1001 } });
  await tampered(
    server,
    "UPDATE purser.audit SET line = replace(line, 'verified', 'exported') WHERE number = 1001",
  );
  expect((await check())?.problems).toEqual([expect.stringMatching(/^Line 1001 /)]);
});

test('the check ends at the last line of its beginning, while consoles write and sign', async () => {
  const { server, ana } = await newRecord();
  const key = machineKeyIn(path.join(temporaryFolder(), 'machine-key.pem'));
  const link = server.link('cy');
  const checked = await checkRecord({
    service: SERVICE,
    heads: [],
    link: {
      async rows(sql, ...values) {
        const found = await link.rows(sql, ...values);
        if (sql.includes('record_of')) {
          await ana.prepare(payout(3, { amounts: [{ amount: '1.00', currency: 'GBP' }] }));
          expect((await ana.approvals.withdraw(requestId(1))).ok).toBe(true);
          const head = ana.head();
          if (key && head) await ana.signHead(head, key.name, key.signed(SERVICE, head));
        }
        return found;
      },
    },
  });
  expect(checked).toMatchObject({ problems: [], entries: 2 });
});

test('of many problems the first 20 are named', async () => {
  const { server, check, ana } = await newRecord();
  for (let number = 1; number <= 22; number++) await ana.together.addNote({ userId: 'user-1' }, `${number}`);
  await tampered(server, 'DELETE FROM purser.notes');
  expect((await check())?.problems).toHaveLength(20);
});

test('a line that was rewritten together with its row and the rest of the log contradicts the head', async () => {
  const { server, check } = await newRecord();
  const before = await check();
  await tampered(
    server,
    `UPDATE purser.approval_votes SET voter = 'Cy', role = 'cy'; UPDATE purser.audit SET line = replace(replace(line, '"by":"Ben"', '"by":"Cy"'),
      '"operator":"ben"', '"operator":"cy"') WHERE line LIKE '%"kind":"vote"%'`,
  );
  const [vote] = await server.admin(`SELECT number FROM purser.approval_votes`);
  await resealed(server, Number(vote?.['number']));
  expect((await check())?.problems).toEqual([]);
  const heads = before?.head ? [before.head] : [];
  expect((await check(heads))?.problems).toEqual([expect.stringContaining('does not match the head')]);
});

test('a log that is shorter than a head is named', async () => {
  const { check } = await newRecord();
  const { number = 0 } = (await check())?.head ?? {};
  for (const beyond of [number + 1, 9999])
    expect((await check([{ number: beyond, hash: 'a'.repeat(32) }]))?.problems).toEqual([
      expect.stringMatching(`^Line ${beyond} is missing`),
    ]);
});

test('a signed line shows that the log was written again, although nobody kept a head', async () => {
  const { server, check } = await newRecord();
  const key = machineKeyIn(path.join(temporaryFolder(), 'machine-key.pem'));
  const journal = await server.open('ana');
  const head = (await check())?.head;
  const line = await journal.lines(head?.number ?? 0);
  const sealed = line.ok ? line.value[0] : undefined;
  if (!key || !sealed) throw new Error('nothing to sign');
  expect(await journal.signHead(sealed, key.name, key.signed(SERVICE, sealed))).toEqual({ ok: true });
  const ben = await server.open('ben');
  expect(await ben.signHead(sealed, key.name, 'x')).toMatchObject({ ok: false });
  expect((await check())?.problems).toEqual([]);
  const [offer] = await server.admin('SELECT number FROM purser.handovers');
  const number = Number(offer?.['number']);
  await tampered(
    server,
    `UPDATE purser.audit SET line = replace(line, '"to":"Cy"', '"to":"Ben"') WHERE number = ${number} AND realm = 1`,
  );
  await resealed(server, number);
  await tampered(server, "UPDATE purser.handovers SET to_person = 'Ben'");
  const rewritten = /^The signature of ana for line \d+ does not fit: the log was written again/;
  expect((await check())?.problems).toEqual([expect.stringMatching(rewritten)]);
  // The owner has no key, so a new hash under the old signature is no help, and the key's line shows a deleted signature.
  await tampered(
    server,
    'UPDATE purser.signatures s SET hash = a.hash FROM purser.audit a WHERE a.realm = 1 AND a.number = s.number',
  );
  expect((await check())?.problems).toEqual([expect.stringMatching(rewritten)]);
  await tampered(server, 'DELETE FROM purser.signatures');
  expect((await check())?.problems).toEqual([
    expect.stringMatching(/^The signature of ana, desk was deleted/),
  ]);
});

test('a signature with a key that no line names is no proof', async () => {
  const { server, check } = await newRecord();
  const key = machineKeyIn(path.join(temporaryFolder(), 'machine-key.pem'));
  const head = (await check())?.head;
  if (!key || !head) throw new Error('nothing to sign');
  await tampered(
    server,
    `INSERT INTO purser.signatures VALUES (1, '${key.name}', 'ana', ${head.number}, '${head.hash}', '${key.signed(SERVICE, head)}', 0)`,
  );
  expect((await check())?.problems).toEqual(['A signature of ana has no line in the log.']);
});

test('a machine keeps its key, signs what it knows, and does not replace a damaged key', async () => {
  const file = path.join(temporaryFolder(), 'machine-key.pem');
  const key = machineKeyIn(file);
  expect(machineKeyIn(file)?.name).toBe(key?.name);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const server = await approvalServer();
  const clock = manualClock(start);
  const journal = await openTeam({
    ...{ local: localJournal(openWhole({ clock })), clock, openServer: () => server.open('ana') },
    ...(key && { key }),
  });
  if ('locked' in journal) throw new Error(journal.locked);
  onTestFinished(() => journal.close());
  await journal.note({ kind: 'locked', detail: {} });
  const rows = async () => server.admin('SELECT number::int FROM purser.signatures');
  clock.advance(5000);
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1), patience);
  fs.writeFileSync(file, 'damaged');
  expect(machineKeyIn(file)).toBeUndefined();
  expect(fs.readFileSync(file, 'utf8')).toBe('damaged');
});
