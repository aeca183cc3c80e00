// The names of the themes and the kinds of terminal, for the command line, config.json and the screen.

export const THEMES = ['default', 'dark', 'light', 'high-contrast', 'colour-blind', 'mono'] as const;
export type ThemeName = (typeof THEMES)[number];

/** How many colours the terminal shows; `exact`: 16 million, so that a colour is what the theme says. */
export type ColourDepth = 'none' | '16' | '256' | 'exact';
