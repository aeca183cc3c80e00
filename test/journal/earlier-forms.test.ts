/** Writes that version 0.1 recorded: their fingerprints have another form, and they are duplicates all the same. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { earlierForms, fingerprint } from '../../src/journal/fingerprint.ts';
import type { Intent } from '../../src/journal/intent.ts';
import { beginAudit } from '../../src/journal/sqlite/audit-table.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { createFileJournal } from '../../src/journal/sqlite/file-journal.ts';
import { insertIntent } from '../../src/journal/sqlite/sealed-rows.ts';
import { migrate, migrations } from '../../src/journal/sqlite/sqlite-schema.ts';
import { manualClock } from '../harness/clock.ts';
import { asVersion, machine, openWhole, payout, requestId, start, temporaryFile } from './parts.ts';
import { newServer, SERVICE } from './pglite.ts';

const TARGET = '/svc/api/v1/transfer/';
const BODY = '{"amount":50.00,"reference":"Rent"}';

const made = (nth: number, changes: Partial<Intent> = {}): Intent => {
  const intent = payout(nth, { target: TARGET, body: BODY, ...changes });
  return { ...intent, fingerprint: fingerprint(intent) };
};

/** As version 0.1 recorded it: the connected account and the program counted. */
const recordedBefore = (nth: number, changes: Partial<Intent> = {}): Intent => {
  const intent = made(nth, changes);
  return { ...intent, fingerprint: earlierForms(intent, [intent])[0] ?? '' };
};

const ELSEWHERE: readonly (readonly [string, Partial<Intent>])[] = [
  ['the same context', {}],
  ['another connected account', { customer: { userId: 'user-1', onBehalfOf: 'acct-2' } }],
  ['another program', { programId: 'program-2' }],
  ['another client ID', { clientId: 'client-2' }],
];

/** A file as the first four versions of the schema left it, with one write, and perhaps a refused write before. */
function olderFile(intent: Intent, state: 'DONE' | 'UNKNOWN', refused?: Intent): string {
  const file = temporaryFile();
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const database = openSqlite(file, { readOnly: false, busyMs: 0 });
  const processes = machine().processes();
  const parts = { redact: (text: string) => text, operator: 'sam' };
  migrate(database, migrations, () => beginAudit(database, { at: start, process: processes.self, ...parts }));
  database.exec('DROP TRIGGER intent_has_form');
  const inPlace = () => true;
  const needs = { clock: manualClock(start), processes, ...parts, busyMs: 0, inPlace };
  const journal = createFileJournal(database, 'delete', needs);
  const record = ({ requestId: id }: Intent, outcome: 'DONE' | 'UNKNOWN' | 'REFUSED'): void => {
    journal.sent(id);
    journal.settle(id, outcome);
  };
  if (refused) {
    journal.prepare(refused);
    record(refused, 'REFUSED');
  }
  journal.prepare(intent);
  record(intent, state);
  journal.close();
  asVersion(file, 4);
  return file;
}

describe.each(['DONE', 'UNKNOWN'] as const)('a write of version 0.1 that is %s, in a file', state => {
  it.each(ELSEWHERE)('is a duplicate of the same request from %s', (_, changes) => {
    const journal = openWhole({ file: olderFile(recordedBefore(1), state) });
    const again = made(2, changes);
    const equal = {
      ok: false,
      equal: [{ intent: { requestId: requestId(1), fingerprint: again.fingerprint } }],
    };
    expect(journal.prepare(again)).toMatchObject(equal);
    expect(journal.equals(again)).toMatchObject({ value: [{ intent: { requestId: requestId(1) } }] });
    expect(journal.prepare(again, { named: [requestId(1)] })).toMatchObject({
      ok: true,
      row: { duplicateOf: requestId(1) },
    });
  });

  it.each<readonly [string, Partial<Intent>]>([
    ['of another user', { customer: { userId: 'user-2' } }],
    ['at another service', { baseUrl: 'https://other.example' }],
    ['of another amount', { body: BODY.replace('50', '51') }],
  ])('is no duplicate of a request %s', (_, changes) => {
    const journal = openWhole({ file: olderFile(recordedBefore(1), state) });
    expect(journal.prepare(made(2, changes)).ok).toBe(true);
  });
});

test('a write of version 0.1 whose body the journal kept in part is found by its earlier forms', () => {
  const whole = recordedBefore(1);
  const journal = openWhole({ file: olderFile({ ...whole, body: '{"name":"•••"}' }, 'DONE') });
  const found = journal.earlierForms(made(2, { programId: 'program-2' }));
  const forms = found.ok ? found.value : [];
  expect(forms).toEqual([whole.fingerprint]);
  const again = { ...made(2, { programId: 'program-2' }), body: '{"name":"•••"}', earlierForms: forms };
  expect(journal.prepare(again)).toMatchObject({ equal: [{ intent: { requestId: requestId(1) } }] });
});

test('a write of version 0.1 is not sent again after the same request was done in another context', () => {
  const file = olderFile(recordedBefore(1), 'UNKNOWN');
  const journal = openWhole({ file });
  expect(journal.prepare(made(2, { programId: 'program-2' }), { named: [requestId(1)] }).ok).toBe(true);
  journal.sent(requestId(2));
  journal.settle(requestId(2), 'REFUSED', { status: 401 });
  expect(journal.repeat(requestId(2))).toMatchObject({ ok: true });
  journal.settle(requestId(2), 'UNKNOWN');
  expect(journal.prepare(made(3, { clientId: 'client-2' }), { named: [requestId(1)] })).toMatchObject({
    equal: [{ intent: { requestId: requestId(2) } }],
  });
});

test.each(['DONE', 'UNKNOWN'] as const)(
  'a refused write of version 0.1 is not sent again after the same request from another program was %s',
  state => {
    const refused = recordedBefore(2, { programId: 'program-2' });
    const journal = openWhole({ file: olderFile(recordedBefore(1), state, refused) });
    expect(journal.repeat(requestId(2))).toMatchObject({ ok: false, barred: expect.any(String) });
  },
);

test('a console of version 0.1 that is still open can record no write', () => {
  const file = olderFile(recordedBefore(1), 'DONE');
  const open = openSqlite(file, { readOnly: false, busyMs: 0 });
  openWhole({ file });
  expect(() => insertIntent(open, recordedBefore(2, { body: '{}' }), undefined)).toThrow(
    'belongs to a newer Purser',
  );
  open.close();
});

test.each(ELSEWHERE.filter(([what]) => what !== 'another client ID'))(
  "on a team's server a write of version 0.1 is a duplicate of the same request from %s",
  async (_, changes) => {
    const server = newServer();
    const journal = await server.open();
    // The server takes any fingerprint, so this is what version 0.1 left there.
    expect(await journal.prepare(recordedBefore(1, SERVICE))).toMatchObject({ ok: true });
    await journal.sent(requestId(1));
    await journal.settle(requestId(1), 'DONE');
    const again = made(2, { ...SERVICE, ...changes });
    const earlier = await journal.earlierForms(again);
    const asked = { ...again, earlierForms: earlier.ok ? earlier.value : [] };
    expect(await journal.equals(asked)).toMatchObject({
      value: [{ intent: { fingerprint: again.fingerprint } }],
    });
    expect(await journal.prepare(asked)).toMatchObject({
      ok: false,
      equal: [{ intent: { requestId: requestId(1) } }],
    });
    expect(await journal.prepare(asked, { named: [requestId(1)] })).toMatchObject({
      ok: true,
      row: { duplicateOf: requestId(1) },
    });
  },
);

test("on a team's server a retry is a duplicate of a write of version 0.1 that was done in another program", async () => {
  const server = newServer();
  const journal = await server.open();
  const refused = made(2, { ...SERVICE, programId: 'program-2' });
  await journal.prepare(refused);
  await journal.sent(requestId(2));
  await journal.settle(requestId(2), 'REFUSED', { status: 401 });
  expect(await journal.prepare(recordedBefore(1, SERVICE))).toMatchObject({ ok: true });
  await journal.sent(requestId(1));
  await journal.settle(requestId(1), 'DONE');
  const earlier = await journal.earlierForms(refused);
  const forms = [refused.fingerprint, ...(earlier.ok ? earlier.value : [])];
  expect(await journal.repeat(requestId(2), undefined, undefined, forms)).toMatchObject({
    barred: expect.stringContaining(`The same request was done later, with request ID ${requestId(1)}`),
  });
});
