import { afterEach, expect, it } from 'vitest';
import { type PtyProgram, spawnInPty } from '../harness/pty.ts';

const programs: PtyProgram[] = [];
afterEach(async () => {
  for (const program of programs.splice(0)) await program.close();
});

const proxyFile = JSON.stringify(new URL('../../src/keys/proxy.ts', import.meta.url).href);
const clockFile = JSON.stringify(new URL('../../src/lib/clock.ts', import.meta.url).href);

/** Prints each key. 'e' gives the terminal to a shell that reads a line. 'q' stops the proxy, and the process ends. */
const program = `
  import { spawn } from 'node:child_process';
  import { createKeyProxy } from ${proxyFile};
  import { systemClock } from ${clockFile};
  const say = text => process.stdout.write('<' + text + '>\\n');
  const proxy = createKeyProxy({
    input: process.stdin,
    clock: systemClock(),
    takesText: () => false,
    onPaste: text => say('paste ' + text),
    onKey(key) {
      say(key);
      if (key === 'q') proxy.stop();
      if (key !== 'e') return;
      proxy.pause();
      const editor = 'echo editor; read line; echo "line: $line"';
      spawn('sh', ['-c', editor], { stdio: 'inherit' }).on('exit', () => {
        proxy.resume();
        say('resumed');
      });
    },
  });
  proxy.start();
  say('ready');
`;

/** Runs the program in a terminal. Then prints its exit code and the terminal's settings. */
async function start(): Promise<PtyProgram> {
  const script = `"$0" --input-type=module -e "$1"; echo "code $?"; stty -a`;
  const started = await spawnInPty(['sh', '-c', script, process.execPath, program], { rows: 40 });
  programs.push(started);
  await started.screen.until('<ready>');
  return started;
}

it('the proxy reads a real terminal, also Ctrl+C and Ctrl+Z, and restores its settings', async () => {
  const { screen, exit } = await start();
  screen.type('jé\x03\x1a\x1b[A\x1b');
  await screen.until('<esc>');
  screen.type('👍\x1b[200~a\rb\x1b[201~q');
  await exit;
  const lines = screen.lines().filter(line => line.startsWith('<'));
  expect(lines).toEqual(
    ['ready', 'j', 'é', 'ctrl-c', 'ctrl-z', 'up', 'esc', '👍', 'paste a b', 'q'].map(key => `<${key}>`),
  );
  expect(screen.text()).toMatch(/code 0.*\sicanon\s.*\secho\s/s);
});

it('the proxy gives the terminal to another program while paused', async () => {
  const { screen, exit } = await start();
  screen.type('je');
  await screen.until('editor');
  screen.type('hello\r');
  await screen.until('line: hello');
  await screen.until('<resumed>');
  screen.type('kq');
  await exit;
  expect(screen.text()).toMatch(/<resumed>\s+<k>\s+<q>/);
});
