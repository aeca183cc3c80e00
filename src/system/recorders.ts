// Finds programs that may record this terminal: a multiplexer with its scrollback, or `script` (FAULTS G9).

import { t, type Visible } from '../lib/visible.ts';

const KNOWN: readonly (readonly [variable: string, name: Visible])[] = [
  ['TMUX', t`tmux`],
  ['STY', t`screen`],
  ['SCRIPT', t`script`],
];

/** The names of these programs, found by the variables that they set. Other programs can't be detected. */
export const recordersOf = (variables: Readonly<Record<string, string | undefined>>): readonly Visible[] =>
  KNOWN.filter(([variable]) => (variables[variable] ?? '') !== '').map(([, name]) => name);
