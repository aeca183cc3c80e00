// Summaries: every text fits its record, says nothing internal, and a text of config.json comes first.

import { describe, expect, it } from 'vitest';
import { Odd } from '../../src/api/contract/odd.ts';
import { amountCell, textCell } from '../../src/format/cells.ts';
import {
  lastFour,
  SUMMARY_TEXTS,
  type Summary,
  said,
  saidDay,
  summaryText,
} from '../../src/format/summary.ts';
import { parseDecimal } from '../../src/lib/decimal.ts';
import { templateProblem } from '../../src/lib/summaries.ts';
import { fromServer, t } from '../../src/lib/visible.ts';
import { reach } from '../store/signed-in.ts';

const payout = (status: string, more: object = {}): Summary => ({
  kind: 'payout',
  status,
  fields: { amount: t`12.50 GBP`, payee: t`Zoë Ltd`, reference: undefined, date: t`26 Nov 2026`, ...more },
});

it.each(Object.entries(SUMMARY_TEXTS))('our text of %s fits its record', (name, text) =>
  expect(templateProblem(name, text)).toBeUndefined(),
);

it('a text of config.json has at most 600 characters', () => {
  expect(templateProblem('payout', 'x'.repeat(600))).toBeUndefined();
  expect(templateProblem('payout', 'x'.repeat(601))).toBe('at most 600 characters');
});

describe('a payout', () => {
  it.each([
    ['DONE', 'Your payout of 12.50 GBP to Zoë Ltd was created on 26 Nov 2026.'],
    ['CANCELLED', 'Your payout of 12.50 GBP to Zoë Ltd was cancelled on 26 Nov 2026.'],
    [
      'UNKNOWN',
      'We are checking whether your payout of 12.50 GBP to Zoë Ltd of 26 Nov 2026 was made. Do not send it again until you hear from us.',
    ],
    [
      'REFUSED',
      'Your payout of 12.50 GBP to Zoë Ltd on 26 Nov 2026 was not made. No money left your balance.',
    ],
  ])('that is %s reads %s', (status, text) =>
    expect(summaryText(payout(status), undefined)).toEqual({ text }),
  );

  it('without a payee leaves the payee out', () =>
    expect(summaryText(payout('CANCELLED', { payee: undefined }), undefined)).toEqual({
      text: 'Your payout of 12.50 GBP was cancelled on 26 Nov 2026.',
    }));

  it('without its amount has no summary', () =>
    expect(summaryText(payout('DONE', { amount: undefined }), undefined)).toEqual({
      why: 'This record lacks a field that the sentence needs.',
    }));

  it('with a status that Purser does not know says how to add a text', () =>
    expect(summaryText(payout('PAUSED'), undefined)).toEqual({
      why: 'There is no text for the status PAUSED. config.json can have one: summaries.texts, payout.PAUSED.',
    }));
});

it('the text of config.json for a status comes before its text for all statuses, and before ours', () => {
  const texts = { payout: 'alle {amount}', 'payout.DONE': 'erledigt {amount}' };
  expect(summaryText(payout('DONE'), { texts })).toEqual({ text: 'erledigt 12.50 GBP' });
  expect(summaryText(payout('CANCELLED'), { texts })).toEqual({ text: 'alle 12.50 GBP' });
  expect(summaryText({ kind: 'card', status: 'CLOSED', fields: { last4: t`0148` } }, { texts })).toEqual({
    text: 'Your card ending in 0148 is closed for good. You need a new card.',
  });
});

it('a name that holds a card number is masked', () => {
  const { text } = summaryText(payout('DONE', { payee: t`4111 1111 1111 1111` }), undefined) as {
    text: string;
  };
  expect(text).toContain('1111 was created');
  expect(text).not.toMatch(/4111/);
});

describe('a field', () => {
  const gbp = (amount: string) => amountCell(parseDecimal(amount), fromServer('GBP'));
  it('is the value with its unit, with its sign only if asked for', () => {
    expect(said({ ...gbp('587.58'), sign: '−' })).toBe('587.58 GBP');
    expect(said({ ...gbp('587.58'), sign: '−' }, 'signed')).toBe('−587.58 GBP');
    expect(said({ ...gbp('587.58'), sign: '+' }, 'signed')).toBe('+587.58 GBP');
    expect(said(gbp('-587.58'))).toBe('587.58 GBP');
  });

  it('is not known if the service sent none, or another than documented', () => {
    expect(said(textCell(undefined))).toBeUndefined();
    expect(said(textCell(new Odd('soon')))).toBeUndefined();
    expect(said(amountCell(parseDecimal('1.005'), fromServer('GBP')))).toBeUndefined();
  });

  it.each([
    ['400000******0148', '0148'],
    ['GB18THSD42008512873738 ', '3738'],
    ['123', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('for %j ends in %j', (number, end) => expect(lastFour(number)).toBe(end));

  it('writes the day as the language of config.json does, by the zone of the profile', () => {
    const at = Date.parse('2026-11-26T23:30:00Z');
    expect(saidDay(at, { reach, summaries: undefined })).toBe('26 Nov 2026');
    const german = { texts: {}, language: 'de' };
    expect(saidDay(at, { reach, summaries: german })).toBe('26. November 2026');
    expect(saidDay(at, { reach: { ...reach, zone: 'Europe/Berlin' }, summaries: german })).toBe(
      '27. November 2026',
    );
    expect(saidDay(undefined, { reach, summaries: german })).toBeUndefined();
  });
});
