/** The outcome word of every failure, in a table. */

import { describe, expect, it } from 'vitest';
import { explain } from '../../../src/api/client/explain.ts';
import { type Failure, failed } from '../../../src/api/client/failure.ts';
import { type OutcomeWord, outcomeOf } from '../../../src/api/client/outcome.ts';
import { fromServer, t } from '../../../src/lib/visible.ts';
import { allRules } from '../../harness/rules.ts';

const message = fromServer('\u001b[2Jboom\u202e');
const unreachable = { kind: 'unreachable', host: t`pay.example:443`, detail: t`why` } as const;

const table: readonly [OutcomeWord, Failure][] = [
  ['NOT SENT', { kind: 'invalid-input', field: t`amount`, reason: t`is missing` }],
  ...(['dns', 'refused', 'connect-timeout', 'tls', 'network'] as const).map(
    (cause): [OutcomeWord, Failure] => ['NOT SENT', { ...unreachable, cause }],
  ),
  ...(['not-recorded', 'connection-lost', 'too-late', 'abandoned'] as const).map(
    (cause): [OutcomeWord, Failure] => ['NOT SENT', { kind: 'unsent', cause }],
  ),
  ['NOT SENT', { kind: 'unsent', cause: 'sign-in', failure: { kind: 'server-error', status: 500 } }],
  ...[400, 401, 403, 404, 405].map((status): [OutcomeWord, Failure] => [
    'REFUSED',
    { kind: 'refused', status, message },
  ]),
  ['REFUSED', { kind: 'throttled' }],
  ['REFUSED', { kind: 'throttled', retryAfterMs: 5_000 }],
  ['REFUSED', { kind: 'signed-out', status: 401 }],
  ['REFUSED', { kind: 'refused', status: 422, message, errors: [{ field: message, words: message }] }],
  ...[202, 400, 408, 409, 422].map((status): [OutcomeWord, Failure] => [
    'UNKNOWN',
    { kind: 'unproven', status, why: t`HTTP ${status} does not prove a refusal`, message },
  ]),
  ['UNKNOWN', { kind: 'timeout', afterMs: 30_000 }],
  ['UNKNOWN', { kind: 'cut-off' }],
  ['UNKNOWN', { kind: 'not-http' }],
  ['UNKNOWN', { kind: 'oversized' }],
  ['UNKNOWN', { kind: 'abandoned' }],
  ['UNKNOWN', { kind: 'not-the-service', detail: t`a web page came` }],
  ['UNKNOWN', { kind: 'malformed', detail: t`the answer is empty` }],
  ['UNKNOWN', { kind: 'contradiction', status: 200, detail: t`two things` }],
  ['UNKNOWN', { kind: 'server-error', status: 503, message }],
];

describe('the outcome of a write', () => {
  it.each(table.map(([word, failure]) => [JSON.stringify(failure), word, failure] as const))(
    'after %s is %s',
    (_, word, failure) => {
      expect(outcomeOf(failed(failure))).toBe(word);
    },
  );

  it('is DONE after every success, even with drift', () => {
    const drift = [{ path: t`amount`, kind: 'wrong-type', note: t`a text` }] as const;
    expect(outcomeOf({ ok: true, value: undefined, drift, receivedAt: 0, raw: null })).toBe('DONE');
  });
});

describe.each(['money', 'write'] as const)('the explanation of a %s operation', does => {
  it.each(table.map(([word, failure]) => [word, JSON.stringify(failure), failure] as const))(
    'fits the outcome %s: %s',
    (word, _, failure) => {
      const { what, money, todo } = explain(failure, t`Payout`, {
        does,
        meaning: allRules.meaningOf({
          operation: does === 'money' ? 'payout.create' : 'card.update',
          class: does,
        }),
      });
      expect(what).toMatch(/^Payout: .+\.$/);
      expect(todo).toMatch(/^[A-Z@].+\.$/);
      const means = {
        'NOT SENT':
          does === 'money' ? /was not sent, so no money moved\.$/ : /was not sent, so nothing was changed\.$/,
        REFUSED:
          does === 'money'
            ? /refused the request, so no money moved\.$/
            : /refused the request, so nothing was changed\.$/,
        UNKNOWN: /^The outcome is not known/,
        DONE: /never/,
      };
      expect(money).toMatch(means[word]);
      for (const sentence of [what, money, todo]) {
        expect(sentence).not.toMatch(/undefined|\[object|[\p{Cc}\u202e]/u);
        expect(sentence).not.toMatch(/press r\b/i);
      }
    },
  );
});

it('after the token expired, only the user requests a new quote [B2]', () => {
  const { what, todo } = explain({ kind: 'refused', status: 401 }, t`Quote`, { does: 'quote' });
  expect([what, todo].join(' ')).toMatch(/did not accept the sign-in.*Press r/);
});
