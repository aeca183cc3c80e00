// Which programs around this terminal keep its content: a multiplexer's scrollback, a recording (FAULTS G9).

import { t, type Visible } from '../lib/visible.ts';

const KNOWN: readonly (readonly [variable: string, name: Visible])[] = [
  ['TMUX', t`tmux`],
  ['STY', t`screen`],
  ['SCRIPT', t`script`],
];

/** Their names, by the variables that they set; a program that sets none can't be detected. */
export const recordersOf = (variables: Readonly<Record<string, string | undefined>>): readonly Visible[] =>
  KNOWN.filter(([variable]) => (variables[variable] ?? '') !== '').map(([, name]) => name);
