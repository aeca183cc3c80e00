// The theme is chosen in the program: each one is on the whole screen while the cursor is on it.

import { afterEach, describe, expect, it } from 'vitest';
import { THEMES } from '../../src/lib/colours.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';

let console: TestConsole;
afterEach(async () => {
  expect(console.crashes).toEqual([]);
  await console.close();
});

const badge = () => console.screen.cellsOf(' DEMO ')?.[0]?.background;

describe('the overlay of themes', () => {
  it('shows the theme under the cursor at once, on the screen around it too', async () => {
    console = await startConsole({ depth: 'exact' });
    await console.sees('accounts, all');
    const own = badge();
    console.press('T');
    await console.sees('› default');
    for (const name of THEMES.slice(1)) {
      console.press('j');
      await console.sees(`› ${name}`);
      expect(badge() === own, name).toBe(false);
    }
    // mono, the last one, has no colours.
    expect(badge()).toBe('default');
  });

  it('keeps the theme that Enter chooses, and says how to keep it for the next start', async () => {
    console = await startConsole({ depth: 'exact', cols: 120 });
    await console.sees('accounts, all');
    console.press('T', 'j');
    await console.sees('› dark');
    console.press('enter');
    await console.sees('"theme": "dark" in config.json');
    expect(badge()).toBe('#56d364');
    console.press('T');
    await console.sees('› dark');
  });

  it('goes back to the theme before with Esc', async () => {
    console = await startConsole({ theme: 'light', depth: 'exact' });
    await console.sees('accounts, all');
    const before = badge();
    console.press('T');
    await console.sees('› light');
    console.press('k', 'k');
    await console.sees('› default');
    expect(badge()).not.toBe(before);
    console.press('esc');
    await console.sees('accounts, all');
    expect(badge()).toBe(before);
    expect(console.state().theme).toBe('light');
  });

  it('is in the palette as Theme', async () => {
    console = await startConsole();
    await console.sees('accounts, all');
    console.press('ctrl-p');
    await console.sees('Commands');
    console.screen.type('theme');
    await console.sees(/› T +theme/);
    console.press('enter');
    await console.sees('› default');
  });

  it('says why a theme looks like another one', async () => {
    console = await startConsole({ depth: 'none' });
    await console.sees('accounts, all');
    console.press('T');
    await console.sees('NO_COLOR or --screen-reader is on: every theme looks like mono.');
    await console.close();
    console = await startConsole({ depth: '16', cols: 40, rows: 10 });
    await console.sees('accounts, all');
    console.press('T');
    await console.sees('This terminal shows 16 colours');
  });
});
