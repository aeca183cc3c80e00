// Pure rules for duplicates: which earlier write a person named, and what prevents another attempt.

import { describe, expect, it } from 'vitest';
import type { Row, RowState } from '../../src/journal/intent.ts';
import {
  checkRepeat,
  doneAt,
  isWith,
  lastStep,
  newestOfEach,
  secondTo,
  stillSo,
  UNAPPROVED,
  unnamed,
} from '../../src/journal/possible-duplicates.ts';
import { payout, requestId, start } from './parts.ts';

const process = { pid: 1, started: 'start 1' };

/** An entry whose transitions have these numbers. */
const entry = (nth: number, state: RowState, steps: readonly number[], duplicateOf?: string): Row => ({
  number: nth,
  intent: payout(nth),
  ...(duplicateOf !== undefined && { duplicateOf }),
  state,
  wasUnknown: false,
  transitions: steps.map(number => ({ number, from: 'NEW', to: state, at: start, process })),
});

describe('a write with these keys and this program', () => {
  const { baseUrl, clientId, programId } = payout(1);
  const at = { baseUrl, clientId, programId };
  const transfer = payout(1, { target: '/svc/api/v1/transfer/' });
  const debit = payout(1, { target: '/api/v1/direct_debits/d-1/cancel' });

  it('has the program only in Family B, which sends the program', () => {
    expect(isWith(transfer, at)).toBe(true);
    expect(isWith(transfer, { ...at, programId: 'program-2' })).toBe(false);
    expect(isWith(debit, { ...at, programId: 'program-2' })).toBe(true);
  });

  it('has the client ID and the service in both families', () => {
    for (const intent of [transfer, debit]) {
      expect(isWith(intent, { ...at, clientId: 'client-2' })).toBe(false);
      expect(isWith(intent, { ...at, baseUrl: 'https://other.example' })).toBe(false);
    }
  });
});

describe('the earlier write in the record of a duplicate', () => {
  const done = entry(3, 'DONE', [5]);
  const open = entry(2, 'UNKNOWN', [4]);
  const other = entry(1, 'DONE', [3]);

  it('is a write that the person named, preferably an UNKNOWN write', () => {
    expect(secondTo([done, open, other], [requestId(3), requestId(2)])).toBe(requestId(2));
    expect(secondTo([done, open, other], [requestId(3)])).toBe(requestId(3));
    expect(secondTo([done, open, other], [requestId(1)])).toBe(requestId(1));
  });

  it('is undefined if the person named no write', () => {
    expect(secondTo([done, open, other], [])).toBeUndefined();
    expect(secondTo([done, open, other])).toBeUndefined();
    expect(secondTo([], [requestId(1)])).toBeUndefined();
  });
});

describe('a done write that a later write replaced', () => {
  const superseded = [{ requestId: requestId(3), by: requestId(4) }];
  const naming = (later: Row | undefined) =>
    stillSo({ named: [requestId(9)], superseded }, id => (id === requestId(4) ? later : undefined));

  it.each(['DONE', 'UNKNOWN', 'SENT'] as const)('is no duplicate while the later write is %s', state => {
    expect(naming(entry(4, state, [6]))).toEqual({ named: [requestId(9)], superseded });
  });

  it.each(['REFUSED', 'NOT SENT'] as const)('is a duplicate again if the later write is %s', state => {
    expect(naming(entry(4, state, [6]))).toEqual({ named: [requestId(9)], superseded: [] });
  });

  it('is a duplicate again if the journal has no later write', () => {
    expect(naming(undefined).superseded).toEqual([]);
    expect(stillSo({ named: [] }, () => entry(4, 'DONE', [6])).superseded).toEqual([]);
  });

  it('need not be named, unless it is UNKNOWN or waits for approval', () => {
    const done = entry(3, 'DONE', [5]);
    expect(unnamed([done], { named: [], superseded })).toEqual([]);
    for (const open of [entry(3, 'UNKNOWN', [5]), entry(3, 'WAITING', [5])])
      expect(unnamed([open], { named: [], superseded })).toEqual([open]);
    expect(unnamed([done], { named: [] })).toEqual([done]);
    expect(unnamed([done], { named: [requestId(3)] })).toEqual([]);
  });
});

describe('another attempt', () => {
  const row = entry(5, 'NOT SENT', [10, 11]);
  const doneSince = (nth: number) =>
    `The same request was done later, with request ID ${requestId(nth)}. To repeat it, make a new request.`;
  const open = (nth: number, state: string) =>
    state === 'UNKNOWN'
      ? `A duplicate, request ID ${requestId(nth)}, is UNKNOWN. Resolve that duplicate first.`
      : `A duplicate, request ID ${requestId(nth)}, is being sent. Wait for its outcome first.`;

  it('is refused if a duplicate was done after the first confirmation, but not if it was done before', () => {
    const since = entry(6, 'DONE', [9, 12]);
    const before = entry(4, 'DONE', [8, 9]);
    expect(checkRepeat(row, [since, before])).toBe(doneSince(6));
    expect(checkRepeat(row, [before])).toBeUndefined();
    // Transition numbers are unique, so no other entry has the number of this entry's first transition.
    expect(checkRepeat(row, [entry(4, 'DONE', [8, 10])])).toBeUndefined();
  });

  it.each(['PREPARED', 'SENT', 'UNKNOWN'] as const)('is refused after every duplicate that is %s', state => {
    expect(checkRepeat(row, [entry(4, state, [3])])).toBe(open(4, state));
    expect(checkRepeat(entry(5, 'UNKNOWN', [10]), [entry(4, state, [3])])).toBe(open(4, state));
    expect(checkRepeat(row, [entry(6, 'DONE', [12]), entry(4, state, [3])])).toBe(open(4, state));
  });

  it('is refused while a duplicate waits for approval', () => {
    const waiting = entry(4, 'WAITING', [3]);
    const why = `A duplicate, request ID ${requestId(4)}, waits for approval. Withdraw that duplicate first.`;
    expect(checkRepeat(row, [entry(6, 'DONE', [12]), waiting])).toBe(why);
    expect(checkRepeat(entry(5, 'UNKNOWN', [10]), [waiting])).toBe(why);
  });

  it.each(['REFUSED', 'NOT SENT'] as const)('is allowed after a later duplicate that is %s', state => {
    expect(checkRepeat(row, [entry(6, state, [12])])).toBeUndefined();
  });

  it('is not refused because of its own entry or of the duplicate that a person named', () => {
    const second = entry(5, 'NOT SENT', [10, 11], requestId(6));
    const named = entry(6, 'UNKNOWN', [12]);
    expect(checkRepeat(second, [second, named])).toBeUndefined();
    expect(checkRepeat(second, [named, entry(7, 'SENT', [13])])).toBe(open(7, 'SENT'));
    expect(checkRepeat(second, [entry(6, 'DONE', [12])])).toBeUndefined();
    expect(checkRepeat(row, [entry(6, 'DONE', [12])])).toBe(doneSince(6));
    expect(checkRepeat(entry(5, 'UNKNOWN', [10]), [entry(5, 'UNKNOWN', [10])])).toBeUndefined();
  });

  it('is allowed for an UNKNOWN write if a later duplicate named that write and was done', () => {
    expect(checkRepeat(entry(5, 'UNKNOWN', [10]), [entry(6, 'DONE', [12])])).toBeUndefined();
  });
});

it('an entry without a transition has no time of DONE, and counts as older than every transition', () => {
  expect(doneAt(entry(1, 'DONE', []))).toBeUndefined();
  expect(doneAt(entry(1, 'UNKNOWN', []))).toBeUndefined();
  expect(doneAt(entry(1, 'DONE', [3]))).toBe(start);
  expect(checkRepeat(entry(5, 'NOT SENT', []), [entry(4, 'DONE', [1])])).toContain(
    'The same request was done later',
  );
});

it('the last step of an entry is the number of its last transition, or 0 without a transition', () => {
  expect(lastStep(entry(1, 'DONE', [3, 7]))).toBe(7);
  expect(lastStep(entry(1, 'DONE', []))).toBe(0);
});

it('the newest done write and the newest open write are found among other writes', () => {
  const rows = [
    entry(6, 'REFUSED', [9]),
    entry(5, 'DONE', [8]),
    entry(4, 'WAITING', [7]),
    entry(3, 'UNKNOWN', [6]),
    entry(2, 'DONE', [5]),
  ];
  expect(newestOfEach(rows).map(({ number }) => number)).toEqual([5, 4]);
  expect(newestOfEach(rows.slice(3)).map(({ number }) => number)).toEqual([2, 3]);
  expect(newestOfEach(rows.slice(0, 1))).toEqual([]);
});

it('the reason for a missing approval is a whole sentence', () => {
  expect(UNAPPROVED).toBe('This request has no approval that still counts.');
});
