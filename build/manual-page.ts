// The manual page purser(1) in roff, made from the help tables.

import type { CommandHelp, Example } from '../src/lib/command-help.ts';
import { typedFlag } from '../src/lib/flag-lines.ts';
import { ENVIRONMENT, EXIT_CODES } from '../src/system/usage.ts';

const FILES: readonly (readonly [string, string])[] = [
  ['~/.config/purser/config.json', 'profiles; no secret'],
  ['~/.local/state/purser/journal.db', 'the journal and the audit log'],
  ['~/.local/state/purser/audit-head', "the audit log's last known head"],
  ['~/.local/share/purser/audit-head-…', 'the same, for each state folder'],
  ['~/.local/state/purser/recents.json', 'recent customers of each profile'],
  ['~/.local/state/purser/watches.json', 'watched records'],
  ['~/.local/state/purser/views.json', 'saved views'],
  ['~/.local/state/purser/drafts/', 'drafts of new customers: personal data'],
  ['~/.local/state/purser/lock-pin.json', "a salted hash of the lock's PIN"],
  ['~/.local/state/purser/compiled/', "Node's compile cache"],
];

/** The console comes first. */
export function manualPage([console, ...commands]: readonly CommandHelp[], version: string): string {
  if (!console) return '';
  const lines = [
    `.TH PURSER 1 "" "Purser ${roff(version)}" "User Commands"`,
    '.SH NAME',
    'purser \\- console for the support staff of a wallet and payments service',
    '.SH SYNOPSIS',
    ...synopsis(console.usage),
    '.SH DESCRIPTION',
    ...paragraphs(console.about),
    ...paragraphs(
      `The screens are ${typeof console.offers === 'object' ? console.offers.join(', ') : ''}. In the console the key ? lists every key.`,
    ),
    '.SH OPTIONS',
    ...flagParagraphs(console),
    '.SH COMMANDS',
    ...commands.flatMap(commandSection),
    '.SH ENVIRONMENT',
    'The environment overrides the profile.',
    ...ENVIRONMENT.flatMap(([name, says]) => tagged(`\\fB${roff(name)}\\fR`, says)),
    '.SH FILES',
    ...FILES.flatMap(([name, says]) => tagged(`\\fI${roff(name)}\\fR`, says)),
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(([code, says]) => tagged(`\\fB${roff(code)}\\fR`, says)),
    '.SH EXAMPLES',
    ...console.examples.flatMap(exampleParagraph),
  ];
  return `${lines.join('\n')}\n`;
}

const commandSection = (help: CommandHelp): readonly string[] => [
  `.SS purser ${roff(help.name)}`,
  ...synopsis(help.usage),
  ...paragraphs(help.about),
  ...flagParagraphs(help),
  ...(help.notes ?? []).flatMap(paragraphs),
  '.PP',
  'Examples:',
  ...help.examples.flatMap(exampleParagraph),
];

const synopsis = (usage: readonly string[]): readonly string[] => [
  '.PP',
  ...usage.flatMap((way, at) => [...(at === 0 ? [] : ['.br']), line(`\\fBpurser\\fR ${roff(way)}`)]),
];

const paragraphs = (text: string): readonly string[] =>
  text.split('\n\n').flatMap(paragraph => ['.PP', line(roff(paragraph))]);

const flagParagraphs = ({ flags }: CommandHelp): readonly string[] =>
  Object.entries(flags).flatMap(([name, flag]) =>
    tagged(`\\fB${roff(typedFlag(name, flag))}\\fR`, flag.says),
  );

const tagged = (term: string, says: string): readonly string[] => ['.TP', term, line(roff(says))];

const exampleParagraph = ({ line: typed, says }: Example): readonly string[] =>
  tagged(`\\fB${roff(typed)}\\fR`, says);

/** roff would read a leading dot or apostrophe as a request. */
const line = (text: string): string => (/^[.']/.test(text) ? `\\&${text}` : text);

/** `\-` is the ASCII hyphen. Characters outside ASCII have names. */
const roff = (text: string): string =>
  [...text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll("'", '\\(aq')]
    .map(sign => ((sign.codePointAt(0) ?? 0) < 0x80 ? sign : named(sign)))
    .join('');

const named = (sign: string): string =>
  `\\[u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
