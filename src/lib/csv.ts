// One line of CSV by RFC 4180 that no spreadsheet takes for a formula: pure text, knows nothing of what the cells say.

/** What makes a spreadsheet reckon instead of show, in its wide forms too; spaces before it hide nothing. */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/;
const NEGATIVE = /^-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** The semicolon and the tab too: elsewhere they part cells, and what stands behind one could be a formula. */
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

function csvCell(text: string): string {
  const inert = FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/**
 * The cells as a line with its CRLF. A cell that a spreadsheet would reckon gets an apostrophe before it; a negative
 * number is only a number. A single empty cell is quoted, so that its line isn't an empty one.
 */
export function csvLine(cells: readonly string[]): string {
  const line = cells.map(csvCell).join(',');
  return `${line === '' && cells.length === 1 ? '""' : line}\r\n`;
}
