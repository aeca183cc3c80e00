// Which programs around the terminal are known to keep what it shows.

import { expect, it } from 'vitest';
import { recordersOf } from '../../src/cli/recorders.ts';

it.each([
  [{}, []],
  [{ TMUX: '' }, []],
  [{ TMUX: '/tmp/tmux-0/default,1,0' }, ['tmux']],
  [{ STY: '123.pts-0' }, ['screen']],
  [{ SCRIPT: '/home/sam/typescript', TMUX: 'x' }, ['tmux', 'script']],
])('%j is %j [G9]', (variables, recorders) => {
  expect(recordersOf(variables)).toEqual(recorders);
});
