// The help of a command as data, for `--help`, the manual page and shell completion.

import { type DescribedFlag, flagLines, type Offered, WIDTH, wrapped } from './flag-lines.ts';

export interface Example {
  readonly line: string;
  readonly says: string;
}

/** Such as `list` in `purser journal list`. */
export interface CommandWord {
  readonly says: string;
  /** Where the usage line says only FLAGS. */
  readonly flags?: readonly string[];
  readonly offers?: Offered;
}

export interface CommandHelp<Flag extends string = string> {
  /** As typed after `purser`; empty for the console. */
  readonly name: string;
  /** In one line. */
  readonly summary: string;
  /** Without `purser`. */
  readonly usage: readonly string[];
  readonly about: string;
  readonly flags: Readonly<Record<Flag, DescribedFlag>>;
  readonly words?: Readonly<Record<string, CommandWord>>;
  /** Completions that are not in `words`. */
  readonly offers?: Offered;
  readonly examples: readonly Example[];
  /** Paragraphs after the flags. */
  readonly notes?: readonly string[];
}

/** The flags of a word are those of its usage lines. */
export function flagsOfWord({ usage, words }: CommandHelp, word: string): readonly string[] {
  const ways = usage.filter(way => way.split(' ')[1] === word).join(' ');
  return words?.[word]?.flags ?? [...ways.matchAll(/--([a-z-]+)/g)].map(([, flag = '']) => flag);
}

/** At most 80 columns wide. */
export const helpText = (help: CommandHelp): string =>
  [
    usageLines(help.usage),
    ...help.about.split('\n\n').map(paragraph => wrapped(paragraph, WIDTH)),
    ...(Object.keys(help.flags).length === 0 ? [] : [flagLines(help.flags)]),
    ...(help.notes ?? []).map(note => wrapped(note, WIDTH)),
    ['Examples', ...help.examples.flatMap(exampleLines)],
  ]
    .map(lines => lines.join('\n'))
    .join('\n\n')
    .concat('\n');

/** Parts in brackets stay on one line. */
const PARTS = /\[[^\]]*\]\S*|\S+/g;

const usageLines = (usage: readonly string[]): readonly string[] =>
  usage.flatMap((way, at) => {
    const [name = ''] = /^[a-z]*(?: [a-z]+(?= |$))?/.exec(way) ?? [];
    const start = `${at === 0 ? 'Usage:' : '      '} purser${name === '' ? '' : ` ${name}`}`;
    const rest = wrapped(way.slice(name.length), WIDTH - start.length - 1, PARTS);
    if (rest.length === 0) return [start];
    return rest.map((line, row) => `${row === 0 ? start : ' '.repeat(start.length)} ${line}`);
  });

export const exampleLines = ({ line, says }: Example): readonly string[] => [
  `  ${line}`,
  ...wrapped(says, WIDTH - 6).map(text => `      ${text}`),
];
