// The names of the themes, for the command line, config.json and the screen.

export const THEMES = ['default', 'dark', 'light', 'high-contrast', 'colour-blind', 'mono'] as const;
export type ThemeName = (typeof THEMES)[number];
