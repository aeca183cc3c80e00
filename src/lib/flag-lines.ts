// The flags of a command as lines of its help. The parser reads the same table.

/** What a shell offers for a value. */
export type Offered = readonly string[] | 'profiles' | 'files';

export interface DescribedFlag {
  /** In a few words. Undefined for a flag without a value. */
  readonly takes?: string;
  readonly says: string;
  readonly short?: string;
  /** May be given several times. */
  readonly many?: true;
  readonly offers?: Offered;
}

/** What a person typed. */
export interface CommandLine<Name extends string> {
  readonly words: readonly string[];
  has(name: Name): boolean;
  value(name: Name): string | undefined;
  values(name: Name): readonly string[];
}

export const WIDTH = 80;

/** `--customer USER_ID`. */
export const typedFlag = (name: string, { takes, short }: DescribedFlag): string => {
  const flag = takes === undefined ? `--${name}` : `--${name} ${takes.toUpperCase().replaceAll(' ', '_')}`;
  return short === undefined ? flag : `${flag}, -${short}`;
};

/** At most 80 columns wide. */
export const flagLines = (flags: Readonly<Record<string, DescribedFlag>>): readonly string[] =>
  twoColumns(Object.entries(flags).map(([name, flag]) => [typedFlag(name, flag), flag.says]));

export function twoColumns(rows: readonly (readonly [term: string, says: string])[]): readonly string[] {
  const column = Math.max(...rows.map(([term]) => term.length)) + 4;
  return rows.flatMap(([term, says]) =>
    wrapped(says, WIDTH - column).map((line, at) => `${(at === 0 ? `  ${term}` : '').padEnd(column)}${line}`),
  );
}

/** `parts` matches what stays on one line. */
export function wrapped(text: string, width: number, parts: RegExp = /\S+/g): readonly string[] {
  const lines: string[] = [];
  for (const [part] of text.matchAll(parts)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= width)
      lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(part);
  }
  return lines;
}
