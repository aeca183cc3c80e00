// Reads the sequence after an ESC in the terminal's input: a key, a paste, a reply, Alt with a key, or only the Esc key.

import { controlKey, isForeignLetter, isGraphemeKey, isKey, type Key, withModifiers } from './key.ts';

/** `base`: the key of the same position on a Latin layout, if `key` is a letter of another script. */
export interface KeyReading {
  readonly key: Key;
  readonly base?: Key | undefined;
}

/** `length` counts UTF-16 units from the ESC on. */
export type SequenceReading =
  | ({ readonly kind: 'key'; readonly length: number } & KeyReading)
  | { readonly kind: 'reply' | 'paste'; readonly length: number }
  | { readonly kind: 'focus'; readonly has: boolean; readonly length: number }
  | { readonly kind: 'mouse'; readonly report: MouseReport | undefined; readonly length: number }
  /** `escape`: only ESC so far. `opened`: a sequence, or Alt with this character. */
  | { readonly kind: 'escape' | 'opened' | 'unfinished' | 'unfinished string' }
  /** `esc`: the Esc key. `alt`: the next character is pressed with Alt. */
  | { readonly kind: 'esc' | 'alt' };

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
      return { kind: 'escape' };
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
    case '\x1b':
      return readSecondEsc(text);
    default:
      return { kind: 'alt' };
  }
}

/** Some terminals send Alt with an arrow as ESC and the arrow. */
function readSecondEsc(text: string): SequenceReading {
  if (text[2] === '\x1b') return { kind: 'esc' };
  const reading = readSequence(text.slice(1));
  if (reading.kind === 'key') return keyOrReply(named(altKey(reading.key)), reading.length + 1);
  return reading.kind === 'escape' || reading.kind === 'opened' || reading.kind === 'unfinished'
    ? reading
    : { kind: 'esc' };
}

function readCsi(text: string): SequenceReading {
  if (text.length === 2) return { kind: 'opened' };
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
  // Somebody may have typed Alt+[, but nobody types parameters.
  if (!/[@-~]/.test(final) && head.length === 2) return { kind: 'alt' };
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
  if (text[3] === undefined) return { kind: 'unfinished' };
  const index = 'ABCDE'.indexOf(text[3]);
  return keyOrReply(index < 0 ? undefined : { key: `f${index + 1}` }, /[ -~]/.test(text[3]) ? 4 : 3);
}

function readSs3(text: string): SequenceReading {
  const [head = '', parameters = ''] = /^.O((?:\d(?:;\d{0,3})?)?)/s.exec(text) ?? [];
  const final = text[head.length];
  if (final === undefined) return { kind: head.length === 2 ? 'opened' : 'unfinished' };
  if (!/[ -~]/.test(final))
    return head.length === 2 ? { kind: 'alt' } : { kind: 'reply', length: head.length };
  return keyOrReply(ss3Key(parameters, final), head.length + 1);
}

/**
 * OSC, DCS, APC. Their opening distinguishes them from Alt with `]`, `P` or `_`. A control character ends them too,
 * so that Ctrl+C and Enter always work.
 */
function readString(text: string, opening: RegExp, mayOpen: RegExp): SequenceReading {
  const body = text.slice(2, longestSequence);
  if (body === '') return { kind: 'opened' };
  if (!opening.test(body)) return { kind: mayOpen.test(body) ? 'unfinished string' : 'alt' };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character ends the string
  const end = body.search(/[\x00-\x1f\x7f-\x9f]/);
  const full = text.length >= longestSequence;
  if (end < 0) return full ? { kind: 'reply', length: longestSequence } : { kind: 'unfinished string' };
  if (body[end] === '\x07' || body[end] === '\x9c') return { kind: 'reply', length: end + 3 };
  if (body[end] !== '\x1b') return { kind: 'reply', length: end + 2 };
  const next = body[end + 1];
  if (next === '\\') return { kind: 'reply', length: end + 4 };
  return next === undefined && !full ? { kind: 'unfinished string' } : { kind: 'reply', length: end + 2 };
}

function keyOrReply(reading: KeyReading | undefined, length: number): SequenceReading {
  return reading === undefined ? { kind: 'reply', length } : { kind: 'key', ...reading, length };
}

const named = (key: Key | undefined): KeyReading | undefined => (key === undefined ? undefined : { key });

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

/** Of a keypad in application mode: SS3 and `j` to `y`. The kitty protocol counts most of them from 57399. */
const keypad: ReadonlyMap<string, Key> = new Map([
  ...[...'jklmnopqrstuvwxy'].map((final, i) => [final, '*+,-./0123456789'[i] ?? ''] as const),
  ['X', '='],
  ['I', 'tab'],
  [' ', 'space'],
  ['M', 'enter'],
]);
const KITTY_KEYPAD = 57_399;
const kittyKeypad: readonly Key[] = [
  ...'0123456789./*-+',
  ...['enter', '=', ',', 'left', 'right', 'up', 'down', 'pgup', 'pgdn', 'home', 'end', 'insert', 'delete'],
];

/** xterm, VT220, rxvt, CSI u and modifyOtherKeys. Undefined for a reply, such as a cursor position. */
function csiKey(parameters: string, intermediates: string, final: string): KeyReading | undefined {
  if (!/^[\d;:]*$/.test(parameters)) return undefined;
  const [first = '', second = '', third = ''] = parameters.split(';');
  if (final === '$') return named(byNumber.get(first));
  if (intermediates !== '') return undefined;
  if (final === 'u') return codeReading(first, second);
  if (final === '~') return named(modified(first === '27' ? codeKey(third) : byNumber.get(first), second));
  if (final === '^' || final === '@') return named(modified(byNumber.get(first), '5'));
  if (final === 'Z') return { key: 'shift-tab' };
  // rxvt: Shift with an arrow. With parameters, 'c' reports device attributes.
  if (parameters === '' && /[a-d]/.test(final)) return named(byLetter.get(final.toUpperCase()));
  // With parameters, a report of the cursor position.
  if (final === 'R' && parameters !== '') return undefined;
  return first === '' || first === '1' ? named(modified(byLetter.get(final), second)) : undefined;
}

function ss3Key(parameters: string, final: string): KeyReading | undefined {
  if (/[a-d]/.test(final)) return named(modified(byLetter.get(final.toUpperCase()), '5'));
  return named(modified(keypad.get(final) ?? byLetter.get(final), parameters.split(';').at(-1) ?? ''));
}

/** `codes` of the kitty protocol: the key, then with Shift, then at the same position of a Latin layout. */
function codeReading(codes: string, modifiers: string): KeyReading | undefined {
  const [code = '', shifted = '', position = ''] = codes.split(':');
  const key = modified(codeKey(code), modifiers, codeKey(shifted));
  const base = isForeignLetter(codeKey(code) ?? '') ? modified(codeKey(position), modifiers) : undefined;
  // With Ctrl or Alt, a letter of another script types nothing.
  if (base !== undefined && (key === undefined || !isGraphemeKey(key))) return { key: base };
  return key === undefined ? undefined : { key, ...(base !== undefined && { base }) };
}

function codeKey(code: string): Key | undefined {
  const point = Number.parseInt(code, 10);
  if (point === 0x20) return 'space';
  if ([0x08, 0x09, 0x0d, 0x1b, 0x7f].includes(point)) return controlKey(point);
  if (Number.isNaN(point) || point > 0x10ffff) return undefined;
  const onKeypad = kittyKeypad[point - KITTY_KEYPAD];
  if (onKeypad !== undefined) return onKeypad;
  const character = String.fromCodePoint(point);
  return isGraphemeKey(character) ? character : undefined;
}

/** `field`: 1 + bits (1 Shift, 2 Alt, 4 Ctrl and others), then ':3' for a released key. */
function modified(key: Key | undefined, field: string, shifted?: Key): Key | undefined {
  const [mask = '', event = ''] = field.split(':');
  const bits = Math.max(1, Number(mask)) - 1;
  // The desktop uses Super, Hyper and Meta (8, 16, 32); the locks (64, 128) are ignored.
  if (key === undefined || event === '3' || (bits & 0b111000) !== 0) return undefined;
  const shift = (bits & 1) !== 0;
  const alt = (bits & 2) !== 0;
  const ctrl = (bits & 4) !== 0;
  if (key === 'tab' && shift) return 'shift-tab';
  if (!isGraphemeKey(key)) return withModifiers(key, ctrl, alt);
  if (!ctrl) return withModifiers(shift ? (shifted ?? key.toUpperCase()) : key, ctrl, alt);
  return /^[a-z]$/i.test(key) ? ctrlLetter(key.toLowerCase(), alt) : undefined;
}

/** Terminals send the letter's control byte, so Ctrl+I is Tab, and Ctrl+M is Enter. */
function ctrlLetter(letter: string, alt: boolean): Key | undefined {
  const key = controlKey(letter.charCodeAt(0) - 0x60);
  const ctrl = key === `ctrl-${letter}`;
  return key === undefined ? undefined : withModifiers(ctrl ? letter : key, ctrl, alt);
}

/** Undefined if no key has that name. */
export function altKey(key: Key): Key | undefined {
  const pressed = key.startsWith('ctrl-') ? `ctrl-alt-${key.slice('ctrl-'.length)}` : `alt-${key}`;
  return isKey(pressed) ? pressed : undefined;
}
