// A service whose texts are megabytes long: the console stays up, and under PURSER_LIMITS=1 (npm run faults) keys stay quick.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { NASTY } from '../harness/bloating.ts';
import type { Screen } from '../harness/terminal.ts';
import { type Service, startPurser, startService } from './purser.ts';

/** In a process of its own, because 7 MB of nasty text takes the time that is measured here. */
async function bloated(service: Service, how: string, kind: string): Promise<string> {
  const file = fileURLToPath(new URL('../harness/bloated-service.ts', import.meta.url));
  const child = spawn(process.execPath, [file, service.simulator.url, how, kind], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  return await new Promise(resolve => child.stdout.once('data', chunk => resolve(String(chunk).trim())));
}

async function start(how: string, kind: string) {
  const service = await startService();
  const url = await bloated(service, how, kind);
  const env = { ...service.variables(), PURSER_BASE_URL: url };
  const purser = await startPurser({ cols: 120, rows: 36, env });
  const [customer] = service.simulator.world.customers;
  const account = customer?.accounts[0]?.record.id ?? '';
  await writes(purser.screen, 0, '2 Accounts');
  return { screen: purser.screen, places: ['accounts', `transactions/${account}`, 'cards', 'beneficiaries'] };
}

/** Waits for bytes: the program writes them, or the test ends by its own limit. */
async function writes(screen: Screen, from: number, text: string): Promise<void> {
  for (let seen = from; ; ) {
    if (screen.bytes.length > seen) {
      if (screen.bytes.slice(from).includes(text)) return;
      seen = screen.bytes.length;
    }
    await new Promise(resolve => setTimeout(resolve, 2));
  }
}

/** Ctrl+L draws the whole screen again, so that there is something to wait for after any key. */
async function pressed(screen: Screen, key: string): Promise<number> {
  const before = screen.bytes.length;
  const from = performance.now();
  screen.press(key, 'ctrl-l');
  await writes(screen, before, '\x1b[2J');
  return performance.now() - from;
}

const KEYS = ['j', 'd', 'j', 'esc', '/', 'a', '1', 'esc', 'i', 'esc', '@', 'enter', 'esc', 'esc', 't'];

async function goTo(screen: Screen, place: string): Promise<void> {
  screen.type(`:${place}`);
  await pressed(screen, 'end');
  screen.press('enter');
}

it.each([
  ['first', 'single digits'],
  ['every', 'digits'],
  ['every', 'combining marks'],
  ['fourth', 'Thai'],
  ['members', 'lone surrogates'],
])(
  'Purser keeps running and answers every key while %s text has megabytes of %s [F9 F10]',
  async (how, kind) => {
    const { screen, places } = await start(how, kind);
    for (const place of places) {
      await goTo(screen, place);
      for (const key of KEYS) await pressed(screen, key);
    }
    const before = screen.bytes.length;
    screen.press('ctrl-l');
    await writes(screen, before, 'DEMO');
  },
  120_000,
);

/** Key to screen, in ms. */
const LIMIT = 200;

it
  .runIf(process.env['PURSER_LIMITS'] === '1')
  .each([
    ...Object.keys(NASTY).map(kind => ['every', kind] as const),
    ...['whole', 'first', 'members'].map(how => [how, 'single digits'] as const),
  ])(
  `%s text of %s: key to screen under ${LIMIT} ms [F9 F10]`,
  async (how, kind) => {
    const { screen, places } = await start(how, kind);
    // A program's write waits until its terminal has read it, and the emulator takes up to 300 ms for a screen of such texts.
    screen.onlyBytes();
    const slow: string[] = [];
    for (const place of places) {
      await goTo(screen, place);
      // What the service sends is read first: while it comes, keys wait for it.
      for (let quiet = 0, tried = 0; quiet < 5 && tried < 100; tried++)
        quiet = (await pressed(screen, 't')) < LIMIT / 2 ? quiet + 1 : 0;
      for (const key of KEYS) {
        const ms = await pressed(screen, key);
        if (ms > LIMIT) slow.push(`${place.split('/')[0]} ${key}: ${Math.round(ms)} ms`);
      }
    }
    // The oracles that run after each case look at the screen.
    screen.showsAgain();
    await pressed(screen, 'ctrl-l');
    expect(slow).toEqual([]);
  },
  300_000,
);
