// Text styles by number, and the SGR codes that lead from one to another.

/** What each SGR code switches on; a colour has its own rule. */
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
  /** The style that `codes` (of one SGR sequence, without its brackets) makes of `style`; 0 is the terminal's own. */
  after(style: number, codes: string): number;
  /** The sequence that leads from one style to another. */
  change(from: number, to: number): string;
}

export function createStyles(): Styles {
  const numbers = new Map<string, number>([['', 0]]);
  const styles: { readonly on: ReadonlyMap<string, string>; readonly codes: string }[] = [
    { on: new Map(), codes: '' },
  ];
  const known = new Map<string, number>();

  function numberOf(on: ReadonlyMap<string, string>): number {
    const codes = [...on.values()].toSorted().join(';');
    const found = numbers.get(codes);
    if (found !== undefined) return found;
    numbers.set(codes, styles.length);
    styles.push({ on, codes });
    return styles.length - 1;
  }

  return {
    after(style, codes) {
      const key = `${style} ${codes}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const made = numberOf(applied(styles[style]?.on ?? new Map(), codes));
      known.set(key, made);
      return made;
    },
    change(from, to) {
      if (from === to) return '';
      const codes = styles[to]?.codes ?? '';
      if (codes === '') return '\x1b[m';
      return from === 0 ? `\x1b[${codes}m` : `\x1b[0;${codes}m`;
    },
  };
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
