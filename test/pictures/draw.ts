// `npm run pictures`: draws the pictures of the documents with the built program and the simulator.
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Screen } from '../harness/terminal.ts';
import { inConsole } from './console.ts';
import { DARK, drawScreen, LIGHT } from './svg.ts';

const FOLDER = 'docs/look';
const LARGE = { cols: 120, rows: 30 };
const SMALL = { cols: 80, rows: 24 };

/** `says` describes the picture for people who can't see it. */
async function draw(screen: Screen, name: string, says: string, look = DARK): Promise<void> {
  await screen.until(now => !/reading …|loading page/i.test(now.text()));
  // The last drawing comes at most a frame later.
  await setTimeout(300);
  writeFileSync(`${FOLDER}/${name}.svg`, drawScreen(screen, says, look));
}

async function transactions(screen: Screen): Promise<void> {
  screen.press('2');
  await screen.until('Operations');
  screen.press('enter');
  await screen.until('loaded · G loads more');
  screen.press('j', 'j', 'j');
  await screen.until(/› \d\d \w{3} \d\d:\d\d/);
}

async function quote(screen: Screen): Promise<void> {
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
  await screen.until('Expires in');
}

const lostAnswer = 'conversion.create reset=after executed';
await inConsole({ ...LARGE, theme: 'dark', faults: [lostAnswer] }, async (screen, payout) => {
  await screen.until(/\d\.\d\d GBP/);
  screen.press('2');
  await screen.until('7 accounts, all');
  await draw(screen, 'accounts', 'The accounts of a customer, and the details of one');
  await transactions(screen);
  await draw(screen, 'transactions', 'The transactions of an account, and the details of one transaction');
  screen.press('B');
  await screen.until('entries loaded · G loads more');
  screen.press('G');
  await screen.until('entries, all');
  screen.press('g', 'j', 'j', ']');
  await screen.until('Balance in GBP');
  await draw(screen, 'chart', 'The balance of one currency over time, and the changes that caused it');
  screen.press('3');
  await screen.until(/GBP left/);
  await draw(screen, 'cards', 'The cards of a customer, and how much of the selected card’s limits is left');
  screen.press('1');
  await screen.until('needs attention');
  screen.press('T');
  await screen.until(/Timeline +· complete back to .* · G loads/);
  screen.press('j', 'j', 'j', 'j');
  await draw(screen, 'timeline', 'A timeline: what happened to a customer, newest first');
  await quote(screen);
  await draw(screen, 'quote', 'A quote: both amounts, and the time until it expires');
  screen.press('enter');
  await screen.until('to confirm:');
  screen.type('1000.00');
  screen.press('enter');
  await screen.until(now => now.isArmed());
  screen.press('enter');
  await screen.until('Check in the journal');
  await draw(screen, 'unknown', 'A conversion whose answer was lost: the outcome is UNKNOWN, and what to do');
  screen.press('esc', '5');
  await screen.until(/› .*DONE/);
  screen.press('x');
  await screen.until('to confirm:');
  screen.type(payout.slice(-4));
  screen.press('tab');
  await screen.until(now => now.isArmed());
  await draw(screen, 'cancel-payout', 'The dialog that confirms the cancellation of a payout');
});

await inConsole({ ...LARGE, theme: 'dark', books: ['jump', 'sign', 'late'] }, async screen => {
  await screen.until(/ACTION_REQUIRED|PENDING/);
  screen.press('=');
  await screen.until('Balance check DOES NOT FOLLOW');
  screen.press('j');
  await screen.until(/: [+−][\d,.]+ has no/);
  await draw(screen, 'check', 'A balance check: the entry since which the balances do not follow');
});

await inConsole({ ...LARGE, theme: 'light' }, async screen => {
  await screen.until(/ACTION_REQUIRED|PENDING/);
  screen.press('j', 'j');
  await draw(screen, 'overview-light', 'The overview in the theme light', LIGHT);
});

await inConsole({ ...SMALL, theme: 'dark' }, async screen => {
  await transactions(screen);
  await draw(screen, 'transactions-80x24', 'The transactions of an account in a terminal of 80×24');
});
