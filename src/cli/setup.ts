// Combines the environment variables, the profile and the flags into the one set-up that a session runs with.

import { type Dialect, defaultDialect } from '../api/contract/dialect.ts';
import { headerWord } from '../api/contract/header-text.ts';
import { THEMES, type ThemeName } from '../lib/colours.ts';
import { nearest } from '../lib/nearest.ts';
import { Secret } from '../lib/redact.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Flags } from './arguments.ts';
import type { Config, Profile } from './config-schema.ts';
import type { Variables } from './folders.ts';
import { secretVariables } from './forget-keys.ts';
import {
  chooseProfile,
  type EnvironmentValue,
  type Refusal,
  readService,
  type SetupService,
} from './setup-service.ts';

interface SetupCustomer {
  readonly userId: string;
  readonly onBehalfOf?: string;
  readonly name?: string;
}

/** Everything a session starts from. Secrets are only in `apiKey` and `sharedApiKey`, which print as dots. */
export interface Setup extends SetupService {
  readonly userId?: string;
  readonly onBehalfOf?: string;
  /** The customers that the profile lists. */
  readonly customers: readonly SetupCustomer[];
  /** An IANA name. */
  readonly timeZone: string;
  /** Write access is never possible, and why. */
  readonly readOnly: boolean;
  readonly readOnlyReason?: Visible;
  /** Write access must be requested first: always so in production. */
  readonly startsReadOnly: boolean;
  /** `--write`: ask for write access at start. */
  readonly asksToWrite: boolean;
  /** The profile's API key is kept in the system's keyring. */
  readonly keyring: boolean;
  /** Where the team's journal is, and the password from PGPASSWORD. */
  readonly journal?: NonNullable<Profile['journal']> & { readonly password?: Secret };
  /**
   * The service's answers to the open questions of its API (DESIGN §2); the default for each one that the profile
   * leaves out.
   */
  readonly dialect: Dialect;
  /** Whether a status change rings the terminal's bell. */
  readonly bell: boolean;
  readonly theme: ThemeName;
  /** Keys that a person chose, by the command's ID. */
  readonly keys: NonNullable<Config['keys']>;
  readonly terminal: NonNullable<Config['terminal']>;
  readonly caFile?: string;
}

export type SetupRead =
  | { readonly ok: true; readonly setup: Setup }
  | { readonly ok: false; readonly sentence: Visible };

export interface SetupSources {
  readonly variables: Variables;
  /** Absent when there is no config.json. */
  readonly config: Config | undefined;
  readonly flags: Flags;
  /** The zone of this machine, for profiles without one. */
  readonly systemTimeZone: string;
  /** Why the state folder can't be used, if so: without a record nothing is written (FAULTS G15). */
  readonly stateProblem?: Visible;
}

const headerVariables = [
  'PURSER_CLIENT_ID',
  'PURSER_PROGRAM_ID',
  'PURSER_USER_ID',
  'PURSER_ON_BEHALF_OF',
  ...secretVariables,
] as const;

/** Works out the set-up (DESIGN §1): variables override the profile, and a refusal is a sentence for exit code 2. */
export function readSetup(sources: SetupSources): SetupRead {
  const { flags, config } = sources;
  const given = (name: string): string | undefined => sources.variables[name]?.trim() || undefined;
  const unfit = headerVariables.find(name => !headerWord.test(given(name) ?? 'x'));
  if (unfit !== undefined) {
    return refuse(t`${visible(unfit)} has a space or a character that an HTTP header can't carry.`);
  }
  const chosen = chooseProfile(flags.profile ?? given('PURSER_PROFILE') ?? config?.profile, config);
  if ('sentence' in chosen) return refuse(chosen.sentence);
  const service = readService(given, chosen);
  if ('sentence' in service) return refuse(service.sentence);
  const writing = readWriting(sources, given('PURSER_READ_ONLY'), chosen.profile?.readOnly ?? false);
  if ('sentence' in writing) return refuse(writing.sentence);
  const theme = readTheme(flags.theme ?? config?.theme ?? 'default');
  if (typeof theme !== 'string') return refuse(theme.sentence);
  const { profile } = chosen;
  return {
    ok: true,
    setup: {
      ...service,
      ...readCustomer(given, profile),
      ...writing,
      startsReadOnly: writing.readOnly || service.environment === 'production',
      asksToWrite: flags.write,
      customers: (profile?.customers ?? []).map(dropUndefined),
      keyring: profile?.unlock === 'keyring',
      ...readJournal(sources.variables['PGPASSWORD'], profile),
      timeZone: profile?.timeZone ?? sources.systemTimeZone,
      dialect: { ...defaultDialect, ...profile?.dialect },
      bell: profile?.bell ?? true,
      theme,
      keys: config?.keys ?? {},
      terminal: config?.terminal ?? {},
      ...(flags.caFile !== undefined && { caFile: flags.caFile }),
    },
  };
}

const refuse = (sentence: Visible): SetupRead => ({ ok: false, sentence });

/** Without its undefined members, which `exactOptionalPropertyTypes` tells from absent ones. */
function dropUndefined(customer: NonNullable<Profile['customers']>[number]): SetupCustomer {
  const { userId, onBehalfOf, name } = customer;
  return { userId, ...(onBehalfOf !== undefined && { onBehalfOf }), ...(name !== undefined && { name }) };
}

/** A customer is a pair: another user ID never keeps the connected account of the profile's own user. */
function readCustomer(
  given: EnvironmentValue,
  profile: Profile | undefined,
): Pick<Setup, 'userId' | 'onBehalfOf'> {
  const userId = given('PURSER_USER_ID') ?? profile?.userId;
  const pairs = [{ userId: profile?.userId, onBehalfOf: profile?.onBehalfOf }, ...(profile?.customers ?? [])];
  const paired = pairs.find(pair => pair.userId === userId)?.onBehalfOf;
  const onBehalfOf = given('PURSER_ON_BEHALF_OF') ?? paired;
  return { ...(userId !== undefined && { userId }), ...(onBehalfOf !== undefined && { onBehalfOf }) };
}

function readJournal(password: string | undefined, profile: Profile | undefined): Pick<Setup, 'journal'> {
  const journal = profile?.journal;
  if (journal === undefined) return {};
  return { journal: { ...journal, ...(password && { password: new Secret(password) }) } };
}

function readWriting(
  { flags, stateProblem }: SetupSources,
  variable: string | undefined,
  ofProfile: boolean,
): Pick<Setup, 'readOnly' | 'readOnlyReason'> | Refusal {
  const said = variable?.toLowerCase();
  const yes = said !== undefined && ['1', 'true', 'yes', 'on'].includes(said);
  if (said !== undefined && !yes && !['0', 'false', 'no', 'off'].includes(said)) {
    return { sentence: t`PURSER_READ_ONLY must be true or false.` };
  }
  const reason = flags.readOnly
    ? t`--read-only was given`
    : yes
      ? t`PURSER_READ_ONLY is set`
      : said === undefined && ofProfile
        ? t`the profile is read-only`
        : stateProblem;
  if (reason === undefined) return { readOnly: false };
  if (flags.write) return { sentence: t`--write is not possible: ${reason}.` };
  return { readOnly: true, readOnlyReason: reason };
}

function readTheme(name: string): ThemeName | Refusal {
  const theme = THEMES.find(known => known === name);
  if (theme !== undefined) return theme;
  const meant = nearest(name, THEMES);
  const hint = meant === undefined ? t`` : t` Did you mean ${visible(meant)}?`;
  return {
    sentence: t`There is no theme ${visible(name, 60)}. The themes are ${visible(THEMES.join(', '))}.${hint}`,
  };
}
