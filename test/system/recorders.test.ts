// The programs that may record the terminal. Their environment variables give them away.

import { expect, it } from 'vitest';
import { recordersOf } from '../../src/system/recorders.ts';

it.each([
  [{}, []],
  [{ TMUX: '' }, []],
  [{ TMUX: '/tmp/tmux-0/default,1,0' }, ['tmux']],
  [{ STY: '123.pts-0' }, ['screen']],
  [{ SCRIPT: '/home/sam/typescript', TMUX: 'x' }, ['tmux', 'script']],
])('the variables %j show that the programs %j may record the terminal [G9]', (variables, recorders) => {
  expect(recordersOf(variables)).toEqual(recorders);
});
