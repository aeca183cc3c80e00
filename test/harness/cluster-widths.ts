// Cell widths for the emulator by grapheme cluster, as modern terminals and Ink count them.
import stringWidth from 'string-width';

/** A width provider for @xterm/headless, whose own one knows no emoji. */
export function clusterWidths() {
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let cluster = '';
  const width = (text: string): 0 | 1 | 2 => {
    const cells = stringWidth(text);
    return cells === 0 ? 0 : cells === 1 ? 1 : 2;
  };
  return {
    version: 'clusters',
    wcwidth: (point: number) => (point < 0x7f ? 1 : width(String.fromCodePoint(point))),
    /**
     * Packs the properties for the emulator: a state other than 0, two bits of width, one bit for joining the
     * previous cell.
     */
    charProperties(point: number, preceding: number): number {
      const character = String.fromCodePoint(point);
      const joined = cluster + character;
      const joins = preceding !== 0 && point > 0x7f && [...graphemes.segment(joined)].length === 1;
      cluster = joins ? joined : character;
      return (1 << 3) | ((point < 0x7f ? 1 : width(cluster)) << 1) | (joins ? 1 : 0);
    },
  };
}
