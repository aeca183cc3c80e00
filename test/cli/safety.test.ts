// FAULTS A7 and F19: the surroundings in which Purser refuses to start, and others in which it must start.
import { expect, test } from 'vitest';
import { keepMemoryIn, unsafeProcess, unusableTerminal } from '../../src/cli/safety.ts';

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
])('node %s is refused [A7]', option => {
  expect(unsafeProcess({}, ['--enable-source-maps', option])).toMatch(/^Node was started with --/);
});

test.each([
  {},
  { NODE_TLS_REJECT_UNAUTHORIZED: '1' },
  { NODE_TLS_REJECT_UNAUTHORIZED: '' },
  { NODE_DEBUG: '' },
  { NODE_OPTIONS: '' },
  { NODE_OPTIONS: '--max-old-space-size=4096 --no-warnings --enable-source-maps --use-system-ca' },
  { NODE_EXTRA_CA_CERTS: '/etc/ca.pem', CI: 'true', NO_COLOR: '1' },
])('the environment %j is accepted', variables => {
  expect(unsafeProcess(variables, ['--enable-source-maps', '--no-warnings'])).toBeUndefined();
});

test('Node writes no report, whatever ends the process [G6]', () => {
  const report = { reportOnFatalError: true, reportOnSignal: true, reportOnUncaughtException: true };
  keepMemoryIn({ report, platform: 'darwin' });
  expect(Object.values(report)).toEqual([false, false, false]);
});

test('an open debugger refuses the start [G6]', () => {
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
])('the terminal %j is refused without an escape byte [F19]', (change, words) => {
  const said = unusableTerminal({ ...terminal, ...change });
  expect(said).toContain(words);
  expect(said).not.toContain('\x1b');
});

test.each([{}, { term: 'screen' }, { term: 'linux' }, { platform: 'win32', term: undefined }])(
  'the terminal %j is accepted [F19]',
  change => {
    expect(unusableTerminal({ ...terminal, ...change })).toBeUndefined();
  },
);
