// Reads the sequence that begins with an ESC in the terminal's input: a key, a paste, a reply, or only the Esc key.
import { csiKey, ss3Key } from './csi.ts';
import type { Key } from './key.ts';

/**
 * `length` counts UTF-16 units from the ESC on.
 * - `esc`: the Esc key. The input after the ESC is read separately.
 * - `ambiguous`: the Esc key, unless more input arrives soon.
 * - `unfinished`: the start of a sequence whose rest has not arrived.
 */
type SequenceReading =
  | { readonly kind: 'key'; readonly key: Key; readonly length: number }
  | { readonly kind: 'reply' | 'paste'; readonly length: number }
  /** The terminal got the focus, or lost it. */
  | { readonly kind: 'focus'; readonly has: boolean; readonly length: number }
  | { readonly kind: 'mouse'; readonly report: MouseReport | undefined; readonly length: number }
  | { readonly kind: 'esc' | 'ambiguous' | 'unfinished' };

/** A move of the wheel, or a click with the first button. `x` and `y` are cells, counted from 0. */
export interface MouseReport {
  readonly what: 'wheel-up' | 'wheel-down' | 'click';
  readonly x: number;
  readonly y: number;
}

const longestCsi = 64;
/** The longest sequence, in UTF-16 units. Purser reads this many units of a longer sequence as a reply. */
export const longestSequence = 4096;

/** Reads the sequence at the start of `text`, which begins with ESC. Text after the sequence changes nothing. */
export function readSequence(text: string): SequenceReading {
  switch (text[1]) {
    case undefined:
      return { kind: 'ambiguous' };
    case '[':
      return readCsi(text.slice(0, longestCsi));
    case 'O':
      return readSs3(text);
    case ']':
      return readString(text, /^\d{1,4};/, /^\d{0,4}$/);
    case 'P':
      return readString(text, /^[\d;]{0,16}[>!=?+$|]/, /^[\d;]{0,16}$/);
    case '_':
      return readString(text, /^G/, /^$/);
    // Alt+Backspace deletes a word in other programs. If Purser read this as two keys, Esc and Backspace, the Esc would
    // leave the field.
    case '\x7f':
    case '\b':
      return { kind: 'key', key: 'alt-backspace', length: 2 };
    default:
      return { kind: 'esc' };
  }
}

function readCsi(text: string): SequenceReading {
  if (text.length === 2) return { kind: 'ambiguous' };
  if (text[2] === '[') return readLinuxConsole(text);
  // An X10 mouse report. Its three bytes may have any value.
  if (text[2] === 'M') return text.length < 6 ? { kind: 'unfinished' } : { kind: 'reply', length: 6 };
  const [head = '', parameters = '', intermediates = ''] = /^..([0-?]*)([ -/]*)/s.exec(text) ?? [];
  // rxvt sends Shift with an editing key in a form that ends in '$', without a final byte.
  if (/^[235678]$/.test(parameters) && intermediates.startsWith('$')) {
    return keyOrReply(csiKey(parameters, '', '$'), 4);
  }
  const final = text[head.length];
  if (final === undefined) {
    return text.length < longestCsi ? { kind: 'unfinished' } : { kind: 'reply', length: longestCsi };
  }
  // Not a sequence. Somebody may have typed Esc and '[', but nobody types parameters.
  if (!/[@-~]/.test(final) && head.length === 2) return { kind: 'esc' };
  if (!/[@-~]/.test(final)) return { kind: 'reply', length: head.length };
  const length = head.length + 1;
  if (parameters + intermediates === '200' && final === '~') return { kind: 'paste', length };
  if (parameters.startsWith('<') && (final === 'M' || final === 'm'))
    return { kind: 'mouse', report: mouseReport(parameters, final), length };
  if (length === 3 && (final === 'I' || final === 'O')) return { kind: 'focus', has: final === 'I', length };
  return keyOrReply(csiKey(parameters, intermediates, final), length);
}

const MOUSE: Readonly<Record<string, MouseReport['what']>> = { 0: 'click', 64: 'wheel-up', 65: 'wheel-down' };

/** Reads an SGR report (xterm, mode 1006). Undefined for a released button, another button or a modifier. */
function mouseReport(parameters: string, final: string): MouseReport | undefined {
  const [, button = '', x = '', y = ''] = /^<(\d{1,3});(\d{1,4});(\d{1,4})$/.exec(parameters) ?? [];
  const what = final === 'M' ? MOUSE[button] : undefined;
  return what && { what, x: Number(x) - 1, y: Number(y) - 1 };
}

function readLinuxConsole(text: string): SequenceReading {
  if (text[3] === undefined) return { kind: 'ambiguous' };
  const index = 'ABCDE'.indexOf(text[3]);
  return index < 0 ? { kind: 'esc' } : { kind: 'key', key: `f${index + 1}`, length: 4 };
}

function readSs3(text: string): SequenceReading {
  const [head = '', parameters = '', final = ''] =
    /^.O((?:\d(?:;\d{0,3})?)?)([A-DFHMP-Sa-d]?)/s.exec(text) ?? [];
  const key = final === '' ? undefined : ss3Key(parameters, final);
  if (key !== undefined) return { kind: 'key', key, length: head.length };
  return { kind: text.length === head.length ? 'ambiguous' : 'esc' };
}

/**
 * Reads a string sequence (OSC, DCS, APC). Its opening distinguishes it from Esc and a typed ']', 'P' or '_'. Any
 * control character other than the terminator also ends the sequence. Purser reads that character separately, so that
 * Ctrl+C and Enter always work.
 */
function readString(text: string, opening: RegExp, mayOpen: RegExp): SequenceReading {
  const body = text.slice(2, longestSequence);
  if (body === '') return { kind: 'ambiguous' };
  if (!opening.test(body)) return { kind: mayOpen.test(body) ? 'unfinished' : 'esc' };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character ends the string
  const end = body.search(/[\x00-\x1f\x7f-\x9f]/);
  const full = text.length >= longestSequence;
  if (end < 0) return full ? { kind: 'reply', length: longestSequence } : { kind: 'unfinished' };
  if (body[end] === '\x07' || body[end] === '\x9c') return { kind: 'reply', length: end + 3 };
  if (body[end] !== '\x1b') return { kind: 'reply', length: end + 2 };
  const next = body[end + 1];
  if (next === '\\') return { kind: 'reply', length: end + 4 };
  return next === undefined && !full ? { kind: 'unfinished' } : { kind: 'reply', length: end + 2 };
}

function keyOrReply(key: Key | undefined, length: number): SequenceReading {
  return key === undefined ? { kind: 'reply', length } : { kind: 'key', key, length };
}
