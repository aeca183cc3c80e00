// `purser check` after writes: the journal against the history of the live simulator, and conversions with their rates.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { inputFor } from '../sim/samples.ts';
import { breaks, calls, desk, openCalls, setsOf } from './caller.ts';

beforeEach(() => openCalls({ clock: '2026-11-20T09:00:00Z' }));

type Order = 'payout.create' | 'conversion.create' | 'payout.cancel';

/** Sends the sample of the write, with the token that Purser asks for. */
async function sends(
  id: Order,
  change: Readonly<Record<string, unknown>> = {},
  more: readonly string[] = [],
) {
  const { body, ...input } = (await inputFor(desk, id, 0)) as { body: object };
  const given = [id, ...setsOf({ ...input, body: { ...body, ...change } }), ...more];
  const asked = await calls.call(...given);
  const token = /--confirm (\S+)\n$/.exec(asked.err)?.[1] ?? '';
  return calls.call(...given, '--confirm', token);
}

const advance = (ms: number) => desk.control('/clock', { advance_ms: ms });

interface Write {
  readonly by?: number;
  readonly verdict: string;
  readonly problem: string;
  readonly candidates?: readonly unknown[];
}

async function report() {
  const { code, out } = await calls.run('check', ['--json']);
  const { verdict, findings } = JSON.parse(out) as {
    readonly verdict: string;
    readonly findings: readonly {
      readonly check: string;
      readonly verdict: string;
      readonly present?: number;
      readonly follow?: number;
      readonly count?: number;
      readonly writes?: readonly Write[];
      readonly conversions?: readonly Write[];
    }[];
  };
  const of = (check: string) => findings.find(one => one.check === check);
  return {
    code,
    verdict,
    journal: of('journal'),
    conversions: of('conversions'),
    elsewhere: of('elsewhere'),
  };
}

/** As if the check came an hour after the writes, when their entries are no longer expected to be on their way. */
const reportLater = async () => {
  await advance(3_600_000);
  vi.setSystemTime(Date.now() + 3_600_000);
  try {
    return await report();
  } finally {
    vi.useRealTimers();
  }
};

it('the journal’s writes of another customer are not compared', async () => {
  expect((await sends('payout.create')).code).toBe(0);
  const { out } = await calls.run('check', ['--json'], { customer: 1 });
  expect(out).toContain('"check": "history"');
  expect(out).not.toContain('"check": "journal"');
});

it('a payout and a settled conversion are found in the history, and the rate gives both amounts', async () => {
  expect((await sends('payout.create')).code).toBe(0);
  expect((await sends('conversion.create')).code).toBe(0);
  const before = await report();
  expect(before).toMatchObject({
    code: 0,
    journal: { verdict: 'EXPECTED', present: 2, writes: [{ problem: 'unsettled', verdict: 'EXPECTED' }] },
    conversions: { verdict: 'FOLLOWS', follow: 1, conversions: [] },
  });
  await advance(3_600_000);
  expect(await report()).toMatchObject({ code: 0, journal: { verdict: 'FOLLOWS', present: 2, writes: [] } });
});

it('says in words what it found', async () => {
  await sends('payout.create');
  await sends('conversion.create');
  const { out } = await calls.run('check', []);
  expect(out).toMatch(/2 of 2 writes of the journal: the history has their entries, by ID or reference/);
  expect(out).toMatch(/The entries of payouts come within \d+ s, measured from 1 entry\./);
  expect(out).toMatch(
    /EXPECTED: Convert GBP to USD .*: the bought amount comes when the conversion settles\./,
  );
  expect(out).toMatch(
    /1 of 1 conversion: the amounts follow from the rate, rounded to the digits of the currency/,
  );
});

it('an UNKNOWN payout is not checked, with its candidate', async () => {
  await breaks('payout.create reset=after count=1');
  expect((await sends('payout.create')).code).toBe(75);
  expect(await report()).toMatchObject({
    code: 3,
    journal: { writes: [{ problem: 'unresolved', verdict: 'NOT CHECKED', candidates: [{}] }] },
  });
});

it('payouts that another channel made are counted, and are no fault', async () => {
  await sends('payout.create');
  // The sample makes the payout without Purser, and Purser cancels that.
  await inputFor(desk, 'payout.cancel', 0);
  expect(await report()).toMatchObject({ code: 0, elsewhere: { verdict: 'EXPECTED', count: 1 } });
});

it('an entry with another amount does not follow', async () => {
  await sends('payout.create');
  await breaks('account.balanceHistory set=data[0].amount:-77.10');
  const { code, journal } = await report();
  expect(code).toBe(1);
  expect(journal?.writes).toMatchObject([{ problem: 'other-amount', verdict: 'DOES NOT FOLLOW' }]);
});

describe('a conversion', () => {
  beforeEach(async () => {
    await sends('conversion.create');
    await advance(3_600_000);
  });

  it('with a wrong rate does not follow, with the calculation', async () => {
    await breaks('conversion.get set=data.netExchangerate:1.5');
    const { code, conversions } = await report();
    expect(code).toBe(1);
    expect(conversions?.conversions).toMatchObject([{ problem: 'rate', verdict: 'DOES NOT FOLLOW' }]);
    const { out } = await calls.run('check', []);
    expect(out).toMatch(/100\.00 GBP × 1\.5 is 150\.00\d* USD, and the service says 12\d\.\d\d USD\./);
  });

  it('whose amount changed since it was made does not follow', async () => {
    await breaks('conversion.get set=data.destinationAmount:1.00');
    expect((await report()).conversions?.conversions).toMatchObject([{ problem: 'changed' }]);
  });

  it('that can’t be read is not checked', async () => {
    await breaks('conversion.get status=400 message=no');
    expect((await report()).conversions).toMatchObject({
      ...{ verdict: 'NOT CHECKED', conversions: [{ problem: 'unread' }] },
    });
  });
});

describe('a service that is wrong on purpose', () => {
  it('journal-missing: a payout that moved no money does not follow', async () => {
    await openCalls({ clock: '2026-11-20T09:00:00Z', books: ['journal-missing'], seed: 4 });
    for (const amount of ['11.00', '12.00', '13.00', '14.00'])
      expect((await sends('payout.create', { amount })).code).toBe(0);
    const { code, journal } = await reportLater();
    const lost = desk.sim.world.payouts.all.filter(({ isLost }) => isLost).map(({ minor }) => `-${minor}`);
    expect(lost.length).toBeGreaterThan(0);
    expect(code).toBe(1);
    const wrong = journal?.writes?.filter(({ verdict }) => verdict === 'DOES NOT FOLLOW') ?? [];
    expect(wrong.map(({ by = 0 }) => `-${by * 100}`).toSorted()).toEqual(lost.toSorted());
  });

  it('conversion-rate: a conversion whose record has another rate does not follow', async () => {
    await openCalls({ clock: '2026-11-20T09:00:00Z', books: ['conversion-rate'], seed: 5 });
    await sends('conversion.create');
    const [first] = calls.rows();
    await sends('conversion.create', {}, ['--besides', first?.intent.requestId ?? '']);
    const { conversions } = await report();
    const wrong = desk.sim.world.conversions.all().filter(({ laterRate, quote }) => laterRate !== quote.rate);
    expect(wrong).toHaveLength(1);
    expect(conversions).toMatchObject({ follow: 1, conversions: [{ problem: 'rate' }] });
  });
});

it('a journal that can’t be read is named, and everything else is checked', async () => {
  const openJournal = async () => ({ locked: t`The journal is locked.` });
  const { code, out } = await calls.run('check', [], { openJournal });
  expect(code).toBe(3);
  expect(out).toMatch(
    /NOT CHECKED +The journal can't be read: writes and conversions made here are not compared\./,
  );
  expect(out).toMatch(/^GBP +FOLLOWS/m);
});
