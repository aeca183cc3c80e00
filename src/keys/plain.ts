// The text that a person may type or paste: without controls, escape sequences and invisible characters.

const escapeSequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|[ -/]*[0-~])/g;
// Controls, lone surrogates, private use, bidirectional marks, zero-width spaces, and the invisible tags; the joiners
// stay, because emoji and Persian need them.
const invisible =
  /[\p{Cc}\p{Cs}\p{Co}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/gu;
const lineBreaks = /\r\n|[\n\v\f\r\u{85}\u{2028}\u{2029}]/gu;

/** The longest paste that a field takes, in UTF-16 units. */
export const longestFieldPaste = 4096;

/** Whether a code point may be typed. */
export function isTypable(character: string): boolean {
  return character.search(invisible) < 0;
}

/** A paste as one line: sequences and invisible characters gone, line breaks and tabs as spaces, none at the ends. */
export function pastedLine(text: string): string {
  return withoutOuterLineBreaks(text.replace(escapeSequence, ''))
    .replace(lineBreaks, ' ')
    .replaceAll('\t', ' ')
    .replace(invisible, '');
}

/** The start of a text, at most `units` UTF-16 units, never half a character. */
export function cutToUnits(text: string, units: number): string {
  const cut = text.slice(0, units);
  return text.length > units && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** By hand, because a pattern for the end of a text takes quadratic time on a paste of line breaks. */
function withoutOuterLineBreaks(text: string): string {
  const isBreak = (at: number) => text[at] === '\n' || text[at] === '\r';
  let start = 0;
  let end = text.length;
  while (isBreak(start)) start += 1;
  while (end > start && isBreak(end - 1)) end -= 1;
  return text.slice(start, end);
}
