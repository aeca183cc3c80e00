/** An activation is for the customer on the screen, in any spelling of the ID. */

import { expect, it } from 'vitest';
import { fromServer } from '../../../src/lib/visible.ts';
import { queryKey } from '../../../src/records/query.ts';
import { emptyDocument } from '../../../src/store/list.ts';
import { customerKey, withWorkspace } from '../../../src/store/workspace.ts';
import { readUser } from '../../../src/subjects/customer/customer.ts';
import { type User, userQuery } from '../../../src/subjects/customer/of-customer.ts';
import { activationQuestion } from '../../../src/subjects/customer/user-activate.ts';
import { termsQuestion } from '../../../src/subjects/customer/user-terms.ts';
import { signedInStore } from '../../store/signed-in.ts';

const ID = '0a1b2c3d-1111-4222-8333-abcdefabcdef';
/** Only the ID of the record matters here. */
const named = (id: string): User => ({ id: fromServer(id) }) as unknown as User;
const user = named(ID);

/** `customer` is selected, and the record of `ID` was read. */
function shown(userId: string) {
  const customer = { userId, name: undefined };
  const state = signedInStore(customer).getState();
  const documents = { [queryKey(userQuery)]: { ...emptyDocument(), value: user } };
  return withWorkspace(state, customerKey(customer), workspace => ({ ...workspace, documents }));
}

it('the activation accepts the requested customer, also with an ID in capitals, and no other', () => {
  expect(readUser(shown(ID))?.id).toBe(ID);
  expect(readUser(shown(ID.toUpperCase()))?.id).toBe(ID);
  expect(readUser(shown(ID.replace('0a', '0b')))).toBeUndefined();
});

it.each([activationQuestion, termsQuestion])(
  'the customer is recognised at the second read, also with an ID in capitals (%#)',
  made => {
    const check = (id: string) => made(ID, user).reread?.[0]?.check(named(id));
    expect(check(ID.toUpperCase())).not.toHaveProperty('barred');
    expect(check(ID.replace('0a', '0b'))).toHaveProperty('barred');
  },
);
