// Which equal writes a person named, and what stands in the way of another attempt: the edges of the rule, without a database.

import { describe, expect, it } from 'vitest';
import { doneAt, lastStep, secondTo, stillSo, unnamed, whyNotRepeat } from '../../src/journal/duplicates.ts';
import type { Row, RowState } from '../../src/journal/intent.ts';
import { payout, requestId, start } from './parts.ts';

const process = { pid: 1, started: 'start 1' };

/** An entry whose steps are numbered like this in the whole journal. */
const entry = (nth: number, state: RowState, steps: readonly number[], besides?: string): Row => ({
  number: nth,
  intent: payout(nth),
  ...(besides !== undefined && { besides }),
  state,
  doubted: false,
  transitions: steps.map(number => ({ number, from: 'NEW', to: state, at: start, process })),
});

describe('the one that a second is on record as a second to', () => {
  const done = entry(3, 'DONE', [5]);
  const open = entry(2, 'UNKNOWN', [4]);
  const other = entry(1, 'DONE', [3]);

  it('is one that was named, the uncertain one first', () => {
    expect(secondTo([done, open, other], [requestId(3), requestId(2)])).toBe(requestId(2));
    expect(secondTo([done, open, other], [requestId(3)])).toBe(requestId(3));
    expect(secondTo([done, open, other], [requestId(1)])).toBe(requestId(1));
  });

  it('is none where none was named', () => {
    expect(secondTo([done, open, other], [])).toBeUndefined();
    expect(secondTo([done, open, other])).toBeUndefined();
    expect(secondTo([], [requestId(1)])).toBeUndefined();
  });
});

describe('a done write whose effect a later one has replaced', () => {
  const superseded = [{ requestId: requestId(3), by: requestId(4) }];
  const naming = (later: Row | undefined) =>
    stillSo({ besides: [requestId(9)], superseded }, id => (id === requestId(4) ? later : undefined));

  it.each(['DONE', 'UNKNOWN', 'SENT'] as const)('is no duplicate while the later one is %s', state => {
    expect(naming(entry(4, state, [6]))).toEqual({ besides: [requestId(9)], superseded });
  });

  it.each(['REFUSED', 'NOT SENT'] as const)('is one again where the later one is %s', state => {
    expect(naming(entry(4, state, [6]))).toEqual({ besides: [requestId(9)], superseded: [] });
  });

  it('is one again where the journal has no later one', () => {
    expect(naming(undefined).superseded).toEqual([]);
    expect(stillSo({ besides: [] }, () => entry(4, 'DONE', [6])).superseded).toEqual([]);
  });

  it('need not be named, and one that is not certain has to be', () => {
    const [done, open] = [entry(3, 'DONE', [5]), entry(3, 'UNKNOWN', [5])];
    expect(unnamed([done], { besides: [], superseded })).toEqual([]);
    expect(unnamed([open], { besides: [], superseded })).toEqual([open]);
    expect(unnamed([done], { besides: [] })).toEqual([done]);
    expect(unnamed([done], { besides: [requestId(3)] })).toEqual([]);
  });
});

describe('another attempt', () => {
  const row = entry(5, 'NOT SENT', [10, 11]);
  const doneSince = (nth: number) =>
    `The same request was done since, with request ID ${requestId(nth)}. To repeat it, make a new request.`;
  const open = (nth: number, state: string) =>
    `A duplicate, request ID ${requestId(nth)}, is ${state}. Resolve that duplicate first.`;

  it('is barred by a duplicate that was done after the first confirmation, and by no earlier one', () => {
    const since = entry(6, 'DONE', [9, 12]);
    const before = entry(4, 'DONE', [8, 9]);
    expect(whyNotRepeat(row, [since, before])).toBe(doneSince(6));
    expect(whyNotRepeat(row, [before])).toBeUndefined();
    // A step has one number: its own first step belongs to no other entry.
    expect(whyNotRepeat(row, [entry(4, 'DONE', [8, 10])])).toBeUndefined();
  });

  it.each(['PREPARED', 'SENT', 'UNKNOWN'] as const)('is barred by every duplicate that is %s', state => {
    expect(whyNotRepeat(row, [entry(4, state, [3])])).toBe(open(4, state));
    expect(whyNotRepeat(entry(5, 'UNKNOWN', [10]), [entry(4, state, [3])])).toBe(open(4, state));
    expect(whyNotRepeat(row, [entry(6, 'DONE', [12]), entry(4, state, [3])])).toBe(open(4, state));
  });

  it.each(['REFUSED', 'NOT SENT'] as const)('is not barred by a later one that is %s', state => {
    expect(whyNotRepeat(row, [entry(6, state, [12])])).toBeUndefined();
  });

  it('is not barred by its own entry, nor by the one that a person named when it was made', () => {
    const second = entry(5, 'NOT SENT', [10, 11], requestId(6));
    const named = entry(6, 'UNKNOWN', [12]);
    expect(whyNotRepeat(second, [second, named])).toBeUndefined();
    expect(whyNotRepeat(second, [named, entry(7, 'SENT', [13])])).toBe(open(7, 'SENT'));
    expect(whyNotRepeat(second, [entry(6, 'DONE', [12])])).toBeUndefined();
    expect(whyNotRepeat(row, [entry(6, 'DONE', [12])])).toBe(doneSince(6));
    expect(whyNotRepeat(entry(5, 'UNKNOWN', [10]), [entry(5, 'UNKNOWN', [10])])).toBeUndefined();
  });

  it('of an UNKNOWN one is not barred by a later one that was done: a person named this one then', () => {
    expect(whyNotRepeat(entry(5, 'UNKNOWN', [10]), [entry(6, 'DONE', [12])])).toBeUndefined();
  });
});

it('an entry without a step was done at no moment, and before every step', () => {
  expect(doneAt(entry(1, 'DONE', []))).toBeUndefined();
  expect(doneAt(entry(1, 'UNKNOWN', []))).toBeUndefined();
  expect(doneAt(entry(1, 'DONE', [3]))).toBe(start);
  expect(whyNotRepeat(entry(5, 'NOT SENT', []), [entry(4, 'DONE', [1])])).toContain(
    'The same request was done since',
  );
});

it('counts the steps of an entry, and none of one without', () => {
  expect(lastStep(entry(1, 'DONE', [3, 7]))).toBe(7);
  expect(lastStep(entry(1, 'DONE', []))).toBe(0);
});
