// The completion scripts of bash, zsh and fish, made from the help tables.

import { type CommandHelp, flagsOfWord } from '../src/lib/command-help.ts';
import type { DescribedFlag, Offered } from '../src/lib/flag-lines.ts';

type CompletionFlags = readonly (readonly [name: string, flag: DescribedFlag])[];

const DEMO = 'demo';

const PROFILE_NAMES = 'profile list --names 2>/dev/null';

function flagsOf(help: CommandHelp, word?: string): CompletionFlags {
  const only = word === undefined ? undefined : flagsOfWord(help, word);
  return Object.entries(help.flags).filter(
    ([name]) => only === undefined || name === 'help' || only.includes(name),
  );
}

/** The argument after such a flag is not a word. */
const takingFlags = (helps: readonly CommandHelp[]): readonly string[] => [
  ...new Set(
    helps.flatMap(({ flags }) =>
      Object.entries(flags).flatMap(([name, { takes }]) => (takes === undefined ? [] : [`--${name}`])),
    ),
  ),
];

/** As typed, long and short. */
const spellings = (flags: CompletionFlags): readonly string[] =>
  flags.flatMap(([name, { short }]) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]);

/** Without the sub-commands that it belongs to: "list: only unresolved writes". */
const brief = (says: string): string => says.replace(/^[a-z]+(?:, [a-z]+)*: /, '').split(/[:;.] /)[0] ?? says;

/** For bash and zsh. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const named = ({ name }: CommandHelp): string => name || 'console';

const commandNames = (helps: readonly CommandHelp[]): readonly string[] =>
  helps.flatMap(({ name }) => name || []);

type Offering = (offers: Offered | undefined, what: string) => string;

/** For bash and zsh. */
const valueBranches = (help: CommandHelp, offering: Offering): readonly string[] =>
  Object.entries(help.flags).flatMap(([name, { takes, offers }]) =>
    takes === undefined ? [] : [`    "${named(help)} --${name}") ${offering(offers, takes)}; return ;;`],
  );

/** For bash and zsh: the words after the name of a command. */
function wordBranches({ name, words = {} }: CommandHelp, first: string | undefined, offering: Offering) {
  const after = Object.entries(words).flatMap(([word, { offers }]) =>
    offers === undefined ? [] : [`        ${word}) ${offering(offers, 'name')} ;;`],
  );
  return [
    ...(first === undefined ? [] : [`    "${name} 1") ${first} ;;`]),
    ...(after.length === 0 ? [] : [`    "${name} 2")`, '      case $word in', ...after, '      esac ;;']),
  ];
}

/** Works in bash 3.2 (macOS) without other packages. */
export const bashScript = (helps: readonly CommandHelp[]): string => `# bash completion of purser
_purser_offer() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_purser_files() {
  compopt -o filenames 2>/dev/null
  local IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$cur"))
}
_purser() {
  local cur=\${COMP_WORDS[COMP_CWORD]} flag= command= word= words=0 i
  # Readline divides --flag=value into three words.
  if [[ $cur == = ]]; then cur= flag=\${COMP_WORDS[COMP_CWORD - 1]}
  elif [[ \${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then flag=\${COMP_WORDS[COMP_CWORD - 2]}
  else flag=\${COMP_WORDS[COMP_CWORD - 1]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${takingFlags(helps).join('|')})
        if [[ \${COMP_WORDS[i + 1]} == = ]]; then ((i += 2)); else ((i += 1)); fi ;;
      -*) ;;
      *)
        ((words += 1))
        if ((words == 1)); then command=\${COMP_WORDS[i]}; elif ((words == 2)); then word=\${COMP_WORDS[i]}; fi ;;
    esac
  done
  case $command in
    ${helps.map(named).join('|')}) ;;
    *) command=console ;;
  esac
  COMPREPLY=()
  case "$command $flag" in
${helps.flatMap(help => valueBranches(help, bashOffering)).join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case "$command $word" in
${helps.flatMap(bashFlags).join('\n')}
    esac
    return
  fi
  case "$command $words" in
${helps.flatMap(bashWords).join('\n')}
  esac
}
complete -F _purser purser
`;

const bashOffering: Offering = offers => {
  if (offers === undefined) return ':';
  if (offers === 'files') return '_purser_files';
  return offers === 'profiles'
    ? `_purser_offer "${DEMO} $("$1" ${PROFILE_NAMES})"`
    : `_purser_offer ${quoted(offers.join(' '))}`;
};

/** For bash and zsh: the flags after a command, or after its word. */
const flagBranches = (help: CommandHelp, branch: typeof bashBranch): readonly string[] => [
  ...Object.keys(help.words ?? {}).map(word => branch(`"${named(help)} ${word}"`, flagsOf(help, word))),
  branch(`"${named(help)} "*`, flagsOf(help)),
];

const bashFlags = (help: CommandHelp): readonly string[] => flagBranches(help, bashBranch);

const bashBranch = (pattern: string, flags: CompletionFlags): string =>
  `      ${pattern}) _purser_offer ${quoted(spellings(flags).join(' '))} ;;`;

function bashWords(help: CommandHelp, _: number, helps: readonly CommandHelp[]): readonly string[] {
  if (help.name === '') {
    const all = [...commandNames(helps), ...(typeof help.offers === 'object' ? help.offers : [])];
    return [`    "console 0") ${bashOffering([...new Set(all)], '')} ;;`];
  }
  const first = help.words === undefined ? help.offers : Object.keys(help.words);
  return wordBranches(help, first && bashOffering(first, ''), bashOffering);
}

/** Works as a file in fpath, or sourced: before compinit, after it, or without it. */
export const zshScript = (helps: readonly CommandHelp[]): string => `#compdef purser
# zsh completion of purser
_purser() {
  local flag= command=console word= i
  local -a given found
  for ((i = 2; i < CURRENT; i++)); do
    case $words[i] in
      ${takingFlags(helps).join('|')}) ((i += 1)) ;;
      -*) ;;
      *) given+=("$words[i]") ;;
    esac
  done
  case $given[1] in
    ${commandNames(helps).join('|')}) command=$given[1] word=$given[2] ;;
  esac
  if [[ $PREFIX == --*=* ]]; then
    flag=\${PREFIX%%=*}
    compset -P '*='
  else
    flag=$words[CURRENT-1]
  fi
  case "$command $flag" in
${helps.flatMap(help => valueBranches(help, zshOffering)).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    case "$command $word" in
${helps.flatMap(zshFlags).join('\n')}
    esac
    _describe -o 'flag' found
    return
  fi
  case "$command $#given" in
${helps.flatMap(zshWords).join('\n')}
  esac
}
# The start file may call compinit after this line, so this waits for the first prompt.
_purser_late() {
  add-zsh-hook -d precmd _purser_late
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
  compdef _purser purser
}
if [[ $funcstack[1] == _purser ]]; then
  _purser "$@"
elif (( $+functions[compdef] )); then
  compdef _purser purser
else
  autoload -Uz add-zsh-hook && add-zsh-hook precmd _purser_late
fi
`;

function zshItem(word: string, says?: string): string {
  const texts = says === undefined ? [word] : [word, brief(says)];
  return quoted(texts.map(text => text.replaceAll(':', '\\:')).join(':'));
}

const zshOffering: Offering = (offers, what) => {
  if (offers === undefined) return ':';
  if (offers === 'files') return '_files';
  const all =
    offers === 'profiles'
      ? `${DEMO} \${(f)"$($words[1] ${PROFILE_NAMES})"}`
      : offers.map(word => zshItem(word)).join(' ');
  return `found=(${all}); _describe ${quoted(what)} found`;
};

const zshFlagItems = ([name, { says, short }]: readonly [string, DescribedFlag]): readonly string[] => [
  zshItem(`--${name}`, says),
  ...(short === undefined ? [] : [zshItem(`-${short}`, says)]),
];

const zshFlags = (help: CommandHelp): readonly string[] => flagBranches(help, zshBranch);

const zshBranch = (pattern: string, flags: CompletionFlags): string =>
  `      ${pattern}) found=(${flags.flatMap(zshFlagItems).join(' ')}) ;;`;

function zshWords(help: CommandHelp, _: number, helps: readonly CommandHelp[]): readonly string[] {
  if (help.name === '') {
    const commands = helps.flatMap(({ name, summary }) => (name === '' ? [] : [zshItem(name, summary)]));
    return [
      `    "console 0")`,
      `      found=(${commands.join(' ')}); _describe 'command' found`,
      `      ${zshOffering(help.offers, 'screen')} ;;`,
    ];
  }
  const { words, offers } = help;
  const items = Object.entries(words ?? {}).map(([word, { says }]) => zshItem(word, says));
  const first = words ? `found=(${items.join(' ')}); _describe 'command' found` : zshOffering(offers, 'word');
  return wordBranches(help, first, zshOffering);
}

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
${helps.flatMap(fishLines).join('\n')}
`;

const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const fishOffered = (offers: Exclude<Offered, 'files'>): string =>
  fishQuoted(offers === 'profiles' ? `${DEMO} (purser ${PROFILE_NAMES})` : offers.join(' '));

/** -r: a value must follow. -F: a file. -x: only the offered values. */
function valuePart({ takes, offers }: DescribedFlag): string {
  if (takes === undefined) return '';
  if (offers === 'files') return ' -r -F';
  return offers === undefined ? ' -x' : ` -x -a ${fishOffered(offers)}`;
}

const flagLine = (condition: string, name: string, flag: DescribedFlag): string =>
  `complete -c purser -n ${fishQuoted(condition)}${flag.short === undefined ? '' : ` -s ${flag.short}`} -l ${name}${valuePart(flag)} -d ${fishQuoted(brief(flag.says))}`;

const wordLine = (condition: string, word: string, says: string): string =>
  `complete -c purser -n ${fishQuoted(condition)} -a ${fishQuoted(word)} -d ${fishQuoted(brief(says))}`;

const offerLine = (condition: string, offers: Offered): string =>
  `complete -c purser -n ${fishQuoted(condition)} ${offers === 'files' ? '-F' : `-a ${fishOffered(offers)}`}`;

function fishLines(help: CommandHelp, _: number, helps: readonly CommandHelp[]): readonly string[] {
  const { name, flags, words, offers } = help;
  const all = Object.entries(flags);
  if (name === '')
    return [
      ...helps.flatMap(one => (one.name === '' ? [] : [wordLine('__purser_at', one.name, one.summary)])),
      ...(offers === undefined ? [] : [offerLine('__purser_at', offers)]),
      ...all.map(([flag, kind]) => flagLine('__purser_console', flag, kind)),
    ];
  const inWord = (flag: string): string => {
    const only = Object.keys(words ?? {}).filter(word => flagsOfWord(help, word).includes(flag));
    const every = words === undefined || flag === 'help' || only.length === 0;
    if (every) return `__purser_in ${name}`;
    // Before a word is typed, each flag may follow.
    return [`__purser_at ${name}`, ...only.map(word => `__purser_in ${name} ${word}`)].join('; or ');
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
