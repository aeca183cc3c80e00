// How many colours the terminal shows, read from the environment alone: a question to the terminal would delay the start.

import type { ColourDepth } from '../lib/colours.ts';
import type { Variables } from './folders.ts';

/** Terminals with every colour that don't set COLORTERM, for example after ssh. */
const EXACT = /-direct$|^xterm-(?:kitty|ghostty)$|^alacritty$|^foot$|^wezterm$/;

/** NO_COLOR switches colours off if it is not empty (no-color.org). An unknown terminal has 16 colours. */
export function colourDepth(variables: Variables, platform: string): ColourDepth {
  const { TERM: term = '', COLORTERM: colours = '', NO_COLOR: none, TMUX: tmux } = variables;
  if (none) return 'none';
  // Windows needs no TERM; its console shows every colour in each version that runs Node 24.
  const exact = /^(?:truecolor|24bit)$/i.test(colours) || EXACT.test(term) || (platform === 'win32' && !term);
  // GNU screen passes the COLORTERM of its terminal on, but shows no more than 256. tmux converts colours.
  if (exact) return /^screen/.test(term) && !tmux ? '256' : 'exact';
  return /256/.test(term) || /^(?:yes|true)$/i.test(colours) ? '256' : '16';
}
