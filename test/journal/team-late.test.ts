/** Requests that reach the server late, and entries that are shown while the server is away. */

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Row } from '../../src/journal/intent.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import type { Link } from '../../src/journal/postgres/link.ts';
import { openServer } from '../../src/journal/postgres/server-journal.ts';
import { openTeam } from '../../src/journal/team/team-journal.ts';
import { t } from '../../src/lib/visible.ts';
import { withReading } from '../../src/store/journal-view.ts';
import type { JournalView } from '../../src/store/state.ts';
import { manualClock } from '../harness/clock.ts';
import { patience } from '../harness/patience.ts';
import { openWhole, payout, requestId, start } from './parts.ts';
import { newServer, SERVICE } from './pglite.ts';
import { newTeam, openPair } from './team-parts.ts';

const shown = (rows: readonly Row[]) =>
  rows.map(({ number, intent, state }) => `${number} ${Number(intent.requestId.slice(-3))} ${state}`);

test('while the server is away, a list with a new limit has each entry once, with its known number', async () => {
  const team = newTeam();
  const [desk, other] = [team.desk('ana'), team.desk('ben')];
  const [journal, colleague] = [await desk.open(), await other.open()];
  for (const number of [1, 2]) await journal.prepare(payout(number, { createdAt: start + number }));
  await colleague.prepare(payout(3));
  await journal.sent(requestId(2));
  const first = await journal.list({ limit: 5 });
  const open = await journal.unresolved();
  desk.network = 'lost request';
  await journal.settle(requestId(2), 'DONE');
  const more = await journal.list({ limit: 50 });
  if (!first.ok || !open.ok || !more.ok) throw new Error('unreadable');
  expect(shown(more.value)).toEqual(['3 3 PREPARED', '2 2 DONE', '1 1 PREPARED']);
  const facts = { unresolved: open.value, complete: true, self: journal.self };
  const closed: JournalView = { kind: 'closed' };
  const view = withReading(withReading(closed, { newest: first.value, ...facts }), {
    ...{ newest: more.value, ...facts },
  });
  const ids = view.kind === 'open' ? view.rows.map(({ intent }) => intent.requestId) : [];
  expect(ids.toSorted()).toEqual([requestId(1), requestId(2), requestId(3)]);
  // A list that was never requested is made from the known entries.
  expect(await journal.list({ filters: { states: ['DONE'], since: start + 2 } })).toMatchObject({
    value: [{ intent: { requestId: requestId(2) } }],
  });
  expect(await journal.list({ filters: { userId: 'another' } })).toMatchObject({ value: [] });
  expect(await journal.list({ filters: { profile: 'another' } })).toMatchObject({ value: [] });
  expect(await journal.list({ filters: { before: 2 } })).toMatchObject({ value: [{ number: 1 }] });
  expect(await journal.list({ limit: 1 })).toMatchObject({ value: [{ number: 3 }] });
  expect(await journal.unresolved()).toMatchObject({ value: [{ number: 1 }, { number: 3 }] });
  expect(await journal.equals(payout(3))).toMatchObject({ value: [{ number: 3 }] });
  expect(await journal.get(requestId(3))).toMatchObject({ value: { state: 'PREPARED' } });
  expect(await journal.get(requestId(9))).toEqual({ ok: true, value: undefined });
});

/** A console whose requests can be delivered a second time, as a slow network may do. */
async function echoing() {
  const server = newServer();
  const link = server.link('ana');
  const asked: { readonly sql: string; readonly values: readonly Parameters<Link['rows']>[1][] }[] = [];
  const journal = await openServer({
    link: {
      ...link,
      rows(sql, ...values) {
        asked.push({ sql, values });
        return link.rows(sql, ...values);
      },
    },
    service: SERVICE,
    machine: { host: 'desk', pid: 1 },
    uuid: randomUUID,
    redact: text => text,
  });
  if ('locked' in journal) throw new Error(journal.locked);
  return {
    server,
    journal,
    /** Delivers the last request to this function a second time. */
    async again(name: string) {
      const last = asked.findLast(({ sql }) => sql.includes(`purser.${name}(`));
      if (last) await link.rows(last.sql, ...last.values);
    },
  };
}

test('a late outcome does not end an attempt that began after it', async () => {
  const { journal, again } = await echoing();
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  await journal.settle(requestId(1), 'REFUSED', { status: 429 });
  expect((await journal.repeat(requestId(1))).ok).toBe(true);
  await again('settle');
  expect(await journal.get(requestId(1))).toMatchObject({ value: { state: 'SENT' } });
  await journal.settleAgain(requestId(1), 'NOT SENT');
  expect((await journal.repeat(requestId(1))).ok).toBe(true);
  await again('settle');
  expect(await journal.get(requestId(1))).toMatchObject({ value: { state: 'SENT' } });
  expect(await journal.settle(requestId(1), 'DONE')).toMatchObject({ ok: true, row: { state: 'DONE' } });
});

test('the outcome of an attempt is recorded even if a repeat was refused during the attempt', async () => {
  const { journal } = await echoing();
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  expect(await journal.repeat(requestId(1))).toHaveProperty('barred');
  expect(await journal.settle(requestId(1), 'DONE')).toMatchObject({ ok: true });
});

test('an outcome that the file could not read at first is sent with a later heartbeat', async () => {
  const server = newServer();
  const clock = manualClock(start);
  const file = openWhole({ clock });
  const [one, other] = [await server.open('ana', file.self.pid), await server.open('ben')];
  for (const journal of [one, file]) {
    await journal.prepare(payout(1));
    await journal.sent(requestId(1));
  }
  file.settle(requestId(1), 'REFUSED', { status: 400 });
  server.advance(21_000);
  await other.beat();
  await other.recover();
  const local = localJournal(file);
  let busy = true;
  const next = await openTeam({
    clock,
    openServer: () => server.open('ana', 99),
    local: {
      ...local,
      async get(id) {
        if (!busy) return local.get(id);
        busy = false;
        return { ok: false, unreadable: t`The file is busy.` };
      },
    },
  });
  if ('locked' in next) throw new Error(next.locked);
  onTestFinished(() => next.close());
  await vi.waitFor(async () => {
    clock.advance(5000);
    expect(await other.get(requestId(1))).toMatchObject({ value: { state: 'RESOLVED' } });
  }, patience);
  expect(busy).toBe(false);
});

test('an outcome that comes after a verdict is in the log, and the verdict stays', async () => {
  const { team, desk, journal, colleague } = await openPair();
  await journal.prepare(payout(1));
  await journal.sent(requestId(1));
  desk.network = 'lost request';
  await journal.settle(requestId(1), 'DONE');
  await team.pass(85_000);
  const verdict = { by: 'sam', verdict: 'NOT DONE', evidence: 'the statement', note: '' } as const;
  expect((await colleague.resolve(requestId(1), verdict)).ok).toBe(true);
  desk.network = 'up';
  await team.pass(5000);
  expect(await colleague.audit(1)).toMatchObject({
    value: [{ kind: 'late-outcome', detail: { outcome: 'DONE' } }],
  });
  const found = await colleague.get(requestId(1));
  expect(found.ok && found.value?.transitions.at(-1)?.resolution).toMatchObject({ verdict: 'NOT DONE' });
});

test('a console changes only the entries of its own service, even if its operator has others', async () => {
  const server = newServer();
  await server.admin("INSERT INTO purser.members VALUES (2, 'ana'), (2, 'ben')");
  const foreign = { baseUrl: 'https://other.example.com', clientId: 'client-2' };
  const elsewhere = await openServer({
    link: server.link('ana'),
    service: foreign,
    machine: { host: 'desk', pid: 1 },
    uuid: randomUUID,
    redact: text => text,
  });
  if ('locked' in elsewhere) throw new Error(elsewhere.locked);
  const here = await server.open('ana');
  for (const number of [1, 2]) {
    await elsewhere.prepare(payout(number, { ...foreign, repeatable: true }));
    await elsewhere.sent(requestId(number));
  }
  await elsewhere.settle(requestId(1), 'REFUSED');
  await elsewhere.settle(requestId(2), 'UNKNOWN');
  const verdict = { by: 'sam', verdict: 'DONE', evidence: 'the statement', note: '' } as const;
  expect(await here.repeat(requestId(1))).toHaveProperty('barred');
  expect(await here.resolve(requestId(2), verdict)).toHaveProperty('barred');
  expect(await here.late(requestId(2), 'DONE')).toHaveProperty('barred');
  const states = ['REFUSED', 'UNKNOWN'];
  for (const [at, state] of states.entries())
    expect(await elsewhere.get(requestId(at + 1))).toMatchObject({ value: { state } });
  expect((await elsewhere.repeat(requestId(1))).ok).toBe(true);
});
