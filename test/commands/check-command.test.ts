// `purser check` against the simulator: sound, wrong on purpose, failing, and changing while it is read.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAudit } from '../../src/journal/sqlite/audit-check.ts';
import { add, type Decimal, subtract } from '../../src/lib/decimal.ts';
import { isJsonList, type Json, JsonNumber, memberOf } from '../../src/lib/json.ts';
import { jsonOf } from '../harness/answers.ts';
import { breaks, calls, desk, openCalls, sentFor } from './caller.ts';

const CLOCK = '2026-11-20T09:00:00Z';

interface Report {
  readonly verdict: string;
  readonly incomplete?: string;
  readonly findings: readonly {
    readonly verdict: string;
    readonly check: string;
    readonly currency: string | null;
    readonly why?: string;
    readonly breaks?: readonly {
      readonly kind: string;
      readonly by: number;
      readonly since: { readonly id: string };
    }[];
    readonly misplaced?: readonly { readonly entry: { readonly id: string } }[];
    readonly reordered?: readonly unknown[];
    readonly fees?: string;
  }[];
}

async function report(...rest: readonly string[]) {
  const { code, out } = await calls.run('check', ['--json', ...rest]);
  return { code, ...(JSON.parse(out) as Report) };
}

const listIn = (of: Json, name: string): readonly Json[] => {
  const list = memberOf(of, name);
  return list !== undefined && isJsonList(list) ? list : [];
};

const named = ({ findings }: Report): readonly string[] =>
  findings.flatMap(({ breaks: found = [], misplaced = [] }) => [
    ...found.map(({ since }) => since.id),
    ...misplaced.map(({ entry }) => entry.id),
  ]);

describe('a service whose history adds up', () => {
  it('follows, with every currency and the moment of the reading', async () => {
    await openCalls({ clock: CLOCK, seed: 1 });
    const { code, out } = await calls.run('check', []);
    expect(code).toBe(0);
    expect(out).toMatch(/^GBP {2}FOLLOWS {10}\d+ entries, .*: each balance follows from the one before\.$/m);
    expect(out).toContain('GBP  FOLLOWS          The history ends at 184,203.17, the available balance now.');
    expect(out).toMatch(/^FOLLOWS\. Read 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\.$/m);
    expect(
      desk.sim.wire.filter(({ method, operation }) => method !== 'GET' && operation !== 'login'),
    ).toEqual([]);
  });

  it('is expected with fees outside the amounts and clocks apart', async () => {
    await openCalls({ clock: CLOCK, books: ['fee-outside', 'clocks-apart'], rows: 3000 });
    const found = await report();
    expect(found).toMatchObject({ code: 0, verdict: 'EXPECTED' });
    const histories = found.findings.filter(({ check }) => check === 'history');
    expect(new Set(histories.map(({ fees }) => fees))).toEqual(new Set(['outside']));
  });

  it('is checked for one currency and a period, whose end is not compared with the balance now', async () => {
    await openCalls({ clock: CLOCK });
    const found = await report('--currency', 'EUR', '--from', '2026-10-20', '--to', '2026-11-10');
    expect(found.findings).toMatchObject([{ currency: 'EUR', check: 'history', verdict: 'FOLLOWS' }]);
    const history = desk.sim.wire.filter(({ operation }) => operation === 'account.balanceHistory');
    expect(history.map(({ target }) => target).join(' ')).toMatch(
      /currency=EUR.*from_date=2026-10-20.*to_date=2026-11-11/,
    );
  });
});

describe('a service that is wrong on purpose', () => {
  it.each(['missing', 'doubled', 'late', 'sign', 'currency', 'jump', 'balance'] as const)(
    '%s',
    async kind => {
      await openCalls({ clock: CLOCK, books: [kind], seed: 4 });
      const [fault] = desk.sim.world.customers[0]?.bookFaults ?? [];
      const found = await report();
      expect(found.code).toBe(kind === 'late' ? 0 : 1);
      expect(fault?.first.some(id => named(found).includes(id))).toBe(true);
      const known = [...(fault?.first ?? []), ...(fault?.also ?? [])];
      expect(named(found).filter(id => !known.includes(id))).toEqual([]);
    },
  );

  it('shows the entries on both sides and what is not explained', async () => {
    await openCalls({ clock: CLOCK, books: ['jump'], seed: 4 });
    const { code, out } = await calls.run('check', []);
    expect(code).toBe(1);
    expect(out).toMatch(
      / {2}before {2}.*\n {2}since {3}.*\n {2}after {3}.*\n {10}The balance should be .*, and is .*: [+−][\d,.]+ has no \w{3} entry\.$/m,
    );
    expect(out).toMatch(/^DOES NOT FOLLOW\. Read/m);
  });

  it('gives the entries on both sides and the exact difference as JSON', async () => {
    await openCalls({ clock: CLOCK, books: ['jump'], seed: 4 });
    const { out } = await calls.run('check', ['--json']);
    const found = jsonOf(out);
    const [one] = listIn(found, 'findings').flatMap(finding => listIn(finding, 'breaks'));
    const amountIn = (of: Json | undefined, name: string): Decimal => {
      const sent = memberOf(of, name);
      if (!(sent instanceof JsonNumber)) throw new Error(`no ${name}`);
      return sent.source;
    };
    const [before, since, after] = ['before', 'since', 'after'].map(name => memberOf(one, name));
    const expected = add(amountIn(before, 'balance'), amountIn(since, 'amount'));
    expect(amountIn(one, 'expected')).toBe(expected);
    expect(amountIn(one, 'by')).toBe(subtract(amountIn(since, 'balance'), expected));
    expect(add(amountIn(since, 'balance'), amountIn(after, 'amount'))).toBe(amountIn(after, 'balance'));
  });

  it('shows ten entries of a finding, and says how many more there are', async () => {
    await openCalls({ clock: CLOCK });
    await breaks('account.balanceHistory set=data[*].amount:1.00');
    const { code, out } = await calls.run('check', ['--currency', 'GBP']);
    expect(code).toBe(1);
    expect(out.match(/^ {2}since /gm)).toHaveLength(10);
    expect(out).toMatch(/^ {2}and \d+ more entries: --json shows all\.$/m);
  });

  it('shows an entry that was posted later', async () => {
    await openCalls({ clock: CLOCK, books: ['late'], seed: 4 });
    const { code, out } = await calls.run('check', []);
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}\d\d \w{3} .*: posted just before the entry of .*, by the balances\.$/m);
  });

  it('does not follow, also if a later page fails', async () => {
    await openCalls({ clock: CLOCK, books: ['jump'], seed: 4 });
    await breaks('account.balances status=403 after=1 message=closed');
    const found = await report();
    expect(found).toMatchObject({ code: 1, verdict: 'DOES NOT FOLLOW' });
    expect(found.incomplete).toContain('closed');
  });

  it('shows no control character of a description', async () => {
    await openCalls({ clock: CLOCK, books: ['jump'], seed: 4 });
    await breaks('account.balanceHistory set=data[*].description:"a\\u001b[2J\\u202eb"');
    const { out } = await calls.run('check', []);
    for (const character of ['\u001b', '\u202e']) expect(out).not.toContain(character);
  });
});

describe('what was not checked', () => {
  it('a failed read, with its reason and exit code 3', async () => {
    await openCalls({ clock: CLOCK });
    await breaks('account.balanceHistory status=403 message=closed');
    const found = await report();
    expect(found).toMatchObject({ code: 3, verdict: 'NOT CHECKED' });
    expect(found.incomplete).toContain('closed');
  });

  it('a list that the service repeats', async () => {
    await openCalls({ clock: CLOCK });
    await breaks('account.balanceHistory repeat-page');
    const { code, out } = await calls.run('check', []);
    expect(code).toBe(3);
    expect(out).toContain('NOT CHECKED  The service sent a page twice: there may be more rows.');
  });

  it('a balance that changed while Purser read', async () => {
    await openCalls({ clock: CLOCK });
    await breaks('account.balances set=data[0].available_balance:1.00 count=1');
    const found = await report('--currency', 'GBP');
    expect(found.code).toBe(3);
    expect(found.findings[1]).toMatchObject({ verdict: 'NOT CHECKED', why: 'changed' });
  });

  it('an entry or a balance without a readable currency, also in a check of one currency', async () => {
    await openCalls({ clock: CLOCK });
    await breaks('account.balanceHistory set=data[3].currency:null count=1');
    await breaks('account.balances set=data[1]:7');
    const { out } = await calls.run('check', ['--currency', 'GBP']);
    expect(out).toContain('1 entry without a readable currency.');
    expect(out).toContain('1 balance without a readable currency.');
  });

  it('an entry without a readable balance', async () => {
    await openCalls({ clock: CLOCK });
    await breaks('account.balanceHistory set=data[3].balance:"1.2.3" count=1');
    const { code, out } = await calls.run('check', []);
    expect(code).toBe(3);
    expect(out).toContain('Not checked: 1 entry without a readable balance.');
  });
});

it('without a customer, nothing is read', async () => {
  await openCalls({ clock: CLOCK });
  const env = { PURSER_USER_ID: undefined, PURSER_ON_BEHALF_OF: undefined };
  const { code, err } = await calls.run('check', [], { env });
  expect(code).toBe(2);
  expect(err).toContain('Give the customer with --user ID');
  expect(sentFor('account.balances')).toEqual([]);
});

it('the audit log has the sign-in, and no entry for the reads', async () => {
  await openCalls({ clock: CLOCK });
  await calls.run('check', [], { env: { PURSER_ENVIRONMENT: 'production' } });
  const read = readAudit({ file: join(calls.folder, 'journal.db') });
  const lines = read.ok ? read.lines : [];
  expect(lines.map(({ text }) => JSON.parse(text).kind)).toEqual(['log-begun', 'signed-in']);
});
