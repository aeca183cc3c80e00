// Records the three jobs for docs/sessions with the built program and the simulator: `node test/pictures/sessions.ts`.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Screen } from '../harness/terminal.ts';
import { inConsole } from './console.ts';
import { type Recording, record } from './recording.ts';

const FOLDER = 'docs/sessions';
const SIZE = { cols: 110, rows: 30 };
/** The milliseconds between two keys, at a person's pace. */
const KEY = 120;

interface Job {
  readonly name: string;
  readonly title: string;
  play(screen: Screen, tape: Recording, payout: string): Promise<void>;
}

async function types(screen: Screen, text: string): Promise<void> {
  for (const sign of text) {
    screen.type(sign);
    await setTimeout(KEY);
  }
}

async function presses(screen: Screen, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    screen.press(key);
    await setTimeout(KEY);
  }
}

/** Waits for the sight, adds a frame, and pauses. */
async function sees(
  screen: Screen,
  tape: Recording,
  sight: string | RegExp,
  caption: string,
  seconds = 2.5,
): Promise<void> {
  await screen.until(sight);
  // The last drawing comes at most a frame later.
  await setTimeout(400);
  tape.frame(caption, seconds);
  await setTimeout(1000);
}

async function confirms(screen: Screen, tape: Recording, token: string): Promise<void> {
  await types(screen, token);
  await presses(screen, 'tab');
  const typed = new RegExp(`to confirm:?\\s+${token.replace('.', '\\.')}`);
  await screen.until(now => now.isArmed());
  await sees(screen, tape, typed, `The token ${token} is typed, the button has the focus`);
  await presses(screen, 'enter');
}

const JOBS: readonly Job[] = [
  {
    name: 'find',
    title: 'Job 1: find the one transaction that matters',
    async play(screen, tape) {
      await sees(screen, tape, /\d\.\d\d GBP/, 'The overview of a customer');
      await presses(screen, '2');
      await sees(screen, tape, '7 accounts, all', 'The accounts');
      await presses(screen, 'enter');
      await sees(screen, tape, /100 (?:transactions )?loaded/, 'The transactions of an account');
      await types(screen, '/refund');
      await sees(screen, tape, /of 100 (?:loaded match|·)/, 'A word filters the loaded rows');
      await presses(screen, 'enter', 'enter');
      await sees(screen, tape, /ID/, 'The details of the transaction', 3);
      await presses(screen, ']');
      await sees(screen, tape, '"id"', 'The raw JSON from the service', 3);
    },
  },
  {
    name: 'convert',
    title: 'Job 2: quote and convert',
    async play(screen, tape) {
      await sees(screen, tape, /\d\.\d\d GBP/, 'The overview of a customer');
      await presses(screen, '4');
      await screen.until('quote and convert');
      await presses(screen, 'n');
      await sees(screen, tape, 'Get a quote', 'A new quote');
      await types(screen, 'GBP');
      await presses(screen, 'tab');
      await types(screen, 'USD');
      await presses(screen, 'tab', 'tab');
      await types(screen, '1000');
      await sees(screen, tape, /Amount\s+1000/, 'The currencies and the amount are typed');
      await presses(screen, 'tab', 'enter');
      await sees(screen, tape, 'Expires in', 'The quote: both amounts, and the time until it expires', 3);
      await presses(screen, 'enter');
      await sees(screen, tape, 'to confirm', 'The dialog asks for the sell amount', 3);
      await confirms(screen, tape, '1000.00');
      await sees(screen, tape, /\bDONE\b/, 'Converted, once', 4);
    },
  },
  {
    name: 'cancel',
    title: 'Job 3: cancel a pending payout',
    async play(screen, tape, payout) {
      await sees(screen, tape, /\d\.\d\d GBP/, 'The overview of a customer');
      await presses(screen, '5');
      await sees(screen, tape, /› .*DONE/, 'The payouts. The newest comes from the journal');
      await presses(screen, 'x');
      await sees(screen, tape, 'to confirm', 'The dialog shows the payout, and asks for the token', 4);
      await confirms(screen, tape, payout.slice(-4));
      await sees(screen, tape, /Cancel[^\n]*[\s\S]*\bDONE\b/, 'Cancelled, once', 4);
      await presses(screen, 'enter');
      await sees(screen, tape, 'CANCELLED', 'The payout says CANCELLED', 4);
    },
  },
];

mkdirSync(FOLDER, { recursive: true });
for (const { name, title, play } of JOBS)
  await inConsole({ ...SIZE, theme: 'dark' }, async (screen, payout) => {
    const tape = record(screen, title);
    try {
      await play(screen, tape, payout);
      writeFileSync(join(FOLDER, `${name}.cast`), tape.cast());
      writeFileSync(join(FOLDER, `${name}.svg`), tape.svg());
    } finally {
      tape.stop();
    }
  });
