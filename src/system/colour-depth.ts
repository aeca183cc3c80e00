// Finds how many colours the terminal shows, from the environment: a query to the terminal would delay the start.

import type { ColourDepth } from '../lib/colours.ts';
import type { Variables } from './folders.ts';

/** Terminals that show every colour even if COLORTERM is not set, for example after ssh. */
const EXACT = /-direct$|^xterm-(?:kitty|ghostty)$|^alacritty$|^foot$|^wezterm$/;

/** NO_COLOR switches colours off if it is not empty (no-color.org). An unknown terminal has 16 colours. */
export function colourDepth(variables: Variables, platform: string): ColourDepth {
  const { TERM: term = '', COLORTERM: colours = '', NO_COLOR: none, TMUX: tmux } = variables;
  if (none) return 'none';
  // On Windows TERM may be unset. Every version that runs Node 24 shows every colour.
  const exact = /^(?:truecolor|24bit)$/i.test(colours) || EXACT.test(term) || (platform === 'win32' && !term);
  // GNU screen passes on COLORTERM, but shows only 256 colours. tmux shows every colour.
  if (exact) return /^screen/.test(term) && !tmux ? '256' : 'exact';
  return /256/.test(term) || /^(?:yes|true)$/i.test(colours) ? '256' : '16';
}
