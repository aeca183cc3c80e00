// Says in one line what ended the program, without the error's own text: a key or card number may be in it.
import os from 'node:os';
import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { t, type Visible, visible } from '../lib/visible.ts';

/**
 * The line for standard error: the error's class, its system code and its place in our own program (`bundle` is the
 * path of its first file; its other files are next to it), each only in its valid form. Neither message nor stack is
 * repeated (FAULTS G7).
 */
export function crashLine(error: unknown, bundle: string): Visible {
  const place = error instanceof Error ? placeIn(dirname(bundle), error) : undefined;
  const where = place === undefined ? t`` : t` at ${visible(place)}`;
  return t`purser: ended by an unexpected ${nameOf(error)}${where}. The terminal was restored.`;
}

function nameOf(error: unknown): Visible {
  if (!(error instanceof Error)) return t`value that is not an error`;
  const name = /^[A-Z][A-Za-z]{0,30}Error$/.test(error.name) ? visible(error.name) : t`Error`;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return Object.hasOwn(os.constants.errno, code) ? t`${name} (${visible(code)})` : name;
}

/** `FILE:LINE:COLUMN` of the topmost frame in one of our files; a message that imitates a frame is cut off first. */
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
