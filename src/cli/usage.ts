// The text of `purser --help`: commands, flags, environment variables and exit codes.

import { THEMES } from '../lib/colours.ts';

/** The whole help text, at most 80 columns wide, ending in a newline. `screens` are the names of the screens. */
export function usage(screens: readonly string[]): string {
  return `Usage: purser [SCREEN[/ID]] [FLAGS]

Commands
  purser                   opens the console
  purser SCREEN[/ID]       opens it on a screen or a record: purser accounts/ID
${listed(screens)}
  purser simulate          runs the simulator of the service alone, with --port
                           --host --seed --rows --clock ISO
                           --dialect KEY=VALUE --fault RULE
  purser call OPERATION    one operation without the screen, its answer as JSON;
                           --list, --describe and --help say more
  purser profile list      the profiles of config.json; profile add asks for
                           one, tries it and saves it; show, remove, path
  purser doctor            checks this set-up and says how to correct it; finds
                           out which forms of the API this service takes
  purser journal list      the writes from here and their outcomes;
                           journal show REQUEST_ID shows one in full
  purser audit verify      says whether the audit log is whole, with
                           --file EXPORT --head N:HASH --json
  purser audit export      writes the log to FILE (- is standard output), with
                           --since TIME
  purser reset             restores a terminal after a kill

Flags
  --profile NAME           the profile of config.json to open; demo is the
                           embedded simulator
  --read-only              nothing can be written in this session
  --write                  asks for write access at start
  --theme NAME             the colours; overrides theme in config.json:
${listed(THEMES)}
  --screen-reader          plain lines for a screen reader
  --ca-file FILE           the only certificate authorities to trust, in PEM
  --version                shows the version
  --help, -h               shows this help

Environment (overrides the profile)
  PURSER_PROFILE           same as --profile, which overrides it
  PURSER_BASE_URL          the service's address: https, or http for 127.0.0.1,
                           [::1] and localhost
  PURSER_CLIENT_ID         the client ID
  PURSER_API_KEY           the API key; never accepted on the command line
  PURSER_SHARED_API_KEY    the x-api-key of Family B, if it differs
  PURSER_PROGRAM_ID        the program
  PURSER_USER_ID           the first customer
  PURSER_ON_BEHALF_OF      that customer's connected account
  PURSER_ENVIRONMENT       demo or production; without it this machine is demo
                           and every other address production
  PURSER_READ_ONLY         true or false
  PURSER_CONFIG_DIR        the folder of config.json (~/.config/purser)
  PURSER_STATE_DIR         the state folder (~/.local/state/purser)
  NO_COLOR                 no colours

With a base URL, a client ID and an API key Purser signs in automatically. The
Login screen asks for missing values. Without any value the demo opens.

Exit codes
  0      success
  1      failure
  2      usage or set-up
  75     ended with an operation whose outcome is unknown
  128+n  ended by signal n
`;
}

/** The names under the words next to the commands, as many on a line as fit into 80 columns. */
function listed(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 50) lines[lines.length - 1] = `${last}, ${name}`;
    else lines.push(name);
  }
  return lines.map(line => `${' '.repeat(27)}${line}`).join(',\n');
}
