/** The characters of nearly all text: each is one cell and one grapheme, on every terminal and by Ink's measure. */

// A file of its own: the build gives it to string-width too, whose first check would load a segmenter for "·".
/** ASCII, Latin, Cyrillic, common punctuation, box drawing and blocks. */
export const ONE_CELL_EACH =
  /^[ -~\xa0-\xac\xae-\u02ff\u0400-\u0482\u2010-\u2027\u2030-\u205e\u2212\u2400-\u2426\u2500-\u259f\u25b2\u25cf]*$/;
