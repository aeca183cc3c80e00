// Each reason why a write in the journal may not be sent again.

import { describe, expect, it } from 'vitest';
import type { Answer, Intent, Row } from '../../src/journal/intent.ts';
import { t } from '../../src/lib/visible.ts';
import { checkAgain } from '../../src/money/send-again.ts';
import type { State } from '../../src/store/state.ts';
import { registry } from '../../src/subjects/registry.ts';
import { payout, requestId } from '../journal/parts.ts';
import { alpha, beta, NOW, reach, signedInStore } from '../store/signed-in.ts';

const DAY = 24 * 60 * 60 * 1000;
const self = { pid: 1, started: 'start 1' };

function row(state: Row['state'], changes: Partial<Intent> = {}, number = 1, answer?: Answer): Row {
  const intent = payout(number, {
    baseUrl: reach.baseUrl,
    profile: reach.profile,
    customer: { userId: alpha.userId, onBehalfOf: alpha.onBehalfOf ?? '' },
    repeatable: true,
    body: '{"beneficiary_id":"ben-1","amount":12.50,"currency":"GBP","reference":"x"}',
    createdAt: NOW,
    ...changes,
  });
  const last = {
    number: 3,
    from: 'SENT',
    to: state,
    at: NOW,
    process: self,
    ...(answer && { answer }),
  } as const;
  return { number, intent, state, wasUnknown: state === 'UNKNOWN', transitions: [last] };
}

const stateWith = (rows: readonly Row[], changes: Partial<State> = {}): State => ({
  ...signedInStore().getState(),
  journal: { kind: 'open', rows, complete: true, self },
  ...changes,
});
const why = (one: Row, changes: Partial<State> = {}, others: readonly Row[] = []) =>
  checkAgain(one, stateWith([one, ...others], changes), registry);

describe('a payout, for which the service promises one effect', () => {
  it.each(['UNKNOWN', 'REFUSED', 'NOT SENT'] as const)('may be sent again while it is %s', state => {
    expect(why(row(state))).toBeUndefined();
  });

  it.each([
    ['SENT', 'on its way'],
    ['PREPARED', 'on its way'],
    ['DONE', 'make a new request'],
    ['RESOLVED', 'final'],
  ] as const)('may not be sent again while it is %s', (state, said) => {
    expect(why(row(state))).toContain(said);
  });

  it('may not be sent again after its content was pruned', () => {
    const pruned = row('REFUSED');
    expect(why({ ...pruned, prunedAt: NOW })).toBe(
      "The content of this request was pruned, so Purser can't send it again. Make a new request.",
    );
  });

  it('may not be sent again after 24 hours, or after the clock was set back [E19a]', () => {
    expect(why(row('UNKNOWN', { createdAt: NOW - DAY + 1 }))).toBeUndefined();
    expect(why(row('UNKNOWN', { createdAt: NOW - DAY }))).toContain('24 hours');
    expect(why(row('UNKNOWN', { createdAt: NOW + DAY }))).toContain('clock was put back');
  });

  it('may not be sent again at another service, or with another profile', () => {
    expect(why(row('UNKNOWN', { baseUrl: 'http://127.0.0.1:9' }))).toContain('another service');
    expect(why(row('UNKNOWN', { profile: 'night shift' }))).toContain('night shift');
  });

  it('may not be sent again while another customer is selected', () => {
    expect(why(row('UNKNOWN', { customer: { userId: beta.userId } }))).toContain(beta.userId);
    // A payout is sent without the connected account.
    expect(why(row('UNKNOWN', { customer: { userId: alpha.userId } }))).toBeUndefined();
  });

  it('may not be sent again while a duplicate is unresolved', () => {
    const same = { fingerprint: 'same' };
    expect(why(row('REFUSED', same), {}, [row('UNKNOWN', same, 2)])).toContain(requestId(2));
    expect(why(row('REFUSED', same), {}, [row('DONE', same, 2)])).toBeUndefined();
  });

  it('may not be sent again after a duplicate was done, because the journal would refuse it', () => {
    const same = { fingerprint: 'same' };
    const since = row('DONE', same, 2);
    const later = { ...since, transitions: since.transitions.map(step => ({ ...step, number: 9 })) };
    expect(why(row('NOT SENT', same), {}, [later])).toContain('The same request was done later');
    expect(why({ ...row('NOT SENT', same), duplicateOf: requestId(2) }, {}, [later])).toBeUndefined();
  });

  it('may not be sent again in a read-only console', () => {
    expect(why(row('UNKNOWN'), { writingGivenUp: true })).toContain('READ-ONLY');
    expect(why(row('UNKNOWN'), { reach: { ...reach, readOnly: t`so it was asked` } })).toContain(
      'only reads',
    );
  });

  it('may not be sent again after a 409, 410 or 422 [B7 B8]', () => {
    for (const status of [409, 410, 422])
      expect(why(row('UNKNOWN', {}, 1, { status }))).toContain(`HTTP ${status}`);
    expect(why(row('UNKNOWN', {}, 1, { status: 500 }))).toBeUndefined();
  });

  it('may not be sent again if its request is unreadable', () => {
    expect(why(row('UNKNOWN', { body: 'no JSON' }))).toContain("can't send it again");
  });
});

describe('a write without the promise of one effect', () => {
  const cancel = { operation: 'payout.cancel', body: '{"id":"payout-1"}', repeatable: false };

  it('may not be sent again while UNKNOWN, but may be sent again after it was REFUSED', () => {
    expect(why(row('UNKNOWN', cancel))).toContain('could do it twice');
    expect(why(row('REFUSED', cancel))).toBeUndefined();
  });

  it.each([
    ['card.close', (id: string) => ({ body: `{"id":"${id}","card_status":"CLOSED"}` })],
    ['payout.cancel', (id: string) => ({ body: `{"id":"${id}"}` })],
    ['payout.cancel', (id: string) => ({ body: `{"systemReferenceNumber":"${id}"}` })],
    ['directDebit.cancel', (id: string) => ({ target: `/api/v1/direct_debits/${id}/cancel` })],
    ['mandate.cancel', (id: string) => ({ target: `/api/v1/global_accounts/ga-1/mandates/${id}/cancel` })],
  ] as const)('is not sent again if nobody could type the end of its ID: %s', (operation, named) => {
    const refused = (id: string) => why(row('REFUSED', { operation, repeatable: false, ...named(id) }));
    expect(refused('thing-1')).toBeUndefined();
    expect(refused('t-1')).toContain("can't send it again");
  });

  it('is not sent again if it is a conversion, because the rate expires', () => {
    const conversion = { operation: 'conversion.create', repeatable: false };
    expect(why(row('NOT SENT', conversion))).toContain('a new quote');
  });

  it('is not sent again if this version does not know the operation', () => {
    expect(why(row('REFUSED', { operation: 'toString' }))).toContain('this version');
  });
});
