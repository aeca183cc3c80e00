// Exporting a list: the written records, the fetched pages, and the file of an export that fails.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../src/api/client/client.ts';
import { createExports, type ExportRequest, type Exports } from '../../src/effects/exports.ts';
import type { AuditEntry } from '../../src/journal/audit.ts';
import { t } from '../../src/lib/visible.ts';
import type { ListQuery } from '../../src/records/query.ts';
import type { State } from '../../src/store/state.ts';
import type { Store } from '../../src/store/store.ts';
import { customerKey } from '../../src/store/workspace.ts';
import type { DiskResult as Written } from '../../src/system/disk.ts';
import type { ExportFile } from '../../src/system/export-file.ts';
import { jsonOf } from '../harness/answers.ts';
import { collectGarbage } from '../harness/garbage.ts';
import { alpha, beta, signedInStore } from '../store/signed-in.ts';
import { type FakeClient, fakeClient, settled } from './fake-client.ts';

const query: ListQuery<'account.transactions'> = {
  operation: 'account.transactions',
  input: { headers: { 'x-account-id': 'acc-1' }, query: { currency: 'GBP' } },
};
const people: ListQuery<'beneficiary.list'> = { operation: 'beneficiary.list', input: { query: {} } };

const debits: ListQuery<'directDebit.list'> = { operation: 'directDebit.list', input: { query: {} } };

const transaction = (id: string, more: object = {}) => ({ id, amount: 10, currency: 'GBP', ...more });

const DONE: Written = { ok: true };

interface Disk {
  /** What happened to the file. */
  state: 'none' | 'open' | 'finished' | 'dropped';
  text: string;
  written: Written;
  finished: Written;
}

let store: Store;
let client: FakeClient;
let disk: Disk;
let exports: Exports;
let noted: AuditEntry[];

function exportsWith(service: () => Client | undefined, keep = true): Exports {
  const file: ExportFile = {
    path: '/home/sam/out.csv',
    async write(text) {
      if (keep) disk.text += text;
      return disk.written;
    },
    async finish() {
      if (disk.finished.ok) disk.state = 'finished';
      return disk.finished;
    },
    drop() {
      disk.state = 'dropped';
    },
  };
  return createExports({
    store,
    client: service,
    note: entry => noted.push(entry),
    files: {
      folder: '~',
      async create(path) {
        if (path === 'taken.csv') return { ok: false, code: 'EEXIST', free: 'taken-2.csv' };
        if (path === 'no/out.csv') return { ok: false, code: 'ENOENT' };
        disk.state = 'open';
        return { ok: true, file };
      },
    },
  });
}

beforeEach(() => {
  store = signedInStore(alpha);
  client = fakeClient();
  noted = [];
  disk = { state: 'none', text: '', written: DONE, finished: DONE };
  exports = exportsWith(() => client);
});

const start = (request: Partial<ExportRequest> = {}) =>
  exports.start({ format: 'csv', path: '~/out.csv', many: t`transactions`, records: [], query, ...request });
const said = () => store.getState().notice;

describe('an export of loaded rows', () => {
  const records = [
    jsonOf('{"id":"=1+1","amount":-10.50,"currency":"GBP"}'),
    jsonOf('{"id":"b","amount":9007199254740993.01,"more":{"n":1.10,"s":"\\u0007"},"note":"a,\\"b\\""}'),
    jsonOf('{"id":null,"amount":4111111111111111,"note":"card 4111111111111111"}'),
  ];

  it('writes CSV with a line of names, exact amounts, and no formula or hidden text [F20a–b]', async () => {
    await start({ records, query: undefined });
    await settled();
    expect(disk.text).toBe(
      [
        'id,amount,currency,more,note',
        "'=1+1,-10.50,GBP,,",
        'b,9007199254740993.01,,"{""n"":1.10,""s"":""␇""}","a,""b"""',
        ',4111111111111111,,,card ••••••••••••1111',
        '',
      ].join('\r\n'),
    );
    expect(disk.state).toBe('finished');
    expect(said()).toEqual({ text: 'Exported 3 transactions to /home/sam/out.csv.', tone: 'info' });
    expect(noted).toMatchObject([
      { kind: 'exported', detail: { what: 'transactions', records: '3', file: '/home/sam/out.csv' } },
    ]);
    expect(store.getState()).toMatchObject({ exporting: undefined, exported: said() });
  });

  it('writes the amount of a DEBIT with a minus in CSV, as the screen shows it', async () => {
    const moved = ['"DEBIT","amount":821185.66', '"CREDIT","amount":3.10', '"DEBIT","amount":-2.50'];
    const zero = ['"DEBIT","amount":0.00', '"DEBIT","amount":null', '"DEBIT","amount":"1.234,56"'];
    const others = ['"debit","amount":1.5', '"DEBIT","amount":"1,234.50"', '"Credit","amount":"5"'];
    const raws = [...moved, ...zero, ...others].map(one => jsonOf(`{"type":${one}}`));
    await start({ records: raws, query: undefined });
    await settled();
    expect(disk.text.split('\r\n')).toEqual([
      ...['type,amount', 'DEBIT,-821185.66', 'CREDIT,3.10', 'DEBIT,-2.50'],
      ...['DEBIT,0.00', 'DEBIT,', 'DEBIT,"1.234,56"', 'debit,-1.5', 'DEBIT,-1234.50', 'Credit,5', ''],
    ]);
    await start({ format: 'ndjson', records: raws.slice(0, 1), query: undefined });
    await settled();
    expect(disk.text).toContain('"amount":821185.66');
  });

  it('writes CSV for spreadsheets with a mark of its encoding, and long IDs as text', async () => {
    const raws = [jsonOf('{"id":"139988571160","name":"Zoë","amount":-10.50}')];
    await start({ format: 'sheet', records: raws, query: undefined });
    await settled();
    expect(disk.text).toBe('\ufeffid,name,amount\r\n"=""139988571160""",Zoë,-10.50\r\n');
  });

  it('writes JSON, or one record per line, unchanged except for visible escapes', async () => {
    await start({ records: records.slice(0, 2), query: undefined, format: 'json' });
    await settled();
    expect(disk.text).toBe(
      '[\n{"id":"=1+1","amount":-10.50,"currency":"GBP"},\n{"id":"b","amount":9007199254740993.01,"more":{"n":1.10,"s":"␇"},"note":"a,\\"b\\""}\n]\n',
    );
    disk.text = '';
    await start({ records: records.slice(0, 1), query: undefined, format: 'ndjson' });
    await settled();
    expect(disk.text).toBe('{"id":"=1+1","amount":-10.50,"currency":"GBP"}\n');
    disk.text = '';
    await start({ records: [], query: undefined, format: 'json' });
    await settled();
    expect(disk.text).toBe('[\n]\n');
  });

  it('needs no session, and puts values that are no objects in a single column', async () => {
    exports = exportsWith(() => undefined);
    await start({ records: [jsonOf('"text"'), jsonOf('1.10')], query: undefined });
    await settled();
    expect(disk.text).toBe('record\r\ntext\r\n1.10\r\n');
  });
});

describe('an export of all rows', () => {
  it("writes the loaded rows, then fetches page by page with the service's filter, each record once", async () => {
    await start({ records: [jsonOf('{"local":"yes"}')], format: 'ndjson' });
    expect(await exports.start({ format: 'csv', path: 'b', many: t`x`, records: [], query })).toMatchObject({
      why: expect.stringContaining('Another export is running'),
    });
    await (await client.next()).answer([transaction('a'), transaction('b')]);
    await (await client.next()).answer([transaction('b'), transaction('c')]);
    await settled();
    // The last page waits for later readings of its rows.
    expect(store.getState().exporting).toMatchObject({ rows: 3, pages: 1, total: undefined });
    await (await client.next()).answer([]);
    await settled();
    expect(client.asked.map(({ input }) => input)).toEqual(
      [1, 2, 3].map(page => ({ ...query.input, query: { currency: 'GBP', page, size: 100 } })),
    );
    expect(disk.text.match(/"(?:local|id)":"\w+"/g)).toEqual([
      '"local":"yes"',
      '"id":"a"',
      '"id":"b"',
      '"id":"c"',
    ]);
    expect(said()?.text).toBe('Exported 4 transactions to /home/sam/out.csv.');
  });

  it('writes both records of an ID, and one record that changed between two pages once, as sent last', async () => {
    await start({ format: 'ndjson' });
    await (await client.next()).answer([transaction('a'), transaction('b', { status: 'PENDING' })]);
    await (await client.next()).answer([
      transaction('b', { status: 'SETTLED' }),
      transaction('a', { amount: 7.5 }),
    ]);
    await (await client.next()).answer([]);
    await settled();
    const lines = disk.text.split('\n').filter(line => line !== '');
    expect(lines.map(line => JSON.parse(line))).toEqual([
      transaction('a'),
      transaction('b', { status: 'SETTLED' }),
      transaction('a', { amount: 7.5 }),
    ]);
  });

  it('writes the matching records of each page, under all columns', async () => {
    await start({ keep: page => page.filter(({ key }) => key !== 'a') });
    await (await client.next()).answer([transaction('a', { first: 'x' })]);
    await (await client.next()).answer([transaction('b'), transaction('a', { first: 'x' })]);
    await (await client.next()).answer([]);
    await settled();
    expect(disk.text).toBe('id,amount,currency,first\r\nb,10,GBP,\r\n');
    expect(said()?.text).toBe('Exported 1 record to /home/sam/out.csv.');
  });

  it('has the columns of the first page, and says how many records have other fields', async () => {
    await start();
    await (await client.next()).answer([transaction('a')]);
    await (await client.next()).answer([transaction('b', { late: 'x' })]);
    await (await client.next()).answer([]);
    await settled();
    expect(disk.text).toBe('id,amount,currency\r\na,10,GBP\r\nb,10,GBP\r\n');
    expect(said()).toEqual({
      text: 'Exported 2 transactions to /home/sam/out.csv. 1 record has fields that the first page lacks. JSON has these fields, CSV does not.'.replaceAll(
        '’',
        "'",
      ),
      tone: 'warning',
    });
  });

  it('shows the total if the service gives one', async () => {
    await start({ query: people, many: t`beneficiaries` });
    await (await client.next()).answer({
      data: [{ id: 'a' }, { id: 'b' }],
      pagination: { total_count: 3, limit: 100, offset: 0 },
    });
    const second = await client.next();
    expect(second.input).toMatchObject({ query: { offset: 2 } });
    await second.answer({ data: [{ id: 'c' }], pagination: { total_count: 4, limit: 100, offset: 2 } });
    const third = await client.next();
    expect(store.getState().exporting).toMatchObject({ rows: 2, total: 4 });
    await third.answer({ data: [{ id: 'd' }], pagination: { total_count: 4, limit: 100, offset: 3 } });
    await settled();
    expect(disk.text).toBe('id\r\na\r\nb\r\nc\r\nd\r\n');
    expect(disk.state).toBe('finished');
  });

  it('writes each record once, whatever number the first page has', async () => {
    await start({ query: debits, many: t`direct debits`, format: 'ndjson' });
    const debit = (id: string) => ({ transaction_id: id });
    await (await client.next()).answer({ has_more: true, items: [debit('a'), debit('b')] });
    // Page 1, which repeats the first page.
    await (await client.next()).answer({ has_more: true, items: [debit('a'), debit('b')] });
    const third = await client.next();
    expect(third.input).toMatchObject({ query: { page_num: 2 } });
    await third.answer({ has_more: false, items: [debit('c')] });
    await settled();
    expect(disk.text.match(/"\w"/g)).toEqual(['"a"', '"b"', '"c"']);
    expect(said()?.text).toBe('Exported 3 direct debits to /home/sam/out.csv.');
  });

  it('ends if the service repeats a page, and says that there may be more rows', async () => {
    await start();
    for (let n = 0; n < 2; n++) await (await client.next()).answer([transaction('a')]);
    await settled();
    expect(disk.state).toBe('finished');
    expect(said()?.text).toContain('The service sent a page twice: there may be more rows.');

    await start();
    const known = ['a', 'b', 'c', 'd'];
    // Each page is new, but has no new record.
    await (await client.next()).answer(known.map(id => transaction(id)));
    for (const id of ['a', 'b', 'c']) await (await client.next()).answer([transaction(id)]);
    await settled();
    expect(said()?.text).toContain(
      'Exported 4 transactions to /home/sam/out.csv. The service sent no new rows',
    );
  });

  it('continues for its customer after a switch to another customer', async () => {
    await start();
    store.setState({ customer: beta });
    await (await client.next()).answer([transaction('a')]);
    const next = await client.next();
    expect(next.customer).toEqual(alpha);
    await next.answer([]);
    await settled();
    expect(noted).toMatchObject([{ kind: 'exported', detail: { customer: alpha.userId } }]);
    expect(said()?.text).toBe('acct_alpha: Exported 1 record to /home/sam/out.csv.');
    expect(store.getState().exported?.owner).toBe(customerKey(alpha));
  });
});

describe("an export that can't finish", () => {
  it('leaves no file, and reports the failure', async () => {
    await start();
    await (await client.next()).answer([transaction('a')]);
    await (await client.next()).fail({ kind: 'cut-off' });
    await settled();
    expect(disk.state).toBe('dropped');
    expect(said()).toMatchObject({
      tone: 'warning',
      text: expect.stringMatching(/^The export of transactions failed: .* Purser removed its file\.$/),
    });
    expect(store.getState().exporting).toBeUndefined();
  });

  it.each([
    ['a full disk', { written: { ok: false, code: 'ENOSPC' } }, "the file can't be written (ENOSPC)."],
    ['a name taken meanwhile', { finished: { ok: false, code: 'EEXIST' } }, 'another file has the name now'],
  ] as const)('leaves no file: %s', async (_, change, why) => {
    Object.assign(disk, change);
    await start({ records: [jsonOf('{"a":1}')], query: undefined });
    await settled();
    expect(disk.state).toBe('dropped');
    expect(said()?.text).toContain(why);
  });

  it('can be stopped: Purser ends the request, removes the file, and says so', async () => {
    await start();
    await (await client.next()).answer([transaction('a')]);
    const asked = await client.next();
    expect(exports.stop()).toBe(true);
    expect(asked.signal?.aborted).toBe(true);
    expect(disk.state).toBe('dropped');
    expect(said()?.text).toBe('The export of transactions was stopped. Purser removed its file.');
    await asked.answer([transaction('b')]);
    await settled();
    expect(disk.state).toBe('dropped');
    expect(disk.text).not.toContain('b');
    expect(exports.stop()).toBe(false);
  });

  it('stays stopped if a write to its file ends after the stop', async () => {
    Object.defineProperty(disk, 'written', {
      get() {
        exports.stop();
        return DONE;
      },
    });
    await start({ records: [jsonOf('{"a":1}')], query: undefined });
    await settled();
    expect(disk.state).toBe('dropped');
    expect(said()?.text).toBe('The export of transactions was stopped. Purser removed its file.');
    expect(store.getState().exporting).toBeUndefined();
  });

  it('is refused at the start if the name is taken or the folder is missing', async () => {
    expect(await start({ path: 'taken.csv' })).toMatchObject({ free: 'taken-2.csv' });
    expect(await start({ path: 'no/out.csv' })).toEqual({ why: "The file can't be created here (ENOENT)." });
    expect(client.asked).toEqual([]);
    expect(store.getState().exporting).toBeUndefined();
  });
});

it('an export of 100,000 rows keeps no row: each page is dropped when it is written', async () => {
  const PAGES = 1000;
  const alive: WeakRef<object>[] = [];
  let most = 0;
  let page = 0;
  const endless = fakeClient();
  const perform: Client['perform'] = async (id, _input, _options) => {
    if (page % 100 === 50) {
      await new Promise(resolve => setImmediate(resolve));
      collectGarbage();
      most = Math.max(most, alive.filter(ref => ref.deref() !== undefined).length);
    }
    const rows = page++ < PAGES ? Array.from({ length: 100 }, (_, n) => transaction(`t-${page}-${n}`)) : [];
    const asked = fakeClient();
    const answer = asked.perform(id, _input, _options);
    void asked.asked[0]?.answer(rows);
    const outcome = await answer;
    if (outcome.ok && typeof outcome.raw === 'object' && outcome.raw !== null)
      alive.push(new WeakRef(outcome.raw));
    return outcome;
  };
  const before: State = store.getState();
  exports = exportsWith(() => ({ ...endless, perform }), false);
  await start();
  const ended = new Promise<void>(resolve => {
    const stop = store.subscribe(({ exporting }) => {
      if (exporting) return;
      stop();
      resolve();
    });
  });
  await ended;
  expect(said()?.text).toBe('Exported 100,000 transactions to /home/sam/out.csv.');
  expect(alive).toHaveLength(PAGES + 1);
  // Three pages may be alive: the first, which has the columns, the page being written, and the page before it.
  expect(most).toBeLessThan(10);
  const { exporting: _a, exported: _b, notice: _c, ...rest } = store.getState();
  const { exporting: _d, exported: _e, notice: _f, ...had } = before;
  expect(rest).toEqual(had);
});
