// The console's rules in `purser call`: nothing twice, nothing unconfirmed, and nothing but the given input.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { journalIn, type OpenJournal } from '../../src/journal/open-journal.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { cardIn } from '../sim/inputs.ts';
import { inputFor } from '../sim/samples.ts';
import { breaks, type Called, calls, desk, openCalls, sentFor, setsOf } from './caller.ts';

beforeEach(() => openCalls());

const newest = (): string => calls.rows()[0]?.intent.requestId ?? '';

async function order(id: 'payout.create' | 'conversion.create' | 'payout.cancel') {
  const input = (await inputFor(desk, id, 0)) as { body: Record<string, unknown> };
  return { input, given: [id, ...setsOf(input)] };
}

/** Runs the call without a token, then with the token that Purser asked for. */
async function confirmed(...given: readonly string[]) {
  const asked = await calls.call(...given);
  const token = /--confirm (\S+)\n$/.exec(asked.err)?.[1] ?? '';
  return calls.call(...given, '--confirm', token);
}

it('drift in the response to a write is reported as for a read, and does not change the outcome', async () => {
  const { given } = await order('payout.create');
  await breaks('payout.create set=trace:1');
  const { code, err } = await calls.call(...given, '--confirm', '10.10');
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/different from the service's API documentation: trace/),
  ]);
});

it.each([
  ['--user', 'x-user-id', 'account.list'],
  ['--program', 'x-program-id', 'account.list'],
  ['--on-behalf-of', 'x-on-behalf-of', 'directDebit.list'],
])('%s replaces the value of the environment in the header %s', async (flag, header, operation) => {
  await calls.call(operation, flag, 'another-1');
  expect(sentFor(operation).map(({ headers }) => headers[header])).toEqual([['another-1']]);
});

describe('under the rule of duplicates,', () => {
  it('the same payout is not sent again because something differs that the service does not receive [E21a]', async () => {
    const { given } = await order('payout.create');
    const all = [...given, '--confirm', '10.10'];
    expect((await calls.call(...all)).code).toBe(0);
    const [one, local] = [newest(), desk.sim.url.replace('127.0.0.1', 'localhost')];
    const others: readonly (() => Promise<Called>)[] = [
      () => calls.call(...all, '--on-behalf-of', 'acct_other'),
      () => calls.run('call', all, { env: { PURSER_ON_BEHALF_OF: 'acct_other' } }),
      () => calls.run('call', all, { env: { PURSER_BASE_URL: local } }),
    ];
    for (const other of others) {
      const { code, err } = await other();
      expect([code, err]).toEqual([1, expect.stringContaining(`--besides ${one}`)]);
    }
    expect(sentFor('payout.create')).toHaveLength(1);
  });

  it.each(['directDebit.cancel', 'mandate.cancel'] as const)(
    '%s is not sent again for another user or program, because the service receives neither [E21a]',
    async id => {
      const at = desk.sim.customers.findIndex(({ onBehalfOf }) => onBehalfOf !== undefined);
      const input = (await inputFor(desk, id, at)) as { params: Record<string, unknown> };
      const sets = Object.entries(input.params).flatMap(([name, value]) => [
        '--set',
        `${name}=${String(value)}`,
      ]);
      const token = String(Object.values(input.params).at(-1)).slice(-4);
      const all = [id, ...sets, '--confirm', token];
      const first = await calls.run('call', all, { customer: at });
      expect([first.code, first.err]).toEqual([0, expect.any(String)]);
      const same = desk.sim.customers[at]?.onBehalfOf ?? '';
      for (const more of [
        ['--user', 'user-other', '--on-behalf-of', same],
        ['--program', 'program-other'],
      ]) {
        const again = await calls.run('call', [...all, ...more], { customer: at });
        expect([again.code, again.err]).toEqual([1, expect.stringContaining('NOT SENT')]);
      }
      expect(sentFor(id)).toHaveLength(1);
    },
  );

  it('a flag that the family does not send is checked, and the call says that it changes nothing', async () => {
    const { given } = await order('payout.create');
    for (const flag of ['--on-behalf-of', '--user', '--program']) {
      const { code, err } = await calls.call(...given, flag, 'acct_1\r\nx-evil: 1');
      expect([code, err]).toEqual([
        2,
        expect.stringContaining(`${flag} must be 1 to 512 visible ASCII characters`),
      ]);
    }
    const { err } = await calls.call(...given, '--on-behalf-of', 'acct_1');
    expect(err).toContain('payout.create does not send --on-behalf-of. The request is the same without it.');
  });

  it('the same payout is sent again only with --besides and all earlier request IDs [E21a]', async () => {
    const { given } = await order('payout.create');
    const all = [...given, '--confirm', '10.10'];
    const first = await calls.call(...all);
    expect([first.code, first.err]).toEqual([0, expect.stringContaining('Beneficiary')]);
    const one = newest();
    const again = await calls.call(...all);
    expect([again.code, again.out]).toEqual([1, '']);
    expect(again.err).toContain("Don't pay twice: “New payout” was done at");
    // One sentence names the duplicate, and the flag to copy.
    expect(again.err.match(/uplicate|twice/g)).toHaveLength(2);
    expect(again.err.split(one)).toHaveLength(3);
    expect(again.err).toContain(`NOT SENT: the same write was done before, or may have been.`);
    expect(again.err).toContain(`--besides ${one}`);
    expect(sentFor('payout.create')).toHaveLength(1);
    const second = await calls.call(...all, '--besides', one);
    expect(second.code).toBe(0);
    const two = newest();
    // The same command again sends nothing, because it doesn't name the second payout.
    const third = await calls.call(...all, '--besides', one);
    expect([third.code, third.err]).toEqual([1, expect.stringContaining(`--besides ${two}`)]);
    expect(sentFor('payout.create')).toHaveLength(2);
    const both = await calls.call(...all, '--besides', one.toUpperCase(), '--besides', two);
    expect(both.code).toBe(0);
    expect(sentFor('payout.create')).toHaveLength(3);
  });

  it('a payout that is still being sent is named as such, and the sentence says to wait [E9a–b]', async () => {
    const { given } = await order('payout.create');
    const all = [...given, '--confirm', '10.10'];
    await breaks('payout.create hang');
    let again: Called | undefined;
    await calls.run('call', all, {
      async meanwhile(process) {
        await vi.waitFor(() => expect(sentFor('payout.create')).toHaveLength(1), 20_000);
        again = await calls.call(...all);
        process.emit('SIGINT', 'SIGINT');
      },
    });
    const one = newest();
    expect(again?.code).toBe(1);
    expect(again?.err).toContain(`(request ID ${one}) is being sent. Wait for its outcome`);
    expect(again?.err).toContain(
      'NOT SENT: the same write is being sent. Wait for its outcome (purser journal list). To send a duplicate on purpose:',
    );
    expect(again?.err).toContain(`--besides ${one}`);
    expect(again?.err).not.toContain('Resolve');
    expect(sentFor('payout.create')).toHaveLength(1);
  });

  it('a payout with another reference is a possible duplicate; with another amount it only gets a warning [E21a]', async () => {
    const { input } = await order('payout.create');
    await calls.call('payout.create', ...setsOf(input), '--confirm', '10.10');
    const again = { body: { ...input.body, reference: 'INV 8' } };
    const { code, err } = await calls.call('payout.create', ...setsOf(again), '--confirm', '10.10');
    expect([code, err]).toEqual([1, expect.stringContaining(`--besides ${newest()}`)]);
    const other = { body: { ...input.body, amount: '10.20' } };
    const same = await calls.call('payout.create', ...setsOf(other), '--confirm', '10.2');
    const said = 'The same reference was paid to this beneficiary (10.10 GBP) at';
    expect([same.code, same.err]).toEqual([0, expect.stringContaining(said)]);
  });

  it('a payout with another spelling of the beneficiary is a possible duplicate [E21a]', async () => {
    const { input, given } = await order('payout.create');
    await calls.call(...given, '--confirm', '10.10');
    const upper = String(input.body['beneficiary_id']).toUpperCase();
    const body = { ...input.body, beneficiary_id: upper };
    const { code, err } = await calls.call('payout.create', ...setsOf({ body }), '--confirm', '10.10');
    expect([code, err]).toEqual([1, expect.stringContaining(`--besides ${newest()}`)]);
    expect(sentFor('payout.create')).toHaveLength(1);
  });

  it('a second cancellation of a payout by its other ID is sent only with --besides [E21a]', async () => {
    const { given } = await order('payout.create');
    await calls.call(...given, '--confirm', '10.10');
    const payout = desk.sim.world.payouts.all.at(-1);
    if (!payout) throw new Error('there is no payout');
    const cancel = (name: string, value: string, ...more: readonly string[]) =>
      calls.call('payout.cancel', '--set', `${name}=${value}`, '--confirm', value.slice(-4), ...more);
    expect((await cancel('systemReferenceNumber', payout.systemReference)).code).toBe(0);
    const first = newest();
    const { code, err } = await cancel('id', payout.id);
    expect([code, err]).toEqual([1, expect.stringContaining(`NOT SENT: the same write was done before`)]);
    expect(err).toContain(`--besides ${first}`);
    expect(sentFor('payout.cancel')).toHaveLength(1);
    await cancel('id', payout.id, '--besides', first);
    expect(sentFor('payout.cancel')).toHaveLength(2);
  });

  it.each(['inv  7', 'ＩＮＶ\u00A07 ', 'I\u00ADNV 7'])(
    'a payout with its reference spelled “%s” and other notes is the same payout at any age [E21a]',
    async reference => {
      const { input, given } = await order('payout.create');
      await calls.call(...given, '--confirm', '10.10');
      const body = { ...input.body, reference, notes: 'another note' };
      const again = setsOf({ body });
      const { code, err } = await calls.call('payout.create', ...again, '--confirm', '10.10');
      expect([code, err]).toEqual([1, expect.stringContaining(`--besides ${newest()}`)]);
      expect(err).toContain('was done at');
      expect(sentFor('payout.create')).toHaveLength(1);
      await calls.call('payout.create', ...again, '--confirm', '10.10', '--besides', newest());
      expect(sentFor('payout.create')).toHaveLength(2);
    },
  );

  it('a payout that the service refused is shown with the words of the refusal, and can be sent', async () => {
    const { given } = await order('payout.create');
    await breaks('payout.create status=400 count=1');
    await calls.call(...given, '--confirm', '10.10');
    const refused = newest();
    const { code, err } = await calls.call(...given);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/The service REFUSED the same request at .*It said: “/),
    ]);
    expect(err).toContain(refused);
    const sent = await calls.call(...given, '--confirm', '10.10');
    expect([sent.code, sent.err]).toEqual([0, expect.stringContaining('REFUSED the same request')]);
  });

  it('a system reference given as the ID is refused', async () => {
    const { code, err } = await calls.call(
      'payout.cancel',
      '--set',
      'id=pay139988571160',
      '--confirm',
      '1160',
    );
    expect(code).toBe(2);
    expect(err).toContain(
      'NOT SENT: pay139988571160 is a system reference. Give it as systemReferenceNumber.',
    );
    expect(sentFor('payout.cancel')).toHaveLength(0);
  });

  it('a call without a confirmation names the earlier write that it may duplicate [E21a]', async () => {
    const { given } = await order('payout.create');
    await calls.call(...given, '--confirm', '10.10');
    const { code, err } = await calls.call(...given);
    expect([code, err]).toEqual([2, expect.stringContaining(`(request ID ${newest()}).`)]);
    expect(err.split(newest())).toHaveLength(2);
  });
});

describe('the rules of the forms hold for a call:', () => {
  it.each(['ABC', 'XAU', 'XXX'])('no money is sent in %s', async currency => {
    const { input } = await order('payout.create');
    const body = { ...input.body, currency };
    const { code, err } = await calls.call('payout.create', ...setsOf({ body }), '--confirm', '10.10');
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(`ISO 4217 has no decimal places for ${currency}`),
    ]);
    expect(sentFor('payout.create')).toEqual([]);
  });

  it.each([
    ['100.50', 1],
    ['100.00', 0],
    ['100', 0],
  ])('a payout of %s HUF has %i warnings about decimal places', async (amount, count) => {
    const { input } = await order('payout.create');
    const body = { ...input.body, amount, currency: 'HUF' };
    const { err } = await calls.call('payout.create', ...setsOf({ body }));
    expect(err.match(/The service's HUF amounts have 0 decimal places/g) ?? []).toHaveLength(count);
  });

  it.each([
    ['GB33 BUKB-2020\u00A01555 5555 55', 'GB33BUKB20201555555555', 'GB33 BUKB 2020 1555 5555 55', false],
    ['19-2000145399', '19-2000145399', '19-2000145399', false],
    ['19 2000145399', '19 2000145399', '19 2000145399', true],
  ])('the account number %j is sent as %s', async (typed, sent, shown, warned) => {
    const { body } = (await inputFor(desk, 'beneficiary.create', 0)) as { body: Record<string, unknown> };
    const given = setsOf({ body: { ...body, beneficiary_account_number: typed } });
    const { err } = await calls.call('beneficiary.create', ...given);
    expect(err).toContain(`beneficiary_account_number    "${shown}"`);
    expect(err.includes('This account number has blanks.')).toBe(warned);
    await calls.call('beneficiary.create', ...given, '--confirm', sent.slice(-4));
    expect(sentFor('beneficiary.create').map(wire => JSON.parse(wire.body))).toEqual([
      expect.objectContaining({ beneficiary_account_number: sent }),
    ]);
  });
});

describe('among conversions and payouts,', () => {
  const amountOf = (body: Record<string, unknown>): string => String(body['source_amount']);

  it.each(['', 'reset=after'])(
    'a conversion of a quote that was already converted is barred (%s)',
    async fault => {
      const { input, given } = await order('conversion.create');
      if (fault !== '') await breaks(`conversion.create ${fault} count=1`);
      const all = [...given, '--confirm', amountOf(input.body)];
      expect((await calls.call(...all)).code).toBe(fault === '' ? 0 : 75);
      const { code, err } = await calls.call(...all, '--besides', newest());
      expect(code).toBe(1);
      expect(err).toMatch(/NOT SENT: This quote (is|may be) converted already/);
      expect(err).toContain(newest());
      expect(sentFor('conversion.create')).toHaveLength(1);
    },
  );

  /** As if every call had read the journal before any of them wrote. */
  const unread: OpenJournal = async () => {
    const opened = await journalIn({ state: calls.folder }, systemClock())();
    if ('locked' in opened) return opened;
    const none = async () => ({ ok: true, value: [] }) as const;
    return { ...opened, journal: { ...opened.journal, equals: none, list: none, unresolved: none } };
  };
  const atOnce = (lines: readonly (readonly string[])[]) =>
    Promise.all([...lines, ...lines].map(line => calls.run('call', line, { openJournal: unread })));

  it('one quote is converted once by calls at the same moment, by either amount', async () => {
    const { input, given } = await order('conversion.create');
    const { source_amount, ...rest } = input.body as { source_amount?: unknown };
    const read = await calls.call('quote.get', '--set', `quote_id=${String(input.body['quote_id'])}`);
    const bought = /"destinationAmount": ([\d.]+)/.exec(read.out)?.[1] ?? '';
    const byBuying = setsOf({ body: { ...rest, destination_amount: bought } });
    const confirm = ['--confirm', String(source_amount)];
    const ends = await atOnce([
      [...given, ...confirm],
      ['conversion.create', ...byBuying, ...confirm],
    ]);
    expect(ends.map(({ code }) => code).toSorted()).toEqual([0, 1, 1, 1]);
    expect(sentFor('conversion.create')).toHaveLength(1);
  });

  it('one payout goes out once by calls at the same moment, in any spelling of its reference', async () => {
    const { input } = await order('payout.create');
    const ends = await atOnce(
      ['Invoice 7', 'invoice 7', 'ＩＮＶＯＩＣＥ 7', 'Invoice\u00A0 7'].map(reference => [
        ...['payout.create', ...setsOf({ body: { ...input.body, reference } }), '--confirm', '10.10'],
      ]),
    );
    expect(ends.map(({ code }) => code).toSorted()).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
    expect(ends.flatMap(({ err }) => /--besides (\S+)/.exec(err)?.[1] ?? [])).toEqual(
      Array(7).fill(newest()),
    );
    expect(sentFor('payout.create')).toHaveLength(1);
  });

  it('one payout is cancelled once by calls at the same moment, by its ID and by its reference', async () => {
    const { given } = await order('payout.create');
    await calls.call(...given, '--confirm', '10.10');
    const payout = desk.sim.world.payouts.all.at(-1);
    const names = [`id=${payout?.id}`, `systemReferenceNumber=${payout?.systemReference}`];
    const seen: OpenJournal = async () => {
      const opened = await journalIn({ state: calls.folder }, systemClock())();
      if ('locked' in opened) return opened;
      const { journal } = opened;
      const payouts: typeof journal.list = async wanted => {
        const read = await journal.list(wanted);
        return read.ok
          ? { ok: true, value: read.value.filter(({ intent }) => intent.operation === 'payout.create') }
          : read;
      };
      return {
        ...opened,
        journal: { ...journal, equals: async () => ({ ok: true, value: [] }), list: payouts },
      };
    };
    const ends = await Promise.all(
      names.map(name =>
        calls.run('call', ['payout.cancel', '--set', name, '--confirm', name.slice(-4)], {
          openJournal: seen,
        }),
      ),
    );
    expect(ends.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(sentFor('payout.cancel')).toHaveLength(1);
  });

  it('a second conversion of the same amount is sent only if the call names the earlier conversion', async () => {
    const one = await order('conversion.create');
    await calls.call(...one.given, '--confirm', amountOf(one.input.body));
    const { input, given } = await order('conversion.create');
    const all = [...given, '--confirm', amountOf(input.body)];
    const again = await calls.call(...all);
    expect(again.code).toBe(1);
    expect(again.err).toContain('Possible duplicate: the same amount was converted at');
    const second = await calls.call(...all, '--besides', newest());
    expect(second.code).toBe(0);
  });

  it('a conversion with another quote, amount, currency or rate in the answer is DONE, and exit code 4 says so', async () => {
    const { input, given } = await order('conversion.create');
    await breaks(
      'conversion.create set=data.quote_id:"quote_another"',
      'conversion.create set=data.net_exchangerate:9.5',
      'conversion.create set=data.source_amount:7',
      'conversion.create set=data.destination_currencycode:"JPY"',
      'conversion.create set=data.new_field:1',
    );
    const { code, err, out } = await calls.call(...given, '--confirm', amountOf(input.body));
    expect(code).toBe(4);
    expect(err).toMatch(/DONE: Convert [A-Z]{3} to [A-Z]{3}/);
    expect(err).toContain('CHECK: the response differs from what you confirmed.');
    expect(err).toMatch(/Quote: you confirmed \S+, but the service returned quote_another\./);
    expect(err).toMatch(/Rate: you confirmed [\d.]+, but the service returned 9\.5\./);
    expect(err).toMatch(/Sold: you confirmed .*, but the service returned 7 GBP\./);
    expect(err).toMatch(/Bought: you confirmed .*, but the service returned .* JPY\./);
    expect(err).toMatch(/different from the service's API documentation: new_field/);
    expect(JSON.parse(out)).toMatchObject({ quote_id: 'quote_another' });
    expect(calls.rows()[0]?.state).toBe('DONE');
  });

  it('a payout with another amount, currency or beneficiary in the answer is DONE, and exit code 4 says so', async () => {
    const { given } = await order('payout.create');
    await breaks(
      'payout.create set=data.amount:999.99',
      'payout.create set=data.currency:"JPY"',
      'payout.create set=data.beneficiary_id:"another"',
    );
    const { code, err } = await calls.call(...given, '--confirm', '10.10');
    expect(code).toBe(4);
    expect(err).toContain('CHECK: the response differs from what you confirmed.');
    expect(err).toContain('Amount: you confirmed 10.10, but the service returned 999.99.');
    expect(err).toContain('Currency: you confirmed GBP, but the service returned JPY.');
    expect(err).toMatch(/Beneficiary: you confirmed \S+, but the service returned another\./);
  });

  it('a payout with the same values in other spellings in the answer gets no warning', async () => {
    const { given, input } = await order('payout.create');
    await breaks(
      'payout.create set=data.amount:10.1',
      'payout.create set=data.currency:"gbp"',
      `payout.create set=data.beneficiary_id:${JSON.stringify(String(input.body['beneficiary_id']).toUpperCase())}`,
    );
    const { code, err } = await calls.call(...given, '--confirm', '10.10');
    expect([code, err]).toEqual([0, expect.not.stringContaining('LOOK')]);
  });

  it('a quote whose rate fits its amounts in no direction is not converted', async () => {
    const { input, given } = await order('conversion.create');
    await breaks('quote.get set=data.netExchangeRate:0');
    const { code, err } = await calls.call(...given, '--confirm', amountOf(input.body));
    expect([code, err]).toEqual([
      1,
      expect.stringContaining("NOT SENT: The quote's rate does not fit its amounts."),
    ]);
    expect(sentFor('conversion.create')).toEqual([]);
  });

  it('a conversion with a validAmount of false is refused before anything is read', async () => {
    const { input } = await order('conversion.create');
    const changed = { body: { ...input.body, validAmount: false } };
    const before = desk.sim.wire.length;
    const { code, err } = await calls.call('conversion.create', ...setsOf(changed), '--confirm', '1');
    expect([code, err]).toEqual([1, expect.stringContaining('validAmount must be true')]);
    expect(desk.sim.wire).toHaveLength(before);
  });

  it('a conversion reads the quote again before sending, and stops if the rate differs [D14a–b]', async () => {
    const { input, given } = await order('conversion.create');
    await breaks('quote.get set=data.netExchangeRate:1.27 after=1');
    const { code, err } = await calls.call(...given, '--confirm', amountOf(input.body));
    expect([code, err]).toEqual([1, expect.stringMatching(/NOT SENT: Rate: was .* now 1 GBP = 1\.27 USD/)]);
    expect(sentFor('conversion.create')).toHaveLength(0);
  });
});

describe('a service that takes the short form of a conversion', () => {
  it('receives the short form, and --describe shows it; other fields are refused', async () => {
    await openCalls({ dialect: { conversionFields: 'short' } });
    const { credentials, url } = desk.sim;
    const profile = {
      baseUrl: url,
      environment: 'demo',
      clientId: credentials.clientId,
      programId: credentials.programId,
      dialect: { conversionFields: 'short' },
    };
    writeFileSync(join(calls.folder, 'config.json'), JSON.stringify({ profiles: { short: profile } }));
    const { body } = (await inputFor(desk, 'conversion.create', 0)) as { body: Record<string, unknown> };
    const { quote_id, source_amount } = body;
    const env = { PURSER_PROFILE: 'short' };
    const run = (...rest: readonly string[]) => calls.run('call', ['conversion.create', ...rest], { env });
    const { out } = await run('--describe');
    expect(out).toContain('body.quote_id');
    expect(out).not.toMatch(/source_currency|validAmount/);
    const given = setsOf({ body: { quote_id, source_amount } });
    const done = await run(...given, '--confirm', String(source_amount));
    expect([done.code, done.err]).toEqual([0, expect.stringContaining('DONE')]);
    expect(Object.keys(JSON.parse(String(sentFor('conversion.create')[0]?.body)))).toEqual([
      'quote_id',
      'source_amount',
    ]);
    const full = await run(...given, '--set', 'source_currency=GBP');
    expect([full.code, full.err]).toEqual([2, expect.stringContaining('has no field source_currency')]);
  });
});

describe('a card’s change', () => {
  const card = (status: 'ACTIVE' | 'INACTIVE') => {
    const [own] = desk.sim.world.customers;
    const found = own && cardIn(own, status);
    if (!found) throw new Error('there is no such card');
    return found;
  };
  const change = (id: string, ...sets: readonly string[]) => [
    ...['card.update', '--set', `id=${id}`],
    ...sets.flatMap(set => ['--set', set]),
  ];

  it('freezes the listed card after the same confirmation as on the screen', async () => {
    const { code, err } = await confirmed(...change(card('ACTIVE').id, 'card_status=INACTIVE'));
    expect([code, err]).toEqual([0, expect.stringContaining('ACTIVE')]);
    expect(err).toMatch(/New status +INACTIVE/);
    expect(err).toContain('DONE: Freeze card');
  });

  it('sets limits, shows the current limits, and names those that are not sent', async () => {
    const { id, currency } = card('ACTIVE');
    const sets = [
      `currency=${currency}`,
      'transaction_limits[0].type=DAILY',
      'transaction_limits[0].value=7',
    ];
    const { code, err } = await confirmed(...change(id, ...sets));
    expect([code, err]).toEqual([0, expect.stringMatching(/Daily +.* → 7 /)]);
    expect(err).toMatch(/Not sent +\S/);
    expect(sentFor('card.limits').length).toBeGreaterThan(1);
  });

  it('sets status and limits in one request, after reading both again', async () => {
    const { id, currency } = card('ACTIVE');
    const sets = [
      ...['card_status=INACTIVE', `currency=${currency}`],
      ...['transaction_limits[0].type=DAILY', 'transaction_limits[0].value=7'],
    ];
    const { code, err } = await confirmed(...change(id, ...sets));
    expect([code, err]).toEqual([0, expect.stringMatching(/Daily +.* → 7 /)]);
    expect(err).toMatch(/New status +INACTIVE/);
    expect(err).toContain('DONE: Freeze card and set limits');
    expect(sentFor('card.update').map(({ body }) => JSON.parse(body))).toEqual([
      {
        id,
        card_status: 'INACTIVE',
        currency,
        transaction_limits: [{ type: 'DAILY', value: 7 }],
      },
    ]);
    // One read for the question, and one before sending.
    for (const read of ['card.list', 'card.limits']) expect(sentFor(read).length).toBeGreaterThan(1);
  });

  it.each([
    [['card_status=ACTIVE'], "The card's status is ACTIVE already.", 1],
    [['card_status=INACTIVE', 'currency=GBP'], 'the request that Purser would send: currency', 2],
    [
      ['transaction_limits[0].type=DAILY', 'transaction_limits[0].value=7'],
      'Give the currency of the limits',
      2,
    ],
    [['currency=GBP'], 'Nothing to change.', 2],
    [
      ['DAILY', 'DAILY'].flatMap((type, at) => [
        `transaction_limits[${at}].type=${type}`,
        `transaction_limits[${at}].value=${at + 5}`,
        ...(at === 0 ? ['currency=GBP'] : []),
      ]),
      'DAILY is given twice',
      2,
    ],
  ])('%j is refused with a reason', async (sets, says, exit) => {
    const { code, err } = await calls.call(...change(card('ACTIVE').id, ...sets), '--confirm', '1');
    expect(code).toBe(exit);
    expect(err).toContain(says);
    expect(sentFor('card.update')).toHaveLength(0);
  });

  it("is barred if the customer's list does not have the card", async () => {
    const { code, err } = await calls.call(...change('card_0000', 'card_status=INACTIVE'));
    expect([code, err]).toEqual([1, expect.stringContaining('has no card with this ID')]);
  });
});

describe('an ID in capitals, with blanks around it', () => {
  const typed = (id: unknown): string => ` ${String(id).toUpperCase()} `;

  it("names the record in a read, and the request has the service's spelling", async () => {
    const { query } = (await inputFor(desk, 'beneficiary.get', 0)) as { query: Record<string, string> };
    const id = query['beneficiary_id'] ?? '';
    expect(id.toUpperCase()).not.toBe(id);
    const { code, out } = await calls.call('beneficiary.get', '--set', `beneficiary_id=${typed(id)}`);
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ id })]);
  });

  it('names the record in a write, even from a JSON body', async () => {
    const { input } = await order('payout.create');
    const { beneficiary_id: id } = input.body;
    const reference = String(id).toUpperCase();
    const file = join(calls.folder, 'body.json');
    const body = JSON.stringify({ ...input.body, beneficiary_id: typed(id), reference });
    writeFileSync(file, body.replace('"10.10"', '10.10'));
    const { code, err } = await calls.call('payout.create', '--body', file, '--confirm', '10.10');
    expect([code, err]).toEqual([0, expect.stringContaining('DONE')]);
    const [sent] = sentFor('payout.create').map(({ body }) => JSON.parse(body));
    // Texts that are not IDs are sent as typed.
    expect(sent).toMatchObject({ beneficiary_id: id, reference });
  });

  it('names a mandate and its account', async () => {
    const { params } = (await inputFor(desk, 'mandate.cancel', 0)) as { params: Record<string, string> };
    const capitals = Object.fromEntries(Object.entries(params).map(([name, id]) => [name, typed(id)]));
    const { code, err } = await confirmed('mandate.cancel', ...setsOf({ params: capitals }));
    expect([code, err]).toEqual([0, expect.stringContaining('DONE')]);
    expect(sentFor('mandate.cancel')).toHaveLength(1);
  });
});

describe('a call', () => {
  it('is refused if its request would leave out a given value', async () => {
    const given = ['payout.cancel', '--set', 'id=pay_1234', '--set', 'version=v2', '--confirm', '1234'];
    const { code, err } = await calls.call(...given);
    expect([code, err]).toEqual([2, expect.stringContaining('/svc/api/v2/transfer/cancelpayout')]);
    expect(sentFor('payout.cancel')).toHaveLength(0);
    expect(calls.rows()).toEqual([]);
  });

  it.each(['payout.cancel', 'cardholder.update'])(
    'can’t be confirmed if nobody can type the end of the given ID (%s)',
    async id => {
      const sets = ['--set', 'id=pay–12 34', ...(id === 'payout.cancel' ? [] : ['--set', 'mobile_number=1'])];
      const { code, err } = await calls.call(id, ...sets, '--confirm', '1234');
      expect([code, err]).toEqual([2, expect.stringContaining('be used to confirm')]);
      expect(sentFor(id)).toHaveLength(0);
    },
  );

  it('is not sent without the token, even in the demo; Purser shows what it would send', async () => {
    const { code, err, out } = await calls.call(
      'beneficiary.create',
      ...setsOf((await inputFor(desk, 'beneficiary.create', 0)) ?? {}),
    );
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('POST /svc/api/v1/transfer/beneficiary');
    expect(err).toMatch(/--confirm \S{4}\n$/);
    expect(sentFor('beneficiary.create')).toHaveLength(0);
    const described = await calls.call('beneficiary.create', '--describe');
    expect(described.out).not.toContain('production only');
  });
});
