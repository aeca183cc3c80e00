// The addresses that may receive the API key (FAULTS A5, A6).
import { expect, test } from 'vitest';
import { checkBaseUrl, isSameServer, isSameService } from '../../../src/api/contract/base-url.ts';

test.each([
  ['https://api.example.com', 'https://api.example.com', false],
  ['https://api.example.com/', 'https://api.example.com', false],
  ['https://api.example.com/gateway//', 'https://api.example.com/gateway', false],
  ['https://api.example.com:8443/a/b', 'https://api.example.com:8443/a/b', false],
  ['HTTPS://API.example.com', 'https://api.example.com', false],
  ['https://127.0.0.1:4010', 'https://127.0.0.1:4010', true],
  ['https://localhost.evil.com', 'https://localhost.evil.com', false],
  ['http://127.0.0.1', 'http://127.0.0.1', true],
  ['http://127.0.0.1:4010/prefix/', 'http://127.0.0.1:4010/prefix', true],
  ['http://[::1]:4010', 'http://[::1]:4010', true],
  ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]', true],
  ['http://localhost:4010', 'http://localhost:4010', true],
  ['http://0x7f.1', 'http://127.0.0.1', true],
  ['http://2130706433', 'http://127.0.0.1', true],
  ['https://api.example.com.:8443/a', 'https://api.example.com:8443/a', false],
  ['http://localhost.:4010', 'http://localhost:4010', true],
])('%s is allowed and becomes %s [A6a–b]', (text, baseUrl, loopback) => {
  expect(checkBaseUrl(text)).toMatchObject({ ok: true, baseUrl, loopback });
});

test.each([
  ['http://api.example.com', 'must be https'],
  ['http://127.0.0.1.evil.com', 'must be https'],
  ['http://localhost.evil.com', 'must be https'],
  ['http://evil.com/127.0.0.1', 'must be https'],
  ['http://127.0.0.2', 'must be https'],
  ['http://0.0.0.0', 'must be https'],
  ['http://[::ffff:127.0.0.1]', 'must be https'],
  ['http://[::]', 'must be https'],
  ['http://0x7f.2', 'must be https'],
  ['http://ⓛocalhost.evil', 'must be https'],
  ['http://user@host', 'user name or password'],
  ['http://user@127.0.0.1', 'user name or password'],
  ['https://user:hunter2@api.example.com', 'user name or password'],
  ['https://@api.example.com', 'user name or password'],
  ['http://127.0.0.1:80@evil.com', 'user name or password'],
  ['http://127.0.0.1\\@evil.com', 'backslashes'],
  ['http:\\\\127.0.0.1', 'backslashes'],
  ['https://api.example.com?x=1', 'query'],
  ['https://api.example.com/?', 'query'],
  ['https://api.example.com/#', 'fragment'],
  ['https://api.example.com\n', 'control characters'],
  ['https://api.exa\tmple.com', 'control characters'],
  ['https://api.exa\u200bmple.com', 'control characters'],
  ['http:127.0.0.1', 'must begin with'],
  ['api.example.com', 'must begin with'],
  ['ftp://127.0.0.1', 'must begin with'],
  ['file:///etc/passwd', 'must begin with'],
  ['', 'must begin with'],
  ['https://', 'not an address'],
  ['https://a b', 'spaces'],
  ['https://api.example.com:99999', 'not an address'],
  ['https://exa%40mple.com', 'not an address'],
])('%j is refused [A5 A6b]', (text, words) => {
  const read = checkBaseUrl(text);
  expect(read).toMatchObject({ ok: false, reason: expect.stringContaining(words) });
  expect(JSON.stringify(read)).not.toContain('hunter2');
});

test('a dot after the host is the same service', () => {
  expect(isSameService('https://api.example.com./a/', 'https://api.example.com/a')).toBe(true);
  expect(isSameService('https://api.example.com', 'https://api.example.com/a')).toBe(false);
});

test.each([
  ['http://127.0.0.1:8443', 'https://localhost:8443/a', true],
  ['http://[::1]:8443', 'https://127.9.8.7:8443', true],
  ['http://localhost', 'https://[::ffff:127.0.0.1]:80', true],
  ['https://localhost', 'https://0.0.0.0:443', true],
  ['https://localhost.', 'https://tunnel.localhost', true],
  ['https://api.example.com', 'https://API.example.com.:443/other', true],
  ['http://127.0.0.1:8443', 'http://127.0.0.1:8444', false],
  ['https://api.example.com', 'https://localhost', false],
  ['https://128.0.0.1', 'https://localhost', false],
  ['https://127.evil.com', 'https://localhost', false],
])('%s and %s lead to one server: %s', (one, other, same) => {
  expect(isSameServer(one, other)).toBe(same);
});
