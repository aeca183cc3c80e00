// What the form says about a value while staff type it.

import { expect, it } from 'vitest';
import { aboutValue } from '../../../src/subjects/beneficiaries/beneficiary-fields.ts';

const BLANKS = 'This account number has blanks. Purser sends them.';

it.each<[name: string, value: string, text: string | undefined]>([
  ['account_number', '12 34 56', BLANKS],
  ['account_number', '1234\u00A05678', BLANKS],
  ['beneficiary_account_number', '1234 ', BLANKS],
  ['account_number', '19-2000145399', undefined],
  ['account_number', '12345678', undefined],
  ['account_number', '', undefined],
  // Purser sends an IBAN without its blanks.
  ['iban', 'DE89 3704 0044 0532 0130 00', 'IBAN: the check digits are correct'],
  ['iban', 'DE88 3704 0044 0532 0130 00', 'The check digits of this IBAN are wrong.'],
  ['full_name', 'Zoë Marsh', undefined],
  ['bank_account_name', 'Zoë Marsh', undefined],
  ['swift_code', 'DEUTDEF', 'A BIC has 8 or 11 letters and digits.'],
])('%s %j: %s', (name, value, text) => {
  const about = aboutValue(name, value, {});
  expect(about?.text).toBe(text);
  if (text !== undefined) expect(about?.tone).toBe(text.includes('correct') ? 'good' : 'warn');
});
