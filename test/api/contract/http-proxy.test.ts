// The proxy that the environment names: HTTP only.

import { expect, test } from 'vitest';
import { checkProxy } from '../../../src/api/contract/http-proxy.ts';

const PAY = 'https://pay.example.com';

test.each(['socks5://127.0.0.1:1080', 'socks://proxy', 'socks5h://user:canary@proxy', 'SOCKS4://proxy'])(
  'a SOCKS proxy is refused: %s',
  address => {
    for (const name of ['https_proxy', 'HTTPS_PROXY'])
      expect(checkProxy(PAY, { [name]: address })).toBe(
        `${name} names a SOCKS proxy, and Purser uses HTTP proxies only. Name an HTTP proxy, or unset ${name}.`,
      );
  },
);

test.each(['x', 'ftp://proxy', 'proxy:8080'])('another address is no proxy: %s', address => {
  expect(checkProxy(PAY, { HTTPS_PROXY: address })).toContain('is not the address of an HTTP proxy.');
});

test('an HTTP proxy is used, and a proxy that is not used may be anything', () => {
  expect(checkProxy(PAY, {})).toBeUndefined();
  expect(checkProxy(PAY, { HTTPS_PROXY: 'http://proxy:8080' })).toBeUndefined();
  expect(checkProxy(PAY, { https_proxy: 'https://proxy', HTTPS_PROXY: 'socks5://proxy' })).toBeUndefined();
  expect(checkProxy(PAY, { HTTP_PROXY: 'socks5://proxy', ALL_PROXY: 'socks5://proxy' })).toBeUndefined();
  expect(checkProxy(PAY, { HTTPS_PROXY: 'socks5://proxy', NO_PROXY: '.example.com' })).toBeUndefined();
  expect(checkProxy('https://127.0.0.1:1', { HTTPS_PROXY: 'socks5://proxy' })).toBeUndefined();
});
