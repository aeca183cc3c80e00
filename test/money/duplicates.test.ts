// The rule for duplicates: which writes a person must name, which only cause a warning, and which don't count. The rule
// guards money, so all its edge cases are here.

import { describe, expect, it } from 'vitest';
import type { Intent, Row, RowState } from '../../src/journal/intent.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { newestOfEach } from '../../src/journal/possible-duplicates.ts';
import { t } from '../../src/lib/visible.ts';
import { openEqual, SIMILAR_MS, toName } from '../../src/money/duplicates.ts';
import { allRules } from '../harness/rules.ts';
import { openWhole, payout, requestId } from '../journal/parts.ts';
import { alpha, beta, NOW, reach, signedInStore } from '../store/signed-in.ts';

const { duplicatesNow, duplicatesOf, earlierRows, namingOf, usedUpBy } = allRules;

const process = { pid: 1, started: 'start 1' };
const customer = { userId: alpha.userId, onBehalfOf: alpha.onBehalfOf ?? '' };
const PRINT = '2:the same';
const state = signedInStore().getState();

const intent = (nth: number, changes: Partial<Intent> = {}): Intent =>
  payout(nth, { baseUrl: reach.baseUrl, customer, ...changes });

/** A row whose last step has the number `step` in the journal. */
function row(asked: Intent, to: RowState = 'DONE', step = 1, verdict?: 'DONE' | 'NOT DONE'): Row {
  const resolution = { by: 'sam', verdict: verdict ?? 'DONE', evidence: 'x', note: '' };
  const transition = { number: step, from: 'SENT', to, at: NOW - 1, process } as const;
  return {
    number: step,
    intent: asked,
    state: to,
    wasUnknown: false,
    transitions: [{ ...transition, ...(verdict && { resolution }) }],
  };
}
const ids = (rows: readonly Row[]) => rows.map(one => one.intent.requestId);
const exactOf = (about: Intent, ...rows: readonly Row[]) => ids(duplicatesOf(about, rows, state).exact);

describe('an exact duplicate', () => {
  const about = intent(1, { fingerprint: PRINT });
  const same = (nth: number, to?: RowState, verdict?: 'DONE' | 'NOT DONE') =>
    row(intent(nth, { fingerprint: PRINT }), to, nth, verdict);

  it.each(['PREPARED', 'SENT', 'UNKNOWN', 'DONE'] as const)('may be %s', to => {
    expect(exactOf(about, same(2, to))).toEqual([requestId(2)]);
  });

  it('may be a write that a person resolved as done', () => {
    expect(exactOf(about, same(2, 'RESOLVED', 'DONE'))).toEqual([requestId(2)]);
    expect(exactOf(about, same(2, 'RESOLVED', 'NOT DONE'))).toEqual([]);
  });

  it.each(['REFUSED', 'NOT SENT'] as const)("can't be %s", to => {
    expect(exactOf(about, same(2, to))).toEqual([]);
  });

  it('is the newest done write, or any unresolved write', () => {
    expect(exactOf(about, same(5), same(4), same(3, 'UNKNOWN'), same(2))).toEqual([
      requestId(5),
      requestId(3),
    ]);
    expect(exactOf(about, same(5, 'UNKNOWN'), same(4), same(3, 'SENT'))).toEqual([
      requestId(5),
      requestId(3),
    ]);
  });

  it("can't have another customer, service or content, and can't be the write itself", () => {
    const of = (changes: Partial<Intent>) => row(intent(2, { fingerprint: PRINT, ...changes }));
    expect(exactOf(about, of({ customer: { userId: beta.userId } }))).toEqual([]);
    expect(exactOf(about, of({ baseUrl: 'http://127.0.0.1:9' }))).toEqual([]);
    expect(exactOf(about, of({ fingerprint: 'another' }))).toEqual([]);
    expect(exactOf(about, of({ requestId: about.requestId }))).toEqual([]);
  });

  it('counts with another program, client ID or connected account, and at another name of this machine', () => {
    const here = { ...about, baseUrl: 'http://127.0.0.1:8080' };
    for (const changes of [
      { programId: 'program-2' },
      { clientId: 'client-2' },
      { customer: { userId: alpha.userId } },
      { baseUrl: 'http://localhost:8080' },
    ])
      expect(exactOf(here, row({ ...here, requestId: requestId(2), ...changes }))).toEqual([requestId(2)]);
  });

  it('of a new customer counts, whichever customer is selected', () => {
    const created = intent(1, { operation: 'user.create', fingerprint: PRINT });
    const before = row(
      intent(2, { operation: 'user.create', fingerprint: PRINT, customer: { userId: beta.userId } }),
    );
    expect(exactOf(created, before)).toEqual([requestId(2)]);
  });
});

it('two cancellations of one payout use up one name, in any spelling and in either field', () => {
  const usedUp = (body: object) =>
    allRules.namesUsed(intent(1, { operation: 'payout.cancel', class: 'money', body: JSON.stringify(body) }));
  const [id, reference] = ['pay_77', 'PAY139988571160'];
  const byId = [{ id }, { id: ` ${id} ` }];
  const byReference = [{ systemReferenceNumber: reference.toLowerCase() }, { id: reference }];
  const both = { id, systemReferenceNumber: reference };
  for (const group of [byId, byReference])
    for (const one of [...group, both])
      for (const other of group) expect(usedUp(one)).toEqual(expect.arrayContaining([...usedUp(other)]));
  expect(usedUp({ id }).filter(name => usedUp({ id: reference }).includes(name))).toEqual([]);
  expect([...byId, ...byReference].map(body => usedUp(body).length)).toEqual([1, 1, 1, 1]);
});

describe('a write that can be undone', () => {
  const change = (nth: number, status: string, more: Partial<Intent> = {}) =>
    intent(nth, {
      operation: 'card.update',
      class: 'write',
      fingerprint: status,
      body: JSON.stringify({ id: 'card-1', card_status: status }),
      ...more,
    });
  const again = change(9, 'INACTIVE');

  it('is no duplicate after a later write changed the same record', () => {
    const [frozen, thawed] = [row(change(1, 'INACTIVE'), 'DONE', 1), row(change(2, 'ACTIVE'), 'DONE', 2)];
    expect(exactOf(again, frozen)).toEqual([requestId(1)]);
    expect(exactOf(again, thawed, frozen)).toEqual([]);
    expect(duplicatesOf(again, [thawed, frozen], state).superseded).toEqual([
      { requestId: requestId(1), by: requestId(2) },
    ]);
  });

  it('is no duplicate after a later change, also if its own content was pruned', () => {
    const frozen: Row = {
      ...row(change(1, 'INACTIVE', { body: '•••', what: [] }), 'DONE', 1),
      prunedAt: NOW,
    };
    const thawed = row(change(2, 'ACTIVE'), 'DONE', 2);
    expect(exactOf(again, frozen)).toEqual([requestId(1)]);
    expect(exactOf(again, thawed, frozen)).toEqual([]);
    // Nobody knows any more that the later write changed the same card.
    const pruned: Row = { ...thawed, intent: { ...thawed.intent, body: '•••' }, prunedAt: NOW };
    expect(exactOf(again, pruned, frozen)).toEqual([requestId(1)]);
  });

  it.each<[string, Row]>([
    ['an earlier change', row(change(2, 'ACTIVE'), 'DONE', 0)],
    ['a change recorded at the same time', row(change(2, 'ACTIVE'), 'DONE', 1)],
    [
      'a later change of another card',
      row(change(2, 'ACTIVE', { body: '{"id":"card-2","card_status":"x"}' }), 'DONE', 2),
    ],
    [
      'a later change of its limits',
      row(change(2, 'limits', { body: '{"id":"card-1","transaction_limits":[]}' }), 'DONE', 2),
    ],
    ['a later change that was refused', row(change(2, 'ACTIVE'), 'REFUSED', 2)],
    ['a later write of another kind', row(intent(2, { operation: 'payout.create' }), 'DONE', 2)],
  ])('stays a duplicate next to %s', (_, other) => {
    expect(exactOf(again, other, row(change(1, 'INACTIVE'), 'DONE', 1))).toEqual([requestId(1)]);
  });

  it('is superseded by the newest later change that was done; if none was done, by the newest change that may have been done', () => {
    const frozen = row(change(1, 'INACTIVE'), 'DONE', 1);
    const later = (nth: number, to: RowState) => row(change(nth, `ACTIVE ${nth}`), to, nth);
    const replacedBy = (...rows: readonly Row[]) =>
      duplicatesOf(again, [...rows, frozen], state).superseded.map(one => one.by);
    expect(replacedBy(later(3, 'UNKNOWN'), later(2, 'DONE'))).toEqual([requestId(2)]);
    expect(replacedBy(later(4, 'DONE'), later(3, 'UNKNOWN'), later(2, 'DONE'))).toEqual([requestId(4)]);
    expect(replacedBy(later(3, 'UNKNOWN'), later(2, 'SENT'))).toEqual([requestId(3)]);
  });

  it('is not superseded if it made something new, even after a change of a record that it used', () => {
    const issue = (nth: number) =>
      change(nth, '', { operation: 'card.issue', body: '{"card_holder_id":"h"}', fingerprint: 'issue' });
    const holder = row(change(2, '', { operation: 'cardholder.update', body: '{"id":"h"}' }), 'DONE', 2);
    expect(exactOf(issue(9), holder, row(issue(1), 'DONE', 1))).toEqual([requestId(1)]);
    const account = (nth: number) => change(nth, '', { operation: 'account.create', fingerprint: 'account' });
    expect(exactOf(account(9), row(account(1), 'DONE', 1))).toEqual([requestId(1)]);
  });

  it('is superseded by an activation, which sets the status too', () => {
    const activated = row(
      change(2, 'activate', { operation: 'card.activate', body: '{"id":"card-1"}' }),
      'DONE',
      2,
    );
    expect(exactOf(again, activated, row(change(1, 'INACTIVE'), 'DONE', 1))).toEqual([]);
  });

  it('is not superseded by another write that nothing can undo: activation and terms are done once', () => {
    const once = (nth: number, operation: string) => {
      const { body: _, ...rest } = change(nth, operation, { operation });
      return rest;
    };
    const done = row(once(1, 'user.activate'), 'DONE', 1);
    expect(exactOf(once(9, 'user.activate'), row(once(2, 'user.terms'), 'DONE', 2), done)).toEqual([
      requestId(1),
    ]);
  });

  it('is not superseded by the same change, made again', () => {
    const [first, second] = [row(change(1, 'INACTIVE'), 'DONE', 1), row(change(2, 'INACTIVE'), 'DONE', 2)];
    const found = duplicatesOf(again, [second, first], state);
    expect([ids(found.exact), found.superseded]).toEqual([[requestId(2)], []]);
  });

  it('stays a duplicate if it is unresolved itself', () => {
    const frozen = row(change(1, 'INACTIVE'), 'UNKNOWN', 1);
    expect(exactOf(again, row(change(2, 'ACTIVE'), 'DONE', 2), frozen)).toEqual([requestId(1)]);
  });

  it('is superseded by a later change, but a money write never is', () => {
    const close = (nth: number) => change(nth, 'CLOSED', { operation: 'card.close', class: 'money' });
    const later = row(change(2, 'ACTIVE'), 'DONE', 2);
    expect(exactOf(close(9), later, row(close(1), 'DONE', 1))).toEqual([requestId(1)]);
  });
});

describe('a similar write', () => {
  const order = { beneficiary_id: 'ben-1', currency: 'GBP', amount: 12.5, reference: 'Rent' };
  const pay = (nth: number, changes: object = {}) =>
    intent(nth, { body: JSON.stringify({ ...order, ...changes }) });
  const at = (asked: Intent, ago: number): Row => ({
    ...row(asked),
    transitions: [{ number: 1, from: 'SENT', to: 'DONE', at: NOW - ago, process }],
  });

  it('gets a warning within seven days, to the millisecond, and never has to be named', () => {
    const found = (ago: number) => duplicatesOf(pay(1), [at(pay(2, { reference: 'x' }), ago)], state);
    expect(ids(found(SIMILAR_MS).similar)).toEqual([requestId(2)]);
    expect(found(SIMILAR_MS + 1).similar).toEqual([]);
    expect(found(0)).toMatchObject({ exact: [], open: [] });
  });

  it('counts at any age while it is unresolved', () => {
    const old = row({ ...pay(2, { reference: 'x' }), createdAt: 0 }, 'UNKNOWN');
    expect(duplicatesOf(pay(1), [old], state)).toMatchObject({ exact: [], open: [old], similar: [] });
  });

  /** The journal keeps too little of these writes to compare them. */
  const incomparable = Object.values(allRules.definitions)
    .filter(({ duplicates: { similar } }) => similar && !similar.of && !similar.same && !similar.pays)
    .map(({ operation }) => operation);

  it.each(incomparable)('of %s counts only while it is unresolved', operation => {
    const person = (nth: number) => intent(nth, { operation, body: '{}' });
    expect(duplicatesOf(person(1), [row(person(2))], state).similar).toEqual([]);
    expect(duplicatesOf(person(1), [row(person(2), 'UNKNOWN')], state).open).toHaveLength(1);
  });
});

it('the rule looks at the whole journal, not only at the rows in the console', async () => {
  const journal = openWhole();
  const port = localJournal(journal);
  const keep = (asked: Intent) => {
    journal.prepare(asked);
    journal.sent(asked.requestId);
    journal.settle(asked.requestId, 'DONE', { status: 200 });
  };
  keep(intent(1, { fingerprint: PRINT }));
  // More rows than `list` returns by default.
  for (let nth = 100; nth < 220; nth += 1)
    journal.prepare(intent(nth, { operation: 'card.update', body: '{}' }));
  const about = intent(2, { fingerprint: PRINT });
  const rows = await earlierRows(about, port, { ...state, now: NOW + 400 * 24 * 3_600_000 });
  expect(ids(duplicatesOf(about, rows, state).exact)).toEqual([requestId(1)]);
  expect(await namingOf(about, [requestId(1)], port, state)).toEqual({
    named: [requestId(1)],
    superseded: [],
  });
});

describe('the rows that the rule looks at', () => {
  const about = intent(1, { fingerprint: PRINT });
  const older = row(intent(2, { fingerprint: PRINT }), 'DONE', 2);
  const lately = row(intent(3), 'DONE', 3);

  it('include every equal write of any age, and a week of the same operation, newest first', async () => {
    const asked: unknown[] = [];
    const rows = await earlierRows(
      about,
      {
        equals: async wanted => {
          asked.push(wanted);
          return { ok: true, value: [older, lately] };
        },
        list: async wanted => {
          asked.push(wanted?.filters);
          return { ok: true, value: [older, lately] };
        },
      },
      state,
    );
    expect(asked).toEqual([about, { operations: [about.operation], since: state.now - SIMILAR_MS }]);
    expect(ids(rows)).toEqual([requestId(3), requestId(2)]);
  });

  it('include similar writes, and the rows of the screen', async () => {
    const open: typeof state = { ...state, journal: { kind: 'open', rows: [older], complete: true } };
    const rows = await earlierRows(
      about,
      { equals: async () => ({ ok: true, value: [] }), list: async () => ({ ok: true, value: [lately] }) },
      open,
    );
    expect(ids(rows)).toEqual([requestId(3), requestId(2)]);
  });

  it("have a colleague's similar payout, which only the journal has", async () => {
    const order = (reference: string) =>
      JSON.stringify({ beneficiary_id: 'ben-1', currency: 'GBP', amount: 12.5, reference });
    const theirs = row(intent(2, { body: order('Rent') }), 'DONE', 2);
    const journal = {
      equals: async () => ({ ok: true as const, value: [] }),
      list: async () => ({ ok: true as const, value: [theirs] }),
    };
    const found = await duplicatesNow(intent(1, { body: order('Rent 2') }), journal, state);
    expect(toName(found)).toEqual([theirs]);
  });

  it("are those on the screen if the journal can't be read", async () => {
    const unreadable = { ok: false as const, unreadable: t`The disk is gone.` };
    const failing = { equals: async () => unreadable, list: async () => unreadable };
    expect(await earlierRows(about, failing, state)).toEqual([]);
  });
});

describe('a conversion', () => {
  const quote = (id: string) => JSON.stringify({ quote_id: id, source_amount: 5 });
  const convert = (nth: number, changes: Partial<Intent> = {}) =>
    intent(nth, { operation: 'conversion.create', body: quote(`q-${nth}`), ...changes });

  it('counts while it is unresolved, whatever its amount, but only the newest one of this customer counts', () => {
    const other = { body: '{"source_amount":6}' };
    const rows = [
      row(convert(6, { ...other, customer: { userId: beta.userId } }), 'UNKNOWN', 6),
      row(intent(5), 'UNKNOWN', 5),
      row(convert(4, other), 'UNKNOWN', 4),
      row(convert(3, other), 'SENT', 3),
    ];
    const found = duplicatesOf(convert(1), rows, state);
    expect(found.anyOpen?.intent.requestId).toBe(requestId(4));
    expect(found.open).toEqual([]);
    expect(duplicatesOf(intent(1), rows, state).anyOpen).toBeUndefined();
    expect(duplicatesOf(convert(1), [row(convert(4, other))], state).anyOpen).toBeUndefined();
  });

  it('uses up its quote, in any spelling of the ID, if it was done or may have been done', () => {
    const taken = (rows: readonly Row[], id = 'q-2') =>
      usedUpBy('conversion.create', id, rows, state)?.intent.requestId;
    expect(taken([row(convert(2))])).toBe(requestId(2));
    expect(taken([row(convert(2), 'UNKNOWN')])).toBe(requestId(2));
    const uuid = '0d6a7a1e-1111-4222-8333-00000000000a';
    expect(taken([row(convert(2, { body: quote(uuid) }))], uuid.toUpperCase())).toBe(requestId(2));
    // Another customer's conversion uses the quote up too.
    expect(taken([row(convert(2, { customer: { userId: beta.userId } }))])).toBe(requestId(2));
    // So does a conversion with other keys or another program.
    expect(taken([row(convert(2, { clientId: 'client-2', programId: 'program-2' }))])).toBe(requestId(2));
    for (const none of [
      row(convert(2), 'REFUSED'),
      row(convert(2), 'RESOLVED', 2, 'NOT DONE'),
      row(convert(3)),
      row(convert(2, { baseUrl: 'http://127.0.0.1:9' })),
      row(intent(2, { body: quote('q-2') })),
      row(convert(2, { body: '{}' })),
    ])
      expect(taken([none])).toBeUndefined();
    for (const other of [row(intent(2, { body: quote('q-2') })), row(convert(2))])
      expect(usedUpBy('payout.create', 'q-2', [other], state)).toBeUndefined();
  });
});

describe('another write with exactly the same effect', () => {
  const about = intent(1, { fingerprint: PRINT });

  it('is named after a refusal while it is unresolved', () => {
    const same = (nth: number, to: RowState) => row(intent(nth, { fingerprint: PRINT }), to, nth);
    expect(openEqual(about, [same(3, 'DONE'), same(2, 'UNKNOWN')], state)?.number).toBe(2);
    expect(openEqual(about, [row(about, 'UNKNOWN'), same(3, 'REFUSED')], state)).toBeUndefined();
    expect(openEqual(about, [row(intent(2, { fingerprint: 'x' }), 'UNKNOWN')], state)).toBeUndefined();
  });
});

describe('earlier cancellations of one payout', () => {
  it('are represented by the newest done and the newest unresolved cancellation', () => {
    const [done, open, older, lost] = [
      row(intent(5), 'RESOLVED', 5, 'DONE'),
      row(intent(4), 'SENT', 4),
      row(intent(3), 'DONE', 3),
      row(intent(2), 'UNKNOWN', 2),
    ];
    const refused = row(intent(6), 'REFUSED', 6);
    expect(newestOfEach([refused, done, open, older, lost])).toEqual([done, open]);
    expect(newestOfEach([refused, open])).toEqual([open]);
    expect(newestOfEach([refused])).toEqual([]);
  });
});

describe('the writes that a command has to name', () => {
  const rows = [1, 2, 3, 4, 5].map(nth => row(intent(nth), 'DONE', nth));
  const [one, two, three, four, five] = rows as [Row, Row, Row, Row, Row];
  const none = duplicatesOf(intent(9), [], state);

  it('are all except older similar writes, each once, newest first', () => {
    const found = { ...none, exact: [two], open: [three], similar: [four, one] };
    expect(toName(found, [five, two])).toEqual([five, four, three, two]);
    expect(toName(none)).toEqual([]);
  });
});

describe('the writes that may have changed the record', () => {
  const card = (nth: number, operation: string, id = 'card-1') =>
    intent(nth, { operation, class: 'write', fingerprint: `${nth}`, body: JSON.stringify({ id }) });
  const about = card(9, 'card.update');

  it('are its unresolved changes by any operation', () => {
    const rows = [
      row(card(5, 'card.close'), 'UNKNOWN', 5),
      row(card(4, 'card.activate'), 'SENT', 4),
      row(card(3, 'card.update'), 'DONE', 3),
      row(card(2, 'card.close', 'card-2'), 'UNKNOWN', 2),
    ];
    expect(ids(duplicatesOf(about, rows, state).ofRecord)).toEqual([requestId(5), requestId(4)]);
  });

  it('are named only once if they are also exact duplicates', () => {
    const same = row({ ...card(5, 'card.update'), fingerprint: about.fingerprint }, 'UNKNOWN', 5);
    expect(duplicatesOf(about, [same], state)).toMatchObject({ exact: [same], ofRecord: [] });
  });

  it('are searched among the operations that can change the record', async () => {
    const asked: unknown[] = [];
    const journal = {
      equals: async () => ({ ok: true as const, value: [] }),
      list: async (wanted?: { readonly filters?: { readonly operations?: readonly string[] } }) => {
        asked.push([...(wanted?.filters?.operations ?? [])].toSorted());
        return { ok: true as const, value: [] };
      },
    };
    for (const one of [about, card(9, 'card.issue'), card(9, 'account.create'), card(9, 'payout.split')])
      await earlierRows(one, journal, state);
    expect(asked).toEqual([
      ['card.activate', 'card.close', 'card.update'],
      ['card.issue'],
      ['account.create'],
      ['payout.split'],
    ]);
  });
});
