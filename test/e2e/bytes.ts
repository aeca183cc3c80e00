// The escape sequences and control characters in a program's output. Sequences are returned without the escape.

import { ASKED, TAKEN } from '../../src/ui/paint/terminal-screen.ts';

/** Each sequence with the text up to the next sequence. */
const pieces = (bytes: string): readonly string[] => bytes.split('\x1b').slice(1);

const matches = (bytes: string, pattern: RegExp): readonly string[] =>
  pieces(bytes).flatMap(piece => pattern.exec(piece)?.[1] ?? []);

/**
 * The modes of alternate screen, cursor, paste, focus and mouse in order, set (`?25h`) or reset (`?25l`), and the keyboard's
 * (`>1u` set, `<u` reset).
 */
export const modes = (bytes: string): readonly string[] =>
  matches(bytes, /^\[(\?(?:1049|25|2004|1004|100[0-36])[hl]|[<>=]\d*u)/);

/** The SGR codes that set a colour. */
export const colours = (bytes: string): readonly string[] =>
  matches(bytes, /^\[([\d;:]*)m/)
    .flatMap(codes => codes.split(/[;:]/))
    .filter(code => /^(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])$/.test(code));

/** Everything except text, line breaks, colours, cursor, erasing, moving rows and the console's own modes. */
export function foreign(all: string): readonly string[] {
  const bytes = all.replaceAll(TAKEN, '').replaceAll(ASKED, '');
  const own = /^\[(?:[\d;]*[mABCDEFGHJKXLMr]|\?(?:1049|25|2004|2026|7)[hl])/;
  const sequences = pieces(bytes).filter(piece => !own.test(piece));
  const controls = bytes.match(/[\p{Cc}\p{Bidi_Control}]/gu) ?? [];
  return [...sequences, ...controls.filter(control => !'\x1b\r\n'.includes(control))];
}
