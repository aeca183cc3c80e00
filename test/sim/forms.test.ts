// Each value of a dialect switch accepts its own form and refuses the others, and each body field must be valid.
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/api/contract/dialect.ts';
import type { Declaration } from '../../src/api/contract/operation.ts';
import { type OperationId, operations } from '../../src/api/contract/operations.ts';
import { memberSchema } from '../../src/api/contract/request-fields.ts';
import { type Desk, type Got, openDesk, type Sent, send } from './http.ts';
import { american } from './inputs.ts';
import { goodSample } from './samples.ts';

const desk = (dialect: Partial<Dialect> = {}): Promise<Desk> => openDesk({ dialect });

/** The answer to a request `id` in the dialect `spoken`, from a service with the dialect `heard`. */
async function told(id: OperationId, spoken: Partial<Dialect>, heard: Partial<Dialect>): Promise<Got> {
  // Both worlds have the same seed and the same earlier calls, so they have the same IDs.
  const [speaker, listener] = [await desk(spoken), await desk(heard)];
  const sent = await goodSample(speaker, id);
  const own = await goodSample(listener, id);
  const authorization = own.headers['authorization'] ?? '';
  return send(listener.sim.url, { ...sent, headers: { ...sent.headers, authorization } });
}

const switches: readonly (readonly [OperationId, Partial<Dialect>, Partial<Dialect>])[] = [
  ['quote.create', { quote: 'GET' }, { quote: 'POST' }],
  ['quote.create', { nullAmount: 'omitted' }, { nullAmount: 'null' }],
  ['quote.create', { quote: 'POST', nullAmount: 'omitted' }, { quote: 'POST', nullAmount: 'null' }],
  ['conversion.get', { conversion: 'query' }, { conversion: 'path' }],
  ['conversion.create', { conversionFields: 'full' }, { conversionFields: 'short' }],
  ['cardholder.create', { cardholder: 'cardholder' }, { cardholder: 'cardHolders' }],
  ['cardholder.update', { cardholder: 'cardholder' }, { cardholder: 'cardHolders' }],
  ['card.transactions', { cardTransactions: 'GET' }, { cardTransactions: 'GET-body' }],
  ['card.transactions', { cardTransactions: 'GET' }, { cardTransactions: 'POST' }],
  ['card.transactions', { cardTransactions: 'GET-body' }, { cardTransactions: 'POST' }],
  ['mandate.list', { mandateDates: 'from_created_date' }, { mandateDates: 'from_created_at' }],
  ...(
    ['payout.create', 'payout.cancel', 'conversion.get', 'cardholder.create', 'user.activate'] as const
  ).map(id => [id, { basePath: '/svc/api/v1' }, { basePath: '/zoqq/api/v1' }] as const),
];

describe.each(switches)('a request %s in the dialects %j and %j', (id, one, other) => {
  it('is accepted in the dialect of the service and refused in the other', async () => {
    expect((await told(id, one, one)).status).toBe(200);
    expect((await told(id, other, other)).status).toBe(200);
    for (const got of [await told(id, one, other), await told(id, other, one)]) {
      expect([400, 404]).toContain(got.status);
      const words =
        operations[id].family === 'A'
          ? { code: 'invalid_argument' }
          : { status: expect.stringMatching(/^[Ee]rror$/) };
      expect(JSON.parse(got.text)).toMatchObject(words);
    }
  });
});

describe('the forms on the wire', () => {
  it.each<[OperationId, Partial<Dialect>, Partial<Sent>]>([
    [
      'quote.create',
      { nullAmount: 'null' },
      {
        method: 'GET',
        target:
          '/svc/api/v1/transfer/quote?quote_type=conversion&lock_period=24_hours&conversion_schedule=immediate' +
          '&source_currencycode=GBP&destination_currencycode=USD&source_amount=100.00&destination_amount=null',
      },
    ],
    [
      'quote.create',
      { quote: 'POST', nullAmount: 'null' },
      {
        method: 'POST',
        target: '/svc/api/v1/transfer/quote',
        body:
          '{"quote_type":"conversion","lock_period":"24_hours","conversion_schedule":"immediate",' +
          '"source_currencycode":"GBP","destination_currencycode":"USD","source_amount":100.00,"destination_amount":null}',
      },
    ],
    [
      'conversion.get',
      { conversion: 'path' },
      { method: 'GET', target: expect.stringMatching(/transfer\/conversion\/conversion_[0-9a-f]{20}$/) },
    ],
    [
      'conversion.create',
      { conversionFields: 'short' },
      {
        method: 'POST',
        body: expect.stringMatching(/^\{"quote_id":"quote_[0-9a-f]{20}","source_amount":100\.00\}$/),
      },
    ],
    [
      'payout.create',
      {},
      { target: '/svc/api/v1/transfer/', body: expect.stringContaining('"amount":10.10,') },
    ],
    ['payout.cancel', {}, { method: 'PATCH', target: '/svc/api/v1/transfer/cancelpayout' }],
    ['cardholder.update', { cardholder: 'cardHolders' }, { target: '/svc/api/v1/cardHolders' }],
    [
      'card.transactions',
      { cardTransactions: 'GET-body' },
      {
        method: 'GET',
        target: '/svc/api/v1/card/transaction',
        body: expect.stringMatching(/^\{"id":"[0-9a-f-]{36}"\}$/),
        headers: expect.objectContaining({ 'content-type': 'application/json' }),
      },
    ],
    [
      'card.transactions',
      {},
      {
        method: 'GET',
        target: expect.stringMatching(/^\/svc\/api\/v1\/card\/transaction\?id=[0-9a-f-]{36}$/),
      },
    ],
    [
      'card.update',
      {},
      { body: expect.stringContaining('"transaction_limits":[{"type":"DAILY","value":2000}]') },
    ],
    [
      'card.issue',
      {},
      {
        body: expect.stringMatching(
          /"request_id":"7b0d6a54-4f0a-4d53-9a0e-\d{12}".*"limits":\[\{"amount":250,"interval":"PER_TRANSACTION"\}\]/,
        ),
      },
    ],
    ['beneficiary.create', {}, { body: expect.stringContaining('"nickname":"a field of another corridor"') }],
    [
      'mandate.list',
      { mandateDates: 'from_created_at' },
      { target: expect.stringMatching(/\/mandates\?from_created_at=2020-01-01$/) },
    ],
    [
      'conversion.get',
      { basePath: '/zoqq/api/v1', conversion: 'path' },
      { target: expect.stringMatching(/^\/zoqq\/api\/v1\/transfer\/conversion\/conversion_/) },
    ],
    ['mandate.list', { basePath: '/zoqq/api/v1' }, { target: expect.stringMatching(/^\/api\/v1\//) }],
  ])('match INTERFACE.md for %s in %j', async (id, dialect, wire) => {
    expect(await goodSample(await desk(dialect), id)).toMatchObject(wire);
  });
});

describe('a body', () => {
  /** The operations with a body, each with its optional members. */
  const bodied: readonly (readonly [OperationId, readonly string[]])[] = [
    ['payout.create', ['notes']],
    ['payout.cancel', []],
    ['conversion.create', []],
    ['account.create', ['label']],
    ['card.activate', []],
    ['card.update', ['card_status', 'currency', 'transaction_limits']],
    ['card.close', []],
    ['cardholder.create', ['mobile_number', 'postal_address']],
    ['cardholder.update', ['individual', 'mobile_number', 'postal_address']],
    ['card.issue', []],
    ['beneficiary.create', Object.keys({ ...american, nickname: '' })],
    ['beneficiary.update', ['full_name', 'account_number']],
    ['user.create', []],
    ['rfi.respond', ['attachments', 'note']],
  ];

  it.each(bodied)(
    'of %s is refused if a required member is absent, empty, mistyped or repeated',
    async (id, optional) => {
      const own = await desk();
      const sent = await goodSample(own, id);
      const before = own.sim.world.ledger.effects.length;
      const members = Object.entries(JSON.parse(sent.body ?? '{}'));
      const status = async (body: string): Promise<number> =>
        (await send(own.sim.url, { ...sent, body })).status;
      for (const [name, value] of members) {
        const without = JSON.stringify(Object.fromEntries(members.filter(([other]) => other !== name)));
        if (!optional.includes(name)) expect(await status(without), `${name} left out`).toBe(400);
        // A beneficiary's field without a documented type accepts any type.
        if (name === 'nickname') continue;
        for (const wrong of ['', null, [], {}, typeof value === 'number' ? String(value) : 7]) {
          const body = JSON.stringify({ ...Object.fromEntries(members), [name]: wrong });
          expect(await status(body), `${name}: ${JSON.stringify(wrong)}`).toBe(400);
        }
      }
      const whole = sent.body ?? '';
      const { body: declared }: Declaration = operations[id];
      const open = typeof declared === 'object' && memberSchema(declared, 'more') !== undefined;
      const twice = whole.replace('{', `{"${members[0]?.[0]}":${JSON.stringify(members[0]?.[1])},`);
      const unknown = open ? [] : [whole.replace('{', '{"more":1,')];
      for (const body of [twice, ...unknown, `[${whole}]`, '', '{', 'null', '{}']) {
        expect(await status(body), body.slice(0, 40)).toBe(400);
      }
      expect(own.sim.world.ledger.effects).toHaveLength(before);
      expect(await status(whole)).toBe(200);
      expect(own.sim.world.ledger.effects).toHaveLength(before + 1);
    },
  );

  it.each<[OperationId, string, string]>([
    ['cardholder.create', '"last_name":"Ångström"', '"middle":"x"'],
    ['cardholder.create', ',"last_name":"Ångström"', ''],
    ['cardholder.create', '"postcode":"LS1 4DY",', ''],
    ['cardholder.create', '"expiry_date":"2031-01-31"', '"expiry_date":"2031-02-31"'],
    ['cardholder.create', '"1990-02-28"', '"28 February 1990"'],
    ['cardholder.create', 'zoe@example.com', 'zoe at example.com'],
    ['cardholder.update', ',"last_name":"Lindqvist"', ''],
    ['cardholder.update', '"name":{', '"named":{'],
    ['card.issue', '"amount":250', '"amount":250.50'],
    ['card.issue', '"amount":250', '"amount":0'],
    ['card.issue', '"amount":250', '"amount":"250"'],
    ['card.issue', '"PER_TRANSACTION"', '"HOURLY"'],
    ['card.update', '"value":2000', '"value":2e3'],
    ['card.update', '"INACTIVE"', '"LOST"'],
    ['card.close', '"CLOSED"', '"closed"'],
    ['account.create', '"transfer_method":"LOCAL"', '"transfer_method":"SEPA"'],
    ['account.create', '"country":"US"', '"country":"USA"'],
    ['beneficiary.create', '"bank_country_code":"US"', '"bank_country_code":1'],
  ])('of %s is refused if %s is replaced by “%s”', async (id, right, wrong) => {
    const own = await desk();
    const sent = await goodSample(own, id);
    expect(sent.body).toContain(right);
    const got = await send(own.sim.url, { ...sent, body: sent.body?.replace(right, wrong) ?? '' });
    expect([got.status, own.sim.world.ledger.effects.length]).toEqual([400, 0]);
  });

  it.each(['0', '-1', '1e2', '1.005', '"10.10"', '0.00'])('is refused with the amount %s', async digits => {
    const own = await desk();
    const sent = await goodSample(own, 'payout.create');
    const got = await send(own.sim.url, { ...sent, body: sent.body?.replace('10.10', digits) ?? '' });
    expect(got.status, got.text).toBe(400);
  });

  it('of a conversion is refused with both amounts, or without one', async () => {
    const own = await desk();
    const sent = await goodSample(own, 'conversion.create');
    for (const amounts of ['"source_amount":100.00,"destination_amount":1.00,', '']) {
      const body = sent.body?.replace('"source_amount":100.00,', amounts) ?? '';
      expect((await send(own.sim.url, { ...sent, body })).status).toBe(400);
    }
  });
});

describe('optional headers', () => {
  it('may be absent: Authorization on a conversion, x-user-id on a payout cancellation', async () => {
    const own = await desk();
    for (const [id, name] of [
      ['conversion.create', 'authorization'],
      ['payout.cancel', 'x-user-id'],
    ] as const) {
      const sent = await goodSample(own, id);
      const headers = Object.fromEntries(Object.entries(sent.headers).filter(([other]) => other !== name));
      expect((await send(own.sim.url, { ...sent, headers })).status).toBe(200);
    }
  });
});
