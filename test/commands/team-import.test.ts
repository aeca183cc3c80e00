// `purser journal import`: which entries of this machine's file come into the team's journal, and what stops the import.

import fs from 'node:fs';
import { expect, it } from 'vitest';
import { bringIn } from '../../src/commands/team-import.ts';
import { checkRecord } from '../../src/journal/postgres/record-check.ts';
import { manualClock } from '../harness/clock.ts';
import { open, payout, requestId, start, temporaryFile, whole } from '../journal/parts.ts';
import { newServer, type Person, SERVICE, type Server } from '../journal/pglite.ts';
import { fakeParts } from './fake-parts.ts';

/** A file with entries of this service, of another client ID, and of another service. */
function fileOfMachine(): string {
  const file = temporaryFile();
  const journal = whole(open({ file }));
  const changes = [{}, {}, { clientId: 'client-2' }, { baseUrl: 'https://b.test' }];
  for (const [at, change] of changes.entries()) {
    journal.prepare(payout(at, change));
    journal.sent(requestId(at));
    if (at === 0) journal.settle(requestId(at), 'DONE', { status: 200 });
  }
  journal.close();
  return file;
}

async function imports(file: string, server = newServer(), who: Person = 'ana') {
  const ana = await server.open(who);
  const { parts, said, errors } = fakeParts();
  const code = await bringIn(file, SERVICE, ana, parts);
  return { code, out: said.join(''), err: errors.join(''), ana };
}

it('imports the entries of this service and client ID once', async () => {
  const [file, server] = [fileOfMachine(), newServer()];
  const first = await imports(file, server);
  expect(first.err).toBe('');
  expect([first.code, first.out]).toEqual([
    0,
    'Entries imported: 2, of which UNKNOWN: 1. In the team journal already: 0.\n',
  ]);
  const again = await imports(file, server);
  expect(again.out).toBe('Entries imported: 0, of which UNKNOWN: 0. In the team journal already: 2.\n');
  const lines = await again.ana.audit(100);
  const kinds = lines.ok ? lines.value.filter(({ kind }) => kind === 'imported') : [];
  expect(kinds.map(({ detail }) => detail['entries'])).toEqual(['2', '0']);
});

/** The backup was made after an attempt that was NOT SENT, and before the attempt that this machine made then. */
async function sentSince(
  end: 'DONE' | 'UNKNOWN' | undefined,
  restore: (server: Server) => Promise<unknown>,
  who?: Person,
) {
  const [file, server] = [temporaryFile(), newServer()];
  const journal = whole(open({ file }));
  const restored = await server.open('ana');
  journal.prepare(payout(1));
  await restored.prepare(payout(1));
  journal.settle(requestId(1), 'NOT SENT');
  await restored.settle(requestId(1), 'NOT SENT');
  journal.repeat(requestId(1));
  if (end) journal.settle(requestId(1), end, { status: 200 });
  journal.close();
  await restore(server);
  const { code, out, err, ana } = await imports(file, server, who);
  const row = await ana.get(requestId(1));
  return { code, out, err, state: row.ok ? row.value?.state : row.unreadable };
}

it.each([
  ['DONE', 'DONE'],
  ['UNKNOWN', 'UNKNOWN'],
  [undefined, 'UNKNOWN'],
] as const)(
  'a restored team journal learns of an attempt that this machine has made since: %s',
  async (end, state) => {
    const found = await sentSince(end, async () => {});
    expect(found).toMatchObject({ code: 0, err: '', state });
    expect(found.out).toContain('Entries imported: 1');
  },
);

it('a colleague who imports the file says only that the outcome is UNKNOWN', async () => {
  expect(await sentSince('DONE', async () => {}, 'ben')).toMatchObject({ code: 0, state: 'UNKNOWN' });
});

it('names an entry that this machine has sent since, if a colleague has an open entry for the same write', async () => {
  const { code, err, state } = await sentSince('DONE', async server => {
    const ben = await server.open('ben');
    await ben.prepare(payout(2, { fingerprint: payout(1).fingerprint }));
  });
  expect({ code, state }).toEqual({ code: 1, state: 'NOT SENT' });
  expect(err).toContain(`NOT SENT in the team journal, DONE on this machine: ${requestId(1)}`);
});

it('imports nothing from a file that is no sound journal, or that is absent', async () => {
  const file = fileOfMachine();
  fs.writeFileSync(file, 'x'.repeat(5000));
  const damaged = await imports(file);
  expect([damaged.code, damaged.err]).toEqual([1, expect.stringContaining('Nothing was imported.')]);
  expect(await damaged.ana.list()).toMatchObject({ value: [] });
  const absent = await imports(temporaryFile());
  expect([absent.code, absent.err]).toEqual([1, expect.stringContaining('no journal on this machine')]);
});

it('fails if the log can’t name who imported the entries', async () => {
  const server = newServer();
  await server.admin(
    "INSERT INTO purser.tallies VALUES (1, 'ana', 'notes', date_trunc('hour', purser.clock()), 3000)",
  );
  expect(await imports(fileOfMachine(), server)).toMatchObject({
    code: 1,
    err: expect.stringContaining('too many entries'),
  });
});

it('imports a pruned entry without its content, and the team still finds the duplicate', async () => {
  const [file, server] = [temporaryFile(), newServer()];
  const clock = manualClock(start);
  const journal = whole(open({ file, clock }));
  journal.prepare(payout(1));
  journal.sent(requestId(1));
  journal.settle(requestId(1), 'DONE', { status: 200, message: 'm', text: 'secret' });
  journal.prepare(payout(2));
  journal.sent(requestId(2));
  journal.settle(requestId(2), 'UNKNOWN');
  journal.resolve(requestId(2), { by: 'Ada', verdict: 'DONE', evidence: 'secret', note: 'secret' });
  clock.advance(40 * 86_400_000);
  journal.prune({ days: 30 });
  journal.close();
  const { code, out, ana } = await imports(file, server);
  expect([code, out]).toEqual([
    0,
    'Entries imported: 2, of which UNKNOWN: 0. In the team journal already: 0. Imported without content, because it was pruned: 2.\n',
  ]);
  const row = await ana.get(requestId(1));
  expect(row).toMatchObject({ ok: true, value: { state: 'DONE', intent: { body: '•••', what: [] } } });
  expect(JSON.stringify(row)).not.toContain('secret');
  expect(await ana.get(requestId(2))).toMatchObject({
    value: { transitions: { 3: { resolution: { by: 'Ada', evidence: '•••', note: '•••' } } } },
  });
  const again = { ...payout(9), fingerprint: payout(1).fingerprint };
  expect(await ana.prepare(again)).toMatchObject({ ok: false, equal: [{ state: 'DONE' }] });
  // The team has deleted nothing, so no line has to say so.
  const checked = await checkRecord({ link: server.link('cy'), service: SERVICE, heads: [] });
  expect(checked?.problems.filter(problem => !problem.startsWith('The operator'))).toEqual([]);
});
