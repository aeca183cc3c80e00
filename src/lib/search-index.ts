/** Where the texts of many records are: a word is looked for in them without a look at any record. */

import type { SearchPart } from './search-text.ts';

/** The texts that have a word. */
export interface Hits {
  readonly word: string;
  /** Their numbers, which ascend. */
  readonly rows: Uint32Array;
  /** Where the word first is, in the page of each. */
  readonly at: Uint32Array;
}

export interface SearchIndex {
  readonly length: number;
  add(part: SearchPart): void;
  /** Looks at all texts, or at those that have `before`, which is part of the word. */
  find(word: string, before: Hits | undefined): Hits;
}

const FIRST_ROOM = 256;

export function createSearchIndex(): SearchIndex {
  const pages: string[] = [];
  // The page, the beginning and the end of each text.
  let places = new Uint32Array(3 * FIRST_ROOM);
  let length = 0;

  return {
    get length() {
      return length;
    },
    add({ page, from, to }) {
      if (pages.at(-1) !== page) pages.push(page);
      if (places.length === 3 * length) {
        const more = new Uint32Array(2 * places.length);
        more.set(places);
        places = more;
      }
      places.set([pages.length - 1, from, to], 3 * length);
      length += 1;
    },
    find(word, before) {
      const count = before?.rows.length ?? length;
      const rows = new Uint32Array(count);
      const at = new Uint32Array(count);
      // A word that begins like the one before is first looked for where that was.
      const known = before && word.startsWith(before.word) ? before : undefined;
      const same = known?.word.length ?? 0;
      let hits = 0;
      let page = -1;
      let text = '';
      let hit = 0;
      let asked = 0;
      for (let k = 0; k < count; k++) {
        const row = before?.rows[k] ?? k;
        const from = known?.at[k] ?? places[3 * row + 1] ?? 0;
        const other = places[3 * row] !== page;
        if (other) {
          page = places[3 * row] ?? 0;
          text = pages[page] ?? '';
        }
        if (known && goesOn(text, from, word, same)) hit = from;
        // A word that is not behind one text is not behind the next one either.
        else if (other || from < asked || (hit !== -1 && hit < from)) hit = text.indexOf(word, from);
        asked = from;
        if (hit === -1 || hit + word.length > (places[3 * row + 2] ?? 0)) continue;
        rows[hits] = row;
        at[hits++] = hit;
      }
      return { word, rows: beginning(rows, hits), at: beginning(at, hits) };
    },
  };
}

/** A copy where that gives much memory back. */
const beginning = (numbers: Uint32Array, length: number): Uint32Array =>
  length > numbers.length / 2 ? numbers.subarray(0, length) : numbers.slice(0, length);

/** Whether the word is at `from`, where its first letters are known to be. */
function goesOn(text: string, from: number, word: string, known: number): boolean {
  for (let i = known; i < word.length; i++)
    if (text.charCodeAt(from + i) !== word.charCodeAt(i)) return false;
  return true;
}
