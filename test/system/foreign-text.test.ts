// Standard error while the console has the screen, with real processes in a pseudo-terminal.

import fs from 'node:fs';
import path from 'node:path';
import { spawn } from '@lydell/node-pty';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/folder.ts';

const source = JSON.stringify(new URL('../../src/system/foreign-text.ts', import.meta.url).href);

/** Runs the code in a pseudo-terminal, by a shell. `SCRIPT` in the command is the code. Returns what the terminal got. */
async function run(code: string, command = 'SCRIPT'): Promise<string> {
  const file = path.join(temporaryFolder(), 'script.mjs');
  fs.writeFileSync(
    file,
    `import fs from 'node:fs';
import { spawnSync } from 'node:child_process';
import { holdForeignText } from ${source};
const held = holdForeignText(process);
${code}`,
  );
  const text = command.replace('SCRIPT', `'${process.execPath}' '${file}'`);
  const shell = spawn('sh', ['-c', text], { name: 'xterm', env: { PATH: process.env['PATH'] ?? '' } });
  let seen = '';
  shell.onData(bytes => {
    seen += bytes;
  });
  await new Promise(resolve => shell.onExit(resolve));
  return seen;
}

const PRINT = `
fs.writeSync(2, 'native ');
process.stderr.write('stream ');
console.error('console');
spawnSync('sh', ['-c', 'echo child >&2'], { stdio: ['ignore', 'ignore', 'inherit'] });
`;

test('all that is printed on standard error stays off the terminal, can be read once, and is given at the end', async () => {
  const seen = await run(`${PRINT}
const first = held.read();
fs.writeSync(2, 'later');
const second = held.read();
const all = held.release();
fs.writeSync(1, JSON.stringify({ first, second, all }));
fs.writeSync(2, ' again on the terminal');
process.stderr.write(', and the stream');`);
  const printed = 'native stream console\\nchild\\n';
  expect(seen).toBe(
    `{"first":"${printed}","second":"later","all":"${printed}later"} again on the terminal, and the stream`,
  );
});

test('standard error that is a file stays that file', async () => {
  const file = path.join(temporaryFolder(), 'errors');
  const seen = await run(`${PRINT} fs.writeSync(1, String(held));`, `SCRIPT 2>'${file}'`);
  expect(seen).toBe('undefined');
  expect(fs.readFileSync(file, 'utf8')).toBe('native stream console\nchild\n');
});

test('the file has no name, and a very long text is cut', async () => {
  const seen = await run(`
const named = fs.readdirSync('/tmp').filter(name => name.startsWith('purser-' + process.pid + '-'));
for (let n = 0; n < 200; n++) fs.writeSync(2, 'x'.repeat(1000));
fs.writeSync(1, JSON.stringify([named, held.release().length]));`);
  expect(seen).toBe('[[],65536]');
});
