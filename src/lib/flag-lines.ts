// The flags of a command for its help, from the table that its parser reads, so that none is forgotten.

export interface DescribedFlag {
  /** The flag's value in a few words. Without it the flag takes none. */
  readonly takes?: string;
  /** The flag's effect, for the help. */
  readonly says: string;
}

const WIDTH = 80;

/** The flag as typed: `--customer USER_ID`. */
const typed = (name: string, { takes }: DescribedFlag): string =>
  takes === undefined ? `--${name}` : `--${name} ${takes.toUpperCase().replaceAll(' ', '_')}`;

/** At least one line for each flag, at most 80 columns wide. */
export function flagLines(flags: Readonly<Record<string, DescribedFlag>>): readonly string[] {
  const all = Object.entries(flags).map(([name, flag]) => ({ flag: typed(name, flag), says: flag.says }));
  const column = Math.max(...all.map(({ flag }) => flag.length)) + 4;
  return all.flatMap(({ flag, says }) =>
    wrapped(says, WIDTH - column).map((line, at) => `${(at === 0 ? `  ${flag}` : '').padEnd(column)}${line}`),
  );
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
