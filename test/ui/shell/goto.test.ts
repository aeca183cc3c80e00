// The meaning of a typed line, and the lines that lead nowhere.

import { describe, expect, it } from 'vitest';
import { PLACES, type PlaceId, TABS } from '../../../src/store/places.ts';
import { destination } from '../../../src/ui/shell/goto.ts';
import { createScreens } from '../../../src/ui/shell/screens.ts';
import { allRules } from '../../harness/rules.ts';

describe('a link', () => {
  const placeOf = (place: PlaceId) => destination(`purser://staging/acct_1//${place}/an-id`);

  it('opens only lists and records, and never fills a form', () => {
    expect(PLACES.filter(place => placeOf(place).kind === 'link')).toEqual([
      ...TABS,
      ...[
        'transactions',
        'balances',
        'history',
        'check',
        'timeline',
        'direct-debits',
        'quote',
        'handover',
        'approvals',
        'conversion',
        'read-back',
      ],
      ...['card-transactions', 'account-mandates'],
    ]);
    expect(placeOf('cancel-payout')).toMatchObject({
      kind: 'unknown',
      why: expect.stringContaining('into a form'),
    });
    const forms = [...createScreens(allRules).values()].filter(({ modes = {} }) =>
      Object.values(modes).some(mode => mode.takesText),
    );
    for (const { place } of forms) expect(placeOf(place).kind, place).toBe('unknown');
  });
});

describe('a card number', () => {
  it.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    '5500-0000-0000-0004',
    'card-details/4111111111111111',
    'find/4111 1111 1111 1111',
    'acct_4111111111111111',
  ])('leads nowhere and is not repeated: %s', line => {
    const to = destination(line);
    expect(to).toMatchObject({ kind: 'unknown', why: expect.stringContaining('type its last four digits') });
    expect(JSON.stringify(to)).not.toMatch(/[45]\d{3}/);
  });

  it.each(['1111', '4111111111111112', '41111111-1111-4111-8111-111111111111'])(
    'is not assumed in the text %s, and Purser searches for that text',
    line => {
      expect(destination(line)).toEqual({ kind: 'place', place: 'find', subject: line });
    },
  );
});
