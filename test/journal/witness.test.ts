/** Each console is a witness of the team's log: it notices a restored server, and lost lines. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lineOf, type SealedLine } from '../../src/journal/audit.ts';
import { checkChain } from '../../src/journal/audit-chain.ts';
import type { ReadResult } from '../../src/journal/journal.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { openTeam } from '../../src/journal/team/team-journal.ts';
import { witnessIn } from '../../src/journal/team/witness.ts';
import { manualClock } from '../harness/clock.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { patience } from '../harness/patience.ts';
import { openWhole, payout, requestId, start } from './parts.ts';
import { newServer, type Server } from './pglite.ts';

const lostEntries = { barred: expect.stringContaining('lost entries that a console knows') };
const startedAgain = { barred: expect.stringContaining('nobody has confirmed its log') };
const another = { unwritable: expect.stringContaining('not the log that this machine knows') };

/** A machine whose consoles keep the log's head in one file. */
function newDesk(server: Server) {
  const folder = temporaryFolder();
  const file = path.join(folder, 'team-head-service');
  const clock = manualClock(start);
  return {
    file,
    clock,
    /** The number of the line that the file has. */
    kept: () => JSON.parse(fs.readFileSync(file, 'utf8')).number,
    async open() {
      const journal = await openTeam({
        local: localJournal(openWhole({ clock })),
        clock,
        openServer: known => server.open('ana', 1, known),
        witness: witnessIn(file),
      });
      if ('locked' in journal) throw new Error(journal.locked);
      onTestFinished(() => journal.close());
      return journal;
    },
  };
}

const reopened = (server: Server) =>
  server.admin("SET ROLE purser_owner; SELECT purser.reopen(1, 'compared with the service'); RESET ROLE");

/** Another start of the server, or another table, since the log was last confirmed. */
const startedBefore = (server: Server) =>
  server.admin("UPDATE purser.histories SET started = started - interval '1 hour'");

function checkedLog(read: ReadResult<readonly SealedLine[]>) {
  const lines = read.ok ? read.value : [];
  expect(checkChain(lines)).toMatchObject({ ok: true });
  return { lines: lines.map(line => lineOf(line)?.kind ?? '') };
}

/** Restores the record of an earlier backup: removes the lines from `number` on, and the data that they describe. */
const restored = (server: Server, number: number) =>
  server.admin(`SET session_replication_role = replica;
    DELETE FROM purser.payloads WHERE number >= ${number} OR request_id IN (SELECT request_id FROM purser.intents WHERE number >= ${number});
    DELETE FROM purser.transitions WHERE number >= ${number};
    DELETE FROM purser.intents WHERE number >= ${number};
    UPDATE purser.intents i SET (state, changed) = (SELECT to_state, number FROM purser.transitions t
      WHERE t.request_id = i.request_id ORDER BY number DESC LIMIT 1);
    DELETE FROM purser.audit WHERE realm = 1 AND number >= ${number};
    UPDATE purser.audit_head h SET (number, hash) =
      (SELECT number, hash FROM purser.audit WHERE realm = 1 ORDER BY number DESC LIMIT 1) WHERE realm = 1;
    SET session_replication_role = origin`);

test('a console that starts after a restore from a backup refuses to write, and still reads', async () => {
  const server = newServer();
  const desk = newDesk(server);
  const before = await desk.open();
  for (const number of [1, 2]) await before.prepare(payout(number));
  await before.close();
  expect(desk.kept()).toBe(2);
  await restored(server, 2);
  // New lines of others do not hide the loss, and the file keeps the earlier head.
  const other = await server.open('ben');
  for (const number of [4, 5, 6]) expect((await other.prepare(payout(number))).ok).toBe(true);
  const journal = await desk.open();
  expect(await journal.prepare(payout(7))).toMatchObject(another);
  expect(await journal.list()).toMatchObject({ ok: true, value: [{}, {}, {}, { number: 1 }] });
  await journal.close();
  expect(await (await desk.open()).prepare(payout(8))).toMatchObject(another);
  expect(desk.kept()).toBe(2);
  // The console told the server, so nobody writes now. An outcome is still recorded.
  expect(await other.prepare(payout(9))).toMatchObject(lostEntries);
  expect(await other.sent(requestId(4))).toMatchObject(lostEntries);
  expect((await other.settle(requestId(4), 'NOT SENT')).ok).toBe(true);
  await reopened(server);
  expect((await other.prepare(payout(10))).ok).toBe(true);
  // This machine's line was lost before the administrator opened the log again, so it closes nothing, and writes nothing.
  expect(await (await desk.open()).prepare(payout(11))).toMatchObject(another);
  expect((await other.prepare(payout(12))).ok).toBe(true);
  // The administrator has removed the file.
  fs.rmSync(desk.file);
  expect((await (await desk.open()).prepare(payout(13))).ok).toBe(true);
  const { lines } = checkedLog(await other.lines(1));
  expect(lines.filter(kind => kind.startsWith('log-'))).toEqual(['log-closed', 'log-reopened']);
});

test('a console that finds a restored log does not take the age of its known line for a wrong clock', async () => {
  const server = newServer();
  const desk = newDesk(server);
  const before = await desk.open();
  for (const number of [1, 2]) await before.prepare(payout(number));
  await before.settle(requestId(1), 'UNKNOWN');
  await before.prepare(payout(3));
  await before.close();
  await restored(server, 4);
  server.advance(3_600_000);
  desk.clock.advance(3_600_000);
  const journal = await desk.open();
  const verdict = { by: 'sam', verdict: 'DONE', evidence: 'the statement', note: '' } as const;
  expect((await journal.resolve(requestId(1), verdict)).ok).toBe(true);
});

test('a log that only grew is accepted', async () => {
  const server = newServer();
  const desk = newDesk(server);
  const first = await desk.open();
  await first.prepare(payout(1));
  await first.close();
  const other = await server.open('ben');
  for (const number of [2, 3]) await other.prepare(payout(number));
  expect((await (await desk.open()).prepare(payout(4))).ok).toBe(true);
});

test.each([
  ['fewer lines', 0],
  ['the same number of lines, from other consoles', 3],
])('a running console notices that the server lost lines: %s', async (_, more) => {
  const server = newServer();
  const desk = newDesk(server);
  const journal = await desk.open();
  for (const number of [1, 2]) await journal.prepare(payout(number));
  desk.clock.advance(5000);
  await vi.waitFor(() => expect(desk.kept()).toBe(2), patience);
  await restored(server, 2);
  const other = await server.open('ben');
  for (let number = 10; number < 10 + more; number++) await other.prepare(payout(number));
  desk.clock.advance(5000);
  let tried = 20;
  await vi.waitFor(async () => {
    const done = await journal.prepare(payout(++tried));
    if (done.ok) await journal.settle(requestId(tried), 'NOT SENT');
    expect(done).toMatchObject(another);
  }, patience);
  // Once, so that a person learns of it before the next write.
  expect(await journal.recover()).toMatchObject(another);
  expect(await journal.recover()).not.toHaveProperty('unwritable');
});

test('a console that writes more often than it sends heartbeats still notices a restored log', async () => {
  const server = newServer();
  const desk = newDesk(server);
  const journal = await desk.open();
  for (const number of [1, 2, 3]) await journal.prepare(payout(number));
  desk.clock.advance(5000);
  await vi.waitFor(() => expect(desk.kept()).toBe(3), patience);
  await restored(server, 2);
  // The answer has line 2, but this console knows line 3.
  expect((await journal.prepare(payout(4))).ok).toBe(true);
  expect(await journal.sent(requestId(4))).toMatchObject(another);
  for (const number of [5, 6, 7]) expect(await journal.prepare(payout(number))).toMatchObject(another);
  expect(await journal.list()).toMatchObject({ ok: true, value: [{ number: 2 }, { number: 1 }] });
  await journal.close();
  expect(desk.kept()).toBe(3);
});

test.each([
  ['shorter', 5],
  ['as long', 4],
])('a permission to send is void if the answer itself shows a restored log: %s', async (_, known) => {
  const server = newServer();
  const journal = await newDesk(server).open();
  await journal.prepare(payout(1));
  await journal.settle(requestId(1), 'NOT SENT');
  await journal.prepare(payout(2));
  for (let number = 4; number <= known; number++) await journal.prepare(payout(number));
  await restored(server, 4);
  // The step is line 4 of the restored log.
  expect(await journal.repeat(requestId(1))).toMatchObject({ ...another, row: { state: 'NOT SENT' } });
  expect(await journal.sent(requestId(2))).toMatchObject(another);
  expect(await journal.get(requestId(1))).toMatchObject({ value: { state: 'NOT SENT' } });
});

test('the SENT step gives no permission if the answer itself shows a restored log', async () => {
  const server = newServer();
  const journal = await newDesk(server).open();
  for (const number of [1, 2, 3]) await journal.prepare(payout(number));
  await restored(server, 2);
  expect(await journal.sent(requestId(1))).toMatchObject(another);
});

test('a console whose lease has ended notices a restored log that other consoles made longer', async () => {
  const server = newServer();
  const journal = await newDesk(server).open();
  for (const number of [1, 2]) await journal.prepare(payout(number));
  await restored(server, 2);
  server.advance(20_000);
  const other = await server.open('ben');
  for (const number of [10, 11, 12]) await other.prepare(payout(number));
  expect(await journal.prepare(payout(4))).toMatchObject(lostEntries);
  expect(await journal.prepare(payout(5))).toMatchObject(another);
});

test('a new connection to a restored log that other consoles made longer is refused, and nothing is written', async () => {
  const server = newServer();
  const desk = newDesk(server);
  const journal = await desk.open();
  for (const number of [1, 2]) await journal.prepare(payout(number));
  await restored(server, 2);
  const other = await server.open('ben');
  for (const number of [10, 11, 12]) await other.prepare(payout(number));
  server.hangUp();
  for (const number of [4, 5]) expect(await journal.prepare(payout(number))).toMatchObject(another);
  expect(await journal.list()).toMatchObject({ ok: true, value: [{}, {}, {}, {}] });
});

test('a new connection to the same log continues', async () => {
  const server = newServer();
  const journal = await newDesk(server).open();
  await journal.prepare(payout(1));
  const other = await server.open('ben');
  for (const number of [10, 11, 12]) await other.prepare(payout(number));
  server.hangUp();
  expect((await journal.prepare(payout(2))).ok).toBe(true);
});

test('a server that was started again takes no write until the console that was here last confirms its log', async () => {
  const server = newServer();
  const [ana, ben] = [newDesk(server), newDesk(server)];
  const [first, last] = [await ana.open(), await ben.open()];
  await first.prepare(payout(1));
  await first.settle(requestId(1), 'NOT SENT');
  await first.close();
  server.advance(11_000);
  ben.clock.advance(5000);
  await vi.waitFor(
    () => expect(JSON.parse(fs.readFileSync(ben.file, 'utf8')).at).toBe(start + 11_000),
    patience,
  );
  await last.close();
  await startedBefore(server);
  // A new machine knows nothing, and Ana left before others did.
  const stranger = await newDesk(server).open();
  expect(await stranger.prepare(payout(2))).toMatchObject(startedAgain);
  expect(await (await ana.open()).prepare(payout(3))).toMatchObject(startedAgain);
  expect((await (await ben.open()).prepare(payout(4))).ok).toBe(true);
  expect((await stranger.prepare(payout(5))).ok).toBe(true);
  const read = await (await server.open('ben')).lines(1);
  expect(checkedLog(read).lines).toEqual(['write', 'write', 'log-confirmed', 'write', 'write']);
});

test('a running console confirms the log on its new connection, before any call', async () => {
  const server = newServer();
  const journal = await newDesk(server).open();
  await journal.prepare(payout(1));
  await startedBefore(server);
  server.hangUp();
  expect((await journal.sent(requestId(1))).ok).toBe(true);
});

test('a console that was here after the last memory of a restored server closes the log', async () => {
  const server = newServer();
  const desk = newDesk(server);
  const journal = await desk.open();
  await journal.prepare(payout(1));
  await journal.close();
  // The backup is an hour older than the console's last contact, and no line is lost.
  await server.admin("UPDATE purser.consoles SET seen_at = seen_at - interval '1 hour'");
  await startedBefore(server);
  const colleague = await server.open('ben');
  expect(await colleague.prepare(payout(2))).toMatchObject(startedAgain);
  expect(await (await desk.open()).prepare(payout(3))).toMatchObject(lostEntries);
  expect(await colleague.prepare(payout(4))).toMatchObject(lostEntries);
  await reopened(server);
  expect((await colleague.prepare(payout(5))).ok).toBe(true);
});

test('an operator who invents a lost line or a later contact closes nothing, and confirms nothing', async () => {
  const server = newServer();
  const desk = newDesk(server);
  const journal = await desk.open();
  await journal.prepare(payout(1));
  await (await desk.open()).close();
  const known = JSON.parse(fs.readFileSync(desk.file, 'utf8'));
  await server.open('ben', 2, { ...known, hash: 'b'.repeat(64) });
  await server.open('ben', 2, { ...known, number: 99 });
  expect((await journal.prepare(payout(2))).ok).toBe(true);
  await startedBefore(server);
  await server.open('ben', 2, { ...known, at: known.at + 1000 });
  expect(await journal.prepare(payout(3))).toMatchObject(startedAgain);
});

test('a console whose disk refuses the known line still works', async () => {
  const desk = newDesk(newServer());
  fs.rmSync(path.dirname(desk.file), { recursive: true });
  const journal = await desk.open();
  expect((await journal.prepare(payout(1))).ok).toBe(true);
});

test('an operator who adds many lines with psql blinds no console, and is stopped', async () => {
  const server = newServer();
  const journal = await server.open('ben');
  const console = journal.self.started;
  const link = server.link('ben');
  const large = JSON.stringify(
    Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`k${letters(at)}`, 'x'])),
  );
  const noted = (detail: string) =>
    link.rows('SELECT purser.note($1, $2, $3) AS r', console, 'exported', detail);
  expect(await noted(large)).toMatchObject([{ r: { ok: false, barred: 'size' } }]);
  await server.admin(`UPDATE purser.tallies SET count = 3000 WHERE kind = 'notes'`);
  expect(await noted('{}')).toMatchObject([{ r: { ok: true } }]);
  await server.admin(`UPDATE purser.tallies SET count = 3000 WHERE kind = 'notes'`);
  expect(await noted('{}')).toMatchObject([{ r: { ok: false, barred: 'tooMany' } }]);
  server.advance(3_600_000);
  const next = await server.open('ben');
  expect(await next.note({ kind: 'exported', detail: {} })).toEqual({ ok: true });
});

const letters = (at: number): string =>
  at.toString(26).replace(/\d/g, digit => 'qrstuvwxyz'[Number(digit)] ?? '');

test.each([
  ['is cut', (file: string) => fs.writeFileSync(file, '{"number":7,"hash":"')],
  ['is empty', (file: string) => fs.writeFileSync(file, '')],
  ['has another form', (file: string) => fs.writeFileSync(file, '{"number":7,"hash":"x","at":1,"mac":"x"}')],
  ['can’t be read', (file: string) => fs.mkdirSync(file)],
])('a console whose file of the known line %s does not count as a new machine', async (_, damage) => {
  const server = newServer();
  const desk = newDesk(server);
  await (await desk.open()).close();
  fs.rmSync(desk.file, { force: true });
  damage(desk.file);
  await expect(desk.open()).rejects.toThrow("can't be read, so this machine does not know its team's log");
  expect(fs.existsSync(desk.file)).toBe(true);
});
