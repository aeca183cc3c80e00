// The payouts list: the journal's writes of a customer, and the effect of earlier writes on a cancellation.
// Possible IDs in an undocumented answer: found by name and form only, and only if they can be typed and shown.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explained } from '../../../src/format/statuses.ts';
import type { Answer, Intent, Row, RowState } from '../../../src/journal/intent.ts';
import { t } from '../../../src/lib/visible.ts';
import { hostileTexts } from '../../../src/sim/world/names.ts';
import type { State } from '../../../src/store/state.ts';
import { type OwnPayout, ownPayouts, recognised } from '../../../src/subjects/payouts/own-payout.ts';
import { cancelQuestion } from '../../../src/subjects/payouts/payout-cancel.ts';
import { payoutDetails, stateCell } from '../../../src/subjects/payouts/payout-details.ts';
import { payouts } from '../../../src/subjects/payouts/payouts.ts';
import { jsonOf } from '../../harness/answers.ts';
import { payout, requestId, start } from '../../journal/parts.ts';
import { alpha, beta, reach, signedInStore } from '../../store/signed-in.ts';

const process = { pid: 1, started: 'start 1' };
const own = { userId: alpha.userId, onBehalfOf: alpha.onBehalfOf ?? '' };

/** A row that went from PREPARED to `state`. By default its customer is the selected customer. */
function row(number: number, state: RowState, changes: Partial<Intent> = {}, answer?: Answer): Row {
  const intent = payout(number, { baseUrl: reach.baseUrl, customer: own, ...changes });
  return {
    number,
    intent,
    state,
    wasUnknown: false,
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
  ownPayouts()(stateWith(rows)).map(({ row: { own } }) => own.intent.requestId);

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

  it('has no payout of another user or service', () => {
    expect(
      shown([
        row(2, 'DONE', { customer: { userId: beta.userId } }),
        row(1, 'DONE', { baseUrl: 'http://127.0.0.1:4001' }),
      ]),
    ).toEqual([]);
  });

  it('has the payouts of the same user with any connected account, because a payout is sent without it', () => {
    const others = [{ ...own, onBehalfOf: 'another' }, { userId: alpha.userId }];
    expect(
      shown(others.map((customer, at) => row(at, 'DONE', { customer, target: '/svc/api/v1/transfer/' }))),
    ).toHaveLength(2);
  });

  it('has the cancelled direct debits of the same connected account, because the user is not sent', () => {
    const debit = { operation: 'directDebit.cancel', target: '/api/v1/direct_debits/d-1/cancel' };
    const another = { ...own, onBehalfOf: 'another' };
    expect(
      shown([
        row(2, 'DONE', { ...debit, customer: { ...own, userId: beta.userId } }),
        row(1, 'DONE', { ...debit, customer: another }),
      ]),
    ).toHaveLength(1);
  });

  it('is the same array while the journal is unchanged, and keeps unchanged records', () => {
    const list = ownPayouts();
    const [one, two] = [row(1, 'DONE'), row(2, 'SENT')];
    const state = stateWith([two, one]);
    const first = list(state);
    expect(list({ ...state, tick: 5 })).toBe(first);
    expect(list({ ...state, reach: { ...reach, baseUrl: 'http://127.0.0.1:4001' } })).toEqual([]);
    const next = list(stateWith([row(2, 'DONE'), one]));
    expect(next[0]).not.toBe(first[0]);
    expect(next[1]).toBe(first[1]);
  });

  it('takes an ID only from the answer to the attempt that was DONE', () => {
    const text = '{"id":"po-0001"}';
    const known = (state: RowState, answer: Answer) =>
      ownPayouts()(stateWith([row(1, state, {}, answer)]))[0]?.row.known.ids;
    expect(known('DONE', { text })).toEqual(['po-0001']);
    expect(known('UNKNOWN', { text })).toEqual([]);
    expect(known('DONE', { text: '{"id":' })).toEqual([]);
    expect(known('DONE', {})).toEqual([]);
  });
});

describe('a payout that Purser cancelled', () => {
  const answer = { text: '{"id":"po-0001","systemReferenceNumber":"PAY139988571160"}' };
  const made = row(1, 'DONE', {}, answer);
  const cancel = (number: number, state: RowState, body: object) =>
    row(number, state, { operation: 'payout.cancel', body: JSON.stringify(body), what: [] });
  const cells = (rows: readonly Row[]) =>
    ownPayouts()(stateWith(rows)).map(({ row: one }) => [one.own.intent.requestId, stateCell(one).text]);

  it.each([{ id: 'po-0001' }, { systemReferenceNumber: 'pay139988571160' }])(
    'shows CANCELLED after a cancellation with %j',
    body => {
      expect(cells([cancel(2, 'DONE', body), made])).toEqual([
        [requestId(2), 'DONE'],
        [requestId(1), 'CANCELLED'],
      ]);
      const [, item] = ownPayouts()(stateWith([cancel(2, 'DONE', body), made]));
      const notes = payoutDetails(item?.row as OwnPayout, {
        moment: { mode: 'utc', now: start, zone: 'UTC' },
      });
      const said = JSON.stringify(notes);
      expect(said).toContain('Purser cancelled this payout at');
      expect(said).toContain(requestId(2));
      expect(said).not.toContain('Press x');
    },
  );

  it('is dim, and has its own explanation', () => {
    const [, item] = ownPayouts()(stateWith([cancel(2, 'DONE', { id: 'po-0001' }), made]));
    const cancelled = item?.row as OwnPayout;
    expect(stateCell(cancelled)).toEqual({ text: 'CANCELLED', tone: 'dim' });
    const { statuses } = payouts();
    expect(statuses && explained(statuses, cancelled)[1]?.text).toBe('Purser cancelled this payout.');
  });

  it('shows CANCELLED under its own customer, whichever customer was selected at the cancellation', () => {
    const elsewhere = row(2, 'DONE', {
      operation: 'payout.cancel',
      body: JSON.stringify({ id: 'po-0001' }),
      what: [],
      customer: { userId: 'somebody else' },
    });
    expect(cells([elsewhere, made])).toEqual([[requestId(1), 'CANCELLED']]);
  });

  it.each(['REFUSED', 'NOT SENT', 'UNKNOWN'] as const)('shows DONE if the cancellation was %s', state => {
    expect(cells([cancel(2, state, { id: 'po-0001' }), made])).toContainEqual([requestId(1), 'DONE']);
    expect(cells([cancel(2, 'DONE', { id: 'po-0002' }), made])).toContainEqual([requestId(1), 'DONE']);
  });

  it('gets a new row object only when it is cancelled', () => {
    const list = ownPayouts();
    const before = list(stateWith([made]));
    const after = list(stateWith([cancel(2, 'DONE', { id: 'po-0001' }), made]));
    expect(before[0]?.row.cancelled).toBeUndefined();
    expect(after[1]?.row.cancelled?.intent.requestId).toBe(requestId(2));
    expect(list(stateWith([cancel(2, 'DONE', { id: 'po-0001' }), made]))[1]).not.toBe(before[0]);
  });

  it('names the newest of several cancellations that are DONE', () => {
    const [later, earlier] = [3, 2].map(number => cancel(number, 'DONE', { id: 'po-0001' }));
    const items = later && earlier ? ownPayouts()(stateWith([later, earlier, made])) : [];
    expect(items.at(-1)?.row.cancelled).toBe(later);
  });

  it.each(['REFUSED', 'NOT SENT'] as const)('is listed above a newer cancellation that was %s', state => {
    expect(shown([cancel(3, state, { id: 'po-0001' }), cancel(2, 'DONE', { id: 'po-0002' }), made])).toEqual(
      [2, 1, 3].map(requestId),
    );
    expect(shown([cancel(3, 'UNKNOWN', { id: 'po-0001' }), made])).toEqual([3, 1].map(requestId));
  });

  it.each(['DONE', 'NOT DONE'] as const)('shows a RESOLVED cancellation as resolved as %s', verdict => {
    const resolution = { by: 'sam', verdict, evidence: 'the statement', note: '' };
    const { transitions, ...rest } = row(1, 'RESOLVED');
    const resolved = { ...rest, transitions: transitions.map(one => ({ ...one, resolution })) };
    expect(cells([resolved])).toEqual([[requestId(1), `RESOLVED: ${verdict}`]]);
  });
});

type Asked = [target: Parameters<typeof cancelQuestion>[0], row?: OwnPayout];

describe('a cancellation’s warnings', () => {
  const made = row(1, 'DONE', {}, { text: '{"id":"po-0001","systemReferenceNumber":"PAY0001"}' });
  const cancelled = (number: number, state: RowState, label: string, value: string) =>
    row(number, state, { operation: 'payout.cancel', what: [{ label, value }] });
  const asked = (rows: readonly Row[], ...[target, one]: Asked) => {
    const question = cancelQuestion(target, stateWith(rows), one);
    if ('barred' in question) throw new Error(question.barred);
    return question;
  };
  const warnings = (rows: readonly Row[], ...how: Asked) => asked(rows, ...how).warnings.join('\n');

  it.each([
    ['Payout ID', 'po-0001', { id: 'po-0001' }],
    ['Payout ID', 'po-0001', { systemReferenceNumber: 'PAY0001' }],
    ['System reference', 'PAY0001', { id: 'po-0001' }],
  ] as const)(
    'name an earlier cancellation with the %s %s for the new cancellation %j',
    (label, value, target) => {
      expect(warnings([cancelled(2, 'UNKNOWN', label, value), made], target)).toContain('is unresolved');
      expect(warnings([cancelled(2, 'DONE', label, value), made], target)).toContain(
        'this payout was already cancelled in Purser',
      );
      expect(warnings([cancelled(2, 'REFUSED', label, value), made], target)).not.toContain('earlier');
    },
  );

  it('name no cancellation of another payout', () => {
    const other = [cancelled(2, 'UNKNOWN', 'Payout ID', 'po-0002'), made];
    expect(warnings(other, { id: 'po-0001' })).not.toContain('unresolved');
    expect(warnings(other, { systemReferenceNumber: 'PAY0001' })).not.toContain('unresolved');
    expect(warnings([made], { id: 'po-0009' })).toContain(t`Payout not recognised`);
  });

  it('also name a cancellation that a person resolved as done', () => {
    const resolution = { by: 'sam', verdict: 'DONE', evidence: 'the statement', note: '' } as const;
    const found = cancelled(2, 'RESOLVED', 'Payout ID', 'po-0001');
    const transitions = found.transitions.map(one => (one.to === 'RESOLVED' ? { ...one, resolution } : one));
    expect(warnings([{ ...found, transitions }, made], { id: 'po-0001' })).toContain(
      'this payout was already cancelled in Purser',
    );
    expect(warnings([found, made], { id: 'po-0001' })).not.toContain('already cancelled');
  });
});

describe('the spelling of an ID or a reference', () => {
  const id = 'a1b2c3d4-0000-4000-8000-00000000abcd';
  const reference = 'PAY139988571160';
  const made = row(1, 'DONE', {}, { text: JSON.stringify({ id, systemReferenceNumber: reference }) });
  const theirs = { ...made, intent: { ...made.intent, customer: { userId: beta.userId } } };
  const earlier = (state: RowState, label: string, value: string) =>
    row(2, state, { operation: 'payout.cancel', what: [{ label, value }] });
  /** Each letter in either case, with outer spaces. */
  const spelt = (text: string) =>
    fc
      .tuple(
        fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }),
        fc.constantFrom('', ' ', '\t'),
      )
      .map(([capitals, blank]) => {
        const letters = [...text].map((one, at) => (capitals[at] ? one.toUpperCase() : one.toLowerCase()));
        return `${blank}${letters.join('')}${blank}`;
      });
  const named = fc.oneof(
    spelt(id).map(typed => ({ id: typed })),
    spelt(reference).map(typed => ({ id: typed })),
    spelt(reference).map(typed => ({ systemReferenceNumber: typed })),
  );

  it('changes no warning about cancelled or unresolved payouts, or about other customers', () => {
    fc.assert(
      fc.property(named, fc.oneof(spelt(id), spelt(reference)), (target, before) => {
        for (const [state, says] of [
          ['DONE', 'this payout was already cancelled in Purser'],
          ['UNKNOWN', 'is unresolved'],
        ] as const)
          for (const label of ['Payout ID', 'System reference']) {
            const rows = [earlier(state, label, before.trim()), made];
            const question = cancelQuestion(target, stateWith(rows));
            if ('barred' in question) throw new Error(question.barred);
            expect(question.warnings.join('\n')).toContain(says);
            expect(question.warnings.join('\n')).toContain("ID from this payout's response");
          }
        expect(cancelQuestion(target, stateWith([theirs]))).toHaveProperty('barred');
      }),
      { numRuns: 40 },
    );
  });

  it('uses up all names of the payout, whichever of them is typed', () => {
    fc.assert(
      fc.property(named, target => {
        const question = cancelQuestion(target, stateWith([made]));
        expect(question).toMatchObject({ alsoNamed: [id, `reference ${reference}`] });
      }),
      { numRuns: 20, seed: 46 },
    );
  });

  it.each(['P250430-2PR7PF3', 'c250423-v53ootq', 'PAY139988571160'])(
    '%s in the ID field is sent as a system reference',
    typed => {
      const question = cancelQuestion({ id: typed }, stateWith([]));
      expect('barred' in question ? question.barred : question.input.body).toEqual({
        systemReferenceNumber: typed,
      });
    },
  );

  it('does not matter in the ID field: a system reference is sent as a reference', () => {
    for (const typed of [reference, ' pay139988571160 ']) {
      const question = cancelQuestion({ id: typed }, stateWith([]));
      if ('barred' in question) throw new Error(question.barred);
      expect(question.input.body).toEqual({ systemReferenceNumber: typed.trim() });
      expect(question.lines.map(({ label }) => label)).toEqual(['System reference']);
      expect(question.token.text).toBe('1160');
    }
    const twice = cancelQuestion({ id: reference, systemReferenceNumber: 'pay139988571160' }, stateWith([]));
    expect('barred' in twice ? twice.barred : twice.input.body).toEqual({
      systemReferenceNumber: 'pay139988571160',
    });
    const two = cancelQuestion({ id: reference, systemReferenceNumber: 'PAY000000000001' }, stateWith([]));
    expect(two).toEqual({ barred: 'These two system references name two payouts. Remove one reference.' });
  });
});

describe('the client reference of a payout', () => {
  const sent = (number: number, reference_: string, state: RowState = 'DONE', text?: string) =>
    row(
      number,
      state,
      { body: JSON.stringify({ reference: reference_ }) },
      text === undefined ? {} : { text },
    );
  const answer = '{"id":"po-0001"}';
  const target = (rows: readonly Row[], typed: Asked[0]) => {
    const question = cancelQuestion(typed, stateWith(rows));
    return 'barred' in question ? question.barred : question.input.body;
  };

  it.each([{ id: 'ORDER_12345' }, { id: ' order_12345 ' }, { systemReferenceNumber: 'ORDER_12345' }])(
    'in %j names the payout by its own ID, and the dialog says so',
    typed => {
      const rows = [sent(2, 'ORDER_1', 'DONE', '{"id":"po-0002"}'), sent(1, 'ORDER_12345', 'DONE', answer)];
      const question = cancelQuestion(typed, stateWith(rows));
      if ('barred' in question) throw new Error(question.barred);
      expect(question.input.body).toEqual({ id: 'po-0001' });
      expect(question.warnings[0]).toMatch(/^ORDER_12345 is the client reference of this payout\.$/i);
    },
  );

  it('is never sent as an ID if Purser does not know one payout by it', () => {
    expect(target([sent(1, 'ORDER_12345', 'UNKNOWN')], { id: 'ORDER_12345' })).toBe(
      'ORDER_12345 is the client reference of a payout whose ID Purser does not know. Enter its ID or system reference.',
    );
    const two = [sent(2, 'ORDER_12345', 'DONE', '{"id":"po-0002"}'), sent(1, 'ORDER_12345', 'DONE', answer)];
    expect(target(two, { id: 'ORDER_12345' })).toBe(
      'ORDER_12345 is the client reference of 2 payouts. Choose the payout in the list of payouts.',
    );
    expect(
      target([sent(1, 'ORDER_12345', 'DONE', answer)], {
        id: 'po-0001',
        systemReferenceNumber: 'ORDER_12345',
      }),
    ).toContain('ORDER_12345 is a client reference. Remove it');
  });

  it('of a payout that was not made, or of no payout, is the ID that was typed', () => {
    for (const rows of [[], [sent(1, 'ORDER_12345', 'REFUSED')], [sent(1, 'OTHER', 'DONE', answer)]])
      expect(target(rows, { id: 'ORDER_12345' })).toEqual({ id: 'ORDER_12345' });
    const named = sent(2, 'OTHER', 'DONE', '{"id":"ORDER_12345"}');
    expect(target([named, sent(1, 'ORDER_12345', 'DONE', answer)], { id: 'ORDER_12345' })).toEqual({
      id: 'ORDER_12345',
    });
  });
});

describe('the payout of a cancellation', () => {
  const what = (amount: string) => [{ label: 'Amount', value: amount }];
  const answer = (id: string, reference: string) => ({
    text: `{"id":"${id}","systemReferenceNumber":"${reference}"}`,
  });
  const one = row(1, 'DONE', { what: what('1.00 GBP') }, answer('po-0001', 'PAY0001'));
  const twin = row(2, 'DONE', { what: what('2.00 GBP') }, answer('po-0001', 'PAY0002'));
  const theirs = row(3, 'DONE', { customer: { userId: beta.userId } }, answer('po-0003', 'PAY0003'));
  const shownOf = (rows: readonly Row[], target: Asked[0], under?: Row) => {
    const state = stateWith(rows);
    const cursor = ownPayouts()(state).find(({ row: { own: at } }) => at === under)?.row;
    const question = cancelQuestion(target, state, cursor);
    if ('barred' in question) return question.barred;
    const amount = question.lines.find(({ label }) => label === 'Amount')?.value;
    return [amount ?? 'none', ...question.warnings].join('\n');
  };

  it('is found by the ID or reference in the row or in the form', () => {
    expect(shownOf([one], { id: 'po-0001' })).toContain('1.00 GBP');
    expect(shownOf([one], { id: 'po-0001' }, one)).toContain('1.00 GBP');
    expect(shownOf([one], { id: 'po-0001', systemReferenceNumber: 'PAY0001' })).toContain('1.00 GBP');
  });

  it.each([undefined, one, twin])(
    'is unknown if two payouts have that name, and the dialog says so',
    under => {
      for (const rows of [
        [one, twin],
        [twin, one],
      ]) {
        const shown = shownOf(rows, { id: 'po-0001' }, under);
        expect(shown).toMatch(/^none\nSeveral payouts made in Purser match this ID or reference/);
        expect(shown).toContain(requestId(1));
        expect(shown).toContain(requestId(2));
      }
    },
  );

  it('is unknown if the ID and the reference belong to two payouts', () => {
    const target = { id: 'po-0001', systemReferenceNumber: 'PAY0009' };
    expect(shownOf([one], target)).toMatch(/^none\nThe ID and the reference belong to different payouts/);
  });

  it('bars the cancellation if the ID and the reference belong to two payouts', () => {
    const other = row(4, 'DONE', { what: what('4.00 GBP') }, answer('po-0004', 'PAY0004'));
    expect(shownOf([one, other], { id: 'po-0001', systemReferenceNumber: 'PAY0004' })).toBe(
      'The ID belongs to the payout of 1.00 GBP, and the reference to the payout of 4.00 GBP. Remove the ID or the reference.',
    );
  });

  it.each([{ id: 'po-0003' }, { systemReferenceNumber: 'PAY0003' }])(
    'bars the cancellation if the payout belongs to another customer: %j',
    target => {
      expect(shownOf([theirs, one], target)).toBe(
        `Not sent. This payout belongs to another customer. Press Esc, then u to switch to ${beta.userId}.`,
      );
    },
  );

  it('is never a payout of another service', () => {
    const elsewhere = { ...theirs, intent: { ...theirs.intent, baseUrl: 'http://127.0.0.1:4001' } };
    expect(shownOf([elsewhere], { id: 'po-0003' })).toContain('Payout not recognised');
  });
});

/** The IDs that Purser recognises in this JSON text. */
const inText = (text: string) => recognised(jsonOf(text));
const nothing = { ids: [], references: [] };

describe('an ID of a payout', () => {
  it.each(['id', 'payoutId', 'payout_id', 'transferId', 'transfer_id'])(
    'is recognised under the name %s',
    name => {
      expect(inText(`{"${name}":"po-0001"}`).ids).toEqual(['po-0001']);
      expect(inText(`{"data":{"${name}":"po-0001"}}`).ids).toEqual(['po-0001']);
    },
  );

  it.each(['systemReferenceNumber', 'system_reference_number'])(
    'may come with a reference under the name %s',
    name => {
      expect(inText(`{"${name}":"PAY001234"}`)).toEqual({ ids: [], references: ['PAY001234'] });
    },
  );

  it('is listed once if it is repeated, and each different ID is listed', () => {
    expect(inText('{"id":"po-0001","payout_id":"po-0001","data":{"id":"po-0002"}}').ids).toEqual([
      'po-0001',
      'po-0002',
    ]);
  });

  it.each([
    'null',
    'true',
    '1',
    '"po-0001"',
    '[]',
    '[{"id":"po-0001"}]',
    '{}',
    '{"data":[{"id":"po-0001"}]}',
    '{"data":{"data":{"id":"po-0001"}}}',
    '{"id":null}',
    '{"id":12345678}',
    '{"id":{"id":"po-0001"}}',
    '{"id":["po-0001"]}',
    '{"ID":"po-0001"}',
    '{"beneficiary_id":"po-0001"}',
    '{"__proto__":{"id":"po-0001"}}',
    '{"id":"po-0001","id":"po-0002"}',
    '{"data":"id","payoutId":""}',
  ])('is not guessed from %s', text => {
    expect(inText(text)).toEqual(nothing);
  });

  it('is unknown without an answer', () => {
    expect(recognised(undefined)).toEqual(nothing);
  });

  it.each([
    ...hostileTexts.filter(text => text !== '__proto__'),
    'po 0001',
    'po\n0001',
    '••••0001',
    'раyоut-id',
    '--- ---',
    'a-1',
    'x'.repeat(101),
  ])("is refused if it hides characters, can't be typed or is too short: %j", text => {
    expect(recognised({ id: text, systemReferenceNumber: text })).toEqual(nothing);
  });
});

it.each(['DONE', 'REFUSED'] as const)(
  'a pruned payout that is %s says so, and not that the service sent no ID',
  state => {
    const pruned = { ...row(1, state, { body: '•••', what: [] }, { text: '•••' }), prunedAt: start };
    const [item] = ownPayouts()(stateWith([pruned]));
    const details = payoutDetails(item?.row as OwnPayout, {
      moment: { mode: 'utc', now: start, zone: 'UTC' },
    });
    const said = JSON.stringify(details);
    expect(said).toContain('The content of this entry was pruned');
    expect(said).not.toContain('found no ID');
  },
);
