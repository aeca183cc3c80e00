// Card details in a real terminal: after every kind of end they are gone from screens, files and arguments.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { PtyProgram } from '../harness/pty.ts';
import { expectRestored, pidOf, sees, signal, startService, startShell, thenSettings } from './purser.ts';

/** Starts the program with a bug, shows a card's details, and returns the card number. */
async function reveals(env: Record<string, string> = {}): Promise<{ program: PtyProgram; number: string }> {
  const service = await startService();
  const card = service.simulator.world.customers[0]?.cards.all.find(({ status }) => status === 'ACTIVE');
  if (!card) throw new Error('there is no active card');
  const broken = fileURLToPath(new URL('./broken.ts', import.meta.url));
  const script = thenSettings.replaceAll('"$@"', `"${broken}" accounts`);
  const program = await startShell(script, { cols: 100, rows: 30, env: { ...service.variables(), ...env } });
  const { screen } = program;
  await sees(screen, '7 accounts, all');
  screen.type(`:card-details/${card.id}\r`);
  await sees(screen, '[ Show card details ]');
  screen.type('T-1 lost card');
  await sees(screen, 'T-1 lost card');
  screen.press('tab', 'enter');
  await sees(screen, card.number.replace(/.{4}(?=.)/g, '$& '));
  return { program, number: card.number };
}

/** FAULTS O3: no file that the program may have written contains the number. */
function expectNowhere({ home }: PtyProgram, number: string): void {
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
    .map(file => join(home, file))
    .filter(file => statSync(file).isFile());
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(readFileSync(file).includes(number), file).toBe(false);
}

test.each([
  { how: 'an uncaught error', code: 1, end: signal('SIGURG') },
  { how: 'SIGTERM', code: 143, end: signal('SIGTERM') },
  { how: ':q', code: 0, end: ({ screen }: PtyProgram) => screen.type(':q\r') },
])('the card details are on no screen and in no file after $how [O2 O3 G8a–b]', async ({ code, end }) => {
  const { program, number } = await reveals();
  expectNowhere(program, number);
  if (process.platform === 'linux') {
    const about = ['cmdline', 'environ'].map(file => readFileSync(`/proc/${pidOf(program)}/${file}`));
    expect(about.some(bytes => bytes.includes(number))).toBe(false);
  }
  const before = program.screen.bytes.length;
  await end(program);
  await program.exit;
  expect(program.screen.bytes.slice(before)).not.toContain(number);
  expect(program.screen.ordinary()).not.toContain(number);
  expectRestored(program, code);
  expectNowhere(program, number);
});

test('inside tmux Purser warns before it asks for card details [G9]', async () => {
  const service = await startService();
  const env = { ...service.variables(), TMUX: '/tmp/tmux-0/default,1,0' };
  const { screen } = await startShell('exec "$0" "$@"', { cols: 100, rows: 30, env });
  await sees(screen, '7 accounts, all');
  screen.type(':card-details/0dee1234\r');
  await sees(screen, 'This terminal runs inside tmux', '[ Show card details ]');
  expect(service.requestsFor('card.details')).toEqual([]);
});
