// Describes a crash in one line, without the error's message, which may contain a key or a card number.
import os from 'node:os';
import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorCode } from '../lib/error-code.ts';
import { t, type Visible, visible } from '../lib/visible.ts';

/**
 * The line for standard error: the error's class, its system code and its place in our program, if each has a valid
 * form. It has neither message nor stack (FAULTS G7). `bundle`: the path of the program's first file; the program's
 * other files are next to it.
 */
export function crashLine(error: unknown, bundle: string): Visible {
  const place = error instanceof Error ? placeIn(dirname(bundle), error) : undefined;
  const where = place === undefined ? t`` : t` at ${visible(place)}`;
  return t`purser: ended by an unexpected ${nameOf(error)}${where}. The terminal was restored.`;
}

function nameOf(error: unknown): Visible {
  if (!(error instanceof Error)) return t`value that is not an error`;
  const name = /^[A-Z][A-Za-z]{0,30}Error$/.test(error.name) ? visible(error.name) : t`Error`;
  const code = errorCode(error) ?? '';
  return Object.hasOwn(os.constants.errno, code) ? t`${name} (${visible(code)})` : name;
}

/** The topmost `FILE:LINE:COLUMN` in our files, if any. Cuts off the message first, because a message may imitate a frame. */
function placeIn(folder: string, { stack, name, message }: Error): string | undefined {
  if (typeof stack !== 'string') return undefined;
  const head = `${name}: ${message}`;
  const frames = (stack.startsWith(head) ? stack.slice(head.length) : stack).split('\n');
  const roots = [`${pathToFileURL(folder).href}/`, `${folder}${sep}`];
  for (const frame of frames) {
    const root = roots.find(start => frame.includes(start));
    if (root === undefined || !/^\s+at /.test(frame)) continue;
    const place = frame.slice(frame.indexOf(root) + root.length);
    const parts = /^(?:[\w-]+[/\\])*([\w-]{1,40}\.(?:mjs|js|tsx?):\d{1,7}:\d{1,7})\)?$/.exec(place);
    if (parts?.[1] !== undefined) return parts[1];
  }
  return undefined;
}
