// The card list, and the forms of cardholders and cards, with the keys that staff press.

import { vi } from 'vitest';
import { fieldValue } from '../../src/store/form-state.ts';
import type { KeptForms } from '../../src/store/kept-forms.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';

/** The text to type into a field, or how often to press → in a choice. */
export type Filled = string | { readonly right: number };

export const HOME = ['12 High Street', 'Leeds', 'West Yorkshire', 'LS1 4DY', 'gb'];
/** Leaves this number of fields empty. */
export const nothing = (count: number): readonly string[] => Array.from({ length: count }, () => '');

/** Fills in the fields from the first on and waits for each. Ends on the element after the last field. */
export async function fills(
  console: TestConsole,
  forms: KeptForms,
  values: readonly Filled[],
): Promise<void> {
  for (const [at, value] of values.entries()) {
    const now = () => forms.get(console.state());
    await vi.waitFor(() => {
      if (now().focus !== at) throw new Error(`the focus is on ${now().focus}, not on ${at}`);
    }, patience);
    const id = now().fields[at]?.id ?? '';
    if (typeof value === 'string') {
      if (value !== '') console.type(value);
      await vi.waitFor(() => {
        if (value !== '' && !fieldValue(now(), id).toUpperCase().endsWith(value.toUpperCase()))
          throw new Error(`${id} lacks ${value}`);
      }, patience);
    } else console.press(...Array.from({ length: value.right }, () => 'right'));
    console.press('tab');
  }
}

/** A console that shows the cards of its customer. */
export async function startOnCards(options: ConsoleOptions = {}): Promise<TestConsole> {
  const console = await startOnAccounts({ rows: 40, cols: 120, ...options });
  console.press('3');
  await console.sees('45 cards, all');
  return console;
}

/** The simulator's record of the first customer's nth card. */
export function cardOf({ simulator }: TestConsole, nth: number) {
  const found = simulator.world.customers[0]?.cards.all[nth];
  if (!found) throw new Error(`there is no card ${nth}`);
  return found;
}
