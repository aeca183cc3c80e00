// ↑ and ↓ in `:` and `/`.

import { expect, it } from 'vitest';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';

let console: TestConsole;

const filters = async (text: string): Promise<void> => {
  console.press('/', 'ctrl-u');
  console.type(text);
  await console.sees(`/ ${text} `);
  console.press('enter');
  await console.losesSight(`/ ${text} `);
};

it('↑ recalls the filters from the newest on, ↓ comes back to the typed text, and typing goes on at its end', async () => {
  console = await startOnAccounts({ cols: 120, rows: 24 });
  await filters('gbp');
  await filters('usd');
  await filters('gamma');
  console.press('/', 'ctrl-u', 'g');
  await console.sees(/^\/ g /m);
  console.press('up');
  await console.sees(/^\/ gamma /m);
  console.press('up');
  await console.sees(/^\/ gbp /m);
  console.press('up', 'left', 'left', 'x', 'y');
  await console.sees(/^\/ gxybp /m);
  // Edited text is a new text: no entry begins with it, and ↓ does not go back to those before.
  console.press('up', 'down');
  await console.drawn();
  await console.sees(/^\/ gxybp /m);
  console.press('ctrl-u', 'g', 'up', 'down');
  await console.sees(/^\/ g /m);
  console.press('down', '!');
  await console.sees(/^\/ g! /m);
});

it('↑ in the filter of before begins with the newest other filter, and Esc brings the filter of before back', async () => {
  console = await startOnAccounts({ cols: 120, rows: 24 });
  await filters('gbp');
  await filters('usd');
  console.press('/', 'up');
  await console.sees(/^\/ gbp /m);
  console.press('esc');
  await console.sees('[loaded: usd]');
});

it('↑ recalls what was typed after `:`, but no card number, and nothing under another customer', async () => {
  console = await startOnAccounts({ cols: 120, rows: 24 });
  for (const text of ['cards', '4111111111111111']) {
    console.press(':');
    console.type(text);
    await console.sees(`: ${text} `);
    console.press('enter');
    await console.losesSight(`: ${text} `);
  }
  expect(JSON.stringify(console.state())).not.toContain('4111111111111111');
  console.press(':', 'up');
  await console.sees(/^: cards /m);
  console.press('esc');
  const { customer, known } = console.state();
  const other = known.find(({ userId }) => userId !== customer?.userId);
  if (!other) throw new Error('the simulator has one customer only');
  console.app.customers.switchTo(other);
  console.press(':', 'up', 'x');
  await console.sees(/^: x /m);
});
