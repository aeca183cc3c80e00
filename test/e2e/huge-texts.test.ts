// A service with texts of megabytes: Purser keeps running, and with PURSER_LIMITS=1 (npm run faults) keys stay fast.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { NASTY } from '../harness/bloating.ts';
import type { Screen } from '../harness/terminal.ts';
import { isWhole } from '../harness/whole.ts';
import { type Service, startPurser, startService } from './purser.ts';

/** Runs in a separate process, because making 7 MB of hostile text would slow down the measurement. */
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

/** Waits until the program has written the text after byte `from`. Only the test's own limit ends the wait. */
async function writes(screen: Screen, from: number, text: string): Promise<void> {
  for (let seen = from; ; ) {
    if (screen.bytes.length > seen) {
      if (screen.bytes.slice(from).includes(text)) return;
      seen = screen.bytes.length;
    }
    await new Promise(resolve => setTimeout(resolve, 2));
  }
}

/** Presses the key, then Ctrl+L to redraw the whole screen. Returns the milliseconds until the redraw. */
async function pressed(screen: Screen, key: string): Promise<number> {
  const before = screen.bytes.length;
  const from = performance.now();
  screen.press(key, 'ctrl-l');
  await writes(screen, before, '\x1b[1;2H\x1b[J');
  return performance.now() - from;
}

const KEYS = ['j', 'd', 'j', 'esc', '/', 'a', '1', 'esc', 'i', 'esc', '@', 'enter', 'esc', 'esc', 't'];

async function goTo(screen: Screen, place: string): Promise<void> {
  screen.type(`:${place}`);
  await pressed(screen, 'end');
  screen.press('enter');
}

const HUGE = [
  ['every', 'combining marks'],
  ['members', 'lone surrogates'],
  ['first', 'single digits'],
  ['every', 'digits'],
  ['fourth', 'Thai'],
] as const;

it.each(isWhole ? HUGE : HUGE.slice(0, 2))(
  'Purser keeps running and answers every key if the service’s texts are huge (%s: %s)',
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

/** The most milliseconds from a key to the screen. */
const LIMIT = 200;

it
  .runIf(process.env['PURSER_LIMITS'] === '1')
  .each([
    ...Object.keys(NASTY).map(kind => ['every', kind] as const),
    ...['whole', 'first', 'members'].map(how => [how, 'single digits'] as const),
  ])(
  `a key takes less than ${LIMIT} ms if the service’s texts are huge (%s: %s) [F9b F10b]`,
  async (how, kind) => {
    const { screen, places } = await start(how, kind);
    // The emulator is switched off: it needs up to 300 ms for such a screen, and the program would wait for it.
    screen.onlyBytes();
    const slow: string[] = [];
    for (const place of places) {
      await goTo(screen, place);
      // Reading the service's answer is not measured, so the test waits until keys are fast again.
      for (let quiet = 0, tried = 0; quiet < 5 && tried < 100; tried++)
        quiet = (await pressed(screen, 't')) < LIMIT / 2 ? quiet + 1 : 0;
      for (const key of KEYS) {
        const ms = await pressed(screen, key);
        if (ms > LIMIT) slow.push(`${place.split('/')[0]} ${key}: ${Math.round(ms)} ms`);
      }
    }
    // The oracles after each case need the screen.
    screen.showsAgain();
    await pressed(screen, 'ctrl-l');
    expect(slow).toEqual([]);
  },
  300_000,
);
