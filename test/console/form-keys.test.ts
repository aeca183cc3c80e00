// Keys as terminals send them, in forms and lists. Letters and digits in a form do nothing outside its text fields.

import { describe, expect, it, vi } from 'vitest';
import { TABS } from '../../src/store/places.ts';
import { currentView, currentWorkspace } from '../../src/store/workspace.ts';
import { writingOf } from '../../src/store/writing.ts';
import { createConsole } from '../../src/ui/shell/console.ts';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { allRules } from '../harness/rules.ts';
import { goes } from './paying.ts';
import { payee } from './writing.ts';

let console: TestConsole;

const PRINTABLE = [...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ?:/@!*-[].,'];

const FORMS: readonly (readonly [string, (console: TestConsole) => string])[] = [
  ['a new payout', now => `new-payout/${payee(now)}`],
  ['the cancellation of a payout', () => 'cancel-payout'],
  ['a new card', () => 'issue-card'],
  ['a new beneficiary', () => 'new-beneficiary'],
  ['a new account', () => 'new-account'],
  ['card details', now => `card-details/${now.simulator.world.customers[0]?.cards.all[0]?.id}`],
];

/** Tells whether the focused element takes text. */
const keys = createConsole(allRules);

describe('a choice or a button with the focus', () => {
  it.each(FORMS)(
    'ignores letters and digits in the form of %s',
    async (_, place) => {
      console = await startOnAccounts({ cols: 120, rows: 40 });
      await goes(console, place(console));
      const before = console.state();
      const asked = console.exchanges().length;
      const stops = new Set<string>();
      // Visits every element of the form. Text fields are skipped, because letters are their text.
      for (let stop = 0; stop < 25; stop++) {
        if (!keys.takesText(console.state())) {
          stops.add(console.screen.lines().find(line => line.startsWith('›')) ?? 'button');
          console.press(...PRINTABLE);
          await console.sees('Not typed: no text field has the focus.');
          const now = console.state();
          expect(currentView(now).place).toBe(currentView(before).place);
          expect(currentWorkspace(now).tab).toBe(currentWorkspace(before).tab);
          expect([now.overlay, now.prompt, now.lock]).toEqual([undefined, undefined, undefined]);
          expect(writingOf(now, console.app.clock.monotonic()).mode).toBe(
            writingOf(before, console.app.clock.monotonic()).mode,
          );
        }
        const { flows } = currentWorkspace(console.state());
        console.press('tab');
        await vi.waitFor(() => expect(currentWorkspace(console.state()).flows).not.toBe(flows), patience);
        await console.drawn();
      }
      expect(stops.size).toBeGreaterThan(0);
      expect(
        console
          .exchanges()
          .slice(asked)
          .filter(line => !line.startsWith('GET')),
      ).toEqual([]);
      expect(TABS).toContain(currentWorkspace(console.state()).tab);
    },
    60_000,
  );
});

describe('text typed above a form', () => {
  const shownIn = (field: string): string | undefined =>
    console.screen
      .lines()
      .find(line => line.includes(`› ${field}`))
      ?.replaceAll(/[│›]/g, '')
      .replace(field, '')
      .replace('typing replaces', '')
      .trim();

  it('goes into the command palette, and not into the amount', async () => {
    console = await startOnAccounts({ cols: 120, rows: 40 });
    await goes(console, `new-payout/${payee(console)}`);
    await console.sees('› Amount');
    console.type('12');
    await console.sees(/› Amount +12 /);
    console.press('ctrl-p');
    await console.sees('Commands');
    console.type('345');
    await console.sees('filter: 345');
    console.press('esc');
    await console.sees(/› Amount/);
    expect(shownIn('Amount')).toBe('12');
  });

  it('goes into the dialog, and not into the payout ID', async () => {
    console = await startOnAccounts({ cols: 120, rows: 40 });
    await goes(console, 'cancel-payout');
    await console.sees('› Payout ID');
    console.type('c0633062-25d7-466e-872b-bbcb19a1c9a4');
    await console.sees('c0633062-25d7-466e-872b-bbcb19a1c9a4');
    console.press('enter');
    await console.sees('Type the last four of the payout ID');
    console.type('c9a4');
    await console.sees('to confirm: c9a4');
    console.press('esc');
    await console.sees('Review cancellation');
    expect(shownIn('Payout ID')).toBe('c0633062-25d7-466e-872b-bbcb19a1c9a4');
  });
});

it('the footer shows the keys that still work, and the palette has the other commands', async () => {
  console = await startOnAccounts({ cols: 160, rows: 40 });
  await goes(console, 'convert');
  await console.sees(/Esc \S+.*\^P commands|Ctrl\+P commands/);
  console.press('ctrl-p');
  await console.sees('Commands');
  console.type('Journal');
  await console.sees('Journal');
  console.press('esc', 'esc');
  await console.sees('FX');
});

/** The open form's amount, with its digits as the terminal sends them. */
async function inAmount(): Promise<void> {
  console = await startOnAccounts({ cols: 120, rows: 40 });
  await goes(console, `new-payout/${payee(console)}`);
  await console.sees(/Status +VERIFIED/);
}

describe('the terminal’s bytes in the amount of a new payout', () => {
  it('of a keypad are its digits', async () => {
    await inAmount();
    for (const bytes of ['\x1bOq', '\x1bOr', '\x1bOn', '\x1b[57402u', '\x1bOt']) console.type(bytes);
    await console.sees(/Amount +12\.34/);
    expect(currentView(console.state()).place).toBe('new-payout');
  });

  it('of Alt with a letter, and of an arrow that is cut, leave the form open', async () => {
    await inAmount();
    console.stopsTime();
    console.type('12\x1bx\x1bq\x1bj');
    for (const byte of '\x1b[D') {
      console.type(byte);
      await new Promise(setImmediate);
      for (let ms = 0; ms < 60; ms += 10) {
        console.passes(10);
        await new Promise(setImmediate);
      }
    }
    console.type('5');
    await console.sees(/Amount +152/);
    expect(currentView(console.state()).place).toBe('new-payout');
    console.type('\x1b');
    await new Promise(setImmediate);
    console.passes(30);
    await new Promise(setImmediate);
    console.passes(70);
    await vi.waitFor(() => expect(currentView(console.state()).place).not.toBe('new-payout'), patience);
  });
});

describe('a key of a keyboard layout without Latin letters', () => {
  it.each([...'йωｊ'])('%s says what to do in a list', async key => {
    console = await startOnAccounts();
    console.type(key);
    await console.sees(`This key types ${key}: switch to a Latin keyboard layout.`);
    console.press('j');
    await console.losesSight('switch to a Latin keyboard layout');
  });

  it('acts as its Latin key if the terminal names it, and types its letter into a filter', async () => {
    console = await startOnAccounts();
    console.type('\x1b[1073::44u');
    await vi.waitFor(() => expect(console.state().overlay?.kind).toBe('theme'), patience);
    console.press('esc', '/');
    console.type('\x1b[1081::113u');
    await vi.waitFor(() => expect(currentView(console.state()).filter).toBe('й'), patience);
  });

  it('says nothing for a Latin letter without a command', async () => {
    console = await startOnAccounts();
    console.type('ö');
    await console.drawn();
    expect(console.state().notice).toBeUndefined();
  });
});

describe('a paste whose end is late', () => {
  it('runs no command, says so, and is dropped by Esc', async () => {
    await inAmount();
    console.stopsTime();
    const before = console.exchanges().length;
    console.type('\x1b[200~12\r');
    await new Promise(setImmediate);
    console.passes(2000);
    await console.sees('A paste has not ended. Wait for the rest, or press Esc to drop it.');
    console.type('q\r\r3');
    console.press('esc');
    await console.sees('Paste dropped: its end did not arrive. Nothing was typed.');
    console.type('7');
    await console.sees(/Amount +7/);
    expect(currentView(console.state()).place).toBe('new-payout');
    expect(console.exchanges()).toHaveLength(before);
  });

  it('is pasted as soon as it ends', async () => {
    await inAmount();
    console.stopsTime();
    console.type('\x1b[200~1');
    await new Promise(setImmediate);
    console.passes(2000);
    await console.sees('A paste has not ended.');
    console.type('2');
    await new Promise(setImmediate);
    console.passes(9000);
    console.type('\x1b[201~');
    await console.sees(/Amount +12/);
    await console.losesSight('A paste has not ended.');
  });
});
