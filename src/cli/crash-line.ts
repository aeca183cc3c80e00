// Says in one line what ended the program, and nothing that the error itself says: a key or card number may be in it.
import os from 'node:os';
import { t, type Visible, visible } from '../lib/visible.ts';

/**
 * The line for standard error: the error's class, its system code and its place in `bundle` (the path of the running
 * program's file), each only in the form that it must have. Neither message nor stack is repeated (FAULTS G7).
 */
export function crashLine(error: unknown, bundle: string): Visible {
  const place = error instanceof Error ? placeIn(bundle, error.stack) : undefined;
  const where = place === undefined ? t`` : t` at ${visible(place)}`;
  return t`purser: ended by an unexpected ${nameOf(error)}${where}. The terminal was put right; nothing more was sent.`;
}

function nameOf(error: unknown): Visible {
  if (!(error instanceof Error)) return t`value that is not an error`;
  const name = /^[A-Z][A-Za-z]{0,30}Error$/.test(error.name) ? visible(error.name) : t`Error`;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return Object.hasOwn(os.constants.errno, code) ? t`${name} (${visible(code)})` : name;
}

/** `LINE:COLUMN` of the topmost frame in our own file. A message could imitate a frame, but then only digits of it show. */
function placeIn(bundle: string, stack: unknown): string | undefined {
  if (typeof stack !== 'string') return undefined;
  for (const line of stack.split('\n')) {
    const at = line.lastIndexOf(`${bundle}:`);
    const digits = /^(\d{1,7}:\d{1,7})\)?$/.exec(at === -1 ? '' : line.slice(at + bundle.length + 1));
    if (/^\s+at /.test(line) && digits?.[1] !== undefined) return digits[1];
  }
  return undefined;
}
