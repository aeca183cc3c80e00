/** Each console as a witness of the team's log: it notices a server that was restored, or that lost its newest lines. */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { localJournal } from '../../src/journal/local-journal.ts';
import { openTeam } from '../../src/journal/team/team-journal.ts';
import { witnessIn } from '../../src/journal/team/witness.ts';
import { manualClock } from '../harness/clock.ts';
import { patience } from '../harness/patience.ts';
import { openWhole, payout, requestId, start, temporaryFolder } from './parts.ts';
import { endServer, newServer, type Server } from './pglite.ts';

afterAll(endServer);

const another = { unwritable: expect.stringContaining('not the one of before') };

/** One machine, whose consoles keep the head in one file. */
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

/** The record as a backup of an earlier moment has it: the lines from `number` on, and what they tell of, are gone. */
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

test('a console that starts again after a restore from a backup bars writing, and reads on', async () => {
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
  // Lines that others add do not hide that some were lost, and the file keeps the head of before.
  const other = await server.open('ben');
  for (const number of [4, 5, 6]) await other.prepare(payout(number));
  expect(await (await desk.open()).prepare(payout(7))).toMatchObject(another);
  expect(fs.readFileSync(desk.file, 'utf8')).toMatch(/^2:/);
  // The administrator knows of the restore, and removed the file.
  fs.rmSync(desk.file);
  expect((await (await desk.open()).prepare(payout(8))).ok).toBe(true);
});

test('a log that only grew is the one of before', async () => {
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
  ['as many lines, of others', 3],
])('a server that lost lines under a running console: %s', async (_, more) => {
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
