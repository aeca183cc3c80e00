// Filling in the forms of cardholders and cards as staff do: field after field, with the keys.

import { vi } from 'vitest';
import { fieldValue } from '../../src/store/form.ts';
import type { KeptForms } from '../../src/store/kept-forms.ts';
import type { TestConsole } from '../harness/console.ts';
import { patience } from './writing.ts';

/** What is done in a field: typed into it, or how often → is pressed in a choice. */
export type Filled = string | { readonly right: number };

/** Fills the fields from the first one on, each by itself, and ends behind the last. */
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
