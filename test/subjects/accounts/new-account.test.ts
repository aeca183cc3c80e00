// The form of a new account: the body of the request, and each mistake next to its field.

import { describe, expect, it } from 'vitest';
import { t } from '../../../src/lib/visible.ts';
import { field } from '../../../src/store/form-state.ts';
import type { Form } from '../../../src/store/state.ts';
import { accountQuestion, newAccountForm } from '../../../src/subjects/accounts/account-create.ts';
import { resultOf } from '../../harness/answers.ts';

const formOf = (values: Readonly<Record<string, string>> = {}): Form => ({
  fields: Object.entries({
    type: 'global_account',
    country: 'gb',
    currency: 'gbp',
    label: '',
    'required_features.0.currency': 'gbp',
    'required_features.0.transfer_method': 'LOCAL',
    ...values,
  }).map(([id, value]) => ({ ...field(id, t`Label`, '', t`hint`), value })),
  focus: 0,
});
const wrong = (values: Readonly<Record<string, string>>) => {
  const checked = newAccountForm.check(formOf(values));
  return checked.ok ? [] : Object.entries(checked.errors).flatMap(([id, why]) => (why ? [id] : []));
};

it('the form accepts codes in upper or lower case, and leaves out empty fields', () => {
  expect(
    newAccountForm.check(
      formOf({ 'required_features.1.currency': '', 'required_features.1.transfer_method': '' }),
    ),
  ).toEqual({
    ok: true,
    body: {
      type: 'global_account',
      country: 'GB',
      currency: 'GBP',
      required_features: [{ currency: 'GBP', transfer_method: 'LOCAL' }],
    },
  });
});

it.each([
  [
    { 'required_features.0.currency': '', 'required_features.0.transfer_method': '' },
    ['required_features.0.currency'],
  ],
  [
    { 'required_features.1.currency': 'GBP', 'required_features.1.transfer_method': 'LOCAL' },
    ['required_features.1.currency'],
  ],
  [
    { 'required_features.1.currency': 'GBP', 'required_features.1.transfer_method': '' },
    ['required_features.1.transfer_method'],
  ],
  // Two that lack the method are no duplicates.
  [
    {
      'required_features.0.transfer_method': '',
      'required_features.1.currency': 'GBP',
      'required_features.1.transfer_method': '',
    },
    ['required_features.0.transfer_method', 'required_features.1.transfer_method'],
  ],
])('%o is refused next to its field', (values, ids) => {
  expect(wrong(values)).toEqual(ids);
});

it('the form accepts the same currency with another transfer method', () => {
  expect(
    wrong({ 'required_features.1.currency': 'GBP', 'required_features.1.transfer_method': 'SWIFT' }),
  ).toEqual([]);
});

it('the form says that an empty label is not sent', () => {
  const checked = newAccountForm.check(formOf());
  if (!checked.ok) throw new Error('refused');
  const { lines } = accountQuestion(checked.body);
  expect(lines.find(({ label }) => label === 'Label')?.value).toBe('not sent');
  expect(checked.body).not.toHaveProperty('label');
});

describe('the answer to a new account', () => {
  const checked = newAccountForm.check(formOf());
  if (!checked.ok) throw new Error('refused');
  const { done } = accountQuestion(checked.body);
  const said = (...sent: readonly unknown[]): string =>
    done?.(resultOf('account.create', sent)).join(' ') ?? '';

  it('says that an INACTIVE account has no number yet, and shows differing values', () => {
    expect(said({ id: 'a-1', status: 'INACTIVE', account_number: '-' })).toContain(
      'status INACTIVE, number: -.',
    );
    expect(said({ id: 'a-1', status: 'ACTIVE', account_number: '12345678' })).toContain(
      'status ACTIVE, number: 12345678.',
    );
    expect(said({ id: 'a-1', status: 'INACTIVE', account_number: '12345678' })).toContain(
      'status INACTIVE, number: 12345678. The step to ACTIVE',
    );
    expect(said({ id: 'a-1', status: 'INACTIVE' })).toContain('number: none sent');
    expect(said({ id: 'a-1', status: 'FROZEN' })).toContain('status ? FROZEN');
    expect(said(7)).toContain("can't read one account");
    expect(said()).toBe('');
  });
});

it('one more feature leaves the other fields as they are, with their cursors, and gets the focus', () => {
  const form = formOf({ label: ' as typed ' });
  const more = newAccountForm.withItem(form, 'required_features');
  for (const one of form.fields) expect(more.fields).toContain(one);
  expect(more.fields[more.focus]?.id).toBe('required_features.1.currency');
});
