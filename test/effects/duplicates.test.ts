// The rule for duplicates: what has to be named, what is only warned of, and what is none. It guards money, so its edges are all here.

import { describe, expect, it } from 'vitest';
import { ALIKE_MS, duplicatesOf, earlierRows, namingOf } from '../../src/effects/duplicates.ts';
import type { Intent, Row, State as RowState } from '../../src/journal/intent.ts';
import { t } from '../../src/lib/visible.ts';
import { openWhole, payout, requestId } from '../journal/parts.ts';
import { alpha, beta, NOW, reach, signedInStore } from '../store/signed-in.ts';

const process = { pid: 1, started: 'start 1' };
const customer = { userId: alpha.userId, onBehalfOf: alpha.onBehalfOf ?? '' };
const PRINT = 'the same';
const state = signedInStore().getState();

const intent = (nth: number, changes: Partial<Intent> = {}): Intent =>
  payout(nth, { baseUrl: reach.baseUrl, customer, ...changes });

/** A row that came to its state as the `step`th step of the journal. */
function row(asked: Intent, to: RowState = 'DONE', step = 1, verdict?: 'DONE' | 'NOT DONE'): Row {
  const resolution = { by: 'sam', verdict: verdict ?? 'DONE', evidence: 'x', note: '' };
  const transition = { number: step, from: 'SENT', to, at: NOW - 1, process } as const;
  return {
    number: step,
    intent: asked,
    state: to,
    doubted: false,
    transitions: [{ ...transition, ...(verdict && { resolution }) }],
  };
}
const ids = (rows: readonly Row[]) => rows.map(one => one.intent.requestId);
const exactOf = (about: Intent, ...rows: readonly Row[]) => ids(duplicatesOf(about, rows, state).exact);

describe('an exact duplicate', () => {
  const about = intent(1, { fingerprint: PRINT });
  const same = (nth: number, to?: RowState, verdict?: 'DONE' | 'NOT DONE') =>
    row(intent(nth, { fingerprint: PRINT }), to, nth, verdict);

  it.each(['PREPARED', 'SENT', 'UNKNOWN', 'DONE'] as const)('is one that is %s', to => {
    expect(exactOf(about, same(2, to))).toEqual([requestId(2)]);
  });

  it('is one that a person found done', () => {
    expect(exactOf(about, same(2, 'RESOLVED', 'DONE'))).toEqual([requestId(2)]);
    expect(exactOf(about, same(2, 'RESOLVED', 'NOT DONE'))).toEqual([]);
  });

  it.each(['REFUSED', 'NOT SENT'] as const)('is none that is %s', to => {
    expect(exactOf(about, same(2, to))).toEqual([]);
  });

  it('is the newest done one, and every one that is not certain', () => {
    expect(exactOf(about, same(5), same(4), same(3, 'UNKNOWN'), same(2))).toEqual([
      requestId(5),
      requestId(3),
    ]);
    expect(exactOf(about, same(5, 'UNKNOWN'), same(4), same(3, 'SENT'))).toEqual([
      requestId(5),
      requestId(3),
    ]);
  });

  it('is none of another customer, service or content, and not itself', () => {
    const of = (changes: Partial<Intent>) => row(intent(2, { fingerprint: PRINT, ...changes }));
    expect(exactOf(about, of({ customer: { userId: beta.userId } }))).toEqual([]);
    expect(exactOf(about, of({ baseUrl: 'http://127.0.0.1:9' }))).toEqual([]);
    expect(exactOf(about, of({ programId: 'program-2' }))).toEqual([]);
    expect(exactOf(about, of({ fingerprint: 'another' }))).toEqual([]);
    expect(exactOf(about, of({ requestId: about.requestId }))).toEqual([]);
  });

  it('of a new customer is one whoever is in front', () => {
    const created = intent(1, { operation: 'user.create', fingerprint: PRINT });
    const before = row(
      intent(2, { operation: 'user.create', fingerprint: PRINT, customer: { userId: beta.userId } }),
    );
    expect(exactOf(created, before)).toEqual([requestId(2)]);
  });
});

describe('what can be undone', () => {
  const change = (nth: number, status: string, more: Partial<Intent> = {}) =>
    intent(nth, {
      operation: 'card.update',
      class: 'write',
      fingerprint: status,
      body: JSON.stringify({ id: 'card-1', card_status: status }),
      ...more,
    });
  const again = change(9, 'INACTIVE');

  it('is no duplicate once a later write changed the same record', () => {
    const [frozen, thawed] = [row(change(1, 'INACTIVE'), 'DONE', 1), row(change(2, 'ACTIVE'), 'DONE', 2)];
    expect(exactOf(again, frozen)).toEqual([requestId(1)]);
    expect(exactOf(again, thawed, frozen)).toEqual([]);
    expect(duplicatesOf(again, [thawed, frozen], state).superseded).toEqual([requestId(1)]);
  });

  it.each<[string, Row]>([
    ['an earlier one', row(change(2, 'ACTIVE'), 'DONE', 0)],
    ['one that was recorded no later', row(change(2, 'ACTIVE'), 'DONE', 1)],
    ['one of another card', row(change(2, 'ACTIVE', { body: '{"id":"card-2"}' }), 'DONE', 2)],
    ['one that was refused', row(change(2, 'ACTIVE'), 'REFUSED', 2)],
    ['one that makes something with it', row(intent(2, { operation: 'payout.create' }), 'DONE', 2)],
  ])('stays one beside %s', (_, other) => {
    expect(exactOf(again, other, row(change(1, 'INACTIVE'), 'DONE', 1))).toEqual([requestId(1)]);
  });

  it('is not something that was made, though the record that it was made with changed since', () => {
    const issue = (nth: number) =>
      change(nth, '', { operation: 'card.issue', body: '{"card_holder_id":"h"}', fingerprint: 'issue' });
    const holder = row(change(2, '', { operation: 'cardholder.update', body: '{"id":"h"}' }), 'DONE', 2);
    expect(exactOf(issue(9), holder, row(issue(1), 'DONE', 1))).toEqual([requestId(1)]);
    const account = (nth: number) => change(nth, '', { operation: 'account.create', fingerprint: 'account' });
    expect(exactOf(account(9), row(account(1), 'DONE', 1))).toEqual([requestId(1)]);
  });

  it('is not replaced by the same change, made again', () => {
    const [first, second] = [row(change(1, 'INACTIVE'), 'DONE', 1), row(change(2, 'INACTIVE'), 'DONE', 2)];
    const found = duplicatesOf(again, [second, first], state);
    expect([ids(found.exact), found.superseded]).toEqual([[requestId(2)], []]);
  });

  it('stays one where it is not certain itself', () => {
    const frozen = row(change(1, 'INACTIVE'), 'UNKNOWN', 1);
    expect(exactOf(again, row(change(2, 'ACTIVE'), 'DONE', 2), frozen)).toEqual([requestId(1)]);
  });

  it('is not so of money: what can not be undone is never superseded', () => {
    const close = (nth: number) => change(nth, 'CLOSED', { operation: 'card.close', class: 'money' });
    const later = row(change(2, 'ACTIVE'), 'DONE', 2);
    expect(exactOf(close(9), later, row(close(1), 'DONE', 1))).toEqual([requestId(1)]);
  });
});

describe('what looks alike', () => {
  const order = { beneficiary_id: 'ben-1', currency: 'GBP', amount: 12.5, reference: 'Rent' };
  const pay = (nth: number, changes: object = {}) =>
    intent(nth, { body: JSON.stringify({ ...order, ...changes }) });
  const at = (asked: Intent, ago: number): Row => ({
    ...row(asked),
    transitions: [{ number: 1, from: 'SENT', to: 'DONE', at: NOW - ago, process }],
  });

  it('is warned of within the period, to the millisecond, and never has to be named as exact', () => {
    const found = (ago: number) => duplicatesOf(pay(1), [at(pay(2, { reference: 'x' }), ago)], state);
    expect(ids(found(ALIKE_MS).alike)).toEqual([requestId(2)]);
    expect(found(ALIKE_MS + 1).alike).toEqual([]);
    expect(found(0)).toMatchObject({ exact: [], open: [] });
  });

  it('counts whatever its age while it is not certain', () => {
    const old = row({ ...pay(2, { reference: 'x' }), createdAt: 0 }, 'UNKNOWN');
    expect(duplicatesOf(pay(1), [old], state)).toMatchObject({ exact: [], open: [old], alike: [] });
  });

  it.each(['cardholder.create', 'user.create'])('of %s counts only while it is not certain', operation => {
    const person = (nth: number) => intent(nth, { operation, body: '{}' });
    expect(duplicatesOf(person(1), [row(person(2))], state).alike).toEqual([]);
    expect(duplicatesOf(person(1), [row(person(2), 'UNKNOWN')], state).open).toHaveLength(1);
  });
});

it('the whole journal is asked, not only the rows that the console holds', () => {
  const journal = openWhole();
  const keep = (asked: Intent) => {
    journal.prepare(asked);
    journal.sent(asked.requestId);
    journal.settle(asked.requestId, 'DONE', { status: 200 });
  };
  keep(intent(1, { fingerprint: PRINT }));
  // More than `list` gives by default. Each step is on the disk before the next, so there is one for each.
  for (let nth = 100; nth < 220; nth += 1)
    journal.prepare(intent(nth, { operation: 'card.update', body: '{}' }));
  const about = intent(2, { fingerprint: PRINT });
  const rows = earlierRows(about, journal, { ...state, now: NOW + 400 * 24 * 3_600_000 });
  expect(ids(duplicatesOf(about, rows, state).exact)).toEqual([requestId(1)]);
  expect(namingOf(about, [requestId(1)], journal, state)).toEqual({
    besides: [requestId(1)],
    superseded: [],
  });
});

describe('what is looked through', () => {
  const about = intent(1, { fingerprint: PRINT });
  const older = row(intent(2, { fingerprint: PRINT }), 'DONE', 2);
  const lately = row(intent(3), 'DONE', 3);

  it('is all that is equal, whatever its age, and a week of the same operation, newest first and each once', () => {
    const asked: unknown[] = [];
    const rows = earlierRows(
      about,
      {
        equals: print => {
          asked.push(print);
          return { ok: true, value: [older, lately] };
        },
        list: wanted => {
          asked.push(wanted?.filters);
          return { ok: true, value: [older, lately] };
        },
      },
      state,
    );
    expect(asked).toEqual([PRINT, { operations: [about.operation], since: state.now - ALIKE_MS }]);
    expect(ids(rows)).toEqual([requestId(3), requestId(2)]);
  });

  it('is what the screen has, where the journal cannot be read', () => {
    const unreadable = { ok: false as const, unreadable: t`The disk is gone.` };
    expect(earlierRows(about, { equals: () => unreadable, list: () => unreadable }, state)).toEqual([]);
  });
});
