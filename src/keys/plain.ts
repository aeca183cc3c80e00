// Text that may be typed or pasted: no control characters, escape sequences or invisible characters.

const escapeSequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds escape sequences
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|[ -/]*[0-~])/g;
// Control characters, lone surrogates, private use, bidirectional marks, zero-width spaces and invisible tags. Joiners
// are allowed, because emoji and Persian need them.
const invisible =
  /[\p{Cc}\p{Cs}\p{Co}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/gu;
const lineBreaks = /\r\n|[\n\v\f\r\u{85}\u{2028}\u{2029}]/gu;

/** A field takes at most this much of a paste, in UTF-16 units. */
export const longestFieldPaste = 4096;

/** Whether a code point may be typed. */
export function isTypable(character: string): boolean {
  return character.search(invisible) < 0;
}

/**
 * A paste as one line, without escape sequences and without invisible characters. Inner line breaks and tabs become
 * spaces.
 */
export function pastedLine(text: string): string {
  return withoutOuterLineBreaks(text.replace(escapeSequence, ''))
    .replace(lineBreaks, ' ')
    .replaceAll('\t', ' ')
    .replace(invisible, '');
}

/** The start of a text, at most `units` UTF-16 units, without an incomplete character at the end. */
export function cutToUnits(text: string, units: number): string {
  const cut = text.slice(0, units);
  return text.length > units && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Uses no pattern, because `[\r\n]+$` takes quadratic time on a paste of line breaks. */
function withoutOuterLineBreaks(text: string): string {
  const isBreak = (at: number) => text[at] === '\n' || text[at] === '\r';
  let start = 0;
  let end = text.length;
  while (isBreak(start)) start += 1;
  while (end > start && isBreak(end - 1)) end -= 1;
  return text.slice(start, end);
}
