// The ends of a session with real processes in a pseudo-terminal: signals, crashes, a closed terminal, Ctrl+Z, `fg`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawn } from '@lydell/node-pty';
import { afterAll, expect, test, vi } from 'vitest';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'purser-life-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const source = (name: string) => JSON.stringify(new URL(`../../src/system/${name}`, import.meta.url).href);
const script = path.join(folder, 'session.mjs');
fs.writeFileSync(
  script,
  `import fs from 'node:fs';
import { installProcessEnd } from ${source('process-end.ts')};
import { installSuspend } from ${source('suspend.ts')};
import { restoreTerminal, syncWriter } from ${source('terminal.ts')};
const write = syncWriter(1);
const enter = () => { process.stdin.setRawMode(true); write('\\x1b[?1049h\\x1b[?25l\\x1b[?2004hENTERED\\r\\n'); };
const leave = () => { process.stdin.setRawMode(false); restoreTerminal(write); write('LEFT\\r\\n'); };
installProcessEnd({
  process, say: syncWriter(2), bundle: import.meta.filename,
  restore: () => restoreTerminal(write),
  onEnd: reason => process.env.MARK && fs.writeFileSync(process.env.MARK, JSON.stringify(reason)),
});
const after = (ms, run) => { const timer = setTimeout(run, ms); return () => clearTimeout(timer); };
const { suspend } = installSuspend({ process, after, leave, enter });
process.stdin.on('data', key => {
  if (String(key) === 'c') throw new TypeError('CANARY51');
  if (String(key) === 'r') void Promise.reject(new RangeError('CANARY51'));
  if (String(key) === 'z') suspend();
  if (String(key) === 'x') process.exit(7);
});
enter();
write('PID ' + process.pid + ' READY');
`,
);

/** Runs a shell command in its own pseudo-terminal. The word `SESSION` becomes the command of the session. */
function run(command: string, env: Record<string, string> = {}) {
  const text = command.replace('SESSION', `'${process.execPath}' '${script}'`);
  const shell = spawn('bash', ['--norc', '-c', text], {
    name: 'xterm',
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', PS1: '$ ', ...env },
  });
  let seen = '';
  shell.onData(bytes => {
    seen += bytes;
  });
  const done = new Promise<number>(resolve => shell.onExit(({ exitCode }) => resolve(exitCode)));
  const sees = (text: string, from = 0) =>
    vi.waitFor(() => expect(seen.slice(from)).toContain(text), { timeout: 20_000, interval: 10 });
  return { shell, done, sees, output: () => seen };
}

const pidIn = (text: string) => Number(/PID (\d+) READY/.exec(text)?.[1]);
const restored = '\x1b[?1049l\x1b[?25h\x1b[?2004l';
const thenModes = 'SESSION; echo "CODE $?"; stty -a';

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
] as const)('%s restores the terminal and ends with %i [O2]', async (signal, code) => {
  const { done, sees, output } = run(thenModes);
  await sees('READY');
  process.kill(pidIn(output()), signal);
  await done;
  const end = output().slice(output().indexOf('READY'));
  expect(end.split(restored)).toHaveLength(2);
  expect(end).toContain(`CODE ${code}`);
  expect(end).toMatch(/(?<!-)isig.*(?<!-)icanon.*(?<!-)echo /s);
});

test.each([
  ['c', 'TypeError'],
  ['r', 'RangeError'],
])(
  "a crash (%s) prints one line on the ordinary screen, without the error's message [G7a]",
  async (key, name) => {
    const { shell, done, sees, output } = run(thenModes);
    await sees('READY');
    shell.write(key);
    await done;
    const line = output().slice(output().indexOf(restored));
    expect(line).toMatch(new RegExp(`purser: ended by an unexpected ${name} at session\\.mjs:\\d+:\\d+\\.`));
    expect(line).toContain('CODE 1\r\n');
    expect(output()).not.toContain('CANARY51');
  },
);

test('process.exit in the middle of the session keeps its code and restores the terminal', async () => {
  const { shell, done, sees, output } = run(thenModes);
  await sees('READY');
  shell.write('x');
  await done;
  expect(output().split(restored)).toHaveLength(2);
  expect(output()).toContain('CODE 7');
});

test.each([
  ['SESSION; true', 'with its own SIGHUP'],
  ['setsid -w SESSION; true', 'without SIGHUP, in another session'],
])('a terminal that closes (%s: %s) ends the process', async command => {
  const mark = path.join(folder, `mark-${command.length}`);
  const { shell, sees, output } = run(command, { MARK: mark });
  await sees('READY');
  const pid = pidIn(output());
  shell.kill('SIGKILL');
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), {
    timeout: 20_000,
    interval: 10,
  });
  expect(fs.readFileSync(mark, 'utf8')).toMatch(/terminal-closed|SIGHUP/);
});

test('Ctrl+Z stops the job for the shell and leaves the screen, and fg takes the screen again', async () => {
  const { shell, done, sees, output } = run(
    'set -m; SESSION; echo "STOPPED $?"; stty -a; fg >/dev/null; echo "CODE $?"',
  );
  await sees('READY');
  const before = output().length;
  shell.write('z');
  await sees('ENTERED', before);
  process.kill(pidIn(output()), 'SIGTERM');
  await done;
  const after = output().slice(before);
  expect(after).toMatch(/LEFT.*STOPPED 148.*icanon.*ENTERED.*CODE 143/s);
  expect(after.indexOf(restored)).toBeLessThan(after.indexOf('STOPPED'));
});

test('after Ctrl+Z Purser takes the screen again if no shell can continue it', async () => {
  const { shell, done, sees, output } = run('exec SESSION');
  await sees('READY');
  const before = output().length;
  shell.write('z');
  await sees('ENTERED', before);
  process.kill(pidIn(output()), 'SIGTERM');
  expect(await done).toBe(143);
});

test('purser reset undoes every terminal mode that stayed on after a kill -9', async () => {
  const reset = `import { resetTerminal, systemResetParts } from ${source('terminal.ts')};
const sentence = resetTerminal(systemResetParts(process.env.PATH)); if (sentence) console.log(sentence);`;
  fs.writeFileSync(path.join(folder, 'reset.mjs'), reset);
  const { done, sees, output } = run(
    `SESSION; stty -a | grep -c -- -icanon; '${process.execPath}' '${folder}/reset.mjs' ; stty -a`,
  );
  await sees('READY');
  process.kill(pidIn(output()), 'SIGKILL');
  await done;
  const end = output().slice(output().indexOf('READY'));
  expect(end).toMatch(/\b1\r\n/);
  expect(end).toContain(restored);
  expect(end.slice(end.indexOf(restored))).toMatch(/(?<!-)isig.*(?<!-)icanon.*(?<!-)echo /s);
});
