// Which earlier payouts are warned of: the same amount to the same beneficiary, done, and no others.

import { describe, expect, it } from 'vitest';
import type { Intent, Row, State as RowState } from '../../../src/journal/intent.ts';
import { parseDecimal } from '../../../src/lib/decimal.ts';
import type { State } from '../../../src/store/state.ts';
import { twiceWarnings } from '../../../src/ui/screens/payout-twice.ts';
import { payout, requestId } from '../../journal/parts.ts';
import { alpha, beta, NOW, reach, signedInStore } from '../../store/signed-in.ts';

const process = { pid: 1, started: 'start 1' };
const MINUTE = 60_000;
const amount = parseDecimal('12.5');
if (!amount) throw new Error('no amount');
const order = { beneficiaryId: 'ben-1', amount, currency: 'GBP', reference: 'Rent', notes: undefined };
const body = (changes: object = {}) =>
  JSON.stringify({ beneficiary_id: 'ben-1', currency: 'GBP', reference: 'Rent', amount: 12.5, ...changes });

/** One that came to this state so long ago (ms). */
function row(
  state: RowState,
  changes: Partial<Intent> = {},
  ago = MINUTE,
  verdict?: 'DONE' | 'NOT DONE',
): Row {
  const customer = { userId: alpha.userId, onBehalfOf: alpha.onBehalfOf ?? '' };
  const resolution = { by: 'sam', verdict: verdict ?? 'DONE', evidence: 'a statement', note: '' };
  return {
    number: 1,
    intent: payout(1, { baseUrl: reach.baseUrl, customer, body: body(), ...changes }),
    state,
    doubted: false,
    transitions: [
      { number: 1, from: 'SENT', to: state, at: NOW - ago, process, ...(verdict && { resolution }) },
    ],
  };
}

function warnings(rows: readonly Row[]): string {
  const store = signedInStore();
  store.setState({ journal: { kind: 'open', rows, complete: true, self: process } });
  const state: State = store.getState();
  return twiceWarnings(order, state).join('\n');
}

describe('one that was done', () => {
  it('by the service’s answer is warned of for ten minutes', () => {
    expect(warnings([row('DONE', {}, 10 * MINUTE)])).toBe(
      `The same amount was paid to this beneficiary at 2026-11-20 09:50:00 UTC, reference Rent (request ID ${requestId(1)}).`,
    );
    expect(warnings([row('DONE', {}, 10 * MINUTE + 1)])).toBe('');
  });

  it('as a person found is warned of, strongly, however late where it is the same in all', () => {
    expect(warnings([row('RESOLVED', {}, 26 * 60 * MINUTE, 'DONE')])).toBe(
      `Don't pay twice: the same amount was paid to this beneficiary, as a person found at 2026-11-19 08:00:00 UTC, reference Rent (request ID ${requestId(1)}). This would be a second payment.`,
    );
  });

  it('as a person found long ago is none of another reference or notes', () => {
    for (const other of [body({ reference: 'Another' }), body({ notes: 'for the office' })]) {
      expect(warnings([row('RESOLVED', { body: other }, 26 * 60 * MINUTE, 'DONE')])).toBe('');
    }
  });

  it('counts from the moment that proved it, and not at all where a person found otherwise', () => {
    const later = { number: 2, from: 'DONE', to: 'DONE', at: NOW, process } as const;
    const proved = row('DONE', {}, 11 * MINUTE);
    expect(warnings([{ ...proved, transitions: [...proved.transitions, { ...later, to: 'UNKNOWN' }] }])).toBe(
      '',
    );
    const found = row('RESOLVED', {}, MINUTE, 'NOT DONE');
    const unknown = { number: 0, from: 'SENT', to: 'UNKNOWN', at: NOW - 2 * MINUTE, process } as const;
    expect(warnings([{ ...found, transitions: [unknown, ...found.transitions] }])).toBe('');
  });

  it('as a person found counts from that moment where its reference is another', () => {
    const other = { body: body({ reference: 'Another' }), createdAt: NOW - 26 * 60 * MINUTE };
    expect(warnings([row('RESOLVED', other, MINUTE, 'DONE')])).toContain('as a person found');
    expect(warnings([row('RESOLVED', other, 11 * MINUTE, 'DONE')])).toBe('');
  });

  it.each([
    ['another beneficiary', { body: body({ beneficiary_id: 'ben-2' }) }],
    ['another amount', { body: body({ amount: 12.51 }) }],
    ['another currency', { body: body({ currency: 'EUR' }) }],
    ['another customer', { customer: { userId: beta.userId } }],
    ['another connected account', { customer: { userId: alpha.userId } }],
    ['another service', { baseUrl: 'http://127.0.0.1:9' }],
    ['another program', { programId: 'program-2' }],
    ['another operation', { operation: 'payout.cancel' }],
    ['a body that can’t be read', { body: '[' }],
    ['an amount that is none', { body: body({ amount: 'a lot' }) }],
  ])('is none of %s', (_, changes) => {
    expect(warnings([row('DONE', changes)])).toBe('');
  });

  it.each([
    ['reference', body({ reference: 'Another' })],
    ['notes', body({ notes: 'for the office' })],
    ['digits', body().replace('12.5', '12.50')],
  ])('lately is warned of whatever its %s', (_, other) => {
    expect(warnings([row('DONE', { body: other })])).toContain('The same amount was paid');
  });

  it('is warned of beside what a person found, and named without a reference where it has none', () => {
    const { reference: _, ...rest } = JSON.parse(body());
    const found = row('RESOLVED', { requestId: requestId(2) }, MINUTE, 'DONE');
    const said = warnings([row('DONE', { body: JSON.stringify(rest) }), found]);
    expect(said).toMatch(/^Don't pay twice: .*\nThe same amount was paid .*reference – \(request ID/);
  });

  it('tells its moment by the local clock', () => {
    const store = signedInStore();
    store.setState({ journal: { kind: 'open', rows: [row('DONE')], complete: true, self: process } });
    const state = store.getState();
    const berlin = { ...state, reach: { ...state.reach, zone: 'Europe/Berlin' } };
    expect(twiceWarnings(order, berlin).join()).toContain('at 2026-11-20 10:59:00 CET');
  });

  it('is none where no customer is chosen, and not the one that is sent again itself', () => {
    const store = signedInStore();
    store.setState({ journal: { kind: 'open', rows: [row('DONE')], complete: true, self: process } });
    const state = store.getState();
    expect(twiceWarnings(order, { ...state, customer: undefined })).toEqual([]);
    expect(twiceWarnings(order, state, requestId(2))).toHaveLength(1);
    expect(twiceWarnings(order, state, requestId(1))).toEqual([]);
  });

  it.each([
    ['REFUSED', undefined],
    ['NOT SENT', undefined],
    ['RESOLVED', 'NOT DONE'],
  ] as const)('is none that is %s, verdict %s', (state, verdict) => {
    expect(warnings([row(state, {}, MINUTE, verdict)])).toBe('');
  });
});
