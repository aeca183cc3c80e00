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
  purser doctor            what is wrong with this set-up and how to mend it;
                           which forms of the API this service takes
  purser journal list      what was written from here, and what became of it;
                           journal show REQUEST_ID has all of one
  purser audit verify      says whether the audit log is whole, with
                           --file EXPORT --head N:HASH --json
  purser audit export      writes it to FILE (- is standard output), with
                           --since TIME
  purser team init         the journal that a team shares, on PostgreSQL; upgrade,
                           operator, prune, password
  purser journal import    brings this machine's journal into the team's
  purser reset             puts a terminal right after a kill

Flags
  --profile NAME           the profile of config.json to open; demo is the
                           embedded simulator
  --read-only              nothing can be written in this session
  --write                  asks for the write grant at start
  --theme NAME             the colours; overrides theme in config.json:
${listed(THEMES)}
  --screen-reader          plain lines for a screen reader
  --ca-file FILE           the only certificate authorities to trust, in PEM
  --version                says the version
  --help, -h               says this

Environment (overrides the profile)
  PURSER_PROFILE           as --profile, which goes before it
  PURSER_BASE_URL          the service's address: https, or http for 127.0.0.1,
                           [::1] and localhost
  PURSER_CLIENT_ID         the client ID
  PURSER_API_KEY           the API key; never accepted on the command line
  PURSER_SHARED_API_KEY    the x-api-key of Family B, where it differs
  PURSER_PROGRAM_ID        the program
  PURSER_USER_ID           the customer to begin with
  PURSER_ON_BEHALF_OF      that customer's connected account
  PURSER_ENVIRONMENT       demo or production; without it this machine is demo
                           and every other address production
  PURSER_READ_ONLY         true or false
  PURSER_CONFIG_DIR        the folder of config.json (~/.config/purser)
  PURSER_STATE_DIR         the folder of what is kept (~/.local/state/purser)
  NO_COLOR                 no colours

With a base URL, a client ID and an API key Purser signs in by itself; what is
missing is asked for on the Login screen. With nothing given it opens the demo.

Exit codes
  0      well ended
  1      failure
  2      usage or set-up
  75     ended with an operation whose outcome is unknown
  128+n  ended by signal n
`;
}

/** The names under the words beside the commands, as many on a line as fit into 80 columns. */
function listed(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 50) lines[lines.length - 1] = `${last}, ${name}`;
    else lines.push(name);
  }
  return lines.map(line => `${' '.repeat(27)}${line}`).join(',\n');
}
