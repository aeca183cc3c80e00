// Related records: joined by ID or reference in any spelling, only in the data of one customer.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Intent, Row } from '../../src/journal/intent.ts';
import type { Decimal } from '../../src/lib/decimal.ts';
import { fromServer, t } from '../../src/lib/visible.ts';
import { idKeys, indexOf, loadedIn, type Related, rowsView, wordFor } from '../../src/money/related.ts';
import {
  entriesNaming,
  referenceIn,
  relatedToEntry,
  relatedToTransaction,
  relatedToWrite,
} from '../../src/money/related-money.ts';
import { LABELS } from '../../src/money/shown-lines.ts';
import { type ListQuery, queryKey, type RowOf } from '../../src/records/query.ts';
import { cardsQuery, debitsQuery, historyQuery, transactionsQuery } from '../../src/records/reads.ts';
import { namesIn } from '../../src/records/record-names.ts';
import { hostileTexts } from '../../src/sim/world/names.ts';
import { emptyList, type List } from '../../src/store/list.ts';
import type { Item } from '../../src/store/paging.ts';
import type { KnownCustomer, State } from '../../src/store/state.ts';
import { customerKey, withList, withWorkspace } from '../../src/store/workspace.ts';
import { cards } from '../../src/subjects/cards/cards.ts';
import { directDebits } from '../../src/subjects/direct-debits/direct-debits.ts';
import { conversions, conversionsMade } from '../../src/subjects/fx/conversions.ts';
import { ownPayouts } from '../../src/subjects/payouts/own-payout.ts';
import { payouts } from '../../src/subjects/payouts/payouts.ts';
import { parseFilter } from '../../src/ui/screens/filter.ts';
import { payout, start } from '../journal/parts.ts';
import { anyText } from '../lib/any-text.ts';
import { alpha, beta, NOW, reach, signedInStore } from '../store/signed-in.ts';

const process = { pid: 1, started: 'start 1' };
const own = { userId: alpha.userId, onBehalfOf: alpha.onBehalfOf ?? '' };
const REFERENCE = 'PAY139988571160';
const PAYEE = 'd0a1c9b0-38c6-4a4f-9f0c-0d7a4c1d5b11';

function write(number: number, changes: Partial<Intent> = {}, answer?: string): Row {
  const intent = payout(number, {
    baseUrl: reach.baseUrl,
    customer: own,
    target: '/svc/api/v1/transfer',
    createdAt: start + number * 60_000,
    body: JSON.stringify({ beneficiary_id: PAYEE, currency: 'USD' }),
    ...changes,
  });
  return {
    number,
    intent,
    state: 'DONE',
    wasUnknown: false,
    transitions: [
      {
        ...{ number: 1, from: 'SENT', to: 'DONE', at: intent.createdAt, process },
        ...(answer !== undefined && { answer: { status: 200, text: answer } }),
      },
    ],
  };
}

const answerOf = (systemReferenceNumber: string, id = 'c3d2') =>
  JSON.stringify({ id, systemReferenceNumber });

type History = RowOf<'account.balanceHistory'>;

const entry = (id: string, description: string): History => ({
  id: fromServer(id),
  amount: '-12.5' as Decimal,
  currency: fromServer('USD'),
  balance: '1' as Decimal,
  description: fromServer(description),
  fee: '0' as Decimal,
  create_time: { text: fromServer(''), epochMs: NOW },
  source_type: 'PAYOUT',
  transaction_type: 'PAYOUT',
});

const itemsOf = <R>(rows: readonly R[]): readonly Item<R>[] =>
  rows.map((row, at) => ({ key: `${at}`, row, raw: null }));

const listWith = (items: readonly Item<unknown>[]): List<unknown> => {
  const list = emptyList<unknown>();
  return { ...list, pages: { ...list.pages, items, taken: 1 } };
};

interface Data {
  readonly rows?: readonly Row[];
  readonly lists?: readonly (readonly [ListQuery, readonly unknown[]])[];
  readonly customer?: KnownCustomer;
}

function stateWith({ rows = [], lists = [], customer = alpha }: Data): State {
  const store = signedInStore();
  store.setState({ journal: { kind: 'open', rows, complete: true, self: process } });
  return withWorkspace(store.getState(), customerKey(customer), workspace =>
    lists.reduce((all, [query, some]) => withList(all, queryKey(query), listWith(itemsOf(some))), workspace),
  );
}

const said = (all: readonly Related[]): readonly string[] =>
  all.map(({ kind, text, possibly }) =>
    [kind, text, ...(possibly === undefined ? [] : [possibly])].join(' | '),
  );

const ofPayout = (data: Data, requestId: string): readonly Related[] => {
  const state = stateWith(data);
  const found = ownPayouts()(state).find(({ row }) => row.own.intent.requestId === requestId);
  if (!found) throw new Error('no such payout');
  return payouts().related?.(found.row, loadedIn(state), undefined) ?? [];
};

describe('the entries of a payout', () => {
  it('come oldest first, also of one second, in which the service sends the newest first', () => {
    const items = ['Payout', 'Released', 'Held for payout'].map((word, at) =>
      entry(`h${at}`, `${word} ${REFERENCE}`),
    );
    const state = stateWith({ rows: [], lists: [[historyQuery, items]] });
    expect(
      entriesNaming([REFERENCE.toLowerCase()], loadedIn(state)).map(({ description }) => `${description}`),
    ).toEqual(['Held for payout', 'Released', 'Payout'].map(word => `${word} ${REFERENCE}`));
  });

  it.each([
    [`Held for payout ${REFERENCE.toLowerCase()}.`, REFERENCE],
    [`Held for ${REFERENCE} and ${REFERENCE}`, REFERENCE],
    [`Held for ${REFERENCE} or PAY000000000001`, undefined],
    ['Payout 035973 Sigurður Þór', undefined],
    [`é${REFERENCE}`, undefined],
  ])('%j names %s', (description, reference) => {
    expect(referenceIn(entry('h1', description))).toBe(reference);
  });
});

describe('a payout', () => {
  const made = write(3, {}, answerOf(REFERENCE));

  it.each([REFERENCE, REFERENCE.toLowerCase(), `(${REFERENCE}),`])(
    'has the balance entries that name its reference as %s',
    name => {
      const lists = [
        [historyQuery, [entry('h1', `Held for payout ${name}`), entry('h2', 'Refund 727971')]],
      ] as const;
      const [entries] = ofPayout({ rows: [made], lists }, made.intent.requestId);
      expect(entries).toMatchObject({ kind: 'Balance entries', view: { place: 'history' } });
      expect(entries?.text).toBe('−12.5 USD, 20 Nov 2026');
    },
  );

  it.each([
    `Р${REFERENCE.slice(1)}`,
    `é${REFERENCE}`,
    `${REFERENCE}\u200b0`,
    `${REFERENCE}0`,
    `X${REFERENCE}`,
  ])('has no balance entry that names another reference: %j', name => {
    const lists = [[historyQuery, [entry('h1', `Payout ${name}`)]]] as const;
    const [entries] = ofPayout({ rows: [made], lists }, made.intent.requestId);
    expect(entries?.text).toBe('with PAY139988571160, none loaded yet');
  });

  it('has its beneficiary, the other payouts to the same one, and its journal entry', () => {
    const other = write(1, { body: JSON.stringify({ beneficiary_id: PAYEE.toUpperCase() }) });
    const stranger = write(2, { body: JSON.stringify({ beneficiary_id: 'ben_2' }) });
    const all = ofPayout({ rows: [made, stranger, other] }, made.intent.requestId);
    expect(all.map(({ kind }) => kind)).toEqual([
      'Balance entries',
      'Beneficiary',
      'Same payee',
      'Journal entry',
    ]);
    expect(all[1]?.view).toMatchObject({ place: 'beneficiaries', filter: PAYEE });
    expect(all[2]?.text).toContain('DONE');
  });

  it('says what agrees and what differs for a conversion of the same money', () => {
    const paid = write(9, { body: '{"amount":12.50,"currency":"usd","beneficiary_id":"ben_1"}' });
    const bought = (number: number, value: string) =>
      write(number, {
        operation: 'conversion.create',
        body: '{"quote_id":"quote_1"}',
        what: [{ label: LABELS.bought, value }],
      });
    const rows = [
      bought(10, '12.50 USD'),
      paid,
      bought(5, '12.50 USD'),
      bought(4, '12.51 USD'),
      bought(3, '12.50 EUR'),
    ];
    const weak = ofPayout({ rows }, paid.intent.requestId).filter(({ possibly }) => possibly !== undefined);
    expect(said(weak)).toEqual([
      'Conversion | 12.50 USD, DONE, 20 Nov 2026 | bought the same amount 4 min before; no ID joins them',
    ]);
  });

  it('that was not made is related to no conversion, and nothing of another service is related', () => {
    const paid = write(9, { body: '{"amount":12.50,"currency":"usd","beneficiary_id":"ben_1"}' });
    const bought = write(5, {
      operation: 'conversion.create',
      body: '{}',
      what: [{ label: LABELS.bought, value: '12.50 USD' }],
    });
    const weak = (row: Row) =>
      ofPayout({ rows: [paid, row] }, paid.intent.requestId).filter(({ possibly }) => possibly !== undefined);
    expect(weak(bought)).toHaveLength(1);
    expect(weak({ ...bought, state: 'REFUSED' })).toEqual([]);
    expect(weak({ ...bought, intent: { ...bought.intent, clientId: 'elsewhere' } })).toEqual([]);
  });

  it('has nothing of another customer', () => {
    const theirs = write(1, { customer: { userId: beta.userId } });
    const here = ofPayout(
      { rows: [made, theirs], customer: beta, lists: [[historyQuery, [entry('h1', `Payout ${REFERENCE}`)]]] },
      made.intent.requestId,
    );
    expect(said(here)[0]).toBe('Balance entries | with PAY139988571160, none loaded yet');
    expect(said(here).join()).not.toContain('Same payee');
    expect(relatedToWrite(theirs, loadedIn(stateWith({ rows: [made, theirs] })))).toEqual([]);
  });
});

describe('a balance entry', () => {
  it('has the payout whose answer has its reference, and the other entries with it', () => {
    const made = write(1, {}, answerOf(REFERENCE.toLowerCase()));
    const released = entry('h2', `Released ${REFERENCE}`);
    const lists = [[historyQuery, [entry('h1', `Payout ${REFERENCE}`), released]]] as const;
    const all = relatedToEntry(released, loadedIn(stateWith({ rows: [made], lists })));
    expect(said(all)).toEqual([
      'Payout | 9,007,199,254,740,993.01 EUR, DONE, 20 Nov 2026',
      'Same reference | −12.5 USD, 20 Nov 2026',
      'Balance | USD',
    ]);
    expect(all[0]?.view.filter).toBe(made.intent.requestId);
  });

  it('is not joined by a number or a date that other descriptions have too', () => {
    const one = entry('h1', 'Refund 727971 of 2026-11-20 1234567890');
    const lists = [[historyQuery, [one, entry('h2', 'Refund 727971 of 2026-11-20 1234567890')]]] as const;
    expect(said(relatedToEntry(one, loadedIn(stateWith({ lists }))))).toEqual(['Balance | USD']);
  });

  it('possibly has the beneficiary whose name is in its description, in any case', () => {
    const named = { id: fromServer('ben_1'), account_holder_name: fromServer('Zoë Müller') };
    const others = { id: fromServer('ben_2'), account_holder_name: fromServer('Zoë Mü') };
    const lists = [
      [{ operation: 'beneficiary.list', input: { query: {} } }, [named, others]],
    ] as const satisfies Data['lists'];
    const all = relatedToEntry(entry('h1', 'Payout to ZOË  MÜLLER rent'), loadedIn(stateWith({ lists })));
    expect(said(all).at(-1)).toBe('Beneficiary | Zoë Müller | same name, another currency; no ID joins them');
    expect(all).toHaveLength(2);
    const more = [named, others, { ...named, id: fromServer('ben_3'), currency: fromServer('USD') }];
    const three = stateWith({
      lists: [[{ operation: 'beneficiary.list', input: { query: {} } }, more]],
    });
    expect(said(relatedToEntry(entry('h1', 'Payout Zoë Müller'), loadedIn(three))).at(-1)).toBe(
      'Beneficiary | 2 named Zoë Müller | same name, 1 of them in USD; no ID joins them',
    );
  });
});

describe('a bank transaction', () => {
  const transaction = { ...entry('t1', `Payout ${REFERENCE}`), amount: '12.5' as Decimal } as never;
  const other = entry('t2', `Payout ${REFERENCE}`);
  const near = (currency: string, description: string) => ({
    ...entry('h1', description),
    amount: '12.50' as Decimal,
    currency: fromServer(currency),
  });
  const shown = (account: string, currency: string, description = 'Deposit') =>
    said(
      relatedToTransaction(
        transaction,
        loadedIn(
          stateWith({
            lists: [
              [transactionsQuery('acc_1'), [other]],
              [historyQuery, [near(currency, description)]],
            ],
          }),
        ),
        account,
      ),
    );

  it('has the others of its account with the same reference, and possibly an entry of the same money', () => {
    expect(shown('acc_1', 'USD')).toContain('Same reference | 1 other transaction loaded');
    expect(shown('acc_2', 'USD').join()).not.toContain('Same reference');
    expect(shown('acc_1', 'USD').at(-1)).toContain('same amount and currency');
    expect(shown('acc_1', 'EUR').join()).not.toContain('same amount and currency');
    // An entry with the same reference is joined by it.
    expect(shown('acc_1', 'USD', `Payout ${REFERENCE}`).join()).not.toContain('same amount and currency');
  });
});

describe('lists', () => {
  const debit = (id: string, mandate: string, debtor: string) => ({
    transaction_id: fromServer(id),
    mandate_id: fromServer(mandate),
    global_account_id: fromServer('ga_1'),
    debtor_name: fromServer(debtor),
    amount: '5' as Decimal,
    currency: fromServer('GBP'),
    statement_ref: undefined,
    status: 'PENDING' as const,
    created_at: { text: fromServer(''), epochMs: NOW },
  });

  it('a direct debit has its mandate, the debits of the same mandate, and possibly those of the same debtor', () => {
    const [first, ...rest] = [debit('d1', 'M1', 'Ann'), debit('d2', 'M1', 'Bob'), debit('d3', 'M2', 'ann')];
    const state = stateWith({ lists: [[debitsQuery, [first, ...rest]]] });
    const all = directDebits().related?.(first as never, loadedIn(state), undefined) ?? [];
    expect(said(all)).toEqual([
      'Mandate | M1',
      'Same mandate | 5 GBP, 20 Nov 2026',
      'Account | ga_1',
      'Same debtor | 5 GBP, 20 Nov 2026 | same debtor name; no mandate ID joins them',
    ]);
    expect(all[0]?.view).toMatchObject({ place: 'account-mandates', subject: 'ga_1', filter: 'M1' });
    expect(all[1]?.view.filter).toBe('mandate:M1');
  });

  it('a card has its transactions and the other cards of its cardholder', () => {
    const card = (id: string, holder: string) => ({
      cardHashId: fromServer(id),
      cardholderId: fromServer(holder),
    });
    const [one, ...rest] = [card('card_1', 'h_1'), card('card_2', 'h_1'), card('card_3', 'h_2')];
    const state = stateWith({ lists: [[cardsQuery({ server: {} }), [one, ...rest]]] });
    const all = cards.related?.(one as never, loadedIn(state), undefined) ?? [];
    expect(all.map(({ kind, view }) => [kind, view.place, view.filter])).toEqual([
      ['Transactions', 'card-transactions', ''],
      ['Cardholder', 'cards', 'holder:h_1'],
    ]);
  });

  it('a conversion has its quote, its record and its journal entry', () => {
    const made = write(
      1,
      { operation: 'conversion.create', body: '{"quote_id":"quote_1"}' },
      '{"id":"conversion_1","system_reference_number":"CNV1234567890"}',
    );
    const lists = [[historyQuery, [entry('h1', 'Conversion bought CNV1234567890')]]] as const;
    const state = stateWith({ rows: [made], lists });
    const [item] = conversionsMade()(state);
    const all = (item && conversions().related?.(item.row, loadedIn(state), undefined)) ?? [];
    expect(all.map(({ kind, view }) => [kind, view.place, view.subject ?? view.filter])).toEqual([
      ['Quote', 'quote', 'quote_1'],
      ['By its ID', 'conversion', 'conversion_1'],
      ['Balance entries', 'history', 'CNV1234567890|conversion_1'],
      ['Journal entry', 'journal', made.intent.requestId],
    ]);
  });
});

describe('an index', () => {
  it('reads each row once, also when pages are added, and starts again after a reload', () => {
    const read: string[] = [];
    const find = indexOf('account.balanceHistory', row => {
      read.push(...idKeys(row.id));
      return idKeys(row.currency);
    });
    const items = itemsOf([entry('1', ''), entry('2', ''), entry('3', '')]);
    const found = (some: readonly Item<unknown>[]): readonly string[] => {
      const state = stateWith({});
      const full = withWorkspace(state, customerKey(alpha), workspace =>
        withList(workspace, queryKey(historyQuery), listWith(some)),
      );
      return find(loadedIn(full), ['USD']).map(({ key }) => key);
    };
    expect(found(items.slice(0, 2))).toEqual(['0', '1']);
    expect(found([...items])).toEqual(['0', '1', '2']);
    expect(found(items)).toEqual(['0', '1', '2']);
    expect(read).toEqual(['1', '2', '3']);
    const [first] = items;
    expect(found(first ? [first] : [])).toEqual(['0']);
    expect(found([])).toEqual([]);
    expect(found(items)).toEqual(['0', '1', '2']);
    // After a reload the first row may be the same object, and the others may have changed.
    const changed = items.map((item, at) =>
      at === 1 ? { ...item, row: { ...item.row, currency: fromServer('EUR') } } : item,
    );
    expect(found(changed)).toEqual(['0', '2']);
  });

  it('is the same object while only the view changes', () => {
    const state = stateWith({ rows: [write(1)] });
    const moved = withWorkspace(state, customerKey(alpha), workspace => ({ ...workspace, tab: 'cards' }));
    expect(loadedIn({ ...moved, tick: 7 })).toBe(loadedIn(state));
  });

  it('stays the same object for each of two consoles in one process', () => {
    const lists = [[historyQuery, [entry('h1', REFERENCE)]]] as const;
    const [one, other] = [stateWith({ rows: [write(1)], lists }), stateWith({ rows: [write(2)], lists })];
    const all = [one, other, one, other].map(loadedIn);
    expect(all[2]).toBe(all[0]);
    expect(all[3]).toBe(all[1]);
  });
});

describe('hostile texts', () => {
  it.each([...hostileTexts, '"', 'a b', 'x:y', '!no', 'a|b', '>100'])(
    '%j is one word of the filter, or none',
    text => {
      const word = wordFor(text);
      if (word === undefined) return expect(rowsView('cards', [text], t`x`)).toBeUndefined();
      const { terms, wrong } = parseFilter(word, [{ id: 'x', title: t`X`, align: 'left' }]);
      expect(wrong).toEqual([]);
      expect(terms).toMatchObject([{ kind: 'word', not: false }]);
      expect(terms[0] && 'texts' in terms[0] && terms[0].texts).toHaveLength(1);
    },
  );

  it('no text of the service throws or takes long', () => {
    fc.assert(
      fc.property(anyText(300), text => {
        const row = entry('h1', text);
        const lists = [[historyQuery, [row, entry('h2', text)]]] as const;
        const all = relatedToEntry(row, loadedIn(stateWith({ rows: [write(1, {}, text)], lists })));
        expect(all.every(({ text: shown }) => !/\p{Cc}/u.test(shown))).toBe(true);
      }),
    );
    expect(namesIn('a1'.repeat(500_000))).toEqual([]);
  });
});
