// Which of the journal's writes a customer's list of payouts shows, and what an earlier one says about a cancellation.

import { describe, expect, it } from 'vitest';
import { cancelQuestion } from '../../../src/features/payouts/cancel-payout.ts';
import { ownNow, ownPayouts } from '../../../src/features/payouts/own-payout.ts';
import type { Answer, Intent, Row, State as RowState } from '../../../src/journal/intent.ts';
import { t } from '../../../src/lib/visible.ts';
import type { State } from '../../../src/store/state.ts';
import { payout, requestId, start } from '../../journal/parts.ts';
import { alpha, beta, reach, signedInStore } from '../../store/signed-in.ts';

const process = { pid: 1, started: 'start 1' };
const own = { userId: alpha.userId, onBehalfOf: alpha.onBehalfOf ?? '' };

/** A row that went from PREPARED to `state`, of the customer in front unless told otherwise. */
function row(number: number, state: RowState, changes: Partial<Intent> = {}, answer?: Answer): Row {
  const intent = payout(number, { baseUrl: reach.baseUrl, customer: own, ...changes });
  return {
    number,
    intent,
    state,
    doubted: false,
    transitions: [
      { number: 1, from: 'NEW', to: 'PREPARED', at: start, process },
      { number: 2, from: 'SENT', to: state, at: start + 1000, process, ...(answer && { answer }) },
    ],
  };
}

function stateWith(rows: readonly Row[]): State {
  const store = signedInStore();
  store.setState({ journal: { kind: 'open', rows, complete: true, self: process } });
  return store.getState();
}
const shown = (rows: readonly Row[]): readonly string[] =>
  ownNow(stateWith(rows)).map(({ own: { intent } }) => intent.requestId);

describe('the list', () => {
  it('has the payouts and cancellations of this customer at this service, in the journal’s order', () => {
    expect(
      shown([
        row(5, 'DONE', { operation: 'directDebit.cancel' }),
        row(4, 'SENT', { operation: 'payout.cancel' }),
        row(3, 'DONE'),
        row(2, 'DONE', { operation: 'conversion.create' }),
        row(1, 'DONE', { operation: 'toString' }),
      ]),
    ).toEqual([5, 4, 3].map(requestId));
  });

  it('has none of another customer, of another connected account, or of another service', () => {
    expect(
      shown([
        row(4, 'DONE', { customer: { userId: beta.userId } }),
        row(3, 'DONE', { customer: { ...own, onBehalfOf: 'another' } }),
        row(2, 'DONE', { customer: { userId: alpha.userId } }),
        row(1, 'DONE', { baseUrl: 'http://127.0.0.1:4001' }),
      ]),
    ).toEqual([]);
  });

  it('is the same array while the journal is, and keeps the records that didn’t change', () => {
    const list = ownPayouts();
    const [one, two] = [row(1, 'DONE'), row(2, 'SENT')];
    const state = stateWith([two, one]);
    const first = list(state);
    expect(list({ ...state, tick: 5 })).toBe(first);
    const next = list(stateWith([row(2, 'DONE'), one]));
    expect(next[0]).not.toBe(first[0]);
    expect(next[1]).toBe(first[1]);
  });

  it('recognises an ID only in the answer of the attempt that was DONE', () => {
    const text = '{"id":"po-0001"}';
    const known = (state: RowState, answer: Answer) =>
      ownNow(stateWith([row(1, state, {}, answer)]))[0]?.known.ids;
    expect(known('DONE', { text })).toEqual(['po-0001']);
    expect(known('UNKNOWN', { text })).toEqual([]);
    expect(known('DONE', { text: '{"id":' })).toEqual([]);
    expect(known('DONE', {})).toEqual([]);
  });
});

describe('a cancellation’s warnings', () => {
  const made = row(1, 'DONE', {}, { text: '{"id":"po-0001","systemReferenceNumber":"PAY0001"}' });
  const cancelled = (number: number, state: RowState, label: string, value: string) =>
    row(number, state, { operation: 'payout.cancel', what: [{ label, value }] });
  const warnings = (rows: readonly Row[], target: Parameters<typeof cancelQuestion>[0]) =>
    cancelQuestion(target, stateWith(rows)).warnings.join('\n');

  it.each([
    ['Payout ID', 'po-0001', { id: 'po-0001' }],
    ['Payout ID', 'po-0001', { systemReferenceNumber: 'PAY0001' }],
    ['System reference', 'PAY0001', { id: 'po-0001' }],
  ] as const)('name an earlier one by %s %s for %j', (label, value, target) => {
    expect(warnings([cancelled(2, 'UNKNOWN', label, value), made], target)).toContain('is not certain yet');
    expect(warnings([cancelled(2, 'DONE', label, value), made], target)).toContain(
      'cancelled from here already',
    );
    expect(warnings([cancelled(2, 'REFUSED', label, value), made], target)).not.toContain('earlier');
  });

  it('name none of another payout', () => {
    const other = [cancelled(2, 'UNKNOWN', 'Payout ID', 'po-0002'), made];
    expect(warnings(other, { id: 'po-0001' })).not.toContain('not certain');
    expect(warnings(other, { systemReferenceNumber: 'PAY0001' })).not.toContain('not certain');
    expect(warnings([made], { id: 'po-0009' })).toContain(t`Nothing here says what payout this is`);
  });
});
