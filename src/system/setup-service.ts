// Reads the service of a session, its keys, and what is missing to sign in.

import { checkBaseUrl } from '../api/contract/base-url.ts';
import { nearest } from '../lib/nearest.ts';
import { Secret } from '../lib/redact.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Config, Profile } from './config-schema.ts';
import { secretVariables } from './forget-keys.ts';

/** Returns the value of an environment variable. Undefined if it is unset or blank. */
export type EnvironmentValue = (name: string) => string | undefined;

/** Says why the set-up can't be used. The program then ends with exit code 2. */
export interface Refusal {
  readonly sentence: Visible;
}

interface ChosenProfile {
  readonly name: string | undefined;
  readonly profile: Profile | undefined;
}

/** The profile `name`, or a refusal. Without a name and for `demo` there is no profile. */
export function chooseProfile(name: string | undefined, config: Config | undefined): ChosenProfile | Refusal {
  if (name === undefined || name === 'demo') return { name, profile: undefined };
  const profiles = config?.profiles ?? {};
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return { name, profile };
  const names = Object.keys(profiles);
  const meant = nearest(name, [...names, 'demo']);
  const hint = meant === undefined ? t`` : t` Did you mean ${visible(meant)}?`;
  return {
    sentence:
      names.length === 0
        ? t`There is no profile ${visible(name, 60)}: config.json has none, so only demo is available.${hint}`
        : t`There is no profile ${visible(name, 60)}. config.json has ${visible(names.join(', '), 400)}.${hint}`,
  };
}

function hostOf(url: string | undefined): string | undefined {
  const checked = url === undefined ? undefined : checkBaseUrl(url);
  return checked?.ok ? checked.host : undefined;
}

/** The fields that a sign-in needs. Login asks for the missing fields. */
export type MissingField = 'baseUrl' | 'clientId' | 'apiKey' | 'programId';

/** The service of a session, and the keys for it. */
export interface SetupService {
  /** The profile's name. `demo`: the embedded simulator. `unnamed`: the environment variables give everything. */
  readonly profileName: string;
  readonly environment: 'demo' | 'production';
  /** Only PURSER_ENVIRONMENT calls this remote address a demo. Its writes are guarded as in production. */
  readonly unprovenDemo?: true;
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly apiKey?: Secret;
  readonly sharedApiKey?: Secret;
  readonly programId?: string;
  /** `demo`: starts the embedded simulator and signs in to it. `missing` is then empty. */
  readonly start: 'sign-in' | 'login' | 'demo';
  /** The fields that are missing to sign in. With `sign-in`, the program may be missing, because only Family B needs it. */
  readonly missing: readonly MissingField[];
}

/** The service, its keys, and how the session starts, or a refusal. */
export function readService(
  given: EnvironmentValue,
  { name, profile }: ChosenProfile,
): SetupService | Refusal {
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
  // The simulator has its own address and keys. `demo` means the simulator, unless PURSER_BASE_URL is set.
  if (profile === undefined && (name === 'demo' ? givenUrl === undefined : !anyOfAService)) {
    if (word === 'production') {
      return { sentence: t`You chose the demo profile, but PURSER_ENVIRONMENT says production.` };
    }
    return { profileName: 'demo', environment: 'demo', start: 'demo', missing: [] };
  }
  const url = givenUrl ?? profile?.baseUrl;
  const base = url === undefined ? undefined : checkBaseUrl(url);
  if (base?.ok === false) return { sentence: t`The base URL ${base.reason} (PURSER_BASE_URL).` };
  // The profile's environment is valid for its own address only: another address must not count as demo.
  const profileWord = givenUrl === undefined ? profile?.environment : undefined;
  const atProfile = base?.ok && hostOf(profile?.baseUrl) === base.host;
  if (word === 'demo' && profile?.environment === 'production' && atProfile) {
    return {
      sentence: t`PURSER_ENVIRONMENT says demo, but the profile ${visible(name ?? '', 60)} is production. Unset PURSER_ENVIRONMENT, or choose another profile.`,
    };
  }
  const environment = word ?? profileWord ?? (base?.loopback ? 'demo' : 'production');
  if (name === 'demo' && environment === 'production') {
    return {
      sentence: t`You chose the demo profile, but PURSER_BASE_URL leads to production. Unset one of the two.`,
    };
  }
  const calledDemo = atProfile && profile?.environment === 'demo';
  const unproven = environment === 'demo' && base?.ok === true && !base.loopback && !calledDemo;
  const baseUrl = base?.baseUrl;
  const clientId = given('PURSER_CLIENT_ID') ?? profile?.clientId;
  const apiKey = given('PURSER_API_KEY');
  const sharedApiKey = given('PURSER_SHARED_API_KEY');
  const programId = given('PURSER_PROGRAM_ID') ?? profile?.programId;
  const fields = { baseUrl, clientId, apiKey, programId };
  const missing = (['baseUrl', 'clientId', 'apiKey', 'programId'] as const).filter(
    key => fields[key] === undefined,
  );
  return {
    profileName: name ?? 'unnamed',
    environment,
    ...(unproven && { unprovenDemo: true as const }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(clientId !== undefined && { clientId }),
    ...(apiKey !== undefined && { apiKey: new Secret(apiKey) }),
    ...(sharedApiKey !== undefined && { sharedApiKey: new Secret(sharedApiKey) }),
    ...(programId !== undefined && { programId }),
    start: missing.every(key => key === 'programId') ? 'sign-in' : 'login',
    missing,
  };
}
