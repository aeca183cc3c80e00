import { expect, it } from 'vitest';
import { accountNamesIn } from '../../../src/format/joined.ts';
import { fromServer } from '../../../src/lib/visible.ts';
import { emptyList } from '../../../src/store/list.ts';
import { currentWorkspace } from '../../../src/store/workspace.ts';
import { forgotten } from '../../../src/ui/shell/forgotten.ts';
import { signedInStore } from '../../store/signed-in.ts';

const empty = currentWorkspace(signedInStore().getState());
const listOf = (label: string) => {
  const list = emptyList<unknown>();
  const row = { label: fromServer(label), account_number: fromServer('12873738') };
  return { ...list, pages: { ...list.pages, items: [{ key: 'acc-1', row, raw: null }] } };
};

it('the workspace drops the data that it read, except the data to keep and the names of accounts', () => {
  const read = {
    ...empty,
    lists: { 'account.list {}': listOf('Operations'), 'mandate.list x': listOf('no account') },
  };
  const left = forgotten(read, key => key === 'mandate.list x');
  expect(Object.keys(left.lists)).toEqual(['mandate.list x']);
  expect(left.accountNames).toEqual({ 'acc-1': 'Operations 12873738' });
  expect(forgotten(left, () => false).accountNames).toEqual(left.accountNames);
  expect(accountNamesIn({ ...left, lists: { 'account.list {}': listOf('Renamed') } })).toEqual({
    'acc-1': 'Renamed 12873738',
  });
});
