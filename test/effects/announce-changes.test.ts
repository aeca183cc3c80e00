// A status change is announced once, under its own customer, with the bell if it is on. A returned payment stays until Esc.

import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { announceChanges } from '../../src/effects/announce-changes.ts';
import type { Moving } from '../../src/effects/moving.ts';
import { t, visible } from '../../src/lib/visible.ts';
import { noticeOf } from '../../src/store/notices.ts';
import { statusChangesHere } from '../../src/store/status-changes.ts';
import type { Store } from '../../src/store/store.ts';
import { alpha, beta, signedInStore } from '../store/signed-in.ts';

let store: Store;
let moving: readonly Moving[];
let written: string[];
let told: unknown[];

let reading = 0;
const thing = (status: string | undefined, more: Partial<Moving> = {}): Moving => ({
  customer: alpha,
  key: 'conversion c-1',
  name: t`Conversion c-1`,
  status,
  asOf: ++reading,
  grave: false,
  ...more,
});
/** Changes the state: these records are watched now. */
function become(...now: readonly Moving[]): void {
  moving = now;
  store.setState(({ tick }) => ({ tick: tick + 1 }));
}

beforeEach(() => {
  store = signedInStore(alpha);
  moving = [thing('processing')];
  [written, told] = [[], []];
  const write = (bytes: string) => written.push(bytes);
  const notify = (changes: unknown) => told.push(changes);
  onTestFinished(announceChanges({ store, write, moving: () => moving, notify }));
});
const said = () => store.getState().notice?.text;

it('a status change is announced once, with one bell, and kept', () => {
  become(thing('SETTLED'));
  expect(said()).toBe('Conversion c-1 is now SETTLED.');
  expect(written).toEqual(['\u0007']);
  expect(told).toMatchObject([[{ status: 'SETTLED' }]]);
  store.setState({ notice: undefined });
  become(thing('SETTLED'));
  become(thing(undefined));
  become(thing('SETTLED'));
  expect(said()).toBeUndefined();
  expect(written).toHaveLength(1);
  expect(store.getState().statusChanges).toMatchObject([{ key: 'conversion c-1', status: 'SETTLED' }]);
});

describe('a status that was read', () => {
  /** All documents were dropped, so only the confirmed status is known. */
  const confirmed = thing('processing', { asOf: undefined });

  it('is not replaced by the confirmed status during a reload', () => {
    become(confirmed);
    become(thing('SETTLED'));
    become(confirmed);
    become(thing('SETTLED'));
    expect(store.getState().statusChanges).toHaveLength(1);
    expect(written).toHaveLength(1);
  });

  it('is not replaced by an older answer', () => {
    become(thing('SETTLED', { asOf: 1000 }));
    become(thing('processing', { asOf: 900 }));
    become(thing('SETTLED', { asOf: 1100 }));
    expect(store.getState().statusChanges.map(({ status }) => status)).toEqual(['SETTLED']);
  });

  it('is announced if it differs from the confirmed status', () => {
    become(thing('NEW', { key: 'mandate m-1', asOf: undefined }));
    become(thing('NEW', { key: 'mandate m-1', asOf: undefined }));
    expect(written).toEqual([]);
    become(thing('CANCELLED', { key: 'mandate m-1' }));
    expect(store.getState().statusChanges).toMatchObject([{ key: 'mandate m-1', status: 'CANCELLED' }]);
  });
});

it('a record that Purser sees for the first time counts as unchanged', () => {
  become(thing('processing'), thing('RETURNED', { key: 'direct debit d-1', grave: true }));
  expect([said(), written]).toEqual([undefined, []]);
});

it('an announcement names its customer if another customer is selected', () => {
  store.setState({ customer: beta, known: [{ ...alpha, name: visible('Alpha Ltd') }] });
  become(thing('SETTLED'));
  expect(said()).toBe('Alpha Ltd: Conversion c-1 is now SETTLED.');
});

it('a change is announced only for its own customer, even if another customer has the same record ID', () => {
  become(thing('processing'), thing('processing', { customer: beta }));
  become(thing('processing'), thing('SETTLED', { customer: beta }));
  expect(said()).toBe('acct_beta: Conversion c-1 is now SETTLED.');
  expect(store.getState().statusChanges).toHaveLength(1);
});

it('a returned payment is announced first and stays until Esc', () => {
  const debit = { key: 'direct debit d-1', name: t`Direct debit d-1`, grave: true };
  become(thing('processing'), thing('SETTLED', { ...debit, grave: false }));
  become(thing('SETTLED'), thing('RETURNED', debit));
  expect(store.getState().notice).toEqual({
    text: 'Direct debit d-1 is now RETURNED. 1 more changed. Press ! to see them.',
    tone: 'warning',
    stays: true,
  });
  expect(written).toHaveLength(1);
});

describe('an announcement that stays until Esc', () => {
  it('is not replaced by a less serious change, which is kept too', () => {
    const notice = noticeOf(t`Pay: UNKNOWN.`, 'warning', { stays: true });
    store.setState({ notice });
    become(thing('SETTLED'));
    expect(store.getState().notice).toBe(notice);
    expect(store.getState().statusChanges).toHaveLength(1);
    expect(written).toHaveLength(1);
  });
});

it('an announcement rings no bell and sends no notification while the bell is off', () => {
  store.setState({ bell: false });
  become(thing('SETTLED'));
  expect([said(), written]).toEqual(['Conversion c-1 is now SETTLED.', []]);
  expect(told).toEqual([]);
});

it('a status with control characters is announced with visible characters', () => {
  become(thing('\u001B[2JDONE'));
  expect(said()).not.toContain('\u001B');
});

describe('two customers with the same records', () => {
  const twins = [
    { userId: 'acct_one', name: visible('One Ltd') },
    { userId: 'acct_two', name: visible('Two Ltd') },
  ] as const;
  const STATUSES = ['processing', 'SETTLED', 'RETURNED'] as const;
  const step = fc.record({
    front: fc.constantFrom(0, 1),
    statuses: fc.tuple(fc.constantFrom(...STATUSES), fc.constantFrom(...STATUSES)),
    grave: fc.boolean(),
  });

  it('are told apart by their ID if they also have the same name', () => {
    const name = visible('Twin Ltd');
    store.setState({ known: twins.map(({ userId }) => ({ userId, name })), customer: { ...twins[1], name } });
    become(thing('processing', { customer: twins[0] }));
    become(thing('SETTLED', { customer: twins[0] }));
    expect(said()).toBe('Twin Ltd (acct_one): Conversion c-1 is now SETTLED.');
    const accounts = ['a-1', 'a-2'].map(onBehalfOf => ({ userId: 'acct_one', onBehalfOf, name }));
    store.setState({ known: accounts, customer: accounts[1] });
    become(...accounts.map(customer => thing('processing', { customer })));
    become(...accounts.slice(0, 1).map(customer => thing('SETTLED', { customer })));
    expect(said()).toBe('Twin Ltd (a-1): Conversion c-1 is now SETTLED.');
  });

  it('have only their own announcements, and the announcement of the other one names it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), steps => {
        store = signedInStore(twins[0]);
        store.setState({ known: twins });
        moving = [];
        const stop = announceChanges({ store, write: () => {}, moving: () => moving });
        const before = new Map<string, string>();
        const expected = new Map<string, string[]>(twins.map(({ userId }) => [userId, []]));
        for (const { front, statuses, grave } of steps) {
          const changed: string[] = [];
          for (const [at, { userId }] of twins.entries()) {
            const status = statuses[at] ?? '';
            if (before.has(userId) && before.get(userId) !== status) {
              changed.push(userId);
              expected.get(userId)?.unshift(status);
            }
            before.set(userId, status);
          }
          store.setState({ customer: twins[front], notice: undefined });
          become(...twins.map((customer, at) => thing(statuses[at], { customer, grave })));
          for (const customer of twins) {
            const here = statusChangesHere({ ...store.getState(), customer });
            expect(here.map(({ status }) => status)).toEqual(expected.get(customer.userId));
          }
          const [first] = changed;
          const named =
            first === twins[front]?.userId ? '' : first === 'acct_one' ? 'One Ltd: ' : 'Two Ltd: ';
          if (first === undefined) expect(said()).toBeUndefined();
          else expect(said()).toMatch(new RegExp(`^${named}Conversion c-1 is now`));
        }
        stop();
      }),
      { seed: 20_261_128 },
    );
  });
});
