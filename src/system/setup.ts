// Combines the policy, environment variables, profile and flags into the set-up of a session.

import {
  checkAllowed,
  checkEnvironment,
  checkReadOnlyAt,
  checkWrites,
  environmentAt,
  type Limits,
  productionAt,
} from '../api/contract/allowed-services.ts';
import { checkBaseUrl } from '../api/contract/base-url.ts';
import { type Dialect, defaultDialect } from '../api/contract/dialect.ts';
import { headerWord } from '../api/contract/header-text.ts';
import { THEMES, type ThemeName } from '../lib/colours.ts';
import { withHint } from '../lib/nearest.ts';
import { Secret } from '../lib/redact.ts';
import type { SummaryTexts } from '../lib/summaries.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import type { Flags } from './arguments.ts';
import type { Config, Profile } from './config-schema.ts';
import type { Variables } from './folders.ts';
import { secretVariables } from './forget-keys.ts';
import type { KeyHelper } from './key-helper.ts';
import type { KeyOwner } from './keyring.ts';
import type { Machine } from './machine.ts';
import { inOneForm, isShared, limitsOf, onlyShared, withMachine } from './machine-limits.ts';

interface SetupCustomer {
  readonly userId: string;
  readonly onBehalfOf?: string;
  readonly name?: string;
}

export interface Setup extends SetupService {
  readonly userId?: string;
  readonly onBehalfOf?: string;
  readonly customers: readonly SetupCustomer[];
  /** An IANA name. */
  readonly timeZone: string;
  /** Write access is not possible in this session. */
  readonly readOnly: boolean;
  readonly readOnlyReason?: Visible;
  /**
   * Also in production, and for a demo that only a variable names: there the user may ask for write access unless
   * `readOnly`.
   */
  readonly startsReadOnly: boolean;
  /** `--write`. */
  readonly asksToWrite: boolean;
  /** The API key is in the system's keyring. */
  readonly keyring: boolean;
  /** This program prints the API key for the service of the profile. */
  readonly keyHelper?: KeyHelper & Pick<KeyOwner, 'baseUrl' | 'clientId'>;
  /** `password`: from PGPASSWORD. */
  readonly journal?: NonNullable<Profile['journal']> & { readonly user: string; readonly password?: Secret };
  readonly dialect: Dialect;
  /** Rings at a status change. */
  readonly bell: boolean;
  readonly theme: ThemeName;
  /** By the command's ID. */
  readonly keys: NonNullable<Config['keys']>;
  readonly terminal: NonNullable<Config['terminal']>;
  /** What staff say to customers. */
  readonly summaries?: SummaryTexts;
  readonly caFile?: CaFile;
  /** From the policy of this machine. */
  readonly limits?: Limits;
  /** For the audit log: the program, and the policy's digest. */
  readonly started?: { readonly version: string; readonly policy: string };
}

export interface CaFile {
  readonly file: string;
  /** An administrator chose the file, so only an administrator may change it. */
  readonly trusted: boolean;
}

type SetupRead =
  | { readonly ok: true; readonly setup: Setup }
  | { readonly ok: false; readonly sentence: Visible };

interface SetupSources {
  readonly variables: Variables;
  /** The user's own. */
  readonly config: Config | undefined;
  readonly machine?: Machine;
  readonly flags: Flags;
  readonly systemTimeZone: string;
  readonly userName?: () => string;
  /** Without a journal, Purser sends no write (FAULTS G15). */
  readonly stateProblem?: Visible;
}

const headerVariables = [
  'PURSER_CLIENT_ID',
  'PURSER_PROGRAM_ID',
  'PURSER_USER_ID',
  'PURSER_ON_BEHALF_OF',
  ...secretVariables,
] as const;

/** Variables override the profile. */
export function readSetup(sources: SetupSources): SetupRead {
  const { flags, machine } = sources;
  const config = withMachine(sources.config, machine);
  const given = (name: string): string | undefined => sources.variables[name]?.trim() || undefined;
  const unfit = headerVariables.find(name => !headerWord.test(given(name) ?? 'x'));
  if (unfit !== undefined) {
    return refuse(t`${visible(unfit)} has a space or a character that an HTTP header can't carry.`);
  }
  const chosen = chooseProfile(flags.profile ?? given('PURSER_PROFILE') ?? config?.profile, config, machine);
  if ('sentence' in chosen) return refuse(chosen.sentence);
  const { profile } = chosen;
  const limits = limitsOf(machine, profile, sources.config);
  const service = readService(given, chosen, limits);
  if ('sentence' in service) return refuse(service.sentence);
  if (machine?.policy?.onlySystemProfiles && !profile && service.start !== 'demo')
    return refuse(onlyTheShared(machine, config));
  const barred = checkWrites(limits, service.environment);
  // A variable may choose a service, and does not choose the mildest of its profiles.
  const varied =
    given('PURSER_BASE_URL') !== undefined || (!flags.profile && given('PURSER_PROFILE') !== undefined);
  const ofService = varied ? checkReadOnlyAt(limits, service.baseUrl ?? '') : undefined;
  const ofProfile = profile?.readOnly ? t`the profile is read-only` : ofService;
  const writing = readWriting(sources, given('PURSER_READ_ONLY'), ofProfile, barred);
  if ('sentence' in writing) return refuse(writing.sentence);
  const theme = readTheme(flags.theme ?? config?.theme ?? 'default');
  if (typeof theme !== 'string') return refuse(theme.sentence);
  const caFile = caFileOf({ flag: flags.caFile, variable: given('PURSER_CA_FILE') }, chosen, machine);
  if (caFile && 'sentence' in caFile) return refuse(caFile.sentence);
  const keyHelper = keyHelperOf(chosen, machine);
  if (keyHelper && 'sentence' in keyHelper) return refuse(keyHelper.sentence);
  const journal = service.start === 'demo' ? {} : readJournal(sources, profile);
  if ('sentence' in journal) return refuse(journal.sentence);
  return {
    ok: true,
    setup: withoutUndefined({
      ...service,
      ...readCustomer(given, profile),
      ...writing,
      startsReadOnly:
        writing.readOnly || service.environment === 'production' || service.unprovenDemo === true,
      asksToWrite: flags.write,
      customers: (profile?.customers ?? []).map(one => withoutUndefined(one)),
      keyring: profile?.unlock === 'keyring',
      keyHelper,
      ...journal,
      timeZone: profile?.timeZone ?? sources.systemTimeZone,
      dialect: { ...defaultDialect, ...profile?.dialect },
      bell: profile?.bell ?? true,
      theme,
      keys: config?.keys ?? {},
      terminal: config?.terminal ?? {},
      summaries: config?.summaries && {
        language: config.summaries.language,
        texts: config.summaries.texts ?? {},
      },
      caFile,
      limits,
    }),
  };
}

const refuse = (sentence: Visible): SetupRead => ({ ok: false, sentence });

/** A connected account belongs to one user ID, and is not used with another. */
function readCustomer(
  given: EnvironmentValue,
  profile: Profile | undefined,
): Pick<Setup, 'userId' | 'onBehalfOf'> {
  const userId = given('PURSER_USER_ID') ?? profile?.userId;
  const pairs = [{ userId: profile?.userId, onBehalfOf: profile?.onBehalfOf }, ...(profile?.customers ?? [])];
  const paired = pairs.find(pair => pair.userId === userId)?.onBehalfOf;
  const onBehalfOf = given('PURSER_ON_BEHALF_OF') ?? paired;
  return withoutUndefined({ userId, onBehalfOf });
}

/** The policy's server counts, with the person's own role and certificate. */
function readJournal(
  { machine, variables, userName }: SetupSources,
  profile: Profile | undefined,
): Pick<Setup, 'journal'> | SetupRefusal {
  const { user: role, cert, key } = profile?.journal ?? {};
  const shared = machine?.policy?.journal;
  const journal = shared
    ? { ...shared, ...(cert !== undefined && key !== undefined && { cert, key }) }
    : profile?.journal;
  if (journal === undefined) return {};
  const user = role ?? userName?.() ?? '';
  if (user === '')
    return { sentence: t`The team journal needs your role: give user in the journal block of the profile.` };
  const password = variables['PGPASSWORD'];
  return { journal: { ...journal, user, ...(password && { password: new Secret(password) }) } };
}

/** The policy's program replaces the profile's. */
function keyHelperOf(
  { name, profile }: ChosenProfile,
  machine: Machine | undefined,
): Setup['keyHelper'] | SetupRefusal {
  if (profile?.unlock !== 'helper') return undefined;
  const fixed = machine?.policy?.keyHelper;
  if (fixed === false) return { sentence: t`The policy of this machine does not allow a key helper.` };
  const helper = fixed ?? profile.keyHelper;
  if (!helper)
    return {
      sentence: t`The profile ${visible(name ?? '', 60)} has unlock: helper, but names no key helper.`,
    };
  return {
    ...helper,
    ...{ baseUrl: inOneForm(profile.baseUrl), clientId: profile.clientId },
    trusted: fixed !== undefined || isShared(name ?? '', machine),
  };
}

/** Where an administrator decides, neither a flag nor a variable replaces the decision. */
export function caFileOf(
  given: { readonly flag: string | undefined; readonly variable: string | undefined },
  { name, profile }: ChosenProfile,
  machine: Machine | undefined,
): CaFile | undefined | SetupRefusal {
  const fixed = machine?.policy?.caFile;
  const flag = given.flag;
  const variable = given.variable?.trim() || undefined;
  const decided =
    fixed !== undefined || (machine?.policy?.onlySystemProfiles === true && profile !== undefined);
  const other = (file: string | undefined): boolean => decided && file !== undefined && file !== fixed;
  const decides = t`The policy of this machine decides the certificate authorities.`;
  if (other(flag)) return { sentence: t`${decides} Leave out --ca-file.` };
  if (other(variable)) return { sentence: t`${decides} Unset PURSER_CA_FILE.` };
  if (fixed !== undefined) return { file: fixed, trusted: true };
  const own = flag ?? variable;
  if (own !== undefined) return { file: own, trusted: false };
  const ofProfile = profile?.caFile;
  return ofProfile === undefined ? undefined : { file: ofProfile, trusted: isShared(name ?? '', machine) };
}

/** The strictest of policy, flag, variable and profile counts. */
function readWriting(
  { flags, stateProblem }: SetupSources,
  variable: string | undefined,
  ofProfile: Visible | undefined,
  barred: Visible | undefined,
): Pick<Setup, 'readOnly' | 'readOnlyReason'> | SetupRefusal {
  const said = variable?.toLowerCase();
  const yes = said !== undefined && ['1', 'true', 'yes', 'on'].includes(said);
  if (said !== undefined && !yes && !['0', 'false', 'no', 'off'].includes(said)) {
    return { sentence: t`PURSER_READ_ONLY must be true or false.` };
  }
  const reason =
    barred ??
    (flags.readOnly
      ? t`--read-only was given`
      : yes
        ? t`PURSER_READ_ONLY is set`
        : (ofProfile ?? stateProblem));
  if (reason === undefined) return { readOnly: false };
  if (flags.write) return { sentence: t`--write is not possible: ${reason}.` };
  return { readOnly: true, readOnlyReason: reason };
}

function readTheme(name: string): ThemeName | SetupRefusal {
  const theme = THEMES.find(known => known === name);
  if (theme !== undefined) return theme;
  const all = t`The themes are ${visible(THEMES.join(', '))}.`;
  return { sentence: withHint(t`There is no theme ${visible(name, 60)}. ${all}`, name, THEMES) };
}

/** Undefined if the variable is unset or blank. */
type EnvironmentValue = (name: string) => string | undefined;

/** For exit code 2. */
interface SetupRefusal {
  readonly sentence: Visible;
}

interface ChosenProfile {
  readonly name: string | undefined;
  readonly profile: Profile | undefined;
}

/** Without a name and for `demo` there is no profile. */
function chooseProfile(
  name: string | undefined,
  config: Config | undefined,
  machine: Machine | undefined,
): ChosenProfile | SetupRefusal {
  if (name === undefined || name === 'demo') return { name, profile: undefined };
  const profiles = config?.profiles ?? {};
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return { name, profile };
  if (machine?.policy?.onlySystemProfiles) return { sentence: onlyTheShared(machine, config) };
  const names = Object.keys(profiles);
  const none = t`There is no profile ${visible(name, 60)}`;
  const sentence =
    names.length === 0
      ? t`${none}: config.json has none, so only demo is available.`
      : t`${none}. config.json has ${visible(names.join(', '), 400)}.`;
  return { sentence: withHint(sentence, name, [...names, 'demo']) };
}

function onlyTheShared(machine: Machine, config: Config | undefined): Visible {
  const names = Object.keys(config?.profiles ?? {});
  const all = names.length === 0 ? t`That file has none.` : t`They are: ${visible(names.join(', '), 400)}.`;
  return t`${onlyShared(machine)} ${all}`;
}

function hostOf(url: string | undefined): string | undefined {
  const checked = url === undefined ? undefined : checkBaseUrl(url);
  return checked?.ok ? checked.host : undefined;
}

export type MissingField = 'baseUrl' | 'clientId' | 'apiKey' | 'programId';

interface SetupService {
  /** `demo`: the embedded simulator. `unnamed`: the variables give everything. */
  readonly profileName: string;
  readonly environment: 'demo' | 'production';
  /** Only PURSER_ENVIRONMENT calls this remote address a demo. Its writes are guarded as in production. */
  readonly unprovenDemo?: true;
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly apiKey?: Secret;
  readonly sharedApiKey?: Secret;
  readonly programId?: string;
  readonly start: 'sign-in' | 'login' | 'demo';
  /** With `sign-in`, only the program may be missing, which only Family B needs. */
  readonly missing: readonly MissingField[];
}

function readService(
  given: EnvironmentValue,
  { name, profile }: ChosenProfile,
  limits: Limits | undefined,
): SetupService | SetupRefusal {
  const word = given('PURSER_ENVIRONMENT');
  if (word !== undefined && word !== 'demo' && word !== 'production') {
    return { sentence: t`PURSER_ENVIRONMENT must be demo or production.` };
  }
  const givenUrl = given('PURSER_BASE_URL');
  const anyOfAService =
    word === 'production' ||
    ['PURSER_BASE_URL', 'PURSER_CLIENT_ID', 'PURSER_PROGRAM_ID', ...secretVariables].some(variable =>
      given(variable),
    );
  // `demo` means the simulator, unless PURSER_BASE_URL is set.
  if (profile === undefined && (name === 'demo' ? givenUrl === undefined : !anyOfAService)) {
    if (word === 'production') {
      return { sentence: t`You chose the demo profile, but PURSER_ENVIRONMENT says production.` };
    }
    const barred = checkEnvironment(limits, 'demo');
    if (barred) return { sentence: t`${barred} Choose a profile with --profile.` };
    return { profileName: 'demo', environment: 'demo', start: 'demo', missing: [] };
  }
  const url = givenUrl ?? profile?.baseUrl;
  const base = url === undefined ? undefined : checkBaseUrl(url);
  if (base?.ok === false) return { sentence: t`The base URL ${base.reason} (PURSER_BASE_URL).` };
  // A demo's word is valid for its own address only: another address must not count as demo.
  const profileWord = givenUrl === undefined ? profile?.environment : undefined;
  const atProfile = base?.ok && hostOf(profile?.baseUrl) === base.host;
  const production = base?.ok ? productionAt(limits, base.baseUrl) : undefined;
  if (word === 'demo' && production) {
    return {
      sentence: t`PURSER_ENVIRONMENT says demo, but the profile ${visible(production.name, 60)} is production. Unset PURSER_ENVIRONMENT, or choose another profile.`,
    };
  }
  const said = word ?? profileWord ?? (base?.loopback ? 'demo' : 'production');
  const environment = base?.ok ? environmentAt(limits, base.baseUrl, said) : said;
  if (name === 'demo' && environment === 'production') {
    return {
      sentence: t`You chose the demo profile, but PURSER_BASE_URL leads to production. Unset one of the two.`,
    };
  }
  const calledDemo = (atProfile && profile?.environment === 'demo') || limits?.demos !== undefined;
  const unproven = environment === 'demo' && base?.ok === true && !base.loopback && !calledDemo;
  const baseUrl = base?.baseUrl;
  const clientId = given('PURSER_CLIENT_ID') ?? profile?.clientId;
  const notAllowed = base?.ok
    ? checkAllowed(limits, { baseUrl: base.baseUrl, clientId, environment })
    : undefined;
  if (notAllowed) return { sentence: notAllowed };
  const apiKey = given('PURSER_API_KEY');
  const sharedApiKey = given('PURSER_SHARED_API_KEY');
  const programId = given('PURSER_PROGRAM_ID') ?? profile?.programId;
  const fields = { baseUrl, clientId, apiKey, programId };
  const missing = (['baseUrl', 'clientId', 'apiKey', 'programId'] as const).filter(
    key => fields[key] === undefined,
  );
  return withoutUndefined({
    profileName: name ?? 'unnamed',
    environment,
    unprovenDemo: unproven ? (true as const) : undefined,
    baseUrl,
    clientId,
    apiKey: apiKey === undefined ? undefined : new Secret(apiKey),
    sharedApiKey: sharedApiKey === undefined ? undefined : new Secret(sharedApiKey),
    programId,
    start: missing.every(key => key === 'programId') ? ('sign-in' as const) : ('login' as const),
    missing,
  });
}
