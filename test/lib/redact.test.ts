/** Secrets and card numbers appear nowhere on the screen or in stored data (FAULTS C26, C28, G7). */
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isAmountName,
  isMaskedName,
  isReferenceName,
  maskBody,
  maskCardNumbers,
  maskField,
  redactHeaders,
  Secret,
} from '../../src/lib/redact.ts';

it('a secret appears only on request', () => {
  const secret = new Secret('canary');
  const shown = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect({ secret }, { showHidden: true, depth: 9 }),
  ];
  shown.push(
    JSON.stringify(Object.entries(secret)),
    JSON.stringify({ ...secret }),
    new Error(`${secret}`).message,
  );
  for (const text of shown) expect(text).not.toContain('canary');
  expect([`${secret}`, secret.toString(), secret.toJSON(), inspect(secret)]).toEqual(Array(4).fill('•••'));
  expect(secret.reveal()).toBe('canary');
});

const inFours = (text: string): string => text.replace(/.{4}(?=.)/g, '$& ');

it('secret headers are hidden in any case', () => {
  const headers = { 'X-Api-Key': 'canary', authorization: 'Bearer canary', accept: 'application/json' };
  expect(redactHeaders(headers, new Set(['x-api-key', 'Authorization']))).toEqual({
    'X-Api-Key': '•••',
    authorization: '•••',
    accept: 'application/json',
  });
});

describe('a card number [C26a]', () => {
  it.each([
    ['4111111111111111', '••••••••••••1111'],
    ['4111 1111 1111 1111', '•••• •••• •••• 1111'],
    ['5500-0000-0000-0004', '••••-••••-••••-0004'],
    ['3782 822463 10005', '•••• •••••• •0005'],
    ['4111\u00a01111\u00a01111\u00a01111', '••••\u00a0••••\u00a0••••\u00a01111'],
    ['card 4111111111111111.', 'card ••••••••••••1111.'],
    ['x4111111111111111y', 'x••••••••••••1111y'],
    ['{"pan":"4111111111111111"}', '{"pan":"••••••••••••1111"}'],
    ['4111 1111 1111 1111 12 2027', '•••• •••• •••• 1111 12 2027'],
    [
      '00000000-0000-4000-8000-000000000000 4111111111111111',
      '00000000-0000-4000-8000-000000000000 ••••••••••••1111',
    ],
    ['2027 4111111111111111', '2027 ••••••••••••1111'],
    ['4111111111111111. Thanks', '••••••••••••1111. Thanks'],
    ['4111111111111111, 5500000000000004', '••••••••••••1111, ••••••••••••0004'],
    ['a716-4111-1111-1111-1111', 'a716-••••-••••-••••-1111'],
    ['a 4111-1111-1111-1111 b', 'a ••••-••••-••••-1111 b'],
    ['4111 1111 1111 1111 1111 1111 1111', '•••• •••• •••• 1111 1111 1111 1111'],
    ['4111111111111111 4111111111111111', '••••••••••••1111 ••••••••••••1111'],
    ['PAN4111 1111 1111 1111', 'PAN•••• •••• •••• 1111'],
    ['4111 1111 1111 1111exp', '•••• •••• •••• 1111exp'],
    ['4111  1111  1111  1111', '••••  ••••  ••••  1111'],
    ['4111 - 1111 - 1111 - 1111', '•••• - •••• - •••• - 1111'],
    ['4111\t1111\t1111\t1111', '••••\t••••\t••••\t1111'],
    ['4111.1111.1111.1111', '••••.••••.••••.1111'],
    ['4111/1111/1111/1111', '••••/••••/••••/1111'],
    ['4111_1111_1111_1111', '••••_••••_••••_1111'],
    ['4111\u20111111\u20111111\u20111111', '••••\u2011••••\u2011••••\u20111111'],
    ['4111\u20131111\u20131111\u20131111', '••••\u2013••••\u2013••••\u20131111'],
    ['4111\u202f1111\u202f1111\u202f1111', '••••\u202f••••\u202f••••\u202f1111'],
    ['4111\u200b1111\u200b1111\u200b1111', '••••\u200b••••\u200b••••\u200b1111'],
    ['４１１１１１１１１１１１１１１１', '••••••••••••１１１１'],
    ['٤١١١ ١١١١ ١١١١ ١١١١', '•••• •••• •••• ١١١١'],
    ['𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏', '••••••••••••𝟏𝟏𝟏𝟏'],
    // Arabic and Latin digits in turn.
    ['\u06640\u06619\u06600\u06691\u06623\u06645\u06667\u06684', '••••••••••••\u06667\u06684'],
    ['4111111111111111.00', '••••••••••••1111.00'],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', '• • • • • • • • • • • • 1 1 1 1'],
    ['GB12 4111 1111 1111 1111', 'GB12 •••• •••• •••• 1111'],
    ['12.4111 1111 1111 1111', '12.•••• •••• •••• 1111'],
    ['{"pan":4111111111111111}', '{"pan":••••••••••••1111}'],
    ['{"amount":"4111111111111111"}', '{"amount":"••••••••••••1111"}'],
    ['{"amount":"4111111111111111', '{"amount":"••••••••••••1111'],
    // The check digits are wrong for an IBAN, with and without a word after it.
    ['FR69 5390 0754 7016', 'FR•• •••• •••• 7016'],
    ['FR69 5390 0754 7016 EUR', 'FR•• •••• •••• 7016 EUR'],
    ['0.4111 1111 1111 1111', '0.•••• •••• •••• 1111'],
    ['411.111.111.111.1111', '•••.•••.•••.•••.1111'],
    // Spaces join groups of any length, after any other separator.
    ['41 11111111111111', '•• ••••••••••1111'],
    ['4111/1111 11 111111', '••••/•••• •• ••1111'],
    ['\uffff4111111111111111', '\uffff••••••••••••1111'],
    // A dot without a digit before it is no decimal point.
    ['.4111111111111111', '.••••••••••••1111'],
    // Next to a card number, other numbers stay.
    ['4111,1111,1111,1111 4111111111111111', '4111,1111,1111,1111 ••••••••••••1111'],
    ['4111    1111    1111    1111 or 4111111111111111', '4111    1111    1111    1111 or ••••••••••••1111'],
  ])('%j becomes %j', (text, masked) => {
    expect(maskCardNumbers(text)).toBe(masked);
  });

  it.each([
    '4111111111111112',
    '４１１１１１１１１１１１１１１２',
    '٤١١١ ١١١١ ١١١١ ١١١٢',
    '411111111111',
    'acct_41111111-1111-1111-4111-111111111111 paid',
    '41111111111111111111111',
    '9007199254740993.01',
    '0.4111111111111111',
    '2026-11-20 10:56:11',
    'a716-446655440000',
    '550e8400-e29b-41d4-a716-446655440000',
    '00000000-0000-4000-8000-000000000000',
    'acct_41111111-1111-1111-4111-111111111111',
    '4111,1111,1111,1111',
    '4111é1111é1111é1111',
    // A slash, a dot or a line end joins no short groups, because it separates dates and names too.
    '41/11111111111111',
    '41_11111111111111',
    '41.11111111111111',
    '41 / 11111111111111',
    '9 41/11111111111111',
    '4111\n1111\n1111\n1111',
    // Judged only by digits, each of these would be a card number.
    'BE69 5390 0754 7016',
    'BE69 5390 0754 7016 EUR',
    '2026-01-01 2026-06-17',
    '2026-01-01 - 2026-06-17',
    '{"amount":4111111111111111,"net_exchangerate":4111111111111111}',
    '',
  ])('is not found in %j', text => {
    expect(maskCardNumbers(text)).toBe(text);
  });

  it('is found with one to three usual separators between any groups', () => {
    const between = fc.string({
      unit: fc.constantFrom(...' \t-./_\u00a0\u2011\u2013\u202f\u200b\u2060\ufeff'),
      minLength: 1,
      maxLength: 3,
    });
    const around = fc.constantFrom('', 'PAN', 'exp', ' ', '"', 'é', '#');
    fc.assert(
      fc.property(
        fc.array(between, { minLength: 3, maxLength: 3 }),
        around,
        around,
        (parts, before, after) => {
          const text = `${before}4111${parts.map(part => `${part}1111`).join('')}${after}`;
          expect(maskCardNumbers(text)).toBe(
            `${before}••••${parts.map((part, i) => `${part}${i < 2 ? '••••' : '1111'}`).join('')}${after}`,
          );
        },
      ),
      { seed: 26 },
    );
  });

  it('is not found in values of INTERFACE.md: UUIDs, moments, dates, amounts, sort codes, IBANs', () => {
    const two = fc.integer({ min: 10, max: 12 });
    const moment = fc
      .tuple(fc.integer({ min: 1970, max: 2099 }), two, two, two, fc.constantFrom('Z', '+0000', '.123+0000'))
      .map(([year, month, day, hour, zone]) => `${year}-${month}-${day}T${hour}:37:12${zone}`);
    const digits = (least: number, most: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
    const iban = digits(18, 18).map(account => {
      const bare = BigInt(`${account}131400`);
      return `DE${String(98n - (bare % 97n)).padStart(2, '0')}${account}`;
    });
    const amount = fc
      .tuple(
        fc.constantFrom('amount', 'available_balance', 'sourceAmount', 'fee', 'netExchangeRate'),
        digits(1, 19),
      )
      .map(([name, whole]) => `{"${name}": ${whole.replace(/^0+(?=\d)/, '')}.25}`);
    const one = fc.oneof(fc.uuid(), moment, digits(4, 12), iban, amount, iban.map(inFours));
    fc.assert(
      fc.property(fc.array(one, { maxLength: 5 }), all => {
        const text = all.join(', ');
        expect(maskCardNumbers(text)).toBe(text);
      }),
      { seed: 26, numRuns: 2000 },
    );
  });

  it.each([
    `{"maskedCardNumber":"4111111111111112","id":"x"}`,
    `{\n  "masked_card_number" : "4111 1111 1111 1112" }`,
    `{"maskedCardNumber":4111111111111112}`,
    `{"data":[{"maskedCardNumber":"4111111111111112`,
    `{"maskedCardNumber":"4111, 1111, 1111, 1112"}`,
  ])('is masked without a check digit if the service promised to mask it: %s [C28]', text => {
    const masked = maskCardNumbers(text);
    expect(masked.replace(/\D/g, '')).toBe('1112');
    expect(masked.replace(/[^\d•]/g, '')).toBe('••••••••••••1112');
  });

  it('keeps its last four digits in a field that the service masks, but a shorter number stays whole [C28]', () => {
    const masked = (digits: string) => maskField('maskedCardNumber', digits);
    expect(['411111111111', '1112', ''].map(masked)).toEqual(['411111111111', '1112', '']);
    expect(masked('4111111111112')).toBe('•••••••••1112');
    expect(maskField('reference', '4111111111111112')).toBe('4111111111111112');
  });

  it('is found at any length, and a masked number does not change again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 12, maxLength: 18 }),
        digits => {
          const numbers = [...'0123456789'].map(check => digits + check);
          const masked = numbers.map(maskCardNumbers);
          expect(masked.filter((text, index) => text !== numbers[index])).toHaveLength(1);
          expect(masked.map(maskCardNumbers)).toEqual(masked);
          for (const text of masked) expect(text.slice(-4)).toMatch(/^\d{4}$/);
        },
      ),
      { seed: 26 },
    );
  });
});

describe('an identifying field', () => {
  const looksLikeOne = '4111111111111111';
  const names = [
    ...[
      'network_transaction_id',
      'retrieval_ref',
      'auth_code',
      'acquiring_institution_identifier',
      'identifier',
    ],
    ...['account_number', 'beneficiary_account_number', 'id', 'transaction_id', 'cardHashId', 'quoteId'],
    ...['system_reference_number', 'systemReferenceNumber', 'digital_wallet_token_id'],
  ];

  it.each(names)('%s is never masked as a card number, in a body or alone', name => {
    const body = JSON.stringify({ [name]: looksLikeOne, [`${name}s of`]: 1 }, undefined, 2);
    expect(maskBody(body)).toBe(body);
    expect(maskField(name, looksLikeOne)).toBe(looksLikeOne);
    expect(isReferenceName(name)).toBe(true);
  });

  it.each(['paid', 'valid', 'description', 'notes', 'reference', 'nickname', 'identity', 'merchant_name'])(
    'is not %s: a card number in that field is masked [C26a]',
    name => {
      expect(maskBody(JSON.stringify([{ [name]: `card ${looksLikeOne}` }]))).not.toContain(looksLikeOne);
      expect(maskField(name, looksLikeOne)).toBe('••••••••••••1111');
    },
  );

  it('is masked if a person wrote the text, even if it looks like an ID [C26a]', () => {
    const written = `"id": "${looksLikeOne}"`;
    expect(maskCardNumbers(written)).not.toContain(looksLikeOne);
    expect(maskField('description', written)).not.toContain(looksLikeOne);
    expect(maskBody(JSON.stringify({ description: written }))).not.toContain(looksLikeOne);
    expect(maskBody(`Message ${written}`)).not.toContain(looksLikeOne);
  });
});

it('a text counts as a body if its first character after white space opens JSON', () => {
  const body = '{"id": "4111111111111111"}';
  for (const whole of [body, ` \n\t${body}`, `[${body}]`]) expect(maskBody(whole)).toBe(whole);
  expect(maskBody(`Message ${body}`)).toBe('Message {"id": "••••••••••••1111"}');
  expect(maskBody('{"maskedCardNumber":"4111, 1111, 1111, 1112"}')).toBe(
    '{"maskedCardNumber":"••••, ••••, ••••, 1112"}',
  );
});

it('a name that only begins like a reference does not count as a reference', () => {
  const others = [
    'my_id_note',
    'an_identifier_of',
    'cardIdOf',
    'account_numbers',
    'idx',
    'grid',
    'Id',
    '1Id',
  ];
  expect(others.filter(isReferenceName)).toEqual([]);
});

it("a field's name says whether the service promised to mask its number, and whether the number is an amount", () => {
  const masked = ['maskedCardNumber', 'masked_card_number', 'MASKED_CARDNUMBER', 'old_maskedCardNumber'];
  expect(masked.map(isMaskedName)).toEqual(Array(4).fill(true));
  expect(['cardNumber', 'maskedCardNumberLength', 'masked', ''].map(isMaskedName)).toEqual(
    Array(4).fill(false),
  );
  const amounts = [
    ...['amount', 'fee', 'remaining', 'available_balance', 'net_exchangerate', 'source_amount'],
    ...['sourceAmount', 'newBalance', 'cardFee', 'netExchangeRate', 'netExchangerate', 'dailyRemaining'],
  ];
  expect(amounts.filter(name => !isAmountName(name))).toEqual([]);
  const others = [
    ...['amounts', 'amount_text', 'coffee', 'corporate', 'unbalance', 'sourceAmountId', 'balanceOf'],
    ...['Amount', 'sourceAMOUNT', '1Amount', ''],
  ];
  expect(others.filter(isAmountName)).toEqual([]);
});
