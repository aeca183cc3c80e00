// The completion script for bash. It works in bash 3.2 (macOS) without other packages.

import type { CommandHelp } from '../lib/command-help.ts';
import type { Offered } from '../lib/flag-lines.ts';
import { DEMO, flagsOf, PROFILE_NAMES, quoted, spellings, takingFlags } from './completion-parts.ts';

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
${helps.flatMap(values).join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case "$command $word" in
${helps.flatMap(flags).join('\n')}
    esac
    return
  fi
  case "$command $words" in
${helps.flatMap(words).join('\n')}
  esac
}
complete -F _purser purser
`;

const named = ({ name }: CommandHelp): string => name || 'console';

/** The shell command that offers these words. */
function offering(offers: Offered | undefined): string {
  if (offers === undefined) return ':';
  if (offers === 'files') return '_purser_files';
  return offers === 'profiles'
    ? `_purser_offer "${DEMO} $("$1" ${PROFILE_NAMES})"`
    : `_purser_offer ${quoted(offers.join(' '))}`;
}

const values = (help: CommandHelp): readonly string[] =>
  Object.entries(help.flags).flatMap(([name, { takes, offers }]) =>
    takes === undefined ? [] : [`    "${named(help)} --${name}") ${offering(offers)}; return ;;`],
  );

const flags = (help: CommandHelp): readonly string[] => [
  ...Object.keys(help.words ?? {}).map(word => branch(`"${named(help)} ${word}"`, flagsOf(help, word))),
  branch(`"${named(help)} "*`, flagsOf(help)),
];

const branch = (pattern: string, of: ReturnType<typeof flagsOf>): string =>
  `      ${pattern}) _purser_offer ${quoted(spellings(of).join(' '))} ;;`;

/** What to offer for each number of typed words. The first word is the command's name. */
function words(help: CommandHelp, _: number, helps: readonly CommandHelp[]): readonly string[] {
  if (help.name === '') {
    const commands = helps.flatMap(({ name }) => (name === '' ? [] : [name]));
    const all = [...commands, ...(typeof help.offers === 'object' ? help.offers : [])];
    return [`    "console 0") ${offering([...new Set(all)])} ;;`];
  }
  const after = Object.entries(help.words ?? {}).flatMap(([word, { offers }]) =>
    offers === undefined ? [] : [`        ${word}) ${offering(offers)} ;;`],
  );
  const first = help.words === undefined ? help.offers : Object.keys(help.words);
  return [
    ...(first === undefined ? [] : [`    "${help.name} 1") ${offering(first)} ;;`]),
    ...(after.length === 0
      ? []
      : [`    "${help.name} 2")`, '      case $word in', ...after, '      esac ;;']),
  ];
}
