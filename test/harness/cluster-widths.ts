// Cell widths for the emulator by grapheme cluster, as modern terminals and Ink count them.
import stringWidth from 'string-width';

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** The known clusters of all screens, and their greatest number: far more than one screen has. */
const known = new Map<string, { readonly cluster: string; readonly properties: number }>();
const MOST_KEPT = 20_000;
const ASCII = Array.from({ length: 0x80 }, (_, point) => String.fromCodePoint(point));

/** A width provider for @xterm/headless, which does not know emoji widths itself. */
export function clusterWidths() {
  let cluster = '';
  const width = (text: string): 0 | 1 | 2 => {
    const cells = stringWidth(text);
    return cells === 0 ? 0 : cells === 1 ? 1 : 2;
  };
  /** Packs the properties like xterm: a state, never 0 here; two bits of width; one bit for joining. */
  const packed = (cells: 0 | 1 | 2, joins: boolean): number => (1 << 3) | (cells << 1) | (joins ? 1 : 0);
  const PLAIN = packed(1, false);

  function propertiesOf(before: string, character: string): { cluster: string; properties: number } {
    const joins = before !== '' && [...GRAPHEMES.segment(before + character)].length === 1;
    const now = joins ? before + character : character;
    return { cluster: now, properties: packed(width(now), joins) };
  }

  return {
    version: 'clusters',
    wcwidth: (point: number) => (point < 0x7f ? 1 : width(String.fromCodePoint(point))),
    /** The emulator asks this for every printed character, so the results are cached. */
    charProperties(point: number, preceding: number): number {
      if (point < 0x7f) {
        cluster = ASCII[point] ?? '';
        return PLAIN;
      }
      const character = String.fromCodePoint(point);
      const before = preceding === 0 ? '' : cluster;
      const key = `${before} ${character}`;
      let found = known.get(key);
      if (!found) {
        if (known.size >= MOST_KEPT) known.clear();
        found = propertiesOf(before, character);
        known.set(key, found);
      }
      cluster = found.cluster;
      return found.properties;
    },
  };
}
