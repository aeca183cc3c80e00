// `npm run pictures`: draws the pictures of README.md and docs/operations.md with the built program and the simulator.
import { writeFileSync } from 'node:fs';
import { startSimulator } from '../../src/sim/simulator.ts';
import { variablesFor } from '../e2e/program.ts';
import { spawnInPty } from '../harness/pty.ts';
import { drawScreen } from './svg.ts';

const simulator = await startSimulator({ seed: 1 });
const program = await spawnInPty([process.execPath, 'dist/purser.mjs', 'accounts'], {
  cols: 120,
  rows: 30,
  env: variablesFor(simulator),
});
const { screen } = program;

function draw(name: string, says: string): void {
  writeFileSync(`test/pictures/${name}.svg`, drawScreen(screen, says));
}

try {
  await screen.until('7 accounts, all');
  screen.press('enter');
  await screen.until('loaded · G loads more');
  screen.press('j', 'j', 'j');
  await screen.until(/› \d\d \w{3} \d\d:\d\d/);
  draw('transactions', 'The transactions of an account, and the details of one transaction');
  screen.press('B');
  await screen.until('entries loaded · G loads more');
  screen.press('G');
  await screen.until('entries, all');
  screen.press('g', 'j', ']');
  await screen.until('Balance in GBP');
  draw('chart', 'The balance of one currency over time, and the changes that caused it');
  screen.press('3');
  await screen.until(/GBP left/);
  draw('cards', 'The cards of a customer, and how much of the selected card’s limits is left');
  screen.press('4');
  await screen.until('quote and convert');
  screen.press('n');
  await screen.until('Get a quote');
  screen.type('GBP');
  await screen.until(/Sell\s+GBP/);
  screen.press('tab');
  screen.type('USD');
  await screen.until(/Buy\s+USD/);
  screen.press('tab', 'tab');
  screen.type('1000');
  await screen.until(/Amount\s+1000/);
  screen.press('tab', 'enter');
  await screen.until('Customer buys');
  draw('quote', 'A quote: both amounts, and the time until it expires');
} finally {
  await program.close();
  await simulator.close();
}
