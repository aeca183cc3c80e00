// Typed and pasted text is drawn by the rules for the service's text, so the frame keeps its height.

import headless from '@xterm/headless';
import { describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { repeated } from '../harness/whole.ts';
import { goes } from './paying.ts';

let console: TestConsole;

const PASTES = {
  Thai: 'กำ'.repeat(40),
  families: '👨‍👩‍👧‍👦'.repeat(30),
  flags: '🇩🇪🇽'.repeat(30),
  'combining flood': `a${'\u0301'.repeat(500)}`.repeat(5),
  Arabic: 'ﷺﷻ السلام عليكم '.repeat(20),
  'Persian with joiners': 'می\u200cخواهم '.repeat(20),
  'Indic conjuncts': 'क्ष'.repeat(40),
  jamo: '\u1100'.repeat(60),
  'skin tones': '👍🏽'.repeat(40),
} as const;
const ALL = Object.keys(PASTES) as (keyof typeof PASTES)[];
const KINDS = repeated<readonly (keyof typeof PASTES)[]>(
  ['families', 'combining flood', 'Persian with joiners'],
  ALL,
);

/** The screen of a terminal that counts cells by code point, as many do. The harness counts them like Ink. */
async function plainLines(): Promise<readonly string[]> {
  const { cols, rows, bytes } = console.screen;
  const terminal = new headless.Terminal({ cols, rows, allowProposedApi: true, convertEol: true });
  await new Promise<void>(resolve => terminal.write(bytes, resolve));
  const { active } = terminal.buffer;
  return Array.from(
    { length: rows },
    (_, y) => active.getLine(active.baseY + y)?.translateToString(true) ?? '',
  );
}

/** Expects every row of the frame in its place in both terminals: the header first, nothing scrolled away. */
async function keepsFrame(where: string): Promise<void> {
  await console.drawn();
  const { screen } = console;
  for (const lines of [screen.lines(), await plainLines()]) {
    expect(lines[0], where).toContain('PRODUCTION');
    expect(
      lines.filter(line => line.includes('PRODUCTION')),
      where,
    ).toHaveLength(1);
    // Under the header are the tabs, or the title of the sign-in form.
    expect(lines.slice(1, 3).join(''), where).toMatch(/1 Over|Sign in/);
  }
}

const start = async (login = false) => {
  console = await startConsole({ cols: 80, rows: 24, environment: 'production', login });
  await console.sees(login ? 'Sign in' : 'accounts, all');
};

describe('PRODUCTION stays on the screen after a paste that terminals and Ink measure differently [F16a F11]', () => {
  it.each(KINDS)(
    'with %s in the filter, in Go to and in a form, and after Esc',
    async kind => {
      await start();
      for (const key of ['/', ':', '?', 'u']) {
        console.press(key);
        await console.drawn();
        console.screen.paste(PASTES[kind]);
        await keepsFrame(`${kind} in ${key}`);
        console.press('left', 'left', 'x', 'backspace');
        await keepsFrame(`${kind} in ${key}, edited`);
        console.press('esc');
        await keepsFrame(`${kind} after ${key}`);
        console.press('esc');
      }
      await goes(console, 'cancel-payout');
      console.screen.paste(PASTES[kind]);
      await keepsFrame(`${kind} in a form`);
      console.press('esc');
      await keepsFrame(`${kind} after the form`);
    },
    60_000,
  );

  it.each(KINDS)('with %s in the sign-in form', async kind => {
    await start(true);
    console.screen.paste(PASTES[kind]);
    await keepsFrame(`${kind} in the sign-in form`);
    console.press('tab', 'tab');
    console.screen.paste(PASTES[kind]);
    await keepsFrame(`${kind} in the key field`);
  });
});

it('Purser sends the typed text, not the escaped text on the screen', async () => {
  await start();
  await goes(console, 'cancel-payout');
  console.screen.paste('👍🏽می\u200cخواهم');
  await console.sees('👍');
  expect(JSON.stringify(console.state())).toContain('👍🏽می\u200cخواهم');
});
