// The completion script for fish.

import type { CommandHelp } from '../lib/command-help.ts';
import type { DescribedFlag, Offered } from '../lib/flag-lines.ts';
import { brief, DEMO, PROFILE_NAMES, takingFlags } from './completion-parts.ts';

export const fishScript = (helps: readonly CommandHelp[]): string => `# fish completion of purser
function __purser_words
    set -l skip no
    for token in (commandline -opc)[2..]
        if test $skip = yes
            set skip no
            continue
        end
        switch $token
            case ${takingFlags(helps).join(' ')}
                set skip yes
            case '-*'
            case '*'
                echo $token
        end
    end
end
# The words so far are exactly these.
function __purser_at
    set -l words (__purser_words)
    test "$words" = "$argv"
end
# The words so far begin with these.
function __purser_in
    set -l words (__purser_words)
    set -l count (count $argv)
    test (count $words) -ge $count; and test "$words[1..$count]" = "$argv"
end
function __purser_console
    not contains -- (__purser_words)[1] ${commandNames(helps).join(' ')}
end
complete -c purser -f
${helps.flatMap(lines).join('\n')}
`;

const commandNames = (helps: readonly CommandHelp[]): readonly string[] =>
  helps.flatMap(({ name }) => name || []);

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const offered = (offers: Exclude<Offered, 'files'>): string =>
  quoted(offers === 'profiles' ? `${DEMO} (purser ${PROFILE_NAMES})` : offers.join(' '));

/** The part for a flag's value. -r: a value must follow. -F: the value is a file. -x: only the offered values. */
function valuePart({ takes, offers }: DescribedFlag): string {
  if (takes === undefined) return '';
  if (offers === 'files') return ' -r -F';
  return offers === undefined ? ' -x' : ` -x -a ${offered(offers)}`;
}

const flagLine = (condition: string, name: string, flag: DescribedFlag): string =>
  `complete -c purser -n ${quoted(condition)}${flag.short === undefined ? '' : ` -s ${flag.short}`} -l ${name}${valuePart(flag)} -d ${quoted(brief(flag.says))}`;

const wordLine = (condition: string, word: string, says: string): string =>
  `complete -c purser -n ${quoted(condition)} -a ${quoted(word)} -d ${quoted(brief(says))}`;

const offerLine = (condition: string, offers: Offered): string =>
  `complete -c purser -n ${quoted(condition)} ${offers === 'files' ? '-F' : `-a ${offered(offers)}`}`;

function lines(help: CommandHelp, _: number, helps: readonly CommandHelp[]): readonly string[] {
  const { name, flags, words, offers } = help;
  const all = Object.entries(flags);
  if (name === '')
    return [
      ...helps.flatMap(one => (one.name === '' ? [] : [wordLine('__purser_at', one.name, one.summary)])),
      ...(offers === undefined ? [] : [offerLine('__purser_at', offers)]),
      ...all.map(([flag, kind]) => flagLine('__purser_console', flag, kind)),
    ];
  const inWord = (flag: string): string => {
    const only = Object.entries(words ?? {}).filter(
      ([, { flags: own }]) => own === undefined || own.includes(flag),
    );
    const every = words === undefined || flag === 'help' || only.length === 0;
    if (every) return `__purser_in ${name}`;
    // Before a word is typed, each flag may follow.
    return [`__purser_at ${name}`, ...only.map(([word]) => `__purser_in ${name} ${word}`)].join('; or ');
  };
  return [
    ...Object.entries(words ?? {}).flatMap(([word, { says, offers: own }]) => [
      wordLine(`__purser_at ${name}`, word, says),
      ...(own === undefined ? [] : [offerLine(`__purser_at ${name} ${word}`, own)]),
    ]),
    ...(offers === undefined ? [] : [offerLine(`__purser_at ${name}`, offers)]),
    ...all.map(([flag, kind]) => flagLine(inWord(flag), flag, kind)),
  ];
}
