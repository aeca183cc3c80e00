// The completion script for zsh. It works as a file in fpath, or sourced after compinit.

import type { CommandHelp } from '../lib/command-help.ts';
import type { DescribedFlag, Offered } from '../lib/flag-lines.ts';
import { brief, DEMO, flagsOf, PROFILE_NAMES, quoted, takingFlags } from './completion-parts.ts';

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
    ${helps.flatMap(({ name }) => name || []).join('|')}) command=$given[1] word=$given[2] ;;
  esac
  if [[ $PREFIX == --*=* ]]; then
    flag=\${PREFIX%%=*}
    compset -P '*='
  else
    flag=$words[CURRENT-1]
  fi
  case "$command $flag" in
${helps.flatMap(values).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    case "$command $word" in
${helps.flatMap(flags).join('\n')}
    esac
    _describe -o 'flag' found
    return
  fi
  case "$command $#given" in
${helps.flatMap(words).join('\n')}
  esac
}
if [[ $funcstack[1] == _purser ]]; then _purser "$@"; else compdef _purser purser; fi
`;

const named = ({ name }: CommandHelp): string => name || 'console';

/** A word and its description, separated by a colon. */
const item = (word: string, says?: string): string =>
  quoted(
    says === undefined
      ? word.replaceAll(':', '\\:')
      : `${word.replaceAll(':', '\\:')}:${brief(says).replaceAll(':', '\\:')}`,
  );

function offering(what: string, offers: Offered | undefined): string {
  if (offers === undefined) return ':';
  if (offers === 'files') return '_files';
  const all =
    offers === 'profiles'
      ? `${DEMO} \${(f)"$($words[1] ${PROFILE_NAMES})"}`
      : offers.map(word => item(word)).join(' ');
  return `found=(${all}); _describe ${quoted(what)} found`;
}

const values = (help: CommandHelp): readonly string[] =>
  Object.entries(help.flags).flatMap(([name, { takes, offers }]) =>
    takes === undefined ? [] : [`    "${named(help)} --${name}") ${offering(takes, offers)}; return ;;`],
  );

const flagItems = ([name, { says, short }]: readonly [string, DescribedFlag]): readonly string[] => [
  item(`--${name}`, says),
  ...(short === undefined ? [] : [item(`-${short}`, says)]),
];

const flags = (help: CommandHelp): readonly string[] => [
  ...Object.keys(help.words ?? {}).map(
    word => `      "${named(help)} ${word}") found=(${flagsOf(help, word).flatMap(flagItems).join(' ')}) ;;`,
  ),
  `      "${named(help)} "*) found=(${flagsOf(help).flatMap(flagItems).join(' ')}) ;;`,
];

/** What to offer for each number of typed words. The first word is the command's name. */
function words(help: CommandHelp, _: number, helps: readonly CommandHelp[]): readonly string[] {
  if (help.name === '') {
    const commands = helps.flatMap(({ name, summary }) => (name === '' ? [] : [item(name, summary)]));
    return [
      `    "console 0")`,
      `      found=(${commands.join(' ')}); _describe 'command' found`,
      `      ${offering('screen', help.offers)} ;;`,
    ];
  }
  const after = Object.entries(help.words ?? {}).flatMap(([word, { offers }]) =>
    offers === undefined ? [] : [`        ${word}) ${offering('name', offers)} ;;`],
  );
  const first = help.words
    ? `found=(${Object.entries(help.words)
        .map(([word, { says }]) => item(word, says))
        .join(' ')}); _describe 'command' found`
    : offering('word', help.offers);
  return [
    `    "${help.name} 1") ${first} ;;`,
    ...(after.length === 0
      ? []
      : [`    "${help.name} 2")`, '      case $word in', ...after, '      esac ;;']),
  ];
}
