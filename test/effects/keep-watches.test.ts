// Watches: their file, their end, and what a restart announces.

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Failure } from '../../src/api/client/failure.ts';
import { announceChanges } from '../../src/effects/announce-changes.ts';
import { createWatches, watchesMoving } from '../../src/effects/keep-watches.ts';
import { fromServer, t, visible } from '../../src/lib/visible.ts';
import { queryKey } from '../../src/records/query.ts';
import { conversionQuery } from '../../src/records/reads.ts';
import { watchesFile } from '../../src/start/kept-files.ts';
import { emptyDocument } from '../../src/store/list.ts';
import type { State } from '../../src/store/state.ts';
import type { Store } from '../../src/store/store.ts';
import { type Watch, watchesNow } from '../../src/store/watches.ts';
import { customerKey, withDocument, withWorkspace } from '../../src/store/workspace.ts';
import { systemDisk } from '../../src/system/disk.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { alpha, beta, NOW, signedInStore } from '../store/signed-in.ts';

const HOUR = 3_600_000;

const disk = systemDisk(() => crypto.randomUUID());

/** A console on this folder. */
function begin(folder: string, clock: ManualClock = manualClock(NOW)) {
  const store = signedInStore(alpha);
  store.setState({ now: clock.wall() });
  const watches = createWatches({ store, clock, file: watchesFile(disk, folder) });
  onTestFinished(watches.watch());
  onTestFinished(announceChanges({ store, write: () => {}, moving: watchesMoving }));
  return { store, watches, moving: watchesMoving, said: () => store.getState().notice?.text };
}

/** The service answered the read of the watch. */
const answers = (store: Store, id: string, status: string, asOf: number, of = alpha): void =>
  store.setState(state =>
    withWorkspace(state, customerKey(of), w =>
      withDocument(w, queryKey(conversionQuery(id)), {
        ...emptyDocument(),
        value: { id: fromServer(id), status },
        asOf,
      }),
    ),
  );

const fails = (store: Store, id: string, failure: Failure): void =>
  store.setState(state =>
    withWorkspace(state, customerKey(alpha), w =>
      withDocument(w, queryKey(conversionQuery(id)), { ...emptyDocument(), failure }),
    ),
  );

const one = (id = 'c-1', status = 'processing') => ({
  ...({ kind: 'conversion', id, name: visible(`Conversion ${id}`), status } as const),
});

const contentOf = (folder: string): readonly Watch[] =>
  JSON.parse(readFileSync(join(folder, 'watches.json'), 'utf8')).watches;

it('a watch that another console stopped does not come back with a new status', () => {
  const folder = temporaryFolder();
  begin(folder).watches.toggle(one());
  const [first, other] = [begin(folder), begin(folder)];
  other.watches.toggle(one());
  expect(contentOf(folder)).toEqual([]);
  answers(first.store, 'c-1', 'delayed', NOW + 1);
  expect(first.store.getState().watches[0]?.status).toBe('delayed');
  expect(contentOf(folder)).toEqual([]);
});

it('a watch is in the file at once, for this user only, and W again removes it', () => {
  const folder = temporaryFolder();
  const { watches, store } = begin(folder);
  watches.toggle(one());
  expect(contentOf(folder)).toMatchObject([
    { kind: 'conversion', id: 'c-1', status: 'processing', since: NOW },
  ]);
  expect(statSync(join(folder, 'watches.json')).mode & 0o777).toBe(0o600);
  watches.toggle(one());
  expect(contentOf(folder)).toEqual([]);
  expect(watchesNow(store.getState())).toEqual([]);
});

it('a name that ends with a full stop gets no second one', () => {
  const { watches, said } = begin(temporaryFolder());
  const named = { ...one(), name: visible('Direct debit 1.98 GBP of Żółć Łódź sp. z o.o.') };
  watches.toggle(named);
  expect(said()).toContain('sp. z o.o. Purser announces');
  watches.toggle(named);
  expect(said()).toBe('Purser stopped watching: Direct debit 1.98 GBP of Żółć Łódź sp. z o.o.');
});

describe('the next console', () => {
  it('goes on with the watches, and announces a status that changed meanwhile', () => {
    const folder = temporaryFolder();
    begin(folder).watches.toggle(one());
    const { store, moving, said } = begin(folder);
    expect(watchesNow(store.getState())).toMatchObject([{ id: 'c-1', status: 'processing' }]);
    expect(moving(store.getState())).toMatchObject([
      { status: 'processing', asOf: undefined, watched: 'on' },
    ]);
    answers(store, 'c-1', 'SETTLED', NOW + 1000);
    expect(said()).toBe('Conversion c-1 is now SETTLED. The watch ended.');
    expect(contentOf(folder)).toEqual([]);
  });

  it('announces nothing again', () => {
    const folder = temporaryFolder();
    const before = begin(folder);
    before.watches.toggle(one());
    answers(before.store, 'c-1', 'ON HOLD', NOW + 1000);
    expect(before.said()).toBe('Conversion c-1 is now ON HOLD.');
    const { store, said } = begin(folder);
    answers(store, 'c-1', 'ON HOLD', NOW + 2000);
    expect(said()).toBeUndefined();
  });

  it('does not go on with a watch of an earlier shift', () => {
    const folder = temporaryFolder();
    begin(folder).watches.toggle(one());
    const clock = manualClock(NOW + 12 * HOUR);
    const { store, watches } = begin(folder, clock);
    expect(watchesNow(store.getState())).toEqual([]);
    watches.toggle(one('c-2'));
    expect(contentOf(folder).map(({ id }) => id)).toEqual(['c-2']);
  });

  it('at another service shows none of them, and keeps them', () => {
    const folder = temporaryFolder();
    begin(folder).watches.toggle(one());
    const { store, moving, watches } = begin(folder);
    store.setState(({ reach }) => ({ reach: { ...reach, clientId: 'another' } }));
    expect(watchesNow(store.getState())).toEqual([]);
    expect(moving(store.getState())).toEqual([]);
    watches.toggle(one('c-9'));
    expect(contentOf(folder).map(({ id }) => id)).toEqual(['c-1', 'c-9']);
  });
});

it('a watch of a record whose newest answer is the last status ends at once, and says so', () => {
  const { store, watches, said } = begin(temporaryFolder());
  answers(store, 'c-1', 'SETTLED', NOW);
  watches.toggle(one());
  expect(said()).toMatch(/^Conversion c-1 is (now )?SETTLED\. The watch ended\.$/);
  expect(watchesNow(store.getState())).toEqual([]);
});

it('a watch ends after 12 hours, and says so', () => {
  const folder = temporaryFolder();
  const { store, watches, said } = begin(folder);
  watches.toggle(one());
  store.setState({ now: NOW + 12 * HOUR });
  expect(said()).toBe('Purser watched for 12 hours and stopped: Conversion c-1.');
  expect(contentOf(folder)).toEqual([]);
});

it('the end of a watch of another customer names that customer', () => {
  const { store, watches, said } = begin(temporaryFolder());
  watches.toggle(one());
  store.setState({ customer: beta, known: [beta, { ...alpha, name: visible('Alpha Ltd') }] });
  answers(store, 'c-1', 'SETTLED', NOW + 1000);
  expect(said()).toBe('Alpha Ltd: Conversion c-1 is now SETTLED. The watch ended.');
});

it('the end of a watch leaves the watch of another customer on a record with the same ID', () => {
  const { store, watches } = begin(temporaryFolder());
  watches.toggle(one());
  store.setState({ customer: beta });
  watches.toggle(one());
  answers(store, 'c-1', 'SETTLED', NOW + 1000);
  expect(watchesNow(store.getState())).toMatchObject([{ customer: { userId: beta.userId } }]);
});

it("a change of one customer's RFI does not say that the watch of another customer's RFI ended", () => {
  const store = signedInStore(alpha);
  const rfi = { key: 'rfi', name: visible('RFI'), grave: false };
  let now = [{ ...rfi, customer: alpha, status: 'ACTION_REQUIRED', asOf: NOW }];
  onTestFinished(announceChanges({ store, write: () => {}, moving: () => now }));
  const expired = {
    ...rfi,
    customer: beta,
    status: 'ACTION_REQUIRED',
    asOf: NOW,
    watched: 'expired',
  } as const;
  now = [{ ...rfi, customer: alpha, status: 'SUBMITTED', asOf: NOW + 1 }, expired];
  store.setState(({ tick }) => ({ tick: tick + 1 }));
  expect(store.getState().notice?.text).toBe('RFI is now SUBMITTED.');
});

it('a status that another read announced before ends the watch without a second announcement', () => {
  const folder = temporaryFolder();
  const store = signedInStore(alpha);
  const watches = createWatches({ store, clock: manualClock(NOW), file: watchesFile(disk, folder) });
  const listed = { customer: alpha, key: 'conversion c-1', name: visible('Conversion c-1'), grave: false };
  let status = 'processing';
  let asOf = NOW;
  const moving = (state: State) => [...watchesMoving(state), { ...listed, status, asOf }];
  onTestFinished(announceChanges({ store, write: () => {}, moving }));
  watches.toggle(one());
  status = 'SETTLED';
  asOf = NOW + 1000;
  store.setState(({ tick }) => ({ tick: tick + 1 }));
  expect(store.getState().notice?.text).toBe('Conversion c-1 is now SETTLED.');
  answers(store, 'c-1', 'SETTLED', NOW + 2000);
  expect(store.getState().notice?.text).toBe('Conversion c-1 is SETTLED. The watch ended.');
  expect(store.getState().statusChanges).toHaveLength(1);
});

it('twenty records of this service can be watched; those of another service do not count', () => {
  const folder = temporaryFolder();
  const elsewhere = begin(folder);
  elsewhere.store.setState(({ reach }) => ({ reach: { ...reach, clientId: 'another' } }));
  elsewhere.watches.toggle(one('elsewhere'));
  const { watches, store, said } = begin(folder);
  for (let n = 1; n <= 20; n++) watches.toggle(one(`c-${n}`));
  expect(said()).toMatch(/^Watching: Conversion c-20\./);
  watches.toggle(one('c-21'));
  expect(said()).toMatch(/^Purser watches 20 records already\./);
  expect(watchesNow(store.getState())).toHaveLength(20);
  watches.toggle(one('c-20'));
  expect(said()).toBe('Purser stopped watching: Conversion c-20.');
});

it('a watch that begins in the future is of a clock that was put back, and does not go on', () => {
  const folder = temporaryFolder();
  begin(folder).watches.toggle(one());
  const { store, said } = begin(folder, manualClock(NOW - 12 * HOUR));
  expect(watchesNow(store.getState())).toEqual([]);
  expect(said()).toBeUndefined();
});

it.each<Failure>([
  { kind: 'invalid-input', field: t`conversion_id`, reason: t`too long` },
  { kind: 'refused', status: 404 },
])('a watch whose record can’t be read ends: $kind', failure => {
  const { store, watches, said } = begin(temporaryFolder());
  watches.toggle(one());
  fails(store, 'c-1', failure);
  expect(said()).toMatch(
    /^The service does not find this record any more, so the watch ended: Conversion c-1/,
  );
  expect(watchesNow(store.getState())).toEqual([]);
});

it('W on a record of another connected account begins a watch, and stops none', () => {
  const { store, watches } = begin(temporaryFolder());
  watches.toggle(one());
  store.setState({ customer: { ...alpha, onBehalfOf: 'open_other' } });
  watches.toggle(one());
  expect(watchesNow(store.getState())).toHaveLength(2);
});

it('two consoles of one file keep the watches of each other', () => {
  const folder = temporaryFolder();
  const [first, second] = [begin(folder), begin(folder)];
  first.watches.toggle(one('c-1'));
  second.watches.toggle(one('c-2'));
  expect(contentOf(folder).map(({ id }) => id)).toEqual(['c-1', 'c-2']);
  first.watches.toggle(one('c-1'));
  expect(contentOf(folder).map(({ id }) => id)).toEqual(['c-2']);
});

describe('the file', () => {
  const written = (content: string): string => {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'watches.json'), content);
    return folder;
  };

  it.each(['{ half', '{"version":2,"watches":[]}'])(
    '%s is not overwritten, and the console says so',
    text => {
      const folder = written(text);
      const { watches, said, store } = begin(folder);
      expect(said()).toMatch(/can't be read, so new ones last for this session only/);
      watches.toggle(one());
      expect(watchesNow(store.getState())).toHaveLength(1);
      expect(readFileSync(join(folder, 'watches.json'), 'utf8')).toBe(text);
    },
  );

  it('with entries that do not fit loses only those, and a hostile name is made visible', () => {
    const service = JSON.stringify(['http://127.0.0.1:8080', 'client']);
    const fits = { service, since: NOW, customer: { userId: 'acct_a' } };
    const all = [
      { ...fits, kind: 'conversion', id: 'c-1', name: 'a\u001b[2Jb\u202e', status: 'processing' },
      { ...fits, kind: 'card', id: 'c-4', name: 'x', at: { card: 7, account: 'a-1' } },
      { ...fits, kind: 'wallet', id: 'w-1', name: 'x' },
      { ...fits, kind: 'conversion', id: '', name: 'x' },
      { ...fits, kind: 'conversion', id: 'x'.repeat(5000), name: 'x' },
      { ...fits, kind: 'conversion', id: 'c-2', name: 'x', customer: { userId: 7 } },
      { ...fits, kind: 'conversion', id: 'c-3', name: 'x', since: 'now' },
      null,
      'text',
    ];
    const folder = written(JSON.stringify({ version: 1, watches: all }));
    const { store } = begin(folder);
    expect(store.getState().watches).toMatchObject([{ id: 'c-1' }, { id: 'c-4' }]);
    expect(store.getState().watches[1]?.at).toEqual({ account: 'a-1' });
    expect(store.getState().watches[0]?.name).toBe(visible('a\u001b[2Jb\u202e'));
  });

  it('that has no folder lasts for the session', () => {
    const store = signedInStore(alpha);
    const watches = createWatches({ store, clock: manualClock(NOW), file: watchesFile(disk, undefined) });
    watches.toggle(one());
    expect(watchesNow(store.getState())).toHaveLength(1);
  });
});
