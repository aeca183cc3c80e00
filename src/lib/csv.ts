// One line of CSV by RFC 4180 that no spreadsheet reads as a formula.

/** The beginning of a formula, also in wide characters and after spaces. */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/;
const NEGATIVE = /^-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A semicolon and a tab too: some spreadsheets split cells there, and the rest could be a formula. */
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

function csvCell(text: string): string {
  const inert = FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/**
 * The cells as a line with CRLF. A cell that could be a formula gets an apostrophe; a negative number does not. A
 * single empty cell is quoted, so that its line isn't empty.
 */
export function csvLine(cells: readonly string[]): string {
  const line = cells.map(csvCell).join(',');
  return `${line === '' && cells.length === 1 ? '""' : line}\r\n`;
}
