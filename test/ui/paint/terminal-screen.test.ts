// Other programs have the terminal: an editor, the shell, or the shell while an editor is open.

import { expect, it } from 'vitest';
import { createLending } from '../../../src/ui/paint/terminal-screen.ts';

const lent = () => {
  const did: string[] = [];
  const lending = createLending(
    () => did.push('given'),
    () => did.push('taken back'),
  );
  return { did, lending };
};

it('the terminal is given away once, and taken back after the last program', () => {
  const { did, lending } = lent();
  lending.leave();
  lending.leave();
  lending.enter();
  expect(did).toEqual(['given']);
  lending.enter();
  expect(did).toEqual(['given', 'taken back']);
  lending.leave();
  expect(did).toEqual(['given', 'taken back', 'given']);
});
