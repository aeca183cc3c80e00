// Copies of a list's records: the ID on the screen, the cells as shown, or the JSON with invisible characters made visible.

import { beforeEach, describe, expect, it } from 'vitest';
import { fromServer, t, type Untrusted } from '../../../src/lib/visible.ts';
import { queryKey, type RowOf } from '../../../src/records/query.ts';
import { emptyList } from '../../../src/store/list.ts';
import type { Item } from '../../../src/store/paging.ts';
import type { Store } from '../../../src/store/store.ts';
import { customerKey, goTo, updateView, withList, withWorkspace } from '../../../src/store/workspace.ts';
import { idColumn, textColumn } from '../../../src/ui/screens/common-columns.ts';
import { createListModel } from '../../../src/ui/screens/list-model.ts';
import { columnsOf } from '../../../src/ui/screens/record-listing.ts';
import type { Resource } from '../../../src/ui/screens/resource.ts';
import { type Taking, takingOf } from '../../../src/ui/screens/taking.ts';
import { alpha, signedInStore } from '../../store/signed-in.ts';
import { holdRows } from './list-app.ts';

interface Deed {
  readonly deed: Untrusted;
}
type Entry = RowOf<'account.transactions'>;
type Either = Deed | Entry;

const QUERY = {
  operation: 'account.transactions',
  input: { headers: { 'x-account-id': 'a' }, query: {} },
} as const;

const isDeed = (row: Either): row is Deed => 'deed' in row;
const { amount } = columnsOf('transaction');

const list: Resource<'account.transactions', Deed> = {
  place: 'transactions',
  query: () => QUERY,
  local: () => deeds,
  nouns: { one: t`entry`, many: t`entries` },
  empty: t`None.`,
  details: [],
  columns: [
    textColumn<Either>('word', t`Word`, [4, 9, 0], row => (isDeed(row) ? row.deed : row.description)),
    amount,
    idColumn<Either>(row => (isDeed(row) ? undefined : row.id)),
  ],
};

let store: Store;
let deeds: readonly Item<Deed>[];
let taking: Taking;

const entry = (id: string, description: string, amount = '1000.50', type = 'CREDIT') => {
  // The fields of an entry that the columns read.
  const row = {
    id: fromServer(id),
    description: fromServer(description),
    amount,
    currency: fromServer('GBP'),
    type,
  };
  return { row: row as unknown as Entry, raw: { id, description }, id };
};

beforeEach(() => {
  store = signedInStore(alpha);
  store.setState(goTo(store.getState(), 'transactions', 'a'));
  deeds = [{ key: 'd1', row: { deed: fromServer('did it') }, raw: { deed: 'did it' } }];
  taking = takingOf(list, createListModel(list));
  holdRows(store, QUERY, [
    entry('e1', 'first\u001b[2J'),
    entry('e2', '4111111111111111'),
    entry('e3', 'third', '-1000.50'),
    entry('e4', 'fourth', '7.00', 'DEBIT'),
  ]);
});

const cursorOn = (cursorIndex: number): void => store.setState(state => updateView(state, { cursorIndex }));
const mark = (...keys: readonly string[]): void =>
  store.setState(state => updateView(state, { marks: new Set(keys) }));
const copyable = (keys?: readonly string[]) => {
  const found = taking.copyable(store.getState(), keys);
  if (!found) throw new Error('there is nothing to copy');
  return found;
};

describe('with a selected record', () => {
  it('Purser takes the ID that the column shows, or none', () => {
    cursorOn(1);
    expect(copyable().ids()).toEqual({ what: 'ID e1', text: 'e1' });
    cursorOn(0);
    expect(copyable().ids()).toEqual({ why: 'The entry has no ID to copy.' });
  });

  it('Purser takes the row as cells between tabs, without hidden characters [F20a]', () => {
    cursorOn(1);
    expect(copyable().rows()).toEqual({ what: 'the row of the entry', text: 'first␛[2J\t1,000.50 GBP\te1' });
  });

  it('an amount keeps the minus that the row shows [C12a]', () => {
    cursorOn(3);
    expect(copyable().rows().text).toBe('third\t-1,000.50 GBP\te3');
    cursorOn(4);
    expect(copyable().rows().text).toBe('fourth\t-7.00 GBP\te4');
  });

  it('a card number stays masked in a row and in JSON [C26a]', () => {
    cursorOn(2);
    expect(copyable().rows().text).toBe('••••••••••••1111\t1,000.50 GBP\te2');
    expect(copyable().json().text).toBe('{\n  "id": "e2",\n  "description": "••••••••••••1111"\n}');
  });
});

describe('with marked records', () => {
  it("Purser takes all marked records, in the list's order, and no other record", () => {
    mark('e2', 'd1', 'gone');
    expect(copyable().record).toBe('2 entries');
    expect(copyable().keys).toEqual(['d1', 'e2']);
    expect(copyable().ids()).toEqual({ why: 'Nothing was copied: some of the 2 entries have no ID.' });
    expect(JSON.parse(copyable().json().text)).toHaveLength(2);
    mark('e2', 'e1');
    expect(copyable().ids()).toEqual({ what: 'the IDs of 2 entries', text: 'e1\ne2' });
    expect(copyable(['e2']).ids()).toEqual({ what: 'ID e2', text: 'e2' });
  });

  it('Purser keeps the marks under a filter, and exports the filtered rows as loaded', () => {
    mark('e2');
    store.setState(state => updateView(state, { filter: 'first' }));
    expect(taking.exportable(store.getState())).toMatchObject({
      marked: [{ id: 'e2' }],
      shown: [{ id: 'e1' }],
      local: [{ raw: { deed: 'did it' } }],
      whole: false,
    });
  });
});

it('an empty list gives nothing to copy or export', () => {
  deeds = [];
  store.setState(state =>
    withWorkspace(state, customerKey(alpha), w => withList(w, queryKey(QUERY), emptyList())),
  );
  expect(taking.copyable(store.getState())).toBeUndefined();
});
