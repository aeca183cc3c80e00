// The names of the themes and the kinds of terminal, for the command line, config.json and the screen.

export const THEMES = ['default', 'dark', 'light', 'high-contrast', 'colour-blind', 'mono'] as const;
export type ThemeName = (typeof THEMES)[number];

/** `exact` is 16 million: the terminal shows the theme's own colours. */
export type ColourDepth = 'none' | '16' | '256' | 'exact';
