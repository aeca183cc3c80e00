// The number of colours that each terminal shows, by the variables that it really sets.

import { expect, test } from 'vitest';
import { colourDepth } from '../../src/system/colour-depth.ts';

test.each([
  ['a terminal on Linux', { TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 'exact'],
  ['a terminal with COLORTERM=24bit', { TERM: 'xterm-256color', COLORTERM: '24bit' }, 'exact'],
  ['Terminal.app', { TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, '256'],
  ['kitty after ssh', { TERM: 'xterm-kitty' }, 'exact'],
  ['Ghostty after ssh', { TERM: 'xterm-ghostty' }, 'exact'],
  ['Alacritty after ssh', { TERM: 'alacritty' }, 'exact'],
  ['foot after ssh', { TERM: 'foot' }, 'exact'],
  ['WezTerm after ssh', { TERM: 'wezterm' }, 'exact'],
  ['terminfo with direct colour', { TERM: 'xterm-direct' }, 'exact'],
  [
    'tmux in a terminal with every colour',
    { TERM: 'tmux-256color', COLORTERM: 'truecolor', TMUX: '/t' },
    'exact',
  ],
  ['tmux that calls itself screen', { TERM: 'screen-256color', COLORTERM: 'truecolor', TMUX: '/t' }, 'exact'],
  ['tmux in another terminal', { TERM: 'tmux-256color', TMUX: '/t' }, '256'],
  ['GNU screen in a terminal with every colour', { TERM: 'screen-256color', COLORTERM: 'truecolor' }, '256'],
  ['GNU screen', { TERM: 'screen' }, '16'],
  ['an old rxvt', { TERM: 'rxvt', COLORTERM: 'yes' }, '256'],
  ['the console of Linux', { TERM: 'linux' }, '16'],
  ['xterm without COLORTERM', { TERM: 'xterm' }, '16'],
  ['NO_COLOR', { TERM: 'xterm-256color', COLORTERM: 'truecolor', NO_COLOR: '1' }, 'none'],
  ['an empty NO_COLOR, which has no effect', { TERM: 'xterm-256color', NO_COLOR: '' }, '256'],
] as const)('the number of colours of %s follows from its environment', (_, variables, depth) => {
  expect(colourDepth(variables, 'linux')).toBe(depth);
});

test('Windows without TERM shows every colour, and none with NO_COLOR', () => {
  expect(colourDepth({}, 'win32')).toBe('exact');
  expect(colourDepth({ NO_COLOR: '1' }, 'win32')).toBe('none');
  expect(colourDepth({ TERM: 'xterm' }, 'win32')).toBe('16');
});
