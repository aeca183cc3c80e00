import { existsSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { type PtyOptions, type PtyProgram, spawnInPty } from './pty.ts';

const programs: PtyProgram[] = [];
afterEach(async () => {
  for (const program of programs.splice(0)) await program.close();
});

async function shell(script: string, options?: PtyOptions): Promise<PtyProgram> {
  const program = await spawnInPty(['sh', '-c', script], options);
  programs.push(program);
  return program;
}

it('a command has its own terminal, and the harness reads its screen and exit code', async () => {
  const { screen, exit } = await shell(
    'printf "\\033[?1049hhello"; read x; printf "\\033[?1049l\\033[?25h"; exit 3',
  );
  await screen.until('hello');
  expect(screen.alternate()).toBe(true);
  screen.press('x', 'enter');
  expect(await exit).toEqual({ code: 3, signal: undefined });
  expect(screen.alternate()).toBe(false);
  expect(screen.bytes.endsWith('\x1b[?1049l\x1b[?25h')).toBe(true);
});

it('the harness knows the signal that ended a command', async () => {
  const { screen, exit, kill } = await shell('echo ready; exec sleep 100');
  await screen.until('ready');
  kill('SIGTERM');
  expect(await exit).toEqual({ code: 0, signal: 15 });
});

it('a command learns its size and each new size', async () => {
  const { screen } = await shell('trap "stty size" WINCH; stty size; while :; do read x; done', {
    cols: 100,
    rows: 30,
  });
  await screen.until('30 100');
  screen.resize(60, 15);
  await screen.until('15 60');
});

it('a command has its own home, and gets only PATH from this environment', async () => {
  process.env['PURSER_TEST_LEAK'] = 'leaked';
  const { screen, home, close, exit } = await shell('env | sort; touch $XDG_STATE_HOME/a', {
    env: { EXTRA: 'given' },
    cols: 200,
    rows: 50,
  });
  await exit;
  delete process.env['PURSER_TEST_LEAK'];
  const environment = Object.fromEntries(screen.lines().map(line => line.split('=', 2)));
  expect(environment).toMatchObject({
    HOME: home,
    EXTRA: 'given',
    TERM: 'xterm-256color',
  });
  expect(environment['XDG_CONFIG_HOME']).toContain(home);
  expect(environment).not.toHaveProperty('PURSER_TEST_LEAK');
  expect(existsSync(`${home}/state/a`)).toBe(true);
  await close();
  expect(existsSync(home)).toBe(false);
});

it('a wait for the screen stops if its command has ended', async () => {
  const { screen } = await shell('echo last words; exit 4');
  await screen.until('last words');
  await expect(screen.until('more')).rejects.toThrow(
    /^sh ended with code 4: more is not on the screen\n.*last words/s,
  );
  screen.press('x');
  screen.resize(40, 10);
});
