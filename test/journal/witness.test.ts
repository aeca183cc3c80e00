/** Each console is a witness of the team's log: it notices a restored server, and lost lines. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { localJournal } from '../../src/journal/local-journal.ts';
import { openTeam } from '../../src/journal/team/team-journal.ts';
import { witnessIn } from '../../src/journal/team/witness.ts';
import { manualClock } from '../harness/clock.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { patience } from '../harness/patience.ts';
import { openWhole, payout, requestId, start } from './parts.ts';
import { newServer, type Server } from './pglite.ts';

const another = { unwritable: expect.stringContaining('not the log that this machine knows') };

/** A machine whose consoles keep the log's head in one file. */
function newDesk(server: Server) {
  const file = path.join(temporaryFolder(), 'team-head');
  const clock = manualClock(start);
  return {
    file,
    clock,
    async open() {
      const journal = await openTeam({
        local: localJournal(openWhole({ clock })),
        clock,
        openServer: () => server.open('ana'),
        witness: witnessIn(file),
      });
      if ('locked' in journal) throw new Error(journal.locked);
      onTestFinished(() => journal.close());
      return journal;
    },
  };
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
  expect(fs.readFileSync(desk.file, 'utf8')).toMatch(/^2:[0-9a-f]{32}\n$/);
  await restored(server, 2);
  const journal = await desk.open();
  expect(await journal.prepare(payout(3))).toMatchObject(another);
  expect(await journal.list()).toMatchObject({ ok: true, value: [{ number: 1 }] });
  await journal.close();
  // New lines of others do not hide the loss, and the file keeps the earlier head.
  const other = await server.open('ben');
  for (const number of [4, 5, 6]) await other.prepare(payout(number));
  expect(await (await desk.open()).prepare(payout(7))).toMatchObject(another);
  expect(fs.readFileSync(desk.file, 'utf8')).toMatch(/^2:/);
  // The administrator knows of the restore and has removed the file.
  fs.rmSync(desk.file);
  expect((await (await desk.open()).prepare(payout(8))).ok).toBe(true);
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
  await vi.waitFor(() => expect(fs.readFileSync(desk.file, 'utf8')).toMatch(/^2:/), patience);
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
});

test('a console that writes more often than it sends heartbeats still notices a restored log', async () => {
  const server = newServer();
  const desk = newDesk(server);
  const journal = await desk.open();
  for (const number of [1, 2, 3]) await journal.prepare(payout(number));
  desk.clock.advance(5000);
  await vi.waitFor(() => expect(fs.readFileSync(desk.file, 'utf8')).toMatch(/^3:/), patience);
  await restored(server, 2);
  // The answer has line 2, but this console knows line 3.
  expect((await journal.prepare(payout(4))).ok).toBe(true);
  expect(await journal.sent(requestId(4))).toMatchObject(another);
  for (const number of [5, 6, 7]) expect(await journal.prepare(payout(number))).toMatchObject(another);
  expect(await journal.list()).toMatchObject({ ok: true, value: [{ number: 2 }, { number: 1 }] });
  await journal.close();
  expect(fs.readFileSync(desk.file, 'utf8')).toMatch(/^3:/);
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
  for (const number of [4, 5]) expect(await journal.prepare(payout(number))).toMatchObject(another);
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
