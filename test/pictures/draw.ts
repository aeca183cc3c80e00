// Draws the pictures of README.md and docs/operations.md from a real run of the built program against the simulator: `npm run pictures`.
import { writeFileSync } from 'node:fs';
import { startSimulator } from '../../src/sim/simulator.ts';
import { spawnInPty } from '../harness/pty.ts';
import { drawScreen } from './svg.ts';

const simulator = await startSimulator({ seed: 1 });
const { clientId, apiKey, programId } = simulator.credentials;
const [customer] = simulator.customers;
const program = await spawnInPty([process.execPath, 'dist/purser.mjs', 'accounts'], {
  cols: 120,
  rows: 30,
  env: {
    PURSER_BASE_URL: simulator.url,
    PURSER_CLIENT_ID: clientId,
    PURSER_API_KEY: apiKey,
    PURSER_PROGRAM_ID: programId,
    PURSER_USER_ID: customer?.userId ?? '',
    PURSER_ON_BEHALF_OF: customer?.onBehalfOf ?? '',
    TZ: 'UTC',
  },
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
  draw('transactions', 'The transactions of an account, with the details of one beside them');
  screen.press('B');
  await screen.until('entries loaded · G loads more');
  screen.press('G');
  await screen.until('entries, all');
  screen.press('g', 'j', ']');
  await screen.until('Balance in GBP');
  draw('chart', 'The balance of one currency over time, beside the changes that made it');
  screen.press('3');
  await screen.until(/GBP left/);
  draw('cards', 'The cards of a customer, with what is left of the limits of one as gauges');
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
  draw('quote', 'A quote, with both amounts and the seconds that are left of it');
} finally {
  await program.close();
  await simulator.close();
}
