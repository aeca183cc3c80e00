// The keys of every screen, form and overlay: if two clash, one of them can't be reached.

import { expect, it } from 'vitest';
import { clashes } from '../../../src/keys/binding.ts';
import { createConsole } from '../../../src/ui/shell/console.ts';
import { allRules } from '../../harness/rules.ts';

const { sets } = createConsole(allRules);

it.each([...sets])('no keys clash in %s', (_, bindings) => {
  expect(clashes(bindings)).toEqual([]);
});

it('the check covers the keys of places, forms, overlays and the lock', () => {
  for (const name of ['accounts', 'cards', 'new-payout: form', 'help', 'dialog', 'prompt', 'login', 'locked'])
    expect([...sets.keys()]).toContain(name);
});
