// How long a key takes to draw its frame while the service sends far too much.

import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../src/sim/simulator.ts';
import { builtProgram, variablesFor } from '../../e2e/program.ts';
import { spawnInPty } from '../../harness/pty.ts';
import type { Screen } from '../../harness/terminal.ts';

/** A console of 200×60 in a pseudo-terminal, with a simulator that has these faults. */
async function start(faults: readonly string[], rows = 240): Promise<Screen> {
  const simulator = await startSimulator({ seed: 1, rows, faults });
  onTestFinished(() => simulator.close());
  const program = await spawnInPty([process.execPath, builtProgram(), 'accounts'], {
    cols: 200,
    rows: 60,
    env: variablesFor(simulator),
  });
  onTestFinished(program.close);
  await program.screen.until(/\d accounts?, all/);
  return program.screen;
}

/** The milliseconds from each key to the next screen, sorted. */
async function answers(screen: Screen, key: string, times: number): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let n = 0; n < times; n++) {
    const before = screen.text();
    const from = performance.now();
    screen.press(key);
    await screen.until(now => now.text() !== before);
    waits.push(performance.now() - from);
  }
  return waits.toSorted((a, b) => a - b);
}

test('a key is drawn within 50 ms while a page has 5,000 rows instead of 100 [D5b]', async () => {
  const screen = await start(['account.transactions ignore-size=5000'], 5000);
  screen.press('enter');
  await screen.until(/5,000 transactions/);
  const waits = await answers(screen, 'j', 40);
  expect(waits[20]).toBeLessThan(50);
});
