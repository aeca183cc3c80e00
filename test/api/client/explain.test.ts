/** The sentences about each kind of failure. */

import { describe, expect, it } from 'vitest';
import { explain } from '../../../src/api/client/explain.ts';
import type { Failure } from '../../../src/api/client/failure.ts';
import { fromServer, t } from '../../../src/lib/visible.ts';

const host = t`pay.example:443`;
const hostile = fromServer('\u001b[2Jboom\u202e');

const failures: readonly Failure[] = [
  { kind: 'invalid-input', field: t`page`, reason: t`must be 1 or more` },
  { kind: 'invalid-input', field: t`x-user-id`, reason: t`is missing` },
  ...(['dns', 'refused', 'connect-timeout', 'tls', 'network'] as const).map(
    cause => ({ kind: 'unreachable', cause, host, detail: t`why` }) as const,
  ),
  { kind: 'timeout', afterMs: 15_000 },
  { kind: 'cut-off' },
  { kind: 'not-http' },
  { kind: 'oversized' },
  { kind: 'abandoned' },
  { kind: 'not-the-service', detail: t`a web page came (HTTP 200)` },
  { kind: 'malformed', detail: t`the answer (HTTP 200) is empty` },
  ...[400, 401, 403, 404].map(
    status => ({ kind: 'refused', status, code: hostile, message: hostile }) as const,
  ),
  { kind: 'refused', status: 400 },
  { kind: 'contradiction', status: 200, detail: t`HTTP 200 and the code differ` },
  { kind: 'signed-out', status: 401, message: hostile },
  { kind: 'signed-out', waitMs: 42_000 },
  { kind: 'throttled' },
  { kind: 'throttled', retryAfterMs: 7_000 },
  { kind: 'server-error', status: 503, message: hostile },
];

describe('the explanation of a failure', () => {
  it.each(failures.map(failure => [JSON.stringify(failure), failure] as const))(
    'has whole sentences: %s',
    (_, failure) => {
      const { what, money, todo } = explain(failure, t`Balances`);
      expect(what).toMatch(/^Balances: .+\.$/);
      expect(money).toBe('');
      expect(todo).toMatch(/^[A-Z].+\.$/);
      for (const sentence of [what, todo]) {
        expect(sentence).not.toMatch(/undefined|\[object|[\p{Cc}\u202e]/u);
      }
    },
  );

  it('names the key of the inspector, but not in a form, where that key is typed text', () => {
    for (const failure of failures)
      expect(explain(failure, t`Balances`, { key: t`Ctrl+R` }).todo).not.toContain('@');
    const refused: Failure = { kind: 'refused', status: 400 };
    expect(explain(refused, t`Balances`).todo).toBe(
      'Check your input, then press r. Press @ to see the request.',
    );
  });

  it('has a different text for each failure', () => {
    const said = failures.map(failure => Object.values(explain(failure, t`Balances`)).join(' '));
    expect(new Set(said).size).toBe(failures.length);
  });

  it.each<[string, Failure, RegExp]>([
    ['names the host [A2c]', { kind: 'unreachable', cause: 'dns', host, detail: t`` }, /pay\.example:443/],
    [
      'names --ca-file [A4c]',
      { kind: 'unreachable', cause: 'tls', host, detail: t`self-signed` },
      /self-signed.*--ca-file/,
    ],
    ['says how long to wait [B9b]', { kind: 'throttled', retryAfterMs: 7_000 }, /Wait 0:07/],
    ['says how long to wait [B3]', { kind: 'signed-out', waitMs: 42_000 }, /Wait 0:42/],
    [
      'says that the service failed, and offers the key r [B11c–d]',
      { kind: 'server-error', status: 503 },
      /HTTP 503.*Press r/,
    ],
    ['says that the peer does not speak HTTP [A21]', { kind: 'not-http' }, /does not speak HTTP/],
    [
      'quotes the reason',
      { kind: 'refused', status: 400, message: fromServer('Invalid quote ID') },
      /"Invalid quote ID"/,
    ],
    [
      'gives the code',
      { kind: 'refused', status: 400, code: fromServer('invalid_operation') },
      /HTTP 400, invalid_operation\)/,
    ],
    [
      'omits a code that repeats the status',
      { kind: 'refused', status: 400, code: fromServer('400') },
      /\(HTTP 400\)/,
    ],
  ])('%s', (_, failure, words) => {
    expect(Object.values(explain(failure, t`Quote`)).join(' ')).toMatch(words);
  });
});
