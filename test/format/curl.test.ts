// A request as a curl command: a real shell gives curl exactly the intended arguments, and the command has no secret.

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/api/client/exchange.ts';
import { curlOf } from '../../src/format/curl.ts';
import { leavingText } from '../../src/lib/leaving.ts';
import { t } from '../../src/lib/visible.ts';

const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  id: 1,
  operation: 'payout.create',
  title: t`Create payout`,
  method: 'POST',
  url: 'http://127.0.0.1:4000/svc/api/v1/transfer/',
  requestHeaders: {
    authorization: '•••',
    'x-api-key': '•••',
    'content-type': 'application/json',
    'content-length': '7',
  },
  requestBody: '{"a":1}',
  attempt: 1,
  startedAt: 0,
  state: 'done',
  drift: [],
  ...more,
});

/** The arguments that a shell gives to curl; `env` has the user's shell variables. */
function words(command: string, env: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env, cwd: '/' }).split('\0').slice(0, -1);
}

describe('the command', () => {
  it('replaces keys and token with shell variables, and has the rest as sent', () => {
    const { command, exact } = curlOf(exchange());
    expect(exact).toBe(true);
    expect(command).not.toContain('•');
    expect(words(command, { PURSER_TOKEN: 'tok', PURSER_API_KEY: 'key' })).toEqual([
      '--globoff',
      '-X',
      'POST',
      '-H',
      'Authorization: Bearer tok',
      '-H',
      'x-api-key: key',
      '-H',
      'content-type: application/json',
      '--data-raw',
      '{"a":1}',
      '--url',
      'http://127.0.0.1:4000/svc/api/v1/transfer/',
    ]);
    expect(words(command, { PURSER_SHARED_API_KEY: 'shared', PURSER_API_KEY: 'key' })).toContain(
      'x-api-key: shared',
    );
  });

  it('uses the API key for the sign-in, not the shared key', () => {
    const { command } = curlOf(exchange({ operation: 'login', requestHeaders: { 'x-api-key': '•••' } }));
    expect(words(command, { PURSER_SHARED_API_KEY: 'shared', PURSER_API_KEY: 'key' })).toContain(
      'x-api-key: key',
    );
  });

  it('gives a shell nothing to execute, with any URL, header and body [F20a]', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "'; touch /tmp/x; '",
        '$(id)',
        '`id`',
        "\\'",
        '\n id',
        '"$HOME"',
        '!!',
        "''",
        '\u001b[2J',
        '@/etc/passwd',
      ),
      fc.string({ unit: fc.constantFrom("'", '"', '\\', '$', '`', '\n', ' ', ';', '\u202e', '\0') }),
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, (url, value, requestBody) => {
        const { command } = curlOf(exchange({ url, requestBody, requestHeaders: { note: value } }));
        expect(command).not.toMatch(/\p{Cc}/u);
        expect(words(command)).toEqual([
          '--globoff',
          '-X',
          'POST',
          '-H',
          value === '' ? 'note;' : `note: ${leavingText(value)}`,
          '--data-raw',
          leavingText(requestBody),
          '--url',
          leavingText(url),
        ]);
      }),
      { seed: 20, numRuns: 60 },
    );
  });

  it.each([
    { requestBody: '{"pan":"••••••••••••1111"}' },
    { url: 'http://x/\u202e' },
    { requestHeaders: { note: '4111111111111111' } },
    { requestBody: `{"a":"${'x'.repeat(5000)}"}` },
  ])('says where it differs from the request: %j', change => {
    expect(curlOf(exchange(change)).exact).toBe(false);
  });
});
