// Text styles by number, and the SGR codes that change one style into another.

/** Without the colours, which are in `colourKind`. */
const ON: ReadonlyMap<number, string> = new Map([
  [1, 'bold'],
  [2, 'dim'],
  [3, 'italic'],
  [4, 'underline'],
  [7, 'inverse'],
  [8, 'hidden'],
  [9, 'strike'],
]);

const OFF: ReadonlyMap<number, readonly string[]> = new Map([
  [22, ['bold', 'dim']],
  [23, ['italic']],
  [24, ['underline']],
  [27, ['inverse']],
  [28, ['hidden']],
  [29, ['strike']],
  [39, ['foreground']],
  [49, ['background']],
]);

export interface Styles {
  /** `codes`: such as `1;31`. Style 0 is the terminal's default. */
  after(style: number, codes: string): number;
  change(from: number, to: number): string;
  /** No weight and no text colour. */
  ofBlank(style: number): number;
}

/** With one of these, a blank shows the other attributes too. */
const SHOWS_BLANKS = ['inverse', 'underline', 'strike'] as const;

interface Style {
  readonly on: ReadonlyMap<string, string>;
  readonly codes: string;
  /** By the SGR codes that lead to them. */
  readonly after: Map<string, number>;
  readonly changes: Map<number, string>;
}

const styleOf = (on: ReadonlyMap<string, string>, codes: string): Style => ({
  on,
  codes,
  after: new Map(),
  changes: new Map(),
});

export function createStyles(): Styles {
  const numbers = new Map<string, number>([['', 0]]);
  const plain = styleOf(new Map(), '');
  const styles: Style[] = [plain];
  const blanks: number[] = [];
  const known = (style: number): Style => styles[style] ?? plain;

  function numberOf(on: ReadonlyMap<string, string>): number {
    const codes = [...on.values()].toSorted().join(';');
    const found = numbers.get(codes);
    if (found !== undefined) return found;
    numbers.set(codes, styles.length);
    styles.push(styleOf(on, codes));
    return styles.length - 1;
  }

  function blankOf(style: number): number {
    const { on } = known(style);
    if (SHOWS_BLANKS.some(one => on.has(one))) return style;
    return numberOf(new Map([...on].filter(([kind]) => kind === 'background')));
  }

  return {
    after(style, codes) {
      const { on, after } = known(style);
      const found = after.get(codes);
      if (found !== undefined) return found;
      const made = numberOf(applied(on, codes));
      after.set(codes, made);
      return made;
    },
    change(from, to) {
      if (from === to) return '';
      const { changes } = known(from);
      const found = changes.get(to);
      if (found !== undefined) return found;
      const made = `\x1b[${changed(known(from), known(to))}m`;
      changes.set(to, made);
      return made;
    },
    ofBlank(style) {
      const blank = blanks[style];
      if (blank !== undefined) return blank;
      const made = blankOf(style);
      blanks[style] = made;
      return made;
    },
  };
}

/** Reset and set all, or change only the differences. */
function changed(from: Style, to: Style): string {
  if (to.codes === '') return '';
  const anew = from.codes === '' ? to.codes : `0;${to.codes}`;
  const offs = [...OFF].filter(([, kinds]) => kinds.some(kind => from.on.has(kind) && !to.on.has(kind)));
  const wiped = new Set(offs.flatMap(([, kinds]) => kinds));
  const ons = [...to.on].filter(([kind, code]) => wiped.has(kind) || from.on.get(kind) !== code);
  const differing = [...offs.map(([code]) => String(code)), ...ons.map(([, code]) => code)].join(';');
  return differing.length < anew.length ? differing : anew;
}

function applied(before: ReadonlyMap<string, string>, codes: string): ReadonlyMap<string, string> {
  const on = new Map(before);
  const list = codes.split(';').map(Number);
  for (let at = 0; at < list.length; at++) {
    const code = list[at] ?? 0;
    const kind = ON.get(code) ?? colourKind(code);
    if (code === 0) on.clear();
    else if (code === 38 || code === 48) {
      // 38;5;N or 38;2;R;G;B.
      const length = list[at + 1] === 5 ? 3 : 5;
      on.set(code === 38 ? 'foreground' : 'background', list.slice(at, at + length).join(';'));
      at += length - 1;
    } else if (kind !== undefined) on.set(kind, String(code));
    else for (const ended of OFF.get(code) ?? []) on.delete(ended);
  }
  return on;
}

function colourKind(code: number): string | undefined {
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return 'foreground';
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) return 'background';
  return undefined;
}
