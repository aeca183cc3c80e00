// Draws the README's picture from a real run of the built program against the simulator: `npm run pictures`.
import { writeFileSync } from 'node:fs';
import { startSimulator } from '../../src/sim/simulator.ts';
import { spawnInPty } from '../harness/pty.ts';
import { drawScreen } from './svg.ts';

const simulator = await startSimulator({ seed: 1 });
const { clientId, apiKey, programId } = simulator.credentials;
const [customer] = simulator.customers;
const program = await spawnInPty([process.execPath, 'dist/purser.mjs'], {
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
try {
  const { screen } = program;
  await screen.until('7 accounts, all');
  screen.press('enter');
  await screen.until('loaded so far');
  screen.press('j', 'j', 'j');
  await screen.until(/› +20\d\d-/);
  writeFileSync(
    'test/pictures/transactions.svg',
    drawScreen(screen, 'The transactions of an account, with the details of one beside them'),
  );
} finally {
  await program.close();
  await simulator.close();
}
