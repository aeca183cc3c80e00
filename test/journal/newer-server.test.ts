/** A console whose team's server is newer: it reads, and writes nothing. */
import { expect, test } from 'vitest';
import { SCHEMA_VERSION } from '../../src/journal/postgres/schema.ts';
import { payout, requestId } from './parts.ts';
import { newServer, type Server } from './pglite.ts';
import { newTeam } from './team-parts.ts';

const verdict = { by: 'sam', verdict: 'DONE', evidence: 'the statement', note: '' } as const;
const customer = { userId: 'user-1' };
const READ_ONLY = 'The team journal is newer than this Purser. You can read. Update Purser to write.';

/** As an upgrade leaves the server. */
const upgrade = (server: Server, readsFrom = SCHEMA_VERSION) =>
  server.admin(`UPDATE purser.version SET number = ${SCHEMA_VERSION + 1}, reads_from = ${readsFrom};
    UPDATE purser.consoles SET lease_until = '-infinity'`);

/** An UNKNOWN entry, a DONE entry and a note. */
async function used(server: Server): Promise<void> {
  const ben = await server.open('ben');
  for (const number of [1, 2]) {
    await ben.prepare(payout(number));
    await ben.sent(requestId(number));
  }
  await ben.settle(requestId(1), 'UNKNOWN');
  await ben.settle(requestId(2), 'DONE', { status: 200, text: 'the answer' });
  await ben.together.addNote(customer, 'prefers mail');
  await ben.together.shareView('payouts', 'night', { filter: 'x' });
}

test('a console of an older version reads everything, and each write is barred with the same sentence', async () => {
  const server = newServer();
  await used(server);
  await upgrade(server);
  const old = await server.open('ana', 1, undefined, SCHEMA_VERSION);
  expect(old.readOnly()).toBe(READ_ONLY);
  expect(await old.list()).toMatchObject({ value: [{ state: 'DONE' }, { state: 'UNKNOWN' }] });
  expect(await old.unresolved()).toMatchObject({ value: [{ held: { owner: 'Ben' } }] });
  expect(await old.get(requestId(2))).toMatchObject({
    value: { transitions: [{}, {}, { answer: { text: 'the answer' } }] },
  });
  expect(await old.equals(payout(1))).toMatchObject({ ok: true, value: [{}] });
  expect(await old.version()).toBe(8);
  expect(await old.audit(1)).toMatchObject({ ok: true, value: [{ kind: 'view-shared' }] });
  const { together } = old;
  expect(await together.notes(customer)).toMatchObject({ value: [{ text: 'prefers mail' }] });
  expect(await together.look(undefined, [customer, customer])).toMatchObject({
    value: { counts: [{ customer, notes: 1 }] },
  });
  expect(await together.views()).toMatchObject({ value: [{ name: 'night' }] });
  const barred = { ok: false, barred: READ_ONLY };
  expect(await old.prepare(payout(3))).toMatchObject(barred);
  expect(await old.repeat(requestId(1))).toMatchObject(barred);
  expect(await old.resolve(requestId(1), verdict)).toMatchObject(barred);
  expect(await old.late(requestId(1), 'DONE')).toMatchObject(barred);
  expect(await old.approvals.vote(requestId(1), '', 'approve')).toMatchObject(barred);
  expect(await together.handOver(requestId(1), 'Ana')).toMatchObject(barred);
  expect(await together.addNote(customer, 'x')).toEqual({ ok: false, why: READ_ONLY });
  expect(await old.note({ kind: 'exported', detail: {} })).toMatchObject({ unwritable: READ_ONLY });
  expect((await old.beat()).ok).toBe(false);
  await old.close();
  // The server gave no lease, so a changed console can't write either.
  expect(await server.admin('SELECT FROM purser.consoles')).toHaveLength(1);
});

test('a server that an older console can not read refuses it', async () => {
  const server = newServer();
  await expect(server.open('ana', 1, undefined, 13)).rejects.toThrow(
    'Writing is barred. The team journal has a newer version. Close Purser',
  );
  await upgrade(server, SCHEMA_VERSION + 1);
  await expect(server.open()).rejects.toThrow('The team journal has a newer version. Close Purser');
  await server.admin(`UPDATE purser.version SET number = ${SCHEMA_VERSION - 1}, reads_from = 0`);
  await expect(server.open()).rejects.toThrow('The team journal has an older version.');
});

test('a console that is open during the upgrade records its outcome, reads on, and writes nothing more', async () => {
  const team = newTeam();
  const [journal, other] = [await team.desk().open(), await team.desk('ben').open()];
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await upgrade(team.server);
  await team.pass(6000);
  expect(journal.outdated()).toBe(READ_ONLY);
  expect(await journal.recover()).toMatchObject({ unwritable: READ_ONLY });
  expect(await journal.recover()).toEqual({ recovered: [] });
  const before = await other.version();
  expect(await journal.settle(requestId(1), 'DONE', { status: 200 })).toMatchObject({ ok: true });
  // Another console sees the change.
  expect(await other.version()).toBe(Number(before) + 1);
  expect(await other.list()).toMatchObject({ value: [{ state: 'DONE' }] });
  expect(await other.prepare(payout(2))).toMatchObject({ ok: false, barred: READ_ONLY });
  expect(await other.together.look(undefined, [customer])).toMatchObject({ ok: true });
  // A script that waits for an approval ends.
  expect(await journal.approvals.waiting()).toMatchObject({ final: true, unreadable: READ_ONLY });
  expect(journal.offlineSince()).toBeUndefined();
});

test('a console of an older version that opens after the upgrade also reads through its team journal', async () => {
  const team = newTeam();
  await used(team.server);
  await upgrade(team.server);
  const journal = await team.desk().open();
  expect(await journal.list()).toMatchObject({ value: [{ state: 'DONE' }, { state: 'UNKNOWN' }] });
  expect(await journal.recover()).toMatchObject({ unwritable: READ_ONLY });
  expect(await journal.prepare(payout(3))).toMatchObject({ ok: false, barred: READ_ONLY });
  expect(journal.offlineSince()).toBeUndefined();
});
