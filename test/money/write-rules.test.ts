// The earlier writes that a dialog warns of: possible duplicates, and changes of the same record.

import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/contract/operations.ts';
import type { Intent, Row, RowState } from '../../src/journal/intent.ts';
import { sendsAlike } from '../../src/journal/possible-duplicates.ts';
import { draftIntent } from '../../src/money/write-rules.ts';
import type { State } from '../../src/store/state.ts';
import { conversionCreate } from '../../src/subjects/fx/conversion-create.ts';
import { allRules } from '../harness/rules.ts';
import { payout, requestId } from '../journal/parts.ts';
import { alpha, beta, NOW, reach, signedInStore } from '../store/signed-in.ts';

const { earlierWarnings, kindWarnings } = allRules;

const process = { pid: 1, started: 'start 1' };
const customer = { userId: alpha.userId, onBehalfOf: alpha.onBehalfOf ?? '' };

const intent = (nth: number, changes: Partial<Intent>): Intent =>
  payout(nth, { baseUrl: reach.baseUrl, customer, ...changes });

const row = (asked: Intent, state: RowState = 'UNKNOWN'): Row => ({
  number: 1,
  intent: asked,
  state,
  wasUnknown: false,
  transitions: [{ number: 1, from: 'SENT', to: state, at: NOW, process }],
});

function warnings(about: Intent, ...rows: readonly Row[]): string {
  const store = signedInStore();
  store.setState({ journal: { kind: 'open', rows, complete: true, self: process } });
  return earlierWarnings(about, store.getState()).join('\n');
}

/** An intent of this operation with this body. */
const of = (nth: number, operation: string, body: object, target = '/svc/api/v1/x'): Intent =>
  intent(nth, { operation, title: operation, body: JSON.stringify(body), target });

const WAIT = 'Wait for its outcome, in the journal (Esc, 0).';

describe('an earlier payout', () => {
  const order = { beneficiary_id: 'ben-1', currency: 'GBP', reference: 'Rent', amount: 12.5 };
  const pay = (nth: number, changes: object = {}) => of(nth, 'payout.create', { ...order, ...changes });

  it('gets a warning while it is UNKNOWN', () => {
    const said = warnings(pay(1), row(pay(2)));
    expect(said).toMatch(/^Don't pay twice: .*reference Rent .*is UNKNOWN and may have been paid/);
    expect(said).toContain(requestId(2));
  });

  it.each(['PREPARED', 'SENT'] as const)('gets a warning while it is %s, from any console', state => {
    const other = { ...process, pid: 2 };
    for (const by of [process, other]) {
      const found = row(pay(2), state);
      const transitions = found.transitions.map(one => ({ ...one, process: by }));
      expect(warnings(pay(1), { ...found, transitions })).toBe(
        `Don't pay twice: the same amount to this beneficiary, started at 20 Nov 2026 10:00:00 UTC, reference Rent (request ID ${requestId(2)}) is being sent. ${WAIT}`,
      );
    }
  });

  it.each([
    ['reference', pay(2, { reference: 'Another' })],
    ['notes', pay(2, { notes: 'for the office' })],
    ['digits', intent(2, { body: pay(2).body?.replace('12.5', '12.50') ?? '' })],
  ])('gets a warning whatever its %s', (_, other) => {
    expect(warnings(pay(1), row({ ...other, operation: 'payout.create' }))).toContain("Don't pay twice");
  });

  it('is named by its time, reference and request ID, and only one of several similar payouts is named', () => {
    const begun = { createdAt: NOW - 60_000 };
    expect(warnings(pay(1), row({ ...pay(2), ...begun }))).toBe(
      `Don't pay twice: the same amount to this beneficiary, sent at 20 Nov 2026 09:59:00 UTC, reference Rent (request ID ${requestId(2)}) is UNKNOWN and may have been paid. Resolve that entry first, in the journal (Esc, 0).`,
    );
    expect(warnings(pay(1), row(pay(2, { reference: undefined })))).toContain(', reference – (request ID');
    const store = signedInStore();
    const rows = [row({ ...pay(2), ...begun })];
    store.setState({ journal: { kind: 'open', rows, complete: true, self: process } });
    const state = store.getState();
    const berlin = { ...state, reach: { ...state.reach, zone: 'Europe/Berlin' } };
    expect(earlierWarnings(pay(1), berlin).join()).toContain('sent at 20 Nov 2026 10:59:00 CET');
  });

  it('is followed by the number of similar payouts, if there are more', () => {
    expect(warnings(pay(1), row(pay(2)), row(pay(3)))).toContain('and 1 more like it');
  });

  it('is not counted with a payout that is being sent, because staff do something else about it', () => {
    const said = warnings(pay(1), row(pay(2), 'SENT'), row(pay(3))).split('\n');
    expect(said[0]).toContain(`(request ID ${requestId(3)}) is UNKNOWN`);
    expect(said[1]).toContain(`(request ID ${requestId(2)}) is being sent`);
    expect(said).toHaveLength(2);
  });

  it.each<readonly [string, Partial<Intent>]>([
    ['another beneficiary', pay(2, { beneficiary_id: 'ben-2' })],
    ['another amount and reference', pay(2, { amount: 12.51, reference: 'Another' })],
    ['another currency', pay(2, { currency: 'EUR' })],
    ['another customer', { customer: { userId: beta.userId } }],
    ['another service', { baseUrl: 'http://127.0.0.1:9' }],
    ['another operation', { operation: 'payout.cancel' }],
    ['an operation that nobody knows', { operation: 'payout.pause' }],
    ['a body that can’t be read', { body: '[' }],
  ])('gets no warning if it has %s', (_, changes) => {
    expect(warnings(pay(1), row({ ...pay(2), ...changes }))).toBe('');
  });

  it.each(['REFUSED', 'NOT SENT', 'RESOLVED'] as const)('gets no warning if it is %s', state => {
    expect(warnings(pay(1), row(pay(2), state))).toBe('');
  });

  const WEEK = 7 * 24 * 3_600_000;
  const done = (asked: Intent, ago = 60_000, verdict?: 'DONE' | 'NOT DONE'): Row => {
    const resolution = { by: 'sam', verdict: verdict ?? 'DONE', evidence: 'a statement', note: '' };
    const to = verdict === undefined ? 'DONE' : 'RESOLVED';
    const step = { number: 1, from: 'SENT', to, at: NOW - ago, process } as const;
    return { ...row(asked, to), transitions: [{ ...step, ...(verdict && { resolution }) }] };
  };

  it('with another reference gets a warning for seven days after it was done', () => {
    const other = pay(2, { reference: 'Another' });
    const said = `The same amount was paid to this beneficiary at 13 Nov 2026 10:00:00 UTC, reference Another (request ID ${requestId(2)}).`;
    expect(warnings(pay(1), done(other, WEEK))).toBe(said);
    expect(warnings(pay(1), done(other, WEEK + 1))).toBe('');
    expect(warnings(pay(1), done(other), done(pay(3)))).toMatch(/, and 1 more in the last 7 days\.$/);
  });

  it('with the same reference and another amount gets a warning that names the amount', () => {
    const said = `The same reference was paid to this beneficiary (12.51 GBP) at 20 Nov 2026 10:00:00 UTC, reference RENT (request ID ${requestId(2)}).`;
    const other = pay(2, { amount: 12.51, reference: 'RENT' });
    expect(warnings(pay(1), done(other, 0))).toBe(said);
    // However many amounts there were, the warning is said once.
    const many = [3, 4, 5].map(n => done(pay(n, { amount: 12 + n, reference: 'RENT' })));
    expect(warnings(pay(1), done(other, 0), ...many)).toBe(
      said.replace(/\.$/, ', and 3 more in the last 7 days.'),
    );
    expect(warnings(pay(1), row(other))).toContain(
      "Don't pay twice: the same reference to this beneficiary (12.51 GBP), sent at",
    );
    // Staff check each kind on its own, so no kind hides another.
    const amount = done(pay(3, { reference: 'Another' }), 0);
    expect(warnings(pay(1), amount, done(other, 0)).split('\n')).toEqual([
      expect.stringContaining('The same amount was paid to this beneficiary at'),
      said,
    ]);
  });

  describe('to the same account under another beneficiary ID', () => {
    const lines = { Beneficiary: 'Zoë Ltd', Account: '••••1001', Bank: 'Bank · DE · in GBP' };
    const shown = (changes: object = {}): Intent['what'] =>
      Object.entries({ ...lines, ...changes }).map(([label, value]) => ({ label, value }));
    const to = (nth: number, changes: object, what = shown()) => ({ ...pay(nth, changes), what });
    const other = { beneficiary_id: 'ben-2' };

    it.each([
      ['amount', { ...other, reference: 'Another' }, 'The same amount was paid'],
      ['reference', { ...other, amount: 3 }, 'The same reference was paid'],
    ])('gets a warning for the same %s', (_, changes, said) => {
      expect(warnings(to(1, {}), done(to(2, changes), 0))).toContain(
        `${said} to the same account under another beneficiary ID`,
      );
    });

    it('gets a warning if its name or mask is spelled otherwise, or its bank line has another currency', () => {
      const spelled = shown({ Beneficiary: 'ZOË  LTD', Account: '****1001', Bank: 'BANK · DE · in EUR' });
      expect(warnings(to(1, {}), done(to(2, other, spelled), 0))).toContain('the same account');
    });

    it.each([
      ['another name', { Beneficiary: 'Zed Ltd' }],
      ['another account', { Account: '••••1002' }],
      ['no account', { Account: '–' }],
      ['a masked account without digits', { Account: '••••' }],
      ['another bank', { Bank: 'Bank Two · DE · in GBP' }],
      ['another country', { Bank: 'Bank · FR · in GBP' }],
    ])('gets no warning with %s', (_, changes) => {
      expect(warnings(to(1, {}, shown(changes)), done(to(2, other, shown()), 0))).toBe('');
      if (!('Account' in changes) || /\d/.test(changes.Account)) return;
      expect(warnings(to(1, {}, shown(changes)), done(to(2, other, shown(changes)), 0))).toBe('');
    });
  });

  it("that was done is named by its time in staff's time zone", () => {
    const store = signedInStore();
    const state = store.getState();
    const berlin = { ...state, reach: { ...state.reach, zone: 'Europe/Berlin' } };
    expect(earlierWarnings(pay(1), berlin, [done(pay(2, { reference: 'x' }))]).join()).toContain(
      'was paid to this beneficiary at 20 Nov 2026 10:59:00 CET',
    );
  });

  it('gets a warning from the time when a person resolved it as done, but none if resolved as not done', () => {
    const other = { ...pay(2, { reference: 'Another' }), createdAt: NOW - 4 * WEEK };
    expect(warnings(pay(1), done(other, 60_000, 'DONE'))).toContain(
      'resolved as done at 20 Nov 2026 09:59:00',
    );
    expect(warnings(pay(1), done(other, 60_000, 'NOT DONE'))).toBe('');
  });

  it('with the same content gets a warning at any age if a response or a person says that it was done', () => {
    const same = { ...pay(2), fingerprint: pay(1).fingerprint };
    expect(warnings(pay(1), done(same, 90 * WEEK))).toBe(
      `Don't pay twice: “payout.create” was done at 28 Feb 2025 10:00:00 UTC, with the same content, reference Rent (request ID ${requestId(2)}).`,
    );
    expect(warnings(pay(1), done(same, 90 * WEEK, 'DONE'))).toContain(', resolved as done at 28 Feb 2025');
    expect(warnings(pay(1), done(same, 90 * WEEK, 'NOT DONE'))).toBe('');
  });

  it.each([
    ['another beneficiary', { beneficiary_id: 'ben-2' }],
    ['another amount and reference', { amount: 12.51, reference: 'Another' }],
    ['another currency', { currency: 'EUR' }],
    ['no amount', { amount: 'a lot' }],
  ])('that was done gets no warning for %s', (_, changes) => {
    expect(warnings(pay(1), done(pay(2, changes)))).toBe('');
  });

  it('that was done gets no warning for another user or service', () => {
    for (const changes of [{ customer: { userId: beta.userId } }, { baseUrl: 'http://127.0.0.1:9' }])
      expect(warnings(pay(1), done({ ...pay(2), ...changes }))).toBe('');
  });

  it('that was done gets a warning with its program and its client ID, if they differ, whatever the connected account', () => {
    expect(warnings(pay(1), done({ ...pay(2), customer: { userId: alpha.userId } }))).toContain(
      `reference Rent (request ID ${requestId(2)})`,
    );
    expect(warnings(pay(1), done({ ...pay(2), programId: 'program-2' }))).toContain(
      'reference Rent, program program-2 (request ID',
    );
    expect(warnings(pay(1), done({ ...pay(2), clientId: 'client-2' }))).toContain(
      'reference Rent, client ID client-2 (request ID',
    );
  });

  it('gets no warning if it is the write that is sent again', () => {
    expect(warnings(pay(1), row(pay(1)))).toBe('');
  });

  it('gets a warning if its beneficiary has an unresolved change', () => {
    const change = of(2, 'beneficiary.update', {}, '/svc/api/v1/transfer/beneficiary?beneficiary_id=ben-1');
    expect(warnings(pay(1), row(change))).toMatch(/“beneficiary.update” of this beneficiary, .* is UNKNOWN/);
    expect(warnings(pay(1, { beneficiary_id: 'ben-2' }), row(change))).toBe('');
  });
});

describe('a new record', () => {
  const account = { beneficiary_account_currency: 'USD', beneficiary_account_number: '1234567890' };
  const holder = {
    type: 'INDIVIDUAL',
    email: 'a@example.com',
    individual: { name: { first_name: 'Ada', last_name: 'Byron' }, date_of_birth: '1985-12-10' },
  };
  it.each([
    [
      'beneficiary.create',
      account,
      { ...account, full_name: 'Other', beneficiary_account_number: '12345 67890' },
    ],
    [
      'card.issue',
      { card_holder_id: 'h1', card_type: 'GPR_VIR' },
      { card_holder_id: 'h1', card_type: 'GPR_VIR', created_by: 'x' },
    ],
    [
      'account.create',
      { type: 'global_account', country: 'GB', currency: 'GBP' },
      { type: 'global_account', country: 'GB', currency: 'GBP', label: 'Second' },
    ],
    ['cardholder.create', holder, { ...holder, email: 'b@example.com', mobile_number: '1' }],
    ['user.create', { nickname: 'one' }, { nickname: 'another' }],
    ['rfi.respond', { id: 'q1', type: 'TEXT' }, { id: 'q1', type: 'DOCUMENT' }],
    [
      'conversion.create',
      { quote_id: 'q1', source_currency: 'GBP', destination_currency: 'EUR', source_amount: 5 },
      { quote_id: 'q2', source_currency: 'GBP', destination_currency: 'EUR', source_amount: 5 },
    ],
  ])('of %s that differs only in other fields gets a warning', (operation, one, other) => {
    const said = warnings(of(1, operation, one), row(of(2, operation, other)));
    expect(said).toMatch(/^Possible duplicate: .*is UNKNOWN and may have been done/);
    expect(said).toContain(requestId(2));
    expect(said).toContain('Resolve that entry first');
  });

  it.each([
    ['beneficiary.create', account, { ...account, beneficiary_account_number: '1234567891' }],
    [
      'card.issue',
      { card_holder_id: 'h1', card_type: 'GPR_VIR' },
      { card_holder_id: 'h2', card_type: 'GPR_VIR' },
    ],
    ['rfi.respond', { id: 'q1' }, { id: 'q2' }],
    // A value that both lack makes no duplicate.
    ['beneficiary.create', {}, {}],
  ])('of %s with another content gets no warning', (operation, one, other) => {
    expect(warnings(of(1, operation, one), row(of(2, operation, other)))).toBe('');
  });
});

it('a new customer can be a duplicate whichever customer is selected; no other write can', () => {
  const elsewhere = { customer: { userId: beta.userId } };
  expect(warnings(of(1, 'user.create', {}), row({ ...of(2, 'user.create', {}), ...elsewhere }))).toMatch(
    /^Possible duplicate: a new customer \(the journal does not store the name\), sent at \d\d \w+ \d{4} [:0-9]+ UTC \(request ID [-0-9a-f]+\) is UNKNOWN and may have been done\. /,
  );
  const holder = of(1, 'cardholder.create', {});
  expect(warnings(holder, row({ ...of(2, 'cardholder.create', {}), ...elsewhere }))).toBe('');
});

describe('a record', () => {
  const freeze = intent(2, {
    operation: 'card.update',
    title: 'Freeze card …0148',
    body: JSON.stringify({ id: 'card-1', card_status: 'INACTIVE' }),
  });

  it('whose last change is unresolved gets a warning before any change', () => {
    const said = warnings(of(1, 'card.close', { id: 'card-1', card_status: 'CLOSED' }), row(freeze));
    expect(said).toMatch(
      /^“Freeze card …0148” of this card, sent at .* is UNKNOWN: the record may have been changed, or not\./,
    );
    expect(said).toContain(requestId(2));
  });

  it('whose last change is being sent gets a warning that says so', () => {
    const close = of(1, 'card.close', { id: 'card-1', card_status: 'CLOSED' });
    expect(warnings(close, row(freeze, 'SENT'))).toBe(
      `“Freeze card …0148” of this card, started at 20 Nov 2026 10:00:00 UTC (request ID ${requestId(2)}) is being sent. ${WAIT}`,
    );
  });

  it('gets no warning about a record with another ID, or of another kind with the same ID', () => {
    expect(warnings(of(1, 'card.close', { id: 'card-2' }), row(freeze))).toBe('');
    expect(warnings(of(1, 'payout.cancel', { id: 'card-1' }), row(freeze))).toBe('');
  });

  it.each([
    ['mandate.cancel', '/api/v1/global_accounts/a/mandates/m/cancel'],
    ['directDebit.cancel', '/api/v1/direct_debits/d/cancel'],
    ['beneficiary.update', '/svc/api/v1/transfer/beneficiary?beneficiary_id=b'],
  ])("of %s is found by the ID in the request's address", (operation, target) => {
    expect(warnings(of(1, operation, {}, target), row(of(2, operation, {}, target)))).toContain('is UNKNOWN');
    expect(warnings(of(1, operation, {}, target), row(of(2, operation, {}, '/other')))).toBe('');
  });
});

describe('the exact warnings', () => {
  const AT = '20 Nov 2026 10:00:00 UTC';
  const FIRST = 'Resolve that entry first, in the journal (Esc, 0).';
  const said = (about: Intent, ...rows: readonly Row[]): readonly string[] => {
    const store = signedInStore();
    store.setState({ journal: { kind: 'open', rows, complete: true, self: process } });
    return earlierWarnings(about, store.getState());
  };
  const numbered = (number: number, asked: Intent, state?: RowState): Row => ({
    ...row(asked, state),
    number,
  });
  const done = (number: number, asked: Intent): Row => numbered(number, asked, 'DONE');
  const issue = (nth: number, changes: object = {}) =>
    of(nth, 'card.issue', { card_holder_id: 'h1', card_type: 'PHY', ...changes });
  const status = (nth: number, body: object = { id: 'card-1', card_status: 'INACTIVE' }) => ({
    ...of(nth, 'card.update', body),
    title: 'Freeze card …0148',
    class: 'write' as const,
    fingerprint: JSON.stringify(body),
  });
  const pay = (nth: number, changes: object = {}) =>
    of(nth, 'payout.create', { beneficiary_id: 'b', currency: 'GBP', amount: 1, ...changes });

  it('name the newest unresolved write, and how many more there are', () => {
    expect(said(issue(1), numbered(2, issue(2)))).toEqual([
      `Possible duplicate: a card of this type for this cardholder, sent at ${AT} (request ID ${requestId(2)}) is UNKNOWN and may have been done. ${FIRST}`,
    ]);
    expect(
      said(issue(1), numbered(2, issue(2)), numbered(4, issue(4)), numbered(3, issue(3), 'SENT')),
    ).toEqual([
      `Possible duplicate: a card of this type for this cardholder, sent at ${AT} (request ID ${requestId(4)}), and 1 more like it, is UNKNOWN and may have been done. ${FIRST}`,
      `Possible duplicate: a card of this type for this cardholder, started at ${AT} (request ID ${requestId(3)}) is being sent. ${WAIT}`,
    ]);
  });

  it('name an unresolved change only once, even if it is also the same request', () => {
    expect(said(status(1), numbered(2, status(2)))).toEqual([
      `Possible duplicate: the same request, sent at ${AT} (request ID ${requestId(2)}) is UNKNOWN and may have been done. ${FIRST}`,
    ]);
  });

  it('name a duplicate or a change of the record if it waits for approval', () => {
    expect(said(issue(1), numbered(2, issue(2), 'WAITING'))).toEqual([
      `Possible duplicate: a card of this type for this cardholder, asked for at ${AT} (request ID ${requestId(2)}) waits for approval.`,
    ]);
    const thaw = status(2, { id: 'card-1', card_status: 'ACTIVE' });
    expect(said(status(1), numbered(2, thaw, 'WAITING'))).toEqual([
      `“Freeze card …0148” of this card waits for approval (request ID ${requestId(2)}).`,
    ]);
  });

  it('name a duplicate that was done', () => {
    expect(said(status(1), done(2, status(2)))).toEqual([
      `Duplicate: “Freeze card …0148” was done at ${AT}, with the same content (request ID ${requestId(2)}).`,
    ]);
  });

  it('name the newest similar write that was done, and how many more there are', () => {
    const similar = [done(4, issue(4, { created_by: 'a' })), done(3, issue(3, { created_by: 'b' }))];
    expect(said(issue(1), ...similar.slice(0, 1))).toEqual([
      `Possible duplicate: a card of this type for this cardholder was made at ${AT} (request ID ${requestId(4)}).`,
    ]);
    expect(said(issue(1), ...similar, done(2, issue(2, { created_by: 'c' })))).toEqual([
      `Possible duplicate: a card of this type for this cardholder was made at ${AT} (request ID ${requestId(4)}), and 2 more in the last 7 days.`,
    ]);
    expect(said(pay(1), done(2, pay(2, { reference: undefined })))).toEqual([
      `The same amount was paid to this beneficiary at ${AT}, reference – (request ID ${requestId(2)}).`,
    ]);
  });

  it('name the newest other unresolved change of the record, and how many more there are', () => {
    const thaw = (nth: number) => status(nth, { id: 'card-1', card_status: 'ACTIVE', nth });
    const what = `“Freeze card …0148” of this card, sent at ${AT} (request ID ${requestId(3)})`;
    const doubt = 'the record may have been changed, or not.';
    expect(said(status(1), numbered(3, thaw(3)))).toEqual([`${what} is UNKNOWN: ${doubt} ${FIRST}`]);
    expect(said(status(1), numbered(3, thaw(3)), numbered(2, thaw(2)))).toEqual([
      `${what}, and 1 more like it, is UNKNOWN: ${doubt} ${FIRST}`,
    ]);
  });

  it('come in this order: unresolved duplicates, done duplicates, similar writes, changes', () => {
    const same = { fingerprint: pay(1).fingerprint };
    const change = of(2, 'beneficiary.update', {}, '/x?beneficiary_id=b');
    const all = said(
      pay(1),
      done(6, { ...pay(6), ...same }),
      numbered(5, { ...pay(5), ...same }),
      done(4, pay(4)),
      numbered(3, pay(3)),
      numbered(2, change),
    );
    expect(all.map(sentence => sentence.slice(0, 20))).toEqual([
      "Don't pay twice: the",
      "Don't pay twice: “pa",
      'The same amount was ',
      '“beneficiary.update”',
    ]);
    // The unresolved similar payout is counted with the first.
    expect(all[0]).toContain(`(request ID ${requestId(5)}), and 1 more like it, is UNKNOWN`);
  });
});

describe('a change gets no warning about another write', () => {
  const freeze = (nth: number, changes: Partial<Intent> = {}) =>
    intent(nth, { operation: 'card.update', body: '{"id":"card-1"}', ...changes });
  const thaw = (nth: number, changes: Partial<Intent> = {}) =>
    freeze(nth, { body: '{"id":"card-1","card_status":"ACTIVE"}', ...changes });

  it.each<[string, Row]>([
    ['that is the same change, sent again', row(freeze(1))],
    ['that was refused', row(thaw(2), 'REFUSED')],
    ['for another customer', row(thaw(2, { customer: { userId: beta.userId } }))],
    ['at another service', row(thaw(2, { baseUrl: 'http://127.0.0.1:9' }))],
    ['of another card', row(thaw(2, { body: '{"id":"card-2"}' }))],
  ])('%s', (_, other) => expect(warnings(freeze(1), other)).toBe(''));

  it('of a new customer at another service', () => {
    const created = of(2, 'user.create', {});
    expect(warnings(of(1, 'user.create', {}), row({ ...created, baseUrl: 'http://127.0.0.1:9' }))).toBe('');
  });
});

describe('an earlier conversion', () => {
  const convert = (nth: number, body: object = { source_amount: 5 }, what: Intent['what'] = []) => ({
    ...of(nth, 'conversion.create', { quote_id: `q${nth}`, ...body }),
    what,
  });
  const lines = [
    { label: 'Customer sells', value: '5.00 GBP' },
    { label: 'Customer buys', value: '6.00 USD' },
  ];
  const SAME =
    /^Possible duplicate: the same amount was converted at 20 Nov 2026 10:00:00 UTC \(request ID .*\)\. Confirm only if the customer wants a second conversion\.$/;

  it('with the same amounts gets a warning after it was done', () => {
    expect(warnings(convert(1), row(convert(2), 'DONE'))).toMatch(SAME);
  });

  it('that is unresolved gets a warning: as a duplicate if it is the same, or else as another conversion', () => {
    const open = 'An earlier conversion (';
    expect(warnings(convert(1), row(convert(2)))).toContain(
      'a conversion with the same amount and currencies, sent at',
    );
    expect(warnings(convert(1), row(convert(2)))).not.toContain(open);
    expect(warnings(convert(1), row(convert(2, { source_amount: 6 })))).toMatch(
      /^An earlier conversion \(.*\) is unresolved\. Check the journal \(Esc, 0\) first\.$/,
    );
  });

  it('is compared by its fixed side, or by the confirmed lines if its request is short', () => {
    const done = (nth: number, body: object, what = lines) => row(convert(nth, body, what), 'DONE');
    const buying = { destination_amount: 6, source_currency: 'GBP', destination_currency: 'USD' };
    expect(warnings(convert(1, buying), done(2, { source_amount: 5 }))).toMatch(SAME);
    expect(warnings(convert(1, { ...buying, destination_amount: 7 }), done(2, { source_amount: 5 }))).toBe(
      '',
    );
    expect(warnings(convert(1, { ...buying, source_currency: 'EUR' }), done(2, { source_amount: 5 }))).toBe(
      '',
    );
    // The currencies of the earlier write are unknown, so they may be the same.
    expect(warnings(convert(1, buying), done(2, { destination_amount: 6 }, []))).toMatch(SAME);
    expect(warnings(convert(1, {}, lines), done(2, {}))).toBe('');
  });

  it.each([
    ['utc', /10:00:00 UTC/],
    ['local', /19:00:00/],
    ['relative', /19:00:00/],
  ] as const)('is named with its time in the form chosen on the screen: %s', (time, moment) => {
    const state = signedInStore().getState();
    const there = { ...state, time, reach: { ...state.reach, zone: 'Asia/Tokyo' } };
    const [done, open] = [row(convert(2), 'DONE'), row({ ...convert(3), createdAt: NOW })];
    expect(kindWarnings(convert(1), there, [done]).join()).toMatch(moment);
    expect(kindWarnings(convert(1), there, [open]).join()).toMatch(moment);
    expect(kindWarnings(convert(1), there, [])).toEqual([]);
  });

  it('that a person resolved is named as resolved', () => {
    const found = row(convert(2), 'RESOLVED');
    const resolution = { by: 'sam', verdict: 'DONE', evidence: 'x', note: '' } as const;
    const transitions = found.transitions.map(one => ({ ...one, resolution }));
    expect(warnings(convert(1), { ...found, transitions })).toContain('resolved as done at 20 Nov 2026');
    expect(warnings(convert(1), row(convert(2), 'DONE'))).not.toContain('as resolved');
  });
});

describe('a refusal of the same write', () => {
  const refused = (asked: Intent, answer?: object): Row => {
    const found = row(asked, 'REFUSED');
    return { ...found, transitions: found.transitions.map(one => ({ ...one, ...(answer && { answer }) })) };
  };
  const print = { fingerprint: '2:same' };

  it.each<readonly [object | undefined, string]>([
    [{ status: 409, message: 'Duplicate request' }, 'It said: “Duplicate request”.'],
    [{ status: 409 }, 'It said: “HTTP 409”.'],
    [undefined, 'It gave no reason.'],
  ])('of class money is shown with the words of the service: %j', (answer, words) => {
    expect(warnings(intent(1, print), refused(intent(2, print), answer))).toContain(
      `The service REFUSED the same request at 20 Nov 2026 10:00:00 UTC, reference – (request ID ${requestId(2)}). ${words}`,
    );
  });

  it('is recognised by what both writes use up', () => {
    const [one, other] = [intent(1, { uses: ['a', 'b'] }), intent(2, { uses: ['b', 'c'] })];
    expect(warnings(one, refused(other))).toContain('REFUSED');
    expect(warnings(intent(1, { uses: ['a'] }), refused(other))).toBe('');
  });

  it('of several is the newest', () => {
    const [newer, older] = [3, 2].map(nth => ({ ...refused(intent(nth, print)), number: nth }));
    if (!newer || !older) throw new Error('two rows');
    const said = warnings(intent(1, print), newer, older);
    expect(said).toContain(requestId(3));
    expect(said).not.toContain(requestId(2));
  });

  it('never has to be named, and is not shown for its own retry, another write, or another class', () => {
    const { exact, open, similar } = allRules.duplicatesOf(
      intent(1, print),
      [refused(intent(2, print))],
      signedInStore().getState(),
    );
    expect([exact, open, similar]).toEqual([[], [], []]);
    expect(warnings(intent(2, print), refused(intent(2, print)))).toBe('');
    expect(warnings(intent(1, print), refused(intent(2, { fingerprint: '2:other' })))).toBe('');
    expect(
      warnings(intent(1, { ...print, class: 'write' }), refused(intent(2, { ...print, class: 'write' }))),
    ).toBe('');
  });
});

describe('a draft of a write', () => {
  const draft = (state: Partial<State>) =>
    draftIntent(conversionCreate, { source_amount: '5' }, { ...signedInStore().getState(), ...state });

  it('has the reach and the customer, and neither request ID nor fingerprint', () => {
    expect(draft({})).toStrictEqual({
      ...{ operation: 'conversion.create', class: 'money', createdAt: NOW, customer },
      ...{ requestId: '', fingerprint: '', title: '', method: '', what: [] },
      target: '/svc/',
      ...{ profile: reach.profile, environment: reach.environment, baseUrl: reach.baseUrl },
      ...{ clientId: reach.clientId, programId: reach.programId, body: '{"source_amount":"5"}' },
    });
    expect(draft({ customer: beta })?.customer).toStrictEqual({ userId: beta.userId });
    // The service knows the customer of both by the same ID.
    const target = operations['conversion.create'].path;
    const made = draft({});
    expect(made && sendsAlike(made, { ...made, target, customer: { userId: customer.userId } })).toBe(true);
  });

  it('does not exist without a customer', () => {
    expect(draft({ customer: undefined })).toBeUndefined();
  });
});
