/** FAULTS.md A5, A6: where keys may go. */

import { expect, it } from 'vitest';
import { checkBaseUrl } from '../../../src/api/contract/base-url.ts';

it.each([
  ['https://pay.example', 'https://pay.example', false],
  ['https://pay.example/', 'https://pay.example', false],
  ['https://PAY.example:8443/a/b//', 'https://pay.example:8443/a/b', false],
  ['http://127.0.0.1', 'http://127.0.0.1', true],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080', true],
  ['http://[::1]:8080', 'http://[::1]:8080', true],
  ['http://localhost:1', 'http://localhost:1', true],
  ['http://0x7f.1', 'http://127.0.0.1', true],
  ['https://127.0.0.1', 'https://127.0.0.1', true],
])('A6: %s is allowed', (text, baseUrl, loopback) => {
  expect(checkBaseUrl(text)).toMatchObject({ ok: true, baseUrl, loopback });
});

it.each([
  ['A5', 'http://pay.example'],
  ['A6', 'http://127.0.0.1.evil.com'],
  ['A6', 'http://localhost.evil.com'],
  ['A6', 'http://evil.com/127.0.0.1'],
  ['A6', 'http://user@127.0.0.1'],
  ['A6', 'https://user:pass@pay.example'],
  ['A6', 'http://0.0.0.0'],
  ['A6', 'http://[::ffff:8.8.8.8]'],
  ['A5', 'ftp://pay.example'],
  ['A5', 'file:///etc/passwd'],
  ['A5', 'pay.example'],
  ['A5', ''],
  ['A5', 'https://pay.example?key=1'],
  ['A5', 'https://pay.example#a'],
])('%s: %s is refused', (_, text) => {
  expect(checkBaseUrl(text)).toMatchObject({ ok: false });
});
