// Which equal writes a person named, and what stands in the way of another attempt: the edges of the rule, without a database.

import { describe, expect, it } from 'vitest';
import { againstRepeat, lastStep, secondTo } from '../../src/journal/duplicates.ts';
import type { Row, State } from '../../src/journal/intent.ts';
import { payout, requestId, start } from './parts.ts';

const process = { pid: 1, started: 'start 1' };

/** An entry whose steps are numbered like this in the whole journal. */
const entry = (nth: number, state: State, steps: readonly number[], besides?: string): Row => ({
  number: nth,
  intent: payout(nth),
  ...(besides !== undefined && { besides }),
  state,
  doubted: false,
  transitions: steps.map(number => ({ number, from: 'NEW', to: state, at: start, process })),
});
const idOf = (row: Row | undefined): string | undefined => row?.intent.requestId;

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

describe('another attempt', () => {
  const row = entry(5, 'NOT SENT', [10, 11]);

  it('is stopped by an equal one that was done since it was confirmed first, and by no earlier one', () => {
    const since = entry(6, 'DONE', [9, 12]);
    const before = entry(4, 'DONE', [8, 9]);
    expect(idOf(againstRepeat(row, [since, before]).done)).toBe(requestId(6));
    expect(againstRepeat(row, [before]).done).toBeUndefined();
    // Its own first step is no step of another one.
    expect(againstRepeat(row, [entry(4, 'DONE', [8, 10])]).done).toBeUndefined();
  });

  it('is stopped by every one that is not certain, and by none that ended', () => {
    const open = [entry(7, 'UNKNOWN', [14]), entry(6, 'SENT', [13]), entry(4, 'PREPARED', [3])];
    const found = againstRepeat(row, [...open, entry(3, 'DONE', [2])]);
    expect(found.open.map(idOf)).toEqual([7, 6, 4].map(requestId));
    expect(found.done).toBeUndefined();
  });

  it('is not stopped by the one that it was meant to come besides', () => {
    const second = entry(5, 'NOT SENT', [10, 11], requestId(6));
    const named = entry(6, 'UNKNOWN', [12]);
    expect(againstRepeat(second, [named, entry(7, 'SENT', [13])]).open.map(idOf)).toEqual([requestId(7)]);
    expect(againstRepeat(second, [entry(6, 'DONE', [12])]).done).toBeUndefined();
    expect(idOf(againstRepeat(row, [entry(6, 'DONE', [12])]).done)).toBe(requestId(6));
  });
});

it('counts the steps of an entry, and none of one without', () => {
  expect(lastStep(entry(1, 'DONE', [3, 7]))).toBe(7);
  expect(lastStep(entry(1, 'DONE', []))).toBe(0);
});
