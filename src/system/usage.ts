// The text of `purser --help`, and the same facts as data: commands, flags, environment variables, exit codes.

import { type CommandHelp, type Example, exampleLines, helpText } from '../lib/command-help.ts';
import { flagLines, twoColumns, WIDTH, wrapped } from '../lib/flag-lines.ts';
import { CONSOLE_FLAGS } from './arguments.ts';

type UsageRow = readonly [term: string, says: string];

export const SUMMARIES = {
  open: 'opens the console on the record of a link that Y copied',
  quote: 'opens the console and gets a quote: purser quote gbpusd1000',
  simulate: 'runs the simulator of the service alone',
  call: 'performs one operation without the screen; the answer is JSON',
  profile: 'lists, shows, adds and removes the profiles of config.json',
  doctor: 'says what is wrong with this set-up, and how to correct it',
  check: "says whether a customer's balances and their history add up",
  timeline: 'lists what happened to a customer, an account or a card',
  journal: 'lists the writes made from this machine, and how they ended',
  audit: 'checks the audit log, exports it, or copies each new line',
  drafts: 'lists and removes the drafts of new customers',
  team: 'keeps the journal that a team shares on PostgreSQL',
  completion: 'prints the completion script of a shell',
  man: 'prints the manual page',
  reset: 'restores a terminal after a kill',
} as const;

export const ENVIRONMENT: readonly UsageRow[] = [
  ['PURSER_PROFILE', 'the profile to open; --profile overrides it'],
  ['PURSER_BASE_URL', "the service's address: https, or http for 127.0.0.1, [::1] and localhost"],
  ['PURSER_CLIENT_ID', 'the client ID'],
  ['PURSER_API_KEY', 'the API key; never accepted on the command line'],
  ['PURSER_API_KEY_FILE', 'a file with the API key in one line; --key-file overrides it'],
  ['PURSER_SHARED_API_KEY', "Family B's x-api-key, if it differs from the API key"],
  ['PURSER_PROGRAM_ID', 'the program'],
  ['PURSER_USER_ID', 'the first customer'],
  ['PURSER_ON_BEHALF_OF', "that customer's connected account"],
  [
    'PURSER_ENVIRONMENT',
    'demo or production; without it an address on this machine is demo, and every other address is production',
  ],
  ['PURSER_READ_ONLY', 'true or false'],
  ['PURSER_CA_FILE', 'the only certificate authorities to trust, in PEM, or system; --ca-file overrides it'],
  ['PURSER_CONFIG_DIR', 'the folder of config.json (~/.config/purser)'],
  ['PURSER_STATE_DIR', 'the folder of the journal and of recent customers (~/.local/state/purser)'],
  ['NO_COLOR', 'no colours'],
];

export const EXIT_CODES: readonly UsageRow[] = [
  ['0', 'success'],
  ['1', 'failure'],
  ['2', 'wrong usage or set-up'],
  ['3', 'not checked, maybe incomplete, or an answer about another record'],
  ['4', 'purser call: done, but the answer differs from the confirmed write'],
  ['75', 'ended with an operation whose outcome is UNKNOWN, or which waits for approval'],
  ['128+n', 'ended by signal n'],
];

const EXAMPLES: readonly Example[] = [
  { line: 'purser', says: 'opens the demo, on a simulator of the service' },
  { line: 'purser accounts/ACCOUNT_ID', says: 'opens one account' },
  { line: 'purser --profile staging --read-only', says: 'opens a profile, and bars writing' },
];

const SIGN_IN =
  'With a base URL, a client ID and an API key Purser signs in automatically. Without them the Login screen asks for them. Without any value Purser opens the demo.';

export const consoleHelp = (screens: readonly string[]): CommandHelp => ({
  name: '',
  summary: 'opens the console',
  usage: ['[SCREEN[/ID]] [FLAGS]', 'COMMAND [FLAGS]'],
  about: SIGN_IN,
  flags: CONSOLE_FLAGS,
  offers: screens,
  examples: EXAMPLES,
});

export const OPEN: CommandHelp = {
  name: 'open',
  summary: SUMMARIES.open,
  usage: ['open LINK [FLAGS]'],
  about:
    'A link names a profile, a customer, a screen and an ID. Purser checks the profile, and switches to the customer if that customer was open before. A link opens a list or a record, never a form.',
  flags: CONSOLE_FLAGS,
  examples: [
    { line: 'purser open purser://staging/acct_1//cards/card_1', says: 'opens a card, in profile staging' },
  ],
};

export const QUOTE: CommandHelp = {
  name: 'quote',
  summary: SUMMARIES.quote,
  usage: ['quote LINE [FLAGS]'],
  about:
    'The line has two currencies and one amount. The customer sells the first currency and buys the second. The amount is the sell amount; after the word buy it is the buy amount. A quote converts nothing: the console asks before it converts.',
  flags: CONSOLE_FLAGS,
  examples: [
    { line: 'purser quote gbpusd1000', says: 'sells 1,000 GBP for USD' },
    { line: 'purser quote 50 eur usd', says: 'sells 50 EUR for USD' },
    { line: 'purser quote gbp usd buy 300', says: 'buys 300 USD with GBP' },
  ],
};

export const RESET: CommandHelp = {
  name: 'reset',
  summary: SUMMARIES.reset,
  usage: ['reset'],
  about:
    'A killed program may leave a terminal without an echo, without a cursor, or on its second screen. Purser corrects the settings and clears the screen.',
  flags: {},
  examples: [
    { line: 'purser reset', says: 'type it and press Enter, even if the terminal does not show it' },
  ],
};

const OWN = { open: OPEN, quote: QUOTE, reset: RESET } as const;

export const ownHelp = (of: keyof typeof OWN): string => helpText(OWN[of]);

/** At most 80 columns wide. */
export const usage = (screens: readonly string[]): string =>
  [
    ['Usage: purser [SCREEN[/ID]] [FLAGS]', '       purser COMMAND [FLAGS]'],
    twoColumns([
      ['purser', 'opens the console'],
      ['purser SCREEN[/ID]', `opens it on a screen or a record: ${screens.join(', ')}`],
    ]),
    ['Commands (purser COMMAND --help says more)', ...twoColumns(Object.entries(SUMMARIES))],
    ['Flags', ...flagLines(CONSOLE_FLAGS)],
    ['Environment (overrides the profile)', ...twoColumns(ENVIRONMENT)],
    wrapped(SIGN_IN, WIDTH),
    ['Exit codes', ...twoColumns(EXIT_CODES)],
    ['Examples', ...EXAMPLES.flatMap(exampleLines)],
  ]
    .map(lines => lines.join('\n'))
    .join('\n\n')
    .concat('\n');
