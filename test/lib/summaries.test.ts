// Templates of summaries: their grammar, and what config.json may say.

import { describe, expect, it } from 'vitest';
import { filled, parseTemplate, templateProblem } from '../../src/lib/summaries.ts';
import { t } from '../../src/lib/visible.ts';

describe('a template', () => {
  const fill = (text: string) => {
    const template = parseTemplate(text);
    return template && filled(template, { amount: t`1.00 GBP`, payee: t`Zoë`, date: undefined });
  };

  it.each([
    ['{amount} to {payee}.', '1.00 GBP to Zoë.'],
    ['{amount}[ to {payee}][ on {date}].', '1.00 GBP to Zoë.'],
    ['[{date}][a{payee}b{date}]', ''],
    ['no field', 'no field'],
    ['', ''],
    ['two\nlines {amount}', 'two\nlines 1.00 GBP'],
  ])('%j says %j', (text, said) => expect(fill(text)).toBe(said));

  it('with a field that is not known says nothing', () => expect(fill('on {date}')).toBeUndefined());

  it.each(['{amount', 'amount}', '[ to {payee}', 'x]', '{a{b}}', '[a[b]]'])('%j has no partner', text =>
    expect(parseTemplate(text)).toBeUndefined(),
  );
});

describe('a text of config.json', () => {
  it.each([
    ['payout', 'Ihre Zahlung über {amount}[ an {payee}] vom {date}.'],
    ['payout.DONE', '{reference}'],
    ['rfi.ACTION_REQUIRED', '質問: {question}'],
  ])('%s may be %j', (name, text) => expect(templateProblem(name, text)).toBeUndefined());

  it.each([
    ['payuot', 'x', 'named after a record: payout'],
    ['nothing', 'x', 'named after a record: account, beneficiary,'],
    ['payout.DONE', '{last4}', 'the fields {amount}, {payee}, {reference}, {date}: there is no {last4}'],
    ['card', '[{number}]', 'the fields {last4}: there is no {number}'],
    ['card', '{last4', 'each brace and bracket has its partner'],
    ['card', 'x'.repeat(601), 'at most 600 characters'],
    ['__proto__', 'x', 'named after a record'],
  ])('%s may not be %j', (name, text, why) => expect(templateProblem(name, text)).toContain(why));
});
