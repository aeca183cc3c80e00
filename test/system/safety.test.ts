// FAULTS A7 and F19: the surroundings in which Purser refuses to start, and others in which it must start.

import { expect, it, test } from 'vitest';
import {
  addedTrust,
  keepMemoryIn,
  recordersOf,
  unsafeProcess,
  unusableTerminal,
} from '../../src/system/safety.ts';

test.each([
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED=0'],
  [{ SSLKEYLOGFILE: '/tmp/keys' }, 'SSLKEYLOGFILE'],
  [{ NODE_DEBUG: 'http' }, 'NODE_DEBUG'],
  [{ NODE_DEBUG_NATIVE: 'tls' }, 'NODE_DEBUG_NATIVE'],
  [{ NODE_OPTIONS: '--tls-keylog=/tmp/k' }, '--tls-keylog'],
  [{ NODE_OPTIONS: '--tls_keylog=/tmp/k' }, '--tls-keylog'],
  [{ NODE_OPTIONS: '--no-warnings  --inspect' }, '--inspect'],
  [{ NODE_OPTIONS: '--inspect-brk=0' }, '--inspect-brk'],
  [{ NODE_OPTIONS: '--inspect-port=1' }, '--inspect-port'],
  [{ NODE_OPTIONS: '--require /tmp/x.js' }, '--require'],
  [{ NODE_OPTIONS: '-r /tmp/x.js' }, '--require'],
  [{ NODE_OPTIONS: '"--require" /tmp/x.js' }, '--require'],
  [{ NODE_OPTIONS: '--import=data:text/javascript,0' }, '--import'],
  [{ NODE_OPTIONS: '--experimental-loader x' }, '--experimental-loader'],
  [{ NODE_OPTIONS: '--heapsnapshot-signal=SIGUSR2' }, '--heapsnapshot-signal'],
  [{ NODE_OPTIONS: '--report-on-fatalerror' }, '--report-on-fatalerror'],
  [{ NODE_OPTIONS: '--heapsnapshot-near-heap-limit=1' }, '--heapsnapshot-near-heap-limit'],
  [{ NODE_OPTIONS: '--snapshot-blob x' }, '--snapshot-blob'],
  [{ NODE_OPTIONS: '--cpu-prof' }, '--cpu-prof'],
  [{ NODE_OPTIONS: '--cpu-prof-dir=/tmp' }, '--cpu-prof-dir'],
  [{ NODE_OPTIONS: '--heap-prof-dir=/tmp' }, '--heap-prof-dir'],
  [{ NODE_OPTIONS: '--redirect-warnings=/tmp/w' }, '--redirect-warnings'],
  [{ NODE_REDIRECT_WARNINGS: '/tmp/w' }, 'NODE_REDIRECT_WARNINGS'],
  [{ NODE_OPTIONS: '--use-openssl-ca' }, '--use-openssl-ca, which weakens the connection'],
  [{ NODE_OPTIONS: '--use_openssl_ca' }, '--use-openssl-ca'],
  [{ NODE_OPTIONS: '--tls-min-v1.0' }, '--tls-min-v1.0, which weakens'],
  [{ NODE_OPTIONS: '"--tls_min_v1.1"' }, '--tls-min-v1.1'],
  [{ NODE_OPTIONS: '--tls-cipher-list=RC4' }, '--tls-cipher-list'],
  [{ NODE_OPTIONS: '--openssl-config=/tmp/c' }, '--openssl-config'],
  [{ NODE_OPTIONS: '--openssl-legacy-provider' }, '--openssl-legacy-provider'],
  [{ NODE_OPTIONS: '--openssl-shared-config' }, '--openssl-shared-config'],
  [{ NODE_OPTIONS: '--insecure-http-parser' }, '--insecure-http-parser'],
  [{ OPENSSL_CONF: '/tmp/openssl.cnf' }, 'OPENSSL_CONF'],
  [{ OPENSSL_MODULES: '/tmp' }, 'OPENSSL_MODULES'],
  [{ OPENSSL_ENGINES: '/tmp' }, 'OPENSSL_ENGINES'],
  [{ NODE_OPTIONS: '--trace-event-categories=node.http' }, '--trace-event-categories'],
])('the environment %j is refused [A7]', (variables, words) => {
  expect(unsafeProcess(variables, [])).toContain(words);
});

test.each([
  '--inspect=127.0.0.1:9229',
  '--require',
  '-r',
  '--import=x',
  '--tls-keylog=/tmp/k',
  '--trace-tls',
  '--cpu-prof',
  '--tls-min-v1.0',
  '--tls-cipher-list=DEFAULT',
  '--use-openssl-ca',
  '--openssl-config=/tmp/c',
  '--redirect-warnings=/tmp/w',
])('node %s is refused [A7]', option => {
  expect(unsafeProcess({}, ['--enable-source-maps', option])).toMatch(/^Node was started with --/);
});

test.each([
  {},
  { NODE_TLS_REJECT_UNAUTHORIZED: '1' },
  { NODE_TLS_REJECT_UNAUTHORIZED: '' },
  { NODE_DEBUG: '' },
  { NODE_OPTIONS: '' },
  { OPENSSL_CONF: '' },
  { NODE_OPTIONS: '--tls-min-v1.2 --tls-min-v1.3 --use-bundled-ca' },
  { NODE_OPTIONS: '--max-old-space-size=4096 --no-warnings --enable-source-maps --use-system-ca' },
  { NODE_EXTRA_CA_CERTS: '/etc/ca.pem', CI: 'true', NO_COLOR: '1' },
])('the environment %j is accepted', variables => {
  expect(unsafeProcess(variables, ['--enable-source-maps', '--no-warnings'])).toBeUndefined();
});

test.each<[Record<string, string>, readonly string[], readonly string[]]>([
  [{}, [], []],
  [{ SSL_CERT_FILE: '/tmp/ca.pem' }, [], []],
  [{ NODE_EXTRA_CA_CERTS: '/etc/ca.pem' }, [], ['NODE_EXTRA_CA_CERTS (/etc/ca.pem)']],
  [{ NODE_OPTIONS: '--use_system_ca' }, [], ["the system's authorities (--use-system-ca)"]],
  [{ NODE_USE_SYSTEM_CA: '1' }, [], ["the system's authorities (--use-system-ca)"]],
  [
    { SSL_CERT_DIR: '/tmp' },
    ['--use-system-ca'],
    ["the system's authorities (--use-system-ca)", 'SSL_CERT_DIR (/tmp)'],
  ],
])('%j with node %j adds trust, and doctor names it', (variables, execArgv, added) => {
  expect(addedTrust(variables, execArgv)).toEqual(added);
});

test('Node writes no report, whatever ends the process [G6a]', () => {
  const report = { reportOnFatalError: true, reportOnSignal: true, reportOnUncaughtException: true };
  keepMemoryIn({ report, platform: 'darwin' });
  expect(Object.values(report)).toEqual([false, false, false]);
});

test('an open debugger refuses the start [G6a]', () => {
  expect(unsafeProcess({}, [], 'ws://127.0.0.1:9229/x')).toBe(
    'A debugger is open on this process, which lets others see the API key. Start Purser again.',
  );
});

test('the refusal does not repeat the value of an option', () => {
  expect(unsafeProcess({ NODE_OPTIONS: '--require=CANARY51' }, [])).not.toContain('CANARY51');
  expect(unsafeProcess({}, ['-rCANARY51'])).not.toContain('CANARY51');
});

const terminal = { term: 'xterm-256color', stdinIsTTY: true, stdoutIsTTY: true, platform: 'linux' };

test.each([
  [{ term: 'dumb' }, 'TERM is dumb'],
  [{ term: '' }, 'TERM is not set'],
  [{ term: undefined }, 'TERM is not set'],
  [{ stdinIsTTY: false }, 'standard input is not one'],
  [{ stdoutIsTTY: false }, 'standard output is not one'],
  [{ platform: 'win32', stdoutIsTTY: false }, 'standard output is not one'],
])('the terminal %j is refused without an escape byte [F19b–c]', (change, words) => {
  const said = unusableTerminal({ ...terminal, ...change });
  expect(said).toContain(words);
  expect(said).not.toContain('\x1b');
});

test.each([{}, { term: 'screen' }, { term: 'linux' }, { platform: 'win32', term: undefined }])(
  'the terminal %j is accepted',
  change => {
    expect(unusableTerminal({ ...terminal, ...change })).toBeUndefined();
  },
);

it.each([
  [{}, []],
  [{ TMUX: '' }, []],
  [{ TMUX: '/tmp/tmux-0/default,1,0' }, ['tmux']],
  [{ STY: '123.pts-0' }, ['screen']],
  [{ SCRIPT: '/home/sam/typescript', TMUX: 'x' }, ['tmux', 'script']],
])('the variables %j show that the programs %j may record the terminal [G9]', (variables, recorders) => {
  expect(recordersOf(variables)).toEqual(recorders);
});
