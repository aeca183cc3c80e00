// Letters and digits in a form do nothing while a button or a choice has the focus.

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
