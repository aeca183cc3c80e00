// What a timeline reads next: one page of one list at a time, always of the list that is loaded least far back.

import { describe, expect, it } from 'vitest';
import { allDebits, type CustomerList, customerList } from '../../../src/format/customer-lists.ts';
import { t } from '../../../src/lib/visible.ts';
import { type DocumentQuery, queryKey } from '../../../src/records/query.ts';
import { mandatesQuery } from '../../../src/records/reads.ts';
import type { List } from '../../../src/store/list.ts';
import type { State } from '../../../src/store/state.ts';
import { customerKey, withDocument, withList, withWorkspace } from '../../../src/store/workspace.ts';
import { MOST_ROWS, planOf, type Wanted } from '../../../src/subjects/timeline/reading.ts';
import { DEBIT_PERIOD } from '../../../src/subjects/timeline/timeline-lists.ts';
import { alpha, signedInStore } from '../../store/signed-in.ts';
import { ACCOUNTS, at, entry, listOf, loaded, NOW, transaction } from './events.ts';

const history = listOf('account.balanceHistory');
const [first, second] = ACCOUNTS.map(id => listOf('account.transactions', id)) as [
  CustomerList,
  CustomerList,
];
const mandates = customerList(mandatesQuery('account-1'), t`Main`, 'account-1');
const beneficiaries = listOf('beneficiary.list');
const RFI: DocumentQuery<'rfi.get'> = { operation: 'rfi.get', input: {} };

const IDLE = { loading: undefined, drift: [], changed: new Set<string>() };
const LOADING = { sequence: 1, purpose: 'more', since: 0 } as const;

type Given = readonly (readonly [CustomerList, Partial<List<unknown>>])[];

const stateOf = (given: Given, more: (state: State) => State = state => state): State =>
  more(
    given.reduce(
      (state, [list, own]) =>
        withWorkspace(state, customerKey(alpha), workspace =>
          withList(workspace, list.key, { ...IDLE, ...loaded(list, []), ...own } as List<unknown>),
        ),
      signedInStore(alpha).getState(),
    ),
  );

const rows = (list: CustomerList, ...minutes: readonly number[]): Partial<List<unknown>> =>
  loaded(
    list,
    minutes.map((minute, n) =>
      list === history ? entry(`${n}`, at(minute)) : transaction(`${n}`, at(minute)),
    ),
    false,
  );

const unread = (list: CustomerList): Partial<List<unknown>> => ({
  pages: { ...loaded(list, [], false).pages, taken: 0 },
});

const plan = (state: State, lists: readonly CustomerList[], wanted: Partial<Wanted> = {}) =>
  planOf(state, { lists, records: [], after: undefined, since: Number.NEGATIVE_INFINITY, ...wanted });

const next = (...given: Parameters<typeof plan>): string => {
  const { phase, needs } = plan(...given);
  const [need, ...others] = needs;
  expect(others).toEqual([]);
  return need ? `${phase} ${queryKey(need.query)}` : phase;
};

describe('the next read', () => {
  it('is the first page of a list, before more of another', () => {
    const state = stateOf([
      [first, rows(first, 5)],
      [second, unread(second)],
    ]);
    expect(next(state, [first, second])).toBe(`reading ${second.key}`);
  });

  it('is more of the list that is loaded least far back', () => {
    const state = stateOf([
      [history, rows(history, 5, 90)],
      [first, rows(first, 5, 60)],
      [second, rows(second, 5, 70)],
    ]);
    expect(next(state, [history, first, second])).toBe(`reading ${first.key}`);
    const { needs } = plan(state, [history, first, second]);
    expect(needs[0]).toMatchObject({ kind: 'list', through: 3 });
  });

  it('is the whole of a list that is not sorted by time', () => {
    const state = stateOf([
      [beneficiaries, loaded(beneficiaries, [], false)],
      [first, rows(first, 5)],
    ]);
    expect(next(state, [first, beneficiaries], { since: at(4) })).toBe(`reading ${beneficiaries.key}`);
  });

  it('is the list of older direct debits only if days before the last 30 are wanted', () => {
    const state = stateOf([
      [first, {}],
      [allDebits, unread(allDebits)],
    ]);
    const since = NOW - DEBIT_PERIOD;
    expect(next(state, [first, allDebits], { since })).toBe('more');
    expect(next(state, [first, allDebits], { since: since - 1 })).toBe(`reading ${allDebits.key}`);
  });

  it('waits for a running read', () => {
    const state = stateOf([
      [first, { ...rows(first, 5), loading: LOADING }],
      [second, unread(second)],
    ]);
    expect(next(state, [first, second])).toBe('reading');
  });

  it('is a record once, and none after it failed', () => {
    const withRfi = (failure: boolean) => (state: State) =>
      withWorkspace(state, customerKey(alpha), workspace =>
        withDocument(workspace, queryKey(RFI), {
          ...{ value: undefined, raw: undefined, loading: undefined, asOf: undefined, drift: [] },
          failure: failure ? { kind: 'malformed', detail: 'no' as never } : undefined,
        }),
      );
    expect(next(stateOf([], withRfi(false)), [], { records: [RFI] })).toBe(`reading ${queryKey(RFI)}`);
    expect(next(stateOf([], withRfi(true)), [], { records: [RFI] })).toBe('failed');
  });

  it('is an old record again', () => {
    const read = (asOf: number) =>
      stateOf([], state =>
        withWorkspace(state, customerKey(alpha), workspace =>
          withDocument(workspace, queryKey(RFI), {
            ...{ value: {}, raw: {}, loading: undefined, asOf, drift: [], failure: undefined },
          }),
        ),
      );
    expect(next(read(NOW - 1), [], { records: [RFI], after: NOW })).toBe(`reading ${queryKey(RFI)}`);
    expect(next(read(NOW), [], { records: [RFI], after: NOW })).toBe('done');
  });

  it('reads an old list again', () => {
    const state = stateOf([
      [first, { ...rows(first, 5), asOf: NOW - 1 }],
      [second, { ...rows(second, 9), asOf: NOW }],
    ]);
    expect(plan(state, [second, first], { after: NOW }).needs).toEqual([
      { kind: 'list', query: first.query, through: 1, after: NOW },
    ]);
  });
});

describe('the end of the reading', () => {
  it.each<[string, Given, string]>([
    ['everything is loaded', [[first, {}]], 'done'],
    [
      'an account has no Global Account',
      [[mandates, { ...unread(mandates), failure: { kind: 'refused', status: 404 } as never }]],
      'done',
    ],
    [
      'a list of payments is not at its address',
      [[first, { ...unread(first), failure: { kind: 'refused', status: 404 } as never }]],
      'failed',
    ],
    [
      'a list failed',
      [[first, { ...unread(first), failure: { kind: 'refused', status: 403 } as never }]],
      'failed',
    ],
    [
      'Esc stopped a list',
      [
        [first, { ...unread(first), failure: { kind: 'abandoned' } }],
        [second, unread(second)],
      ],
      'stopped',
    ],
  ])('%s', (_, given, phase) => {
    expect(
      next(
        stateOf(given),
        given.map(([list]) => list),
      ),
    ).toBe(phase);
  });

  it('is where the screen needs no more', () => {
    const state = stateOf([
      [first, rows(first, 5, 60)],
      [second, rows(second, 5, 70)],
    ]);
    expect(next(state, [first, second], { since: at(60) })).toBe('more');
    expect(next(state, [first, second], { since: at(61) })).toBe(`reading ${first.key}`);
  });

  it('is at the limit of rows, but each list is read once', () => {
    const { pages } = rows(first, 5) as { pages: List<unknown>['pages'] };
    const many = {
      pages: { ...pages, items: Array.from({ length: MOST_ROWS }, () => pages.items[0]) },
    } as Partial<List<unknown>>;
    const full = stateOf([
      [first, many],
      [second, rows(second, 9)],
    ]);
    expect(next(full, [first, second])).toBe('full');
    const whole = stateOf([
      [first, many],
      [beneficiaries, loaded(beneficiaries, [], false)],
    ]);
    expect(next(whole, [first, beneficiaries])).toBe('full');
    const unseen = stateOf([
      [first, many],
      [second, unread(second)],
    ]);
    expect(next(unseen, [first, second])).toBe(`reading ${second.key}`);
  });
});
