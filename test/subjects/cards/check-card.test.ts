// The check of a new card: only whole limits and made choices may be reviewed. An undocumented value stays as typed.

import { describe, expect, it } from 'vitest';
import { t } from '../../../src/lib/visible.ts';
import { field } from '../../../src/store/form-state.ts';
import type { Form } from '../../../src/store/state.ts';
import { newCardForm, newCardWarnings } from '../../../src/subjects/cards/card-issue.ts';

type Values = Readonly<Record<string, string>>;

const LIMITS = 'authorization_controls.transaction_limits';
const good: Values = {
  card_holder_id: 'holder-1234',
  card_issuance_action: 'NEW',
  card_type: 'GPR_VIR',
  issuance_mode: 'VIRTUAL',
  is_personalized: 'false',
  'program.purpose': 'CONSUMER',
  'program.type': 'CREDIT',
  'program.sub_type': 'B2B_TRAVEL',
  'authorization_controls.allowed_transaction_count': 'SINGLE',
  [`${LIMITS}.currency`]: 'gbp',
  [`${LIMITS}.limits.PER_TRANSACTION`]: '1,000',
  created_by: 'desk',
};
const formOf = (values: Values): Form => ({
  fields: Object.entries({ ...good, ...values }).map(([id, value]) => ({
    ...field(id, t`Label`, '', t`hint`),
    value,
  })),
  focus: 0,
});
const bodyOf = (values: Values) => {
  const checked = newCardForm.check(formOf(values));
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return checked.body;
};
const wrongIn = (values: Values) => {
  const checked = newCardForm.check(formOf(values));
  return checked.ok ? [] : Object.keys(checked.errors).filter(id => checked.errors[id] !== undefined);
};

describe('a new card', () => {
  it("has a limit for each filled interval, in the API's words", () => {
    const body = bodyOf({
      [`${LIMITS}.limits.WEEKLY`]: '3000',
      [`${LIMITS}.limits.ALL_TIME`]: '9007199254740993',
    });
    expect(body.authorization_controls.transaction_limits).toEqual({
      currency: 'GBP',
      limits: [
        { amount: '1000', interval: 'PER_TRANSACTION' },
        { amount: '3000', interval: 'WEEKLY' },
        { amount: '9007199254740993', interval: 'ALL_TIME' },
      ],
    });
  });

  it.each(['abc', 'holder 1234'])('is refused for a cardholder with the ID %s', id => {
    expect(wrongIn({ card_holder_id: id })).toEqual(['card_holder_id']);
  });

  it('accepts a documented mode in either case, and any other mode as typed', () => {
    expect(bodyOf({ issuance_mode: 'virtual' }).issuance_mode).toBe('VIRTUAL');
    expect(bodyOf({ issuance_mode: 'Pigeon post' }).issuance_mode).toBe('Pigeon post');
  });
});

describe('the warnings for a new card', () => {
  it.each<[string, Values, readonly RegExp[]]>([
    ['the usual values', {}, []],
    [
      'an undocumented mode',
      { card_type: 'GPR_PHY', issuance_mode: 'Pigeon' },
      [/The issuance mode Pigeon is not documented/],
    ],
    ['a virtual card by post', { issuance_mode: 'PHYSICAL' }, [/may not fit/]],
    ['a physical card by wire', { card_type: 'GPR_PHY' }, [/may not fit/]],
    [
      'a delegate’s card with a name',
      { is_personalized: 'true' },
      [/A delegate can't have personalized cards/],
    ],
    ['a replacement', { card_issuance_action: 'REPLACEMENT' }, [/can't name the old card/]],
  ])('are correct for %s', (_, values, said) => {
    const warnings = newCardWarnings(bodyOf(values));
    expect(warnings).toHaveLength(said.length);
    said.forEach((pattern, at) => {
      expect(warnings[at]).toMatch(pattern);
    });
  });
});
