/** The exact sentences after a failed write. By these, staff decide whether to send again. */

import { describe, expect, it } from 'vitest';
import { type Failure, ownWords, quoted } from '../../../src/api/client/failure.ts';
import { afterWrite, writeWhat } from '../../../src/api/client/outcome.ts';
import { fromServer, t } from '../../../src/lib/visible.ts';
import { allRules } from '../../harness/rules.ts';

const refused = (status: number, message?: string): Failure => ({
  kind: 'refused',
  status,
  ...(message !== undefined && { message: fromServer(message) }),
});
const unproven = (status: number, message?: string): Failure => ({
  kind: 'unproven',
  status,
  why: t`HTTP ${status} does not prove a refusal`,
  ...(message !== undefined && { message: fromServer(message) }),
});
const unreachable = (cause: 'tls' | 'refused'): Failure => ({
  kind: 'unreachable',
  cause,
  host: t`pay.example:443`,
  detail: t`self-signed`,
});
const payout = allRules.meaningOf({ operation: 'payout.create', class: 'money' });
const card = allRules.meaningOf({ operation: 'card.update', class: 'write' });
const signIn: Failure = { kind: 'unsent', cause: 'sign-in', failure: { kind: 'cut-off' } };
const barred: Failure = { kind: 'unsent', cause: 'barred', why: t`The console is locked.` };

describe('the sentence about the failure', () => {
  it.each<[string, Failure]>([
    ['not sent: signing in failed', signIn],
    ['not sent: writing is barred', barred],
    ['not sent: the journal could not record the request first', { kind: 'unsent', cause: 'not-recorded' }],
    ['not sent: the connection ended before the first byte', { kind: 'unsent', cause: 'connection-lost' }],
    ['not sent: the time limit passed before the first byte', { kind: 'unsent', cause: 'too-late' }],
    ['not sent: the request was stopped before the first byte', { kind: 'unsent', cause: 'abandoned' }],
    ['the service did not accept the sign-in (HTTP 401)', refused(401)],
    ['the service did not accept the sign-in (HTTP 401): "jwt"', refused(401, 'jwt')],
    [
      'the service answered HTTP 409: "Card is already active". HTTP 409 does not prove a refusal',
      unproven(409, 'Card is already active'),
    ],
    ['the service answered HTTP 408. HTTP 408 does not prove a refusal', unproven(408)],
    [
      'the service answered HTTP 400, gateway_timeout. HTTP 400 does not prove a refusal',
      { ...unproven(400), code: fromServer('gateway_timeout') } as Failure,
    ],
  ])('is “Payout: %s.”', (said, failure) => {
    expect(writeWhat(failure, t`Payout`)).toBe(`Payout: ${said}.`);
  });

  it.each<Failure>([
    refused(400),
    refused(403),
    { kind: 'contradiction', status: 409, detail: t`two things` },
    { kind: 'cut-off' },
  ])('is the sentence of a read after %j', failure => expect(writeWhat(failure, t`Payout`)).toBeUndefined());
});

describe('the sentence about the money', () => {
  it.each<[string, string, Failure]>([
    [
      'The request was not sent, so no money moved.',
      'The request was not sent, so nothing was changed.',
      signIn,
    ],
    [
      'The service refused the request, so no money moved.',
      'The service refused the request, so nothing was changed.',
      refused(400),
    ],
    [
      'The outcome is not known: the money may have moved, or not.',
      'The outcome is not known: the record may have been changed, or not.',
      { kind: 'cut-off' },
    ],
  ])('is "%s", or for a write without money "%s"', (money, change, failure) => {
    expect(afterWrite(failure, payout).money).toBe(money);
    expect(afterWrite(failure, card).money).toBe(change);
  });
});

describe('the next step', () => {
  const AGAIN = 'Then you can confirm again, with the same request ID.';
  const NETWORK = `Check the network and the service. ${AGAIN}`;
  const CHECK = "Check your input and the record's current state. Press @ to see the request.";
  const RESOLVE =
    "Don't send a new request. Check the record at the service, then resolve the journal entry.";

  it.each<[string, Failure]>([
    [
      'Correct the value. Then you can confirm again.',
      { kind: 'invalid-input', field: t`amount`, reason: t`is missing` },
    ],
    [`Sign in again. ${AGAIN}`, signIn],
    ['The console is locked.', barred],
    [
      'Check that Purser can write to the state folder. "purser doctor" shows what is wrong.',
      { kind: 'unsent', cause: 'not-recorded' },
    ],
    [NETWORK, { kind: 'unsent', cause: 'connection-lost' }],
    [NETWORK, unreachable('refused')],
    [
      'If your organisation has its own certificate authority, start Purser again with --ca-file FILE. Otherwise tell your security staff.',
      unreachable('tls'),
    ],
  ])('after NOT SENT is: %s', (todo, failure) => {
    expect(afterWrite(failure, payout).todo).toBe(todo);
  });

  it.each<[string, Failure]>([
    [`Wait a minute. ${AGAIN}`, { kind: 'throttled' }],
    [`Wait 0:07. ${AGAIN}`, { kind: 'throttled', retryAfterMs: 7_000 }],
    ['Purser is signing in again. You can confirm again, with the same request ID.', refused(401)],
    [
      'Purser is signing in again. You can confirm again, with the same request ID.',
      { kind: 'signed-out', status: 401 },
    ],
    ['The API keys lack this permission. Ask the person who manages the keys.', refused(403)],
    [CHECK, refused(400)],
    [CHECK, refused(404)],
  ])('after REFUSED is: %s', (todo, failure) => {
    expect(afterWrite(failure, payout).todo).toBe(todo);
  });

  it.each<[string, Failure]>([
    [RESOLVE, unproven(422)],
    [RESOLVE, unproven(409)],
    [RESOLVE, { kind: 'server-error', status: 422 }],
    [RESOLVE, { kind: 'timeout', afterMs: 30_000 }],
  ])('after UNKNOWN is: %s', (todo, failure) => {
    expect(afterWrite(failure, payout).todo).toBe(todo);
  });
});

describe("the service's own words", () => {
  const said = (message: string) => quoted({ message: fromServer(message) });
  const errors = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      field: fromServer(`field_${n}`),
      words: fromServer('no\nway'),
    }));

  it('become visible text and are cut at 800 cells [B18c]', () => {
    expect(quoted({})).toBe('');
    expect(said('Insufficient\nfunds')).toBe(': "Insufficient␊funds"');
    const long = said('x'.repeat(1000));
    expect(long).toMatch(/^: "x{700,}…/);
    expect(long.length).toBeLessThanOrEqual(805);
  });

  it('name the fields, and count the fields beyond the limit [B8b]', () => {
    expect(quoted({ message: fromServer('Invalid'), errors: errors(2) })).toBe(
      ': "Invalid" (field_0: "no␊way"; field_1: "no␊way")',
    );
    expect(quoted({ errors: [{ field: fromServer('amount') }, { words: fromServer('late') }] })).toBe(
      ' (amount; "late")',
    );
    expect(quoted({ errors: errors(7) })).toMatch(/field_4: "no␊way"; 2 more\)$/);
  });

  it('stay whole in the journal', () => {
    const failure: Failure = { ...refused(422, 'Invalid'), errors: errors(7) } as Failure;
    expect(ownWords(failure)).toMatch(/^Invalid \(field_0: no\nway; .*; field_6: no\nway\)$/s);
    expect(ownWords({ kind: 'throttled', message: fromServer('slow down') })).toBe('slow down');
    expect(ownWords(refused(400))).toBeUndefined();
  });
});
