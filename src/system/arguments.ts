// Reads the command line: finds the command and its flags, and decides nothing else.
import { THEMES } from '../lib/colours.ts';
import type { DescribedFlag } from '../lib/flag-lines.ts';
import { didYouMean } from '../lib/nearest.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import { namesSecret, readFlags } from './command-line.ts';

/** `id` has no control characters and is not `.` or `..`. */
interface PlaceArgument<Screen extends string> {
  readonly screen: Screen;
  readonly id?: string;
}

export interface Flags {
  readonly profile?: string;
  readonly readOnly: boolean;
  readonly write: boolean;
  readonly theme?: string;
  readonly screenReader: boolean;
  readonly verbose?: true;
  readonly caFile?: string;
  readonly keyFile?: string;
}

const COMMANDS = [
  'call',
  'profile',
  'doctor',
  'check',
  'timeline',
  'journal',
  'audit',
  'drafts',
  'team',
  'completion',
  'man',
] as const;
export type CommandName = (typeof COMMANDS)[number];

/** Words that people know from other tools: `purser help call` means `purser call --help`. */
const WORDS_FOR_FLAGS = ['help', 'version'] as const;

/** `rest`: the arguments after the sub-command. */
export type Command<Screen extends string> =
  | {
      readonly kind: 'console';
      readonly place?: PlaceArgument<Screen>;
      readonly link?: string;
      /** A quote in one line, which the console reads. */
      readonly quote?: string;
      readonly flags: Flags;
    }
  | { readonly kind: 'simulate'; readonly rest: readonly string[] }
  | { readonly kind: 'command'; readonly name: CommandName; readonly rest: readonly string[] }
  | { readonly kind: 'reset' }
  | { readonly kind: 'help'; readonly of?: 'open' | 'quote' | 'reset' }
  | { readonly kind: 'version' }
  | { readonly kind: 'usage-error'; readonly sentence: Visible };

export const CA_FILE = {
  takes: 'file',
  says: 'the only certificate authorities to trust, in PEM; system: those of the operating system',
  offers: 'files',
} as const satisfies DescribedFlag;

export const KEY_FILE = {
  takes: 'file',
  says: 'a file with the API key in one line, which only you may read',
  offers: 'files',
} as const satisfies DescribedFlag;

export const CONSOLE_FLAGS = {
  profile: {
    takes: 'name',
    says: 'the profile of config.json to open; demo is the embedded simulator',
    offers: 'profiles',
  },
  'read-only': { says: 'bars writing in this session' },
  write: { says: 'asks for write access at the start' },
  theme: {
    takes: 'name',
    says: `the colours, instead of theme in config.json: ${THEMES.join(', ')}`,
    offers: THEMES,
  },
  'screen-reader': { says: 'plain lines for a screen reader' },
  verbose: { says: "prints the audit log's head at the end" },
  'ca-file': CA_FILE,
  'key-file': KEY_FILE,
  version: { says: 'shows the version and its commit' },
  help: { short: 'h', says: 'shows this help' },
} as const satisfies Readonly<Record<string, DescribedFlag>>;

type OptionName = keyof typeof CONSOLE_FLAGS;

const isOption = (name: string): name is OptionName => Object.hasOwn(CONSOLE_FLAGS, name);
const usageError = (sentence: Visible) => ({ kind: 'usage-error', sentence }) as const;

/** Never throws. No sentence repeats a possible secret. */
export function parseArguments<Screen extends string>(
  argv: readonly string[],
  screens: readonly Screen[],
): Command<Screen> {
  // The word after --set may look like a secret. `purser call` checks it.
  const judged = argv[0] === 'call' ? argv.filter((_, at) => argv[at - 1] !== '--set') : argv;
  if (judged.some(looksLikeSecret)) {
    return usageError(
      t`Purser never takes secrets from the command line: other users and the shell's history can read them. Give the API key in PURSER_API_KEY, in a file (--key-file), or on the Login screen.`,
    );
  }
  const alias = WORDS_FOR_FLAGS.find(word => word === argv[0]);
  if (alias !== undefined) return parseArguments([...argv.slice(1), `--${alias}`], screens);
  if (argv[0] === 'simulate') return { kind: 'simulate', rest: argv.slice(1) };
  const name = commandOf(argv);
  if (name !== undefined) return { kind: 'command', name, rest: argv.slice(1) };
  const { words, given, problem } = readFlags(argv, CONSOLE_FLAGS, {
    isMissing: (value, inline) => value === '' || (!inline && value.startsWith('-')),
    unknown: unknownFlag,
  });
  if (given.has('help')) {
    const [of] = words;
    if (of === 'open' || of === 'quote' || of === 'reset') return { kind: 'help', of };
    if (of !== undefined && !isLink(of) && !['simulate', ...COMMANDS].includes(of)) {
      const place = readPlace(of, screens);
      if ('sentence' in place) return usageError(place.sentence);
    }
    return { kind: 'help' };
  }
  if (given.has('version')) return { kind: 'version' };
  if (problem !== undefined) return usageError(problem);
  if (given.has('write') && given.has('read-only')) {
    return usageError(t`--write and --read-only contradict each other. Give one of them.`);
  }
  return readWords(words, screens, consoleFlags(given), given.size > 0);
}

/** `journal` alone or with flags means the screen. */
function commandOf([first, second]: readonly string[]): CommandName | undefined {
  const name = COMMANDS.find(command => command === first);
  const screen = second === undefined || (second.startsWith('-') && second !== '--help' && second !== '-h');
  return name === 'journal' && screen ? undefined : name;
}

/** In any spelling: `--api-key=…`, `–token`, `API_KEY=…`. */
function looksLikeSecret(argument: string): boolean {
  const flag = /^[-\u2010-\u2015\u2212]+([^=:\s]*)/u.exec(argument);
  const assignment = /^([\w.-]+)\s*[=:]/.exec(argument);
  const name = flag?.[1] ?? assignment?.[1];
  return name !== undefined && !isOption(name) && namesSecret(name);
}

/** A sentence may repeat a word that looks like a screen or a flag. An API key does not. */
const repeatable = (word: string): Visible | undefined =>
  /^-{0,2}[a-zA-Z][a-zA-Z-]{0,19}$/.test(word) ? visible(word) : undefined;

const DEMO_IS_A_PROFILE = t`The demo is a profile: purser --profile demo.`;

function unknownFlag(rawName: string): Visible {
  const name = repeatable(rawName);
  if (name === undefined) return t`Unknown flag. See purser --help.`;
  if (rawName === '--demo') return DEMO_IS_A_PROFILE;
  const known = Object.keys(CONSOLE_FLAGS);
  const hint = didYouMean(rawName.replace(/^-+/, ''), known, t`See purser --help.`, '--');
  return t`There is no flag ${name}. ${hint}`;
}

function consoleFlags(given: ReadonlyMap<string, readonly string[]>): Flags {
  const value = (name: OptionName): string | undefined => given.get(name)?.at(-1);
  return withoutUndefined({
    readOnly: given.has('read-only'),
    write: given.has('write'),
    screenReader: given.has('screen-reader'),
    verbose: given.has('verbose') ? (true as const) : undefined,
    profile: value('profile'),
    theme: value('theme'),
    caFile: value('ca-file'),
    keyFile: value('key-file'),
  });
}

function readWords<Screen extends string>(
  words: readonly string[],
  screens: readonly Screen[],
  flags: Flags,
  anyFlag: boolean,
): Command<Screen> {
  const [first, second] = words;
  if (first === undefined) return { kind: 'console', flags };
  const later = ['simulate', ...COMMANDS].find(command => command === first);
  if (later !== undefined && (later !== 'journal' || second !== undefined)) {
    return usageError(t`${visible(later)} comes first: purser ${visible(later)} [OPTIONS].`);
  }
  if (first === 'reset') {
    const alone = second === undefined && !anyFlag;
    return alone ? { kind: 'reset' } : usageError(t`purser reset takes no arguments.`);
  }
  if (first === 'quote' && second !== undefined)
    return { kind: 'console', quote: words.slice(1).join(' '), flags };
  const link = first === 'open' ? second : isLink(first) ? first : undefined;
  if (first === 'open' && (link === undefined || !isLink(link) || words.length > 2))
    return usageError(t`purser open needs one link, which the key Y copies: purser open purser://…`);
  if (link !== undefined) return { kind: 'console', link, flags };
  const place = readPlace(first, screens);
  if ('sentence' in place) return usageError(place.sentence);
  if (second !== undefined) {
    return usageError(t`Give one screen. Write the record after a slash, as in accounts/ID.`);
  }
  return { kind: 'console', place, flags };
}

/** The console checks the target of the link. */
const isLink = (word: string): boolean => word.startsWith('purser:') && !/\p{C}/u.test(word);

function readPlace<Screen extends string>(
  text: string,
  screens: readonly Screen[],
): PlaceArgument<Screen> | { readonly sentence: Visible } {
  const slash = text.indexOf('/');
  const name = slash === -1 ? text : text.slice(0, slash);
  const id = slash === -1 ? '' : text.slice(slash + 1);
  const screen = screens.find(known => known === name);
  if (screen === undefined) return { sentence: unknownScreen(name, screens) };
  if (id === '') return { screen };
  // An ID becomes part of a path of the service, so `..` and control characters are refused.
  if (id === '.' || id === '..' || /\p{C}/u.test(id)) {
    return { sentence: t`The text after ${visible(screen)}/ is not an ID.` };
  }
  return { screen, id };
}

function unknownScreen(word: string, screens: readonly string[]): Visible {
  const name = repeatable(word);
  const all = visible(screens.join(', '));
  if (name === undefined) return t`Unknown screen or command. The screens are ${all}.`;
  if (word === 'demo') return DEMO_IS_A_PROFILE;
  const known = [...screens, 'open', 'simulate', 'reset', ...WORDS_FOR_FLAGS, ...COMMANDS];
  return t`There is no screen or command ${name}. ${didYouMean(word, known, t`The screens are ${all}.`)}`;
}
