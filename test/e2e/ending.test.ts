// Every way to end or stop Purser restores the terminal (FAULTS O2), and leaves no process.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/folder.ts';
import { patience } from '../harness/patience.ts';
import type { PtyProgram } from '../harness/pty.ts';
import { repeated } from '../harness/whole.ts';
import { cannotRestore } from './case.ts';
import {
  expectRestored,
  isAlive,
  pidOf,
  sees,
  shellEnv,
  signal,
  startService,
  startShell,
  thenSettings,
} from './purser.ts';

async function startUnderShell(script = thenSettings): Promise<PtyProgram> {
  const service = await startService();
  const program = await startShell(script, { cols: 100, rows: 30, env: service.variables() });
  await sees(program.screen, '7 accounts, all');
  expect(program.screen.alternate()).toBe(true);
  return program;
}

test.each([
  { how: ':q', code: 0, end: ({ screen }: PtyProgram) => screen.type(':q\r') },
  {
    how: 'q and y',
    code: 0,
    async end({ screen }: PtyProgram) {
      screen.press('q');
      await sees(screen, 'Quit Purser?');
      screen.press('y');
    },
  },
  {
    how: 'Ctrl+C twice',
    code: 0,
    async end({ screen }: PtyProgram) {
      screen.press('ctrl-c');
      await sees(screen, 'Press Ctrl+C again to quit.');
      screen.press('ctrl-c');
    },
  },
  { how: 'SIGTERM', code: 143, end: signal('SIGTERM') },
  { how: 'SIGHUP', code: 129, end: signal('SIGHUP') },
])('the exit code is $code and the terminal is restored after $how [O2]', async ({ code, end }) => {
  const program = await startUnderShell();
  await end(program);
  await program.exit;
  expectRestored(program, code);
});

/** Signals that end a program and that Node can handle. Faults of the program, such as SIGSEGV, can't be handled. */
const KILLING = [
  'SIGQUIT',
  'SIGABRT',
  'SIGALRM',
  'SIGUSR2',
  'SIGXCPU',
  'SIGVTALRM',
  'SIGPROF',
  'SIGSYS',
] as const;
const LINUX = ['SIGIO', 'SIGPWR', 'SIGSTKFLT'] as const;
const ALL = process.platform === 'linux' ? [...KILLING, ...LINUX] : KILLING;

test.each(repeated<readonly NodeJS.Signals[]>(['SIGQUIT', 'SIGPROF'], ALL))(
  'after %s the exit code is 128 plus the number of the signal, and the terminal is restored [O2]',
  async name => {
    const program = await startUnderShell();
    signal(name)(program);
    await program.exit;
    expectRestored(program, 128 + constants.signals[name]);
  },
);

test.each(['SIGTERM', 'SIGHUP'] as const)('%s ends Purser although nobody reads its terminal', async name => {
  const program = await startUnderShell();
  const pid = pidOf(program);
  program.stopReading();
  // Each draws the whole screen, and a terminal keeps only a few of them.
  for (let n = 0; n < 40; n++) {
    program.screen.press('ctrl-l');
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  signal(name)(program);
  await expect.poll(() => isAlive(pid), { timeout: 10_000, interval: 20 }).toBe(false);
  program.readAgain();
  await program.exit;
  expect(program.screen.text()).toContain(`code ${128 + constants.signals[name]}`);
  cannotRestore(program, 'the terminal took no bytes');
});

test('a warning of Node is a message in the console, and is printed after the end', async () => {
  const program = await startShell(thenSettings, {
    cols: 120,
    rows: 30,
    env: {
      NODE_EXTRA_CA_CERTS: '/no/such/ca.pem',
      ...{ PURSER_BASE_URL: 'https://127.0.0.1:9', PURSER_CLIENT_ID: 'client_1', PURSER_API_KEY: 'key_1' },
      ...{ PURSER_PROGRAM_ID: 'program_1', PURSER_USER_ID: 'user_1' },
    },
  });
  const { screen } = program;
  await sees(
    screen,
    /Printed by Node, not by Purser: Warning: Ignoring extra certs from .\/no\/such/,
    'Sign in',
  );
  expect(screen.lines()[0]).toContain('user_1');
  screen.press('ctrl-c');
  await sees(screen, 'Press Ctrl+C again to quit.');
  screen.press('ctrl-c');
  await program.exit;
  expect(screen.text()).toMatch(/^Warning: Ignoring extra certs from .\/no\/such\/ca\.pem/);
  expect(screen.text()).toContain('code 0');
});

test.skipIf(process.platform !== 'linux').each(['SIGKILL', 'SIGURG'] as const)(
  'after a sudden end, by %s or without memory, the terminal is restored, and a line says so',
  async name => {
    const service = await startService();
    const greedy = fileURLToPath(new URL('./greedy.ts', import.meta.url));
    const script = thenSettings.replaceAll('"$@"', `--max-old-space-size=150 "${greedy}" accounts`);
    const program = await startShell(`(${script}); read -r line`, {
      cols: 120,
      rows: 60,
      env: service.variables(),
    });
    const { screen } = program;
    await sees(screen, '7 accounts, all');
    const pid = pidOf(program);
    // The shell that will restore the terminal.
    const children = () => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    await expect.poll(children, patience).not.toBe('');
    const [shell] = children().split(' ').map(Number);
    await expect.poll(() => readFileSync(`/proc/${shell}/cmdline`, 'utf8'), patience).toMatch(/^sh/);
    process.kill(pid, name);
    await sees(screen, 'The terminal was restored. A write on its way is UNKNOWN');
    if (name === 'SIGURG') await sees(screen, 'heap out of memory');
    expect(screen.alternate()).toBe(false);
    expect(screen.cursor().visible).toBe(true);
    expect(screen.pasteMode()).toBe(false);
    expect(program.settings()).toMatch(/\sicanon\s.*\secho\s/s);
    screen.press('enter');
    await program.exit;
  },
);

test('SIGXFSZ does not end Purser, because Node ignores the signal [O2]', async () => {
  const program = await startUnderShell();
  signal('SIGXFSZ')(program);
  program.screen.press('?');
  await sees(program.screen, 'Enter run');
  signal('SIGTERM')(program);
  await program.exit;
  expectRestored(program, 143);
});

test.each(repeated<readonly NodeJS.Signals[]>(['SIGTERM'], ['SIGALRM', 'SIGTERM', 'SIGHUP']))(
  'the terminal echoes typed text again after %s at the question for the API key [O2]',
  async name => {
    const service = await startService();
    const program = await startShell(thenSettings, {
      args: ['call', 'account.balances'],
      cols: 100,
      env: { ...service.variables(), PURSER_API_KEY: '' },
    });
    await sees(program.screen, 'API key (hidden):');
    signal(name)(program);
    await program.exit;
    expect(program.screen.text()).toContain(`code ${128 + constants.signals[name]}`);
    expect(program.screen.text()).toMatch(/\sicanon\s.*\secho\s/s);
  },
);

test('after an uncaught error the exit code is 1, the terminal is restored, and the message is not shown [O2 G7a]', async () => {
  const service = await startService();
  const broken = fileURLToPath(new URL('./broken.ts', import.meta.url));
  const program = await startShell(thenSettings.replaceAll('"$@"', `"${broken}" accounts`), {
    cols: 120,
    env: service.variables(),
  });
  await sees(program.screen, '7 accounts, all');
  process.kill(pidOf(program), 'SIGURG');
  await program.exit;
  const { screen } = program;
  expect(screen.bytes).toMatch(/purser: ended by an unexpected Error[^\n]* The terminal was restored\./);
  expect(screen.bytes).not.toContain('canary');
  expectRestored(program, 1);
});

test('a closed terminal leaves no process behind', async () => {
  const service = await startService();
  const folder = temporaryFolder();
  const window = spawn(process.execPath, [fileURLToPath(new URL('./window.ts', import.meta.url))], {
    env: { PATH: process.env['PATH'], TMPDIR: folder, ...service.variables() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await Array.fromAsync(window.stdout.take(1), String);
  const pid = Number(said);
  expect(isAlive(pid)).toBe(true);
  window.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 10_000, interval: 20 }).toBe(false);
});

test('Ctrl+Z gives the terminal to the shell, and fg gives the screen back', async () => {
  const service = await startService();
  const { screen, exit } = await startShell('exec sh -i', { env: shellEnv(service) });
  await sees(screen, 'shell$ ');
  screen.type('"$NODE" "$PROGRAM" accounts\r');
  await sees(screen, '7 accounts, all');
  screen.press('j', 'ctrl-z');
  await sees(screen, /Stopped.*\nshell\$\s*$/);
  expect(screen.alternate()).toBe(false);
  expect(screen.cursor().visible).toBe(true);
  expect(screen.pasteMode()).toBe(false);
  screen.type('stty -a\r');
  await sees(screen, /\sicanon\s[\s\S]*\secho\s[\s\S]*\nshell\$\s*$/);
  screen.type('fg\r');
  await sees(screen, '7 accounts, all');
  expect(screen.alternate()).toBe(true);
  expect(screen.pasteMode()).toBe(true);
  screen.press('j');
  await sees(screen, '› Euro suppliers');
  screen.type(':q\r');
  await sees(screen, /shell\$ fg\n[\s\S]*\nshell\$\s*$/);
  expect(screen.alternate()).toBe(false);
  screen.type('exit\r');
  expect(await exit).toMatchObject({ code: 0 });
});
