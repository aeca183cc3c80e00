// Finds the key of a complete CSI or SS3 sequence. A sequence without a key is a terminal's reply.
import { controlKey, isGraphemeKey, type Key, withModifiers } from './key.ts';

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

/**
 * The key of `ESC [ parameters intermediates final` (xterm, VT220, rxvt, CSI u and modifyOtherKeys forms), or
 * undefined for a reply: cursor position, device attributes, modes, focus, mouse, window sizes.
 */
export function csiKey(parameters: string, intermediates: string, final: string): Key | undefined {
  if (!/^[\d;:]*$/.test(parameters)) return undefined;
  const [first = '', second = '', third = ''] = parameters.split(';');
  if (final === '$') return byNumber.get(first);
  if (intermediates !== '') return undefined;
  if (final === 'u') return modified(codeKey(first.split(':')[0] ?? ''), second);
  if (final === '~') return modified(first === '27' ? codeKey(third) : byNumber.get(first), second);
  if (final === '^' || final === '@') return modified(byNumber.get(first), '5');
  if (final === 'Z') return 'shift-tab';
  // rxvt sends Shift with an arrow in this form. With parameters, 'c' would be a report of device attributes.
  if (parameters === '' && /[a-d]/.test(final)) return byLetter.get(final.toUpperCase());
  // A report of the cursor position ends like F3, but only the report has parameters.
  if (final === 'R' && parameters !== '') return undefined;
  return first === '' || first === '1' ? modified(byLetter.get(final), second) : undefined;
}

/** The key of `ESC O modifier final`, or undefined. */
export function ss3Key(parameters: string, final: string): Key | undefined {
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

/**
 * Adds the modifiers of `field`: 1 + bits (1 Shift, 2 Alt, 4 Ctrl and others), then ':3' for a released key. Undefined
 * if the key means nothing to Purser.
 */
function modified(key: Key | undefined, field: string): Key | undefined {
  const [mask = '', event = ''] = field.split(':');
  const bits = Math.max(1, Number(mask)) - 1;
  // The desktop uses Super, Hyper and Meta (8, 16, 32). Caps Lock and Num Lock (64, 128) are ignored.
  if (key === undefined || event === '3' || (bits & 0b111000) !== 0) return undefined;
  const shift = (bits & 1) !== 0;
  const alt = (bits & 2) !== 0;
  const ctrl = (bits & 4) !== 0;
  if (key === 'tab' && shift) return 'shift-tab';
  if (!isGraphemeKey(key)) return withModifiers(key, { ctrl, alt });
  if (!ctrl) return withModifiers(shift ? key.toUpperCase() : key, { ctrl, alt });
  return /^[a-z]$/i.test(key) ? ctrlLetter(key.toLowerCase(), alt) : undefined;
}

/**
 * The key of Ctrl with a letter, which is the key of the letter's control byte. So Ctrl+I is Tab, and Ctrl+M is Enter.
 */
function ctrlLetter(letter: string, alt: boolean): Key | undefined {
  const key = controlKey(letter.charCodeAt(0) - 0x60);
  const ctrl = key === `ctrl-${letter}`;
  return key === undefined ? undefined : withModifiers(ctrl ? letter : key, { ctrl, alt });
}
