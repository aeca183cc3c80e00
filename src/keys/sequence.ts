// Reads the sequence after an ESC in the terminal's input: a key, a paste, a reply, or only the Esc key.

import { controlKey, isGraphemeKey, type Key, withModifiers } from './key.ts';

/** `length` counts UTF-16 units from the ESC on. `ambiguous`: the Esc key, unless more input arrives soon. */
type SequenceReading =
  | { readonly kind: 'key'; readonly key: Key; readonly length: number; readonly apart?: readonly [Key, Key] }
  | { readonly kind: 'reply' | 'paste'; readonly length: number }
  | { readonly kind: 'focus'; readonly has: boolean; readonly length: number }
  | { readonly kind: 'mouse'; readonly report: MouseReport | undefined; readonly length: number }
  | { readonly kind: 'esc' | 'ambiguous' | 'unfinished' };

/** `x` and `y` are cells, counted from 0. */
export interface MouseReport {
  readonly what: 'wheel-up' | 'wheel-down' | 'click';
  readonly x: number;
  readonly y: number;
}

const longestCsi = 64;
/** In UTF-16 units. A longer sequence is cut into replies. */
export const longestSequence = 4096;

/** `text` begins with ESC. Text after the sequence changes nothing. */
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
    // As two keys, Esc and Backspace, this would leave the field.
    case '\x7f':
    case '\b':
      return { kind: 'key', key: 'alt-backspace', length: 2 };
    case 'b':
    case 'd':
    case 'f':
      return { kind: 'key', key: `alt-${text[1]}`, length: 2, apart: ['esc', text[1]] };
    case '\x1b':
      return readSecondEsc(text);
    default:
      return { kind: 'esc' };
  }
}

/** Some terminals send Alt with an arrow as ESC and the arrow. */
function readSecondEsc(text: string): SequenceReading {
  const arrow = /^.(.(?:[[O][CD]|[[O]?$))/s.exec(text)?.[1];
  if (arrow === undefined) return { kind: 'esc' };
  if (arrow.length < 3) return { kind: 'ambiguous' };
  const key = arrow.endsWith('C') ? 'right' : 'left';
  return { kind: 'key', key: `alt-${key}`, length: 4, apart: ['esc', key] };
}

function readCsi(text: string): SequenceReading {
  if (text.length === 2) return { kind: 'ambiguous' };
  if (text[2] === '[') return readLinuxConsole(text);
  // X10 mouse. The three bytes may have any value.
  if (text[2] === 'M') return text.length < 6 ? { kind: 'unfinished' } : { kind: 'reply', length: 6 };
  const [head = '', parameters = '', intermediates = ''] = /^..([0-?]*)([ -/]*)/s.exec(text) ?? [];
  // rxvt: Shift with an editing key ends in '$', without a final byte.
  if (/^[235678]$/.test(parameters) && intermediates.startsWith('$')) {
    return keyOrReply(csiKey(parameters, '', '$'), 4);
  }
  const final = text[head.length];
  if (final === undefined) {
    return text.length < longestCsi ? { kind: 'unfinished' } : { kind: 'reply', length: longestCsi };
  }
  // Somebody may have typed Esc and '[', but nobody types parameters.
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

/** xterm, mode 1006. Undefined for a released button, another button or a modifier. */
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
 * OSC, DCS, APC. Their opening distinguishes them from Esc and a typed `]`, `P` or `_`. A control character ends them too,
 * so that Ctrl+C and Enter always work.
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

const byLetter: ReadonlyMap<string, Key> = new Map([
  ['A', 'up'],
  ['B', 'down'],
  ['C', 'right'],
  ['D', 'left'],
  ['F', 'end'],
  ['H', 'home'],
  ['P', 'f1'],
  ['Q', 'f2'],
  ['R', 'f3'],
  ['S', 'f4'],
]);

const byNumber: ReadonlyMap<string, Key> = new Map([
  ...['home', 'insert', 'delete', 'end', 'pgup', 'pgdn', 'home', 'end'].map(
    (key, i) => [`${i + 1}`, key] as const,
  ),
  ...['f1', 'f2', 'f3', 'f4', 'f5'].map((key, i) => [`${i + 11}`, key] as const),
  ...['f6', 'f7', 'f8', 'f9', 'f10'].map((key, i) => [`${i + 17}`, key] as const),
  ['23', 'f11'],
  ['24', 'f12'],
]);

/** xterm, VT220, rxvt, CSI u and modifyOtherKeys. Undefined for a reply, such as a cursor position. */
function csiKey(parameters: string, intermediates: string, final: string): Key | undefined {
  if (!/^[\d;:]*$/.test(parameters)) return undefined;
  const [first = '', second = '', third = ''] = parameters.split(';');
  if (final === '$') return byNumber.get(first);
  if (intermediates !== '') return undefined;
  if (final === 'u') return modified(codeKey(first.split(':')[0] ?? ''), second);
  if (final === '~') return modified(first === '27' ? codeKey(third) : byNumber.get(first), second);
  if (final === '^' || final === '@') return modified(byNumber.get(first), '5');
  if (final === 'Z') return 'shift-tab';
  // rxvt: Shift with an arrow. With parameters, 'c' reports device attributes.
  if (parameters === '' && /[a-d]/.test(final)) return byLetter.get(final.toUpperCase());
  // With parameters, a report of the cursor position.
  if (final === 'R' && parameters !== '') return undefined;
  return first === '' || first === '1' ? modified(byLetter.get(final), second) : undefined;
}

function ss3Key(parameters: string, final: string): Key | undefined {
  if (final === 'M') return 'enter';
  if (/[a-d]/.test(final)) return modified(byLetter.get(final.toUpperCase()), '5');
  return modified(byLetter.get(final), parameters.split(';').at(-1) ?? '');
}

function codeKey(code: string): Key | undefined {
  const point = Number.parseInt(code, 10);
  if (point === 0x20) return 'space';
  if ([0x08, 0x09, 0x0d, 0x1b, 0x7f].includes(point)) return controlKey(point);
  if (Number.isNaN(point) || point > 0x10ffff) return undefined;
  const character = String.fromCodePoint(point);
  return isGraphemeKey(character) ? character : undefined;
}

/** `field`: 1 + bits (1 Shift, 2 Alt, 4 Ctrl and others), then ':3' for a released key. */
function modified(key: Key | undefined, field: string): Key | undefined {
  const [mask = '', event = ''] = field.split(':');
  const bits = Math.max(1, Number(mask)) - 1;
  // The desktop uses Super, Hyper and Meta (8, 16, 32); the locks (64, 128) are ignored.
  if (key === undefined || event === '3' || (bits & 0b111000) !== 0) return undefined;
  const shift = (bits & 1) !== 0;
  const alt = (bits & 2) !== 0;
  const ctrl = (bits & 4) !== 0;
  if (key === 'tab' && shift) return 'shift-tab';
  if (!isGraphemeKey(key)) return withModifiers(key, ctrl, alt);
  if (!ctrl) return withModifiers(shift ? key.toUpperCase() : key, ctrl, alt);
  return /^[a-z]$/i.test(key) ? ctrlLetter(key.toLowerCase(), alt) : undefined;
}

/** Terminals send the letter's control byte, so Ctrl+I is Tab, and Ctrl+M is Enter. */
function ctrlLetter(letter: string, alt: boolean): Key | undefined {
  const key = controlKey(letter.charCodeAt(0) - 0x60);
  const ctrl = key === `ctrl-${letter}`;
  return key === undefined ? undefined : withModifiers(ctrl ? letter : key, ctrl, alt);
}
