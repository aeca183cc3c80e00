// What the console keeps from frame to frame is the same as if it made it for each frame.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { emptyList } from '../../src/store/list.ts';
import { join, noPages } from '../../src/store/paging.ts';
import type { Size, State } from '../../src/store/state.ts';
import { openView } from '../../src/store/view.ts';
import { currentWorkspace, customerKey } from '../../src/store/workspace.ts';
import { BOTTOM, composeEdge, createEdge, TOP } from '../../src/ui/kit/edges.ts';
import { createTheme } from '../../src/ui/kit/theme.ts';
import { layoutOf } from '../../src/ui/screens/layout.ts';
import { createListStatus, listStatus } from '../../src/ui/screens/list-status.ts';
import { movingSources } from '../../src/ui/shell/screens.ts';
import { alpha, beta, NOW, signedInStore } from '../store/signed-in.ts';
import { row } from '../subjects/fx/rows.ts';

const none = undefined;
const before = signedInStore().getState();

/** Arbitrary values of each member of a frame. */
type Members<Frame> = { readonly [Name in keyof Frame]: fc.Arbitrary<Frame[Name]> };

/** The frames of these members. */
type FrameOf<Of> = { readonly [Name in keyof Of]: Of[Name] extends fc.Arbitrary<infer One> ? One : never };

/** Compares each frame of a sequence with a frame that is made anew. Each step of the sequence changes one member. */
function equalInEachFrame<Frame extends object>(
  members: Members<Frame>,
  create: () => (frame: Frame) => unknown,
  made: (frame: Frame) => unknown,
): void {
  const names = Object.keys(members) as (keyof Frame)[];
  // The compiler can't see the type of the record through the type parameter.
  const first = fc.record(members) as fc.Arbitrary<Frame>;
  const steps = fc.array(fc.tuple(fc.constantFrom(...names), first), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(first, steps, (begin, sequence) => {
      const kept = create();
      expect(kept(begin)).toEqual(made(begin));
      let frame = begin;
      for (const [name, other] of sequence) {
        frame = { ...frame, [name]: other[name] };
        expect(kept(frame)).toEqual(made(frame));
      }
    }),
    { numRuns: 300 },
  );
}

it('an edge that is kept equals a new edge', () => {
  const text = fc.constantFrom(t`Accounts`, t`Cards`);
  const tone = fc.constantFrom('title', 'dim');
  const span = fc.record({ text, tone });
  const members = {
    left: fc.array(span, { maxLength: 2 }),
    right: fc.option(span, { nil: none }),
    facts: fc.array(text, { maxLength: 1 }),
    width: fc.constantFrom(5, 16, 40),
    tone,
    theme: fc.constantFrom(createTheme('dark'), createTheme('light')),
    corners: fc.constantFrom(TOP, BOTTOM, none),
  };
  const given = ({ left, right, facts, corners, ...look }: FrameOf<typeof members>) =>
    [
      { left: () => left, facts, ...(right && { right }) },
      { ...look, ...(corners && { corners }) },
    ] as const;
  equalInEachFrame(
    members,
    () => {
      const edge = createEdge();
      return frame => edge(...given(frame));
    },
    frame => composeEdge(...given(frame)),
  );
});

it("a list's status that is kept equals a new status", () => {
  const ids = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `${i}`, row: i, raw: null }));
  const loading = { sequence: 1, since: 0, purpose: 'again' } as const;
  const list = fc.constantFrom(
    emptyList<unknown>(),
    { ...emptyList<unknown>(), asOf: NOW - 1000, pages: join(noPages<unknown>(), ids(3), true) },
    { ...emptyList<unknown>(), asOf: NOW, pages: join(noPages<unknown>(), ids(3), false), loading },
  );
  const view = openView('transactions');
  const of = <One>(...some: readonly One[]): fc.Arbitrary<One> => fc.constantFrom(...some);
  const column = { title: t`Amount` };
  const members = {
    ...{ served: fc.boolean(), list, local: of([], [1]), count: of(3, 4), items: of([], [1, 2]) },
    view: of(
      view,
      { ...view, filter: 'gbp' },
      { ...view, server: { status: 'PENDING' } },
      { ...view, marks: new Set(['1']) },
      { ...view, sort: { column: 'amount', direction: 'up' } as const },
      { ...view, sort: { column: 'amount', direction: 'down' } as const },
    ),
    unread: of(0, 2),
    wrong: of([], [t`>x`]),
    sums: of([], [t`sum 1.00 GBP`]),
    marked: of([], [1]),
    sortedBy: of(none, { column, mixed: false }, { column, mixed: true }),
    state: of<State>(
      before,
      { ...before, now: NOW + 90_000 },
      { ...before, tick: 7000 },
      { ...before, prompt: { kind: 'filter', before: view } },
    ),
    named: of<Parameters<typeof listStatus>[2]>(
      { nouns: { one: t`card`, many: t`cards` } },
      {
        nouns: { one: t`payout`, many: t`payouts` },
        localNouns: { one: t`made in Purser`, many: t`made in Purser` },
      },
    ),
  };
  equalInEachFrame(
    members,
    () => {
      const status = createListStatus();
      return ({ state, named, ...counts }) => ({ ...status(counts, state, named) });
    },
    ({ state, named, ...counts }) => ({ ...listStatus(counts, state, named) }),
  );
});

it('a layout that is kept equals a new layout', () => {
  const sizes: readonly Size[] = [
    { columns: 120, rows: 36 },
    { columns: 80, rows: 24 },
  ];
  equalInEachFrame(
    {
      size: fc.constantFrom(...sizes),
      panel: fc.constantFrom('list', 'details'),
      zoomed: fc.boolean(),
      above: fc.constantFrom(0, 5),
      wider: fc.constantFrom(0, 6),
    },
    () =>
      ({ size, ...panels }) =>
        layoutOf(size, panels),
    ({ size, ...panels }) => layoutOf({ ...size }, panels),
  );
});

it('the watched records that are kept equal the records of a new search', () => {
  const debit = (status: string) => ({
    ...{ value: { transaction_id: 'debit-1', status }, raw: none, loading: none, failure: none },
    ...{ asOf: NOW, drift: [] },
  });
  const workspaceOf = (status: string) => ({
    ...currentWorkspace(before),
    documents: { 'directDebit.get 1': debit(status) },
  });
  const cancelled = row({ operation: 'directDebit.cancel', target: '/api/v1/direct_debits/debit-1/cancel' });
  const members = {
    workspaces: fc.constantFrom<State['workspaces']>(
      {},
      { [customerKey(alpha)]: workspaceOf('PENDING') },
      { [customerKey(alpha)]: workspaceOf('SETTLED') },
      { [customerKey(beta)]: workspaceOf('SETTLED') },
    ),
    customer: fc.constantFrom(none, alpha, beta),
    known: fc.constantFrom<State['known']>([], [beta]),
    journal: fc.constantFrom<State['journal']>(before.journal, {
      kind: 'open',
      rows: [cancelled],
      complete: true,
    }),
    now: fc.constantFrom(NOW, NOW + 3_700_000),
    reach: fc.constantFrom(before.reach, { ...before.reach, programId: 'another' }),
  };
  equalInEachFrame(
    members,
    () => {
      const moving = movingSources();
      return changes => moving({ ...before, ...changes });
    },
    changes => movingSources()({ ...before, ...changes }),
  );
});
