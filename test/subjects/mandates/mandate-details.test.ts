// Whether the service lists an account's mandates. A missing or invalid value proves nothing.

import { describe, expect, it } from 'vitest';
import { fromServer } from '../../../src/lib/visible.ts';
import { queryKey } from '../../../src/records/query.ts';
import { globalAccountQuery } from '../../../src/records/reads.ts';
import { emptyDocument } from '../../../src/store/list.ts';
import { customerKey, withDocument, withWorkspace } from '../../../src/store/workspace.ts';
import {
  mandatesCell,
  mandatesOf,
  mandatesSentence,
  withGlobalAccounts,
} from '../../../src/subjects/mandates/mandate-details.ts';
import { resultOf } from '../../harness/answers.ts';
import { beta, signedInStore } from '../../store/signed-in.ts';

/** The record as the client returns it. */
const account = (sent: object) => resultOf('globalAccount.get', { id: 'ga-1', ...sent });
const able = { capability: { support_direct_debit: true } };
const british = { currency: 'GBP', country_code: 'GB' };

describe("the sentence about an account's mandates", () => {
  it.each([
    ['pounds in the United Kingdom', { ...able, ...british }, 'here'],
    ['UK in place of GB', { ...able, ...british, country_code: 'UK' }, 'here'],
    ['pounds elsewhere', { ...able, ...british, country_code: 'IE' }, 'elsewhere'],
    ['another currency', { ...able, currency: 'EUR', country_code: 'GB' }, 'elsewhere'],
    [
      'an account without direct debits',
      { ...british, capability: { support_direct_debit: false } },
      'unavailable',
    ],
    ['no capability', british, 'unknown'],
    ['null in place of the capability', { ...british, capability: null }, 'unknown'],
    ['a text in place of true', { ...british, capability: { support_direct_debit: 'true' } }, 'unknown'],
    ['no currency', { ...able, country_code: 'GB' }, 'unknown'],
    ['no country', { ...able, currency: 'GBP' }, 'unknown'],
    ['another account', { ...able, ...british, id: 'ga-2' }, 'unknown'],
  ])('depends on the account: %s', (_, sent, where) => {
    expect(mandatesOf('ga-1', account(sent))).toBe(where);
  });

  it('differs in each of these cases', () => {
    const said = [
      { ...able, ...british },
      { ...able, currency: 'EUR', country_code: 'NL' },
      { capability: { support_direct_debit: false } },
      {},
    ].map(sent => mandatesSentence('ga-1', account(sent)));
    expect(new Set(said).size).toBe(4);
    expect(said[1]).toContain('in EUR, NL');
    expect(said[1]).toContain('external party');
  });
});

describe('the column about mandates in the list of accounts', () => {
  const row = (id: string) => ({ ...blank, id: fromServer(id) });
  const blank = {
    status: undefined,
    account_number: undefined,
    label: undefined,
    account_type: undefined,
    country_code: undefined,
    institution: undefined,
    supported_features: undefined,
    swift_code: undefined,
  };
  const document = { ...emptyDocument<ReturnType<typeof account>>() };

  it('shows the known facts, and nothing about an unread account', () => {
    const cell = (read: Partial<typeof document>) =>
      mandatesCell({ ...row('ga-1'), globalAccountRead: { ...document, ...read } }).text;
    expect(cell({ value: account({ ...able, ...british }) })).toBe('listed here');
    expect(cell({ failure: { kind: 'abandoned' } })).toBe('not read');
    expect(cell({})).toBe('–');
    expect(mandatesCell(row('ga-1')).text).toBe('–');
  });

  it('adds each record once per read, and keeps unchanged rows as the same objects', () => {
    const store = signedInStore(beta);
    const joined = withGlobalAccounts();
    const items = ['ga-1', 'ga-2'].map(id => ({ key: id, row: row(id), raw: null }));
    const before = joined(items, store.getState());
    expect(joined(items, store.getState())).toBe(before);
    store.setState(state =>
      withWorkspace(state, customerKey(beta), workspace =>
        withDocument(workspace, queryKey(globalAccountQuery('ga-2')), {
          ...emptyDocument(),
          value: account({ ...able, ...british, id: 'ga-2' }),
        }),
      ),
    );
    const after = joined(items, store.getState());
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    expect(after.map(item => mandatesCell(item.row).text)).toEqual(['–', 'listed here']);
  });
});
