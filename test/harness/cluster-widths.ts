// Cell widths for the emulator by grapheme cluster, as modern terminals and Ink count them.
import stringWidth from 'string-width';

/** Joined texts whose properties are kept: far more than one screen has. */
const MOST_KEPT = 20_000;
const ASCII = Array.from({ length: 0x80 }, (_, point) => String.fromCodePoint(point));

/** A width provider for @xterm/headless, whose own one knows no emoji. */
export function clusterWidths() {
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const known = new Map<string, { readonly cluster: string; readonly properties: number }>();
  let cluster = '';
  const width = (text: string): 0 | 1 | 2 => {
    const cells = stringWidth(text);
    return cells === 0 ? 0 : cells === 1 ? 1 : 2;
  };
  /** A state other than 0, two bits of width, one bit for joining the previous cell. */
  const packed = (cells: 0 | 1 | 2, joins: boolean): number => (1 << 3) | (cells << 1) | (joins ? 1 : 0);
  const PLAIN = packed(1, false);

  function propertiesOf(before: string, character: string): { cluster: string; properties: number } {
    const joins = before !== '' && [...graphemes.segment(before + character)].length === 1;
    const now = joins ? before + character : character;
    return { cluster: now, properties: packed(width(now), joins) };
  }

  return {
    version: 'clusters',
    wcwidth: (point: number) => (point < 0x7f ? 1 : width(String.fromCodePoint(point))),
    /** Asked for each character that is printed, so what is known is looked up. */
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
