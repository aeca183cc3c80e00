// Writes lines of CSV (RFC 4180) in which no spreadsheet finds a formula.

/** The start of a formula, also in full-width characters and after spaces. */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/;
const NEGATIVE = /^-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Includes semicolons and tabs, because some spreadsheets split cells there, and the rest could be a formula. */
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

function csvCell(text: string): string {
  const inert = FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/**
 * Returns one line of CSV that ends in CRLF. A cell that could be a formula gets an apostrophe, but a negative number
 * gets none. A single empty cell is quoted, so that its line is not empty.
 */
export function csvLine(cells: readonly string[]): string {
  const line = cells.map(csvCell).join(',');
  return `${line === '' && cells.length === 1 ? '""' : line}\r\n`;
}
