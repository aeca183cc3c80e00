/** Characters of nearly all text. Each is one cell and one grapheme, on every terminal and in Ink. */

// A separate file, because the build puts it into string-width too, which would load a segmenter for "·".
export const ONE_CELL_EACH =
  /^[ -~\xa0-\xac\xae-\u02ff\u0400-\u0482\u2010-\u2027\u2030-\u205e\u2212\u2400-\u2426\u2500-\u259f\u25b2\u25cf]*$/;
