// The overview's rows from each source: their urgency, their order and their screen.

import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/api/client/failure.ts';
import type { OperationId } from '../../../src/api/contract/operations.ts';
import { t, visible } from '../../../src/lib/visible.ts';
import { queryKey } from '../../../src/records/query.ts';
import type { Waiting } from '../../../src/store/approval-view.ts';
import { emptyDocument, emptyList } from '../../../src/store/list.ts';
import { beginNewUser, newUserSlot } from '../../../src/store/new-user.ts';
import { noPages } from '../../../src/store/paging.ts';
import type { State } from '../../../src/store/state.ts';
import { openView } from '../../../src/store/view.ts';
import {
  currentView,
  customerKey,
  withDocument,
  withList,
  withWorkspace,
} from '../../../src/store/workspace.ts';
import { balancesAbove } from '../../../src/subjects/overview/above.ts';
import { attentions, inOrder } from '../../../src/subjects/overview/overview.ts';
import { todayNeeds } from '../../../src/subjects/overview/today.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';
import { type Attention, URGENCIES, wayOf } from '../../../src/ui/screens/attention.ts';
import { attentionSources } from '../../../src/ui/shell/screens.ts';
import { resultOf } from '../../harness/answers.ts';
import { alpha, beta, NOW, signedInStore } from '../../store/signed-in.ts';
import { row } from '../fx/rows.ts';

/** The state after these answers, for the selected customer. */
function withRows(
  state: State,
  operation: OperationId,
  input: object,
  payload: readonly object[],
  more: { readonly failure?: Failure; readonly end?: 'unpaged' | 'repeated-page' | undefined } = {},
): State {
  const { failure, end } = { failure: undefined, end: 'unpaged' as const, ...more };
  const wrapped = operation === 'directDebit.list' ? { has_more: false, items: payload } : payload;
  const value: unknown = resultOf(operation, wrapped);
  // Both answers are lists of records. One of them has its list in `items`.
  const rows = (Array.isArray(value) ? value : (value as { items: unknown[] }).items) as object[];
  const items = rows.map((one, i) => ({ key: `k-${i}`, row: one, raw: null }));
  const pages = { ...noPages<object>(), items, taken: 1, end };
  const list = { ...emptyList<object>(), pages, failure, asOf: NOW };
  return withWorkspace(state, customerKey(alpha), w => withList(w, queryKey({ operation, input }), list));
}

function withValue(
  state: State,
  operation: OperationId,
  payload: object | undefined,
  failure?: Failure,
): State {
  const value = payload === undefined ? undefined : resultOf(operation, payload);
  const document = { ...emptyDocument(), value, failure, asOf: value === undefined ? undefined : NOW };
  return withWorkspace(state, customerKey(alpha), w =>
    withDocument(w, queryKey({ operation, input: {} }), document),
  );
}

const accounts = { query: {} };
const cards = { query: { status: 'INACTIVE' } };
const debits = { query: {} };
const RFI = {
  status: 'SUBMITTED',
  type: 'KYC',
  account_id: 'a',
  active_request: { questions: [{}, {}] },
  answered_requests: [],
};

/** Everything was read, and nothing needs attention. */
function calm(): State {
  let state = signedInStore(alpha).getState();
  state = withRows(state, 'account.list', accounts, [{ id: 'a', status: 'ACTIVE' }]);
  state = withRows(state, 'card.list', cards, []);
  state = withRows(state, 'directDebit.list', debits, []);
  return withValue({ ...state, journal: { kind: 'open', rows: [], complete: true } }, 'rfi.get', RFI);
}
const rowsOf = (state: State) => attentions(attentionSources()).rows(state);
const shown = (state: State) => rowsOf(state).map(({ row: { state: word, what } }) => `${word.text} ${what}`);

describe('a row of the overview', () => {
  it('does not appear if there is nothing to do', () => {
    expect(shown(calm())).toEqual([]);
  });

  it('says that a source is still being read', () => {
    const { getState } = signedInStore(alpha);
    expect(shown(getState()).toSorted()).toEqual([
      'reading … Accounts',
      'reading … Direct debits',
      'reading … Inactive cards',
      'reading … Request for information',
    ]);
  });

  it("says why a source could not be read, and the source's earlier rows stay", () => {
    const failure: Failure = { kind: 'server-error', status: 503 };
    const state = withRows(calm(), 'account.list', accounts, [{ id: 'a', status: 'INACTIVE' }], { failure });
    expect(shown(state)).toEqual([
      expect.stringMatching(/^not read Accounts: the service failed \(HTTP 503\)/),
      'INACTIVE 1 account is inactive',
    ]);
    const never = withValue(calm(), 'rfi.get', undefined, { kind: 'refused', status: 403 });
    expect(shown(never)).toEqual([expect.stringMatching(/^not read Request for information: /)]);
    const none = withValue(calm(), 'rfi.get', undefined, { kind: 'refused', status: 400 });
    expect(shown(none)).toEqual([
      expect.stringMatching(/^may be none Request for information: the service refused/),
    ]);
    expect(rowsOf(none)[0]?.row.about).toBeUndefined();
  });

  it('shows an open RFI with its questions, and an undocumented status unchanged', () => {
    const open = withValue(calm(), 'rfi.get', { ...RFI, status: 'ACTION_REQUIRED' });
    expect(shown(open)).toEqual(['ACTION_REQUIRED Request for information']);
    expect(rowsOf(open)[0]?.row.about).toBe('KYC, 2 questions');
    expect(shown(withValue(calm(), 'rfi.get', { ...RFI, status: 'PAUSED' }))).toEqual([
      'PAUSED (not documented) Request for information',
    ]);
  });

  it('shows twelve PENDING direct debits and one row for the others, and says if the list is incomplete', () => {
    const debit = { currency: 'GBP', amount: 1.5, debtor_name: 'D', status: 'PENDING' };
    const few = [debit, { ...debit, status: 'SETTLED' }, { ...debit, status: 'NEW' }];
    expect(shown(withRows(calm(), 'directDebit.list', debits, few))).toEqual(['PENDING Direct debit']);
    const many = Array.from({ length: 15 }, () => debit);
    const lines = shown(withRows(calm(), 'directDebit.list', debits, many, { end: undefined }));
    expect(lines).toHaveLength(14);
    expect(lines.slice(-2)).toEqual(['PENDING 3 or more other direct debits', 'partial Direct debits']);
    const thirteen = shown(withRows(calm(), 'directDebit.list', debits, many.slice(2)));
    expect(thirteen.at(-1)).toBe('PENDING 1 other direct debit');
  });

  it('says that direct debits may be missing after the service repeated a page', () => {
    const debit = { currency: 'GBP', amount: 1.5, debtor_name: 'D', status: 'PENDING' };
    const state = withRows(calm(), 'directDebit.list', debits, [debit], { end: 'repeated-page' });
    expect(shown(state)).toEqual(['PENDING Direct debit', 'partial Direct debits']);
    expect(rowsOf(state).at(-1)?.row.about).toBe('only 1 checked; the service sent no more');
  });

  it('shows the oldest PENDING direct debit first, with its age', () => {
    const debit = (hours: number) => ({
      ...{ currency: 'GBP', amount: hours, debtor_name: 'D', status: 'PENDING' },
      created_at: new Date(NOW - hours * 3_600_000).toISOString(),
    });
    const rows = rowsOf(withRows(calm(), 'directDebit.list', debits, [debit(2), debit(40), debit(9)]));
    expect(rows.map(({ row: { about } }) => about)).toEqual([
      '40 GBP from D',
      '9 GBP from D',
      '2 GBP from D',
    ]);
    expect(JSON.stringify(rows[0]?.row.notes)).toContain('40 h ago');
    const { created_at: _, ...unknown } = debit(3);
    const [first] = rowsOf(withRows(calm(), 'directDebit.list', debits, [debit(40), unknown]));
    expect(first?.row.about).toBe('3 GBP from D');
  });

  it('shows direct debits with an undocumented status, because they may be PENDING', () => {
    const debit = { currency: 'GBP', amount: 1.5, debtor_name: 'D', status: 'ON_HOLD' };
    const state = withRows(calm(), 'directDebit.list', debits, [debit, { ...debit, status: 7 }]);
    expect(shown(state)).toEqual(['? status 2 direct debits']);
    expect(rowsOf(state)[0]?.row.about).toMatch(/^undocumented status .*ON_HOLD/);
  });

  it('begins with the journal if the journal is locked, because its writes may be unresolved', () => {
    const state: State = { ...calm(), journal: { kind: 'locked', why: t`The disk is full.`, rows: [] } };
    expect(shown(state)).toEqual(["locked The journal can't be used"]);
    expect(JSON.stringify(rowsOf(state)[0]?.row.notes)).toContain('The disk is full.');
  });

  it('shows inactive cards and accounts, one row for each kind', () => {
    const card = { cardHashId: 'c', cardStatus: 'INACTIVE', nameOnCard: 'N', maskedCardNumber: '**** 1234' };
    const one = withRows(calm(), 'card.list', cards, [card]);
    expect(shown(one)).toEqual(['INACTIVE 1 card is inactive']);
    expect(rowsOf(one)[0]?.row.about).toBe('N · **** 1234');
    const some = withRows(one, 'card.list', cards, [card, card], { end: undefined });
    expect(shown(some)).toEqual(['INACTIVE 2 or more cards are inactive']);
  });

  it('shows a mandate that Purser cancelled, for one hour, only for its customer', () => {
    const target = '/api/v1/global_accounts/ga-1/mandates/m-1/cancel';
    const cancelled = row({ operation: 'mandate.cancel', target });
    const state: State = { ...calm(), journal: { kind: 'open', rows: [cancelled], complete: true } };
    expect(shown(state)).toEqual(['cancelled Mandate cancelled in Purser']);
    const [first] = rowsOf(state);
    expect(first && currentView(wayOf(first.row, state))).toMatchObject({
      place: 'account-mandates',
      subject: 'ga-1',
      cursorKey: 'm-1',
    });
    expect(shown({ ...state, now: NOW + 3_600_001 })).toEqual([]);
    expect(shown({ ...state, customer: beta }).filter(line => line.startsWith('cancelled'))).toEqual([]);
  });

  it('shows a conversion made in Purser until it has settled', () => {
    const made = row({}, '{"id":"conversion_1","status":"processing"}');
    const state: State = { ...calm(), journal: { kind: 'open', rows: [made], complete: true } };
    expect(shown(state)).toEqual(['processing Conversion']);
    const query = {
      operation: 'conversion.get',
      input: { query: { conversion_id: 'conversion_1' } },
    } as const;
    const document = {
      ...emptyDocument(),
      value: resultOf('conversion.get', { id: 'conversion_1', status: 'SETTLED' }),
    };
    const settled = withWorkspace(state, customerKey(alpha), w => withDocument(w, queryKey(query), document));
    expect(shown(settled)).toEqual([]);
    // After a write the document is dropped. The status from the journal is older than the announced one.
    const change = {
      customer: alpha,
      key: 'conversion conversion_1',
      name: t`Conversion`,
      grave: false,
      at: NOW,
    };
    expect(shown({ ...state, statusChanges: [{ ...change, status: t`SETTLED` }] })).toEqual([]);
  });

  it("shows unresolved writes first: this customer's, then other customers' with the name, and none of another service", () => {
    const unknown = (changed: Parameters<typeof row>[0]) => ({ ...row(changed), state: 'UNKNOWN' as const });
    const rows = [
      unknown({ title: 'Payout', customer: { userId: 'acct_beta' } }),
      unknown({ title: 'Conversion' }),
      unknown({ title: 'Elsewhere', baseUrl: 'http://127.0.0.1:1' }),
    ];
    const state = withValue({ ...calm(), journal: { kind: 'open', rows, complete: true } }, 'rfi.get', {
      ...RFI,
      status: 'ACTION_REQUIRED',
    });
    expect(shown(state)).toEqual([
      'UNKNOWN Conversion',
      'UNKNOWN Payout',
      'ACTION_REQUIRED Request for information',
    ]);
    expect(rowsOf(state).map(({ row: { whose } }) => whose)).toEqual([undefined, 'acct_beta', undefined]);
  });

  it('shows returned payments of this session, for their customer', () => {
    const told = {
      key: 'direct debit d-1',
      name: t`Direct debit d-1`,
      status: t`RETURNED`,
      grave: true,
      at: NOW,
    };
    const state: State = {
      ...calm(),
      statusChanges: [
        { ...told, customer: alpha },
        { ...told, customer: beta },
      ],
    };
    expect(shown(state)).toEqual(['RETURNED Direct debit d-1']);
    expect(rowsOf(state)[0]?.row.to).toMatchObject({ place: 'direct-debits', cursorKey: 'd-1' });
  });
});

describe('the list of rows', () => {
  const of = (urgency: Attention['urgency'], key: string): Attention => ({
    key,
    urgency,
    state: { text: t`` },
    what: t``,
    notes: [],
    to: openView('journal'),
  });

  it('is ordered by urgency, and by source if the urgency is equal', () => {
    const mixed = [
      ...URGENCIES.toReversed().map(one => of(one, `${one} 1`)),
      ...URGENCIES.map(one => of(one, `${one} 2`)),
    ];
    expect(inOrder(mixed).map(({ key }) => key)).toEqual(URGENCIES.flatMap(one => [`${one} 1`, `${one} 2`]));
  });

  it('includes the draft of a new customer until it is empty', () => {
    const body = { account_details: { business_details: { business_name: 'Acme' } } };
    const kept = { kind: 'kept', at: NOW } as const;
    const drafted = newUserSlot.set(calm(), beginNewUser(body, kept));
    expect(rowsOf(drafted).map(({ row: one }) => [one.urgency, one.about, one.to.place])).toContainEqual([
      'draft',
      'Acme',
      'new-user',
    ]);
    const empty = newUserSlot.set(calm(), beginNewUser({ account_details: {} }, kept));
    expect(rowsOf(empty).filter(({ row: one }) => one.urgency === 'draft')).toEqual([]);
  });

  it('offers no reload of a list for a record that the service no longer finds', () => {
    const failure: Failure = { kind: 'refused', status: 404 };
    const state = withRows(calm(), 'account.list', accounts, [], { failure });
    const unread = rowsOf(state).find(({ row: one }) => one.urgency === 'unread')?.row;
    const said = JSON.stringify(unread?.notes);
    expect(said).toContain('Not found at the service now. Press r to read again.');
    expect(said).not.toContain('reload the list');
  });

  it('counts in its tab, except rows that wait for nobody', () => {
    const state = {
      ...withRows(
        withValue(calm(), 'rfi.get', { ...RFI, status: 'ACTION_REQUIRED' }),
        'directDebit.list',
        debits,
        [
          { id: 'd1', status: 'PENDING', amount: 7.71, currency: 'GBP' },
          { id: 'd2', status: 'PENDING', amount: 8, currency: 'GBP' },
          { id: 'd3', status: 'SETTLED', amount: 8, currency: 'GBP' },
        ],
      ),
    };
    const inactive = withRows(state, 'account.list', accounts, [{ id: 'a', status: 'INACTIVE' }]);
    const { counts, rows } = attentions(attentionSources());
    expect(counts(inactive)).toEqual({
      payouts: { count: 2, urgent: false },
      rfi: { count: RFI.active_request.questions.length, urgent: false },
    });
    expect(rows(inactive).some(({ row }) => row.urgency === 'inactive')).toBe(true);
    expect(counts(signedInStore(beta).getState())).toEqual({});
  });

  it('counts what was last read while its data is read again, and nothing older than the data', () => {
    const open = withValue(calm(), 'rfi.get', { ...RFI, status: 'ACTION_REQUIRED' });
    const { counts } = attentions(attentionSources());
    const waiting = { rfi: { count: RFI.active_request.questions.length, urgent: false } };
    expect(counts(open)).toEqual(waiting);
    const dropped = signedInStore(alpha).getState();
    expect(counts(dropped)).toEqual(waiting);
    expect(counts({ ...dropped, customer: beta })).toEqual({});
    const failed = withValue(dropped, 'rfi.get', undefined, { kind: 'server-error', status: 503 });
    expect(counts(failed)).toEqual(waiting);
    expect(counts(withValue(dropped, 'rfi.get', RFI))).toEqual({});
    expect(counts(dropped)).toEqual({});
  });

  it('makes the count of its tab urgent if it must be looked at now', () => {
    const journal = { kind: 'locked', why: t`taken`, rows: [] } as const;
    expect(attentions(attentionSources()).counts({ ...calm(), journal })).toEqual({
      journal: { count: 1, urgent: true },
    });
  });

  it('has a request for approval as soon as the team journal answered', () => {
    const { rows } = attentions(attentionSources());
    const state = calm();
    expect(rows(state)).toEqual([]);
    const waiting: readonly Waiting[] = [
      { row: row({}), part: 'vote', asker: 'ana', askedAt: NOW, votes: [] } as unknown as Waiting,
    ];
    expect(rows({ ...state, approvals: { waiting, readAt: 0 } })).toMatchObject([
      { row: { urgency: 'approval' } },
    ]);
  });

  it('keeps the same objects while nothing changes', () => {
    const { rows } = attentions(attentionSources());
    const state = withRows(calm(), 'account.list', accounts, [{ id: 'a', status: 'INACTIVE' }]);
    expect(rows({ ...state, notice: undefined, tick: 1000, now: state.now + 1000 })).toBe(rows(state));
    expect(new Set(rows(state).map(({ key }) => key)).size).toBe(rows(state).length);
  });
});

const mono = createTheme('mono');

describe('what moved today, on a large screen', () => {
  const entry = (amount: number, currency: string, time: string, id = `${amount}${currency}`) => ({
    ...{ id, amount, currency, create_time: time, balance: 1 },
  });
  const large = { columns: 200, rows: 50 };
  const drawn = (state: State, size = large) =>
    balancesAbove(
      { ...withRows(state, 'account.balances', {}, [{ currency: 'GBP', available_balance: 1 }]), size },
      190,
      mono,
    )
      .lines.map(line => stripVTControlCharacters(line).trimEnd())
      .slice(1);
  const today = (entries: readonly object[]): State => {
    const state = calm();
    const day = new Date(state.now).toISOString().slice(0, 10);
    return withRows(state, 'account.balanceHistory', { query: { from_date: day } }, entries);
  };
  const at = (state: State, hours: number): string => new Date(state.now - hours * 3_600_000).toISOString();

  it('is added for each currency, exactly, and without entries of other days; it says what it leaves out', () => {
    const now = calm();
    const entries = [
      entry(0.1, 'GBP', at(now, 1)),
      entry(0.2, 'GBP', at(now, 2)),
      entry(-5, 'USD', at(now, 1)),
      entry(7, 'GBP', at(now, 48)),
      { ...entry(1, 'EUR', at(now, 1)), amount: 'much' },
    ];
    expect(drawn(today(entries))).toEqual([
      '',
      'In today        +0.3 GBP',
      'Out today       −5 USD',
      'Not added       1 entry: amount not readable',
    ]);
  });

  it('says that nothing moved, but not before the answer', () => {
    expect(drawn(today([]))).toEqual(['', 'In today        –', 'Out today       –']);
    expect(drawn(calm())).toEqual([]);
  });

  it('says that it could not be read, and keeps the sums that were read before', () => {
    const failure: Failure = { kind: 'server-error', status: 503 };
    const state = calm();
    const day = new Date(state.now).toISOString().slice(0, 10);
    const query = { query: { from_date: day } };
    const lines = drawn(
      withRows(state, 'account.balanceHistory', query, [entry(1, 'GBP', at(state, 1))], { failure }),
    );
    expect(lines[1]).toMatch(/^Today +.*503/);
    expect(lines[2]).toBe('In today        +1 GBP');
  });

  it('is not read and not shown on a smaller screen', () => {
    const state = today([entry(1, 'GBP', at(calm(), 1))]);
    expect(drawn(state, { columns: 120, rows: 36 })).toEqual([]);
    expect(todayNeeds({ ...state, size: { columns: 120, rows: 36 } })).toEqual([]);
    expect(todayNeeds({ ...state, size: large })).toHaveLength(1);
  });

  it('counts the currencies for which there is no room, and cuts no amount', () => {
    const now = calm();
    const codes = [
      'GBP',
      'USD',
      'EUR',
      'CHF',
      'CAD',
      'AUD',
      'NZD',
      'SEK',
      'NOK',
      'DKK',
      'PLN',
      'CZK',
      'HUF',
      'RON',
      'JPY',
    ];
    const [, line = ''] = drawn(today(codes.map(code => entry(1_000_000, code, at(now, 1)))));
    expect(line).toMatch(/ \d+ more$/);
    const shown = line.match(/\+1,000,000 [A-Z]{3}/g)?.length ?? 0;
    expect(shown + Number(/(\d+) more$/.exec(line)?.[1])).toBe(codes.length);
  });

  it('has the newest status changes that Purser saw for this customer', () => {
    const state = calm();
    const change = (name: string, customer = alpha) => ({
      ...{ key: name, name: visible(name), status: t`RETURNED`, at: state.now, grave: true, customer },
    });
    const lines = drawn({ ...state, statusChanges: ['a', 'b', 'c', 'd'].map(name => change(name)) });
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^Changed +\d\d:\d\dZ a: RETURNED$/),
      expect.stringMatching(/^ +\d\d:\d\dZ b: RETURNED$/),
      expect.stringMatching(/^ +\d\d:\d\dZ c: RETURNED$/),
    ]);
    expect(drawn({ ...state, statusChanges: [change('x', beta)] })).toEqual([]);
  });
});

describe('the balances above the list', () => {
  const balance = (currency: string, available_balance: number) => ({ currency, available_balance });
  const nine = [
    ...['GBP', 'USD', 'EUR', 'CHF', 'CAD', 'AUD', 'NZD', 'SEK'].map(code => balance(code, 1000.5)),
    balance('IDR', 9_000_000_000.01),
  ];
  const drawn = (width: number) => {
    const state = withRows(calm(), 'account.balances', {}, nine);
    const { lines, title } = balancesAbove({ ...state, size: { columns: 120, rows: 36 } }, width, mono);
    return { title, lines: lines.map(line => stripVTControlCharacters(line).trimEnd()) };
  };
  const codes = (line: string) => line.match(/[A-Z]{3}/g)?.length;

  it('use as few rows as possible, all equally long', () => {
    expect(drawn(300).lines.map(codes)).toEqual([9]);
    // Eight balances would fit in a row, but then one balance would be alone in the last row.
    expect(drawn(116).lines.map(codes)).toEqual([5, 4]);
    expect(drawn(116).title).toBe('Balances');
  });

  it('are counted in the title if there is no row for them', () => {
    const { title, lines } = drawn(30);
    expect(title).toMatch(/^Balances \(\d more: b\)$/);
    expect(lines).toHaveLength(3);
  });
});
