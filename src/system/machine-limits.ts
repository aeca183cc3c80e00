// What the policy means for one profile, and the profiles of the machine and of the user together.

import {
  type AllowedService,
  checkAllowed,
  checkEnvironment,
  checkWrites,
  environmentAt,
  type KnownService,
  type Limits,
} from '../api/contract/allowed-services.ts';
import { checkBaseUrl, isSameService } from '../api/contract/base-url.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import type { Config, Profile } from './config-schema.ts';
import type { Machine, MachineRead } from './machine.ts';

/** Undefined without a policy and without profiles. `own`: the user's file. */
export function limitsOf(
  machine: Machine | undefined,
  profile: Profile | undefined,
  own: Config | undefined,
): Limits | undefined {
  const policy = machine?.policy;
  const known = [own, machine?.config].flatMap(servicesIn);
  if (policy === undefined) return known.length === 0 ? undefined : { known, productionWrites: true };
  const { environments, onlySystemProfiles, productionWrites = true, lockMinutes } = policy;
  const services = policy.services?.map(service => ({ ...service, baseUrl: inOneForm(service.baseUrl) }));
  // Only an administrator may call an address a demo if that word decides something.
  const decides = services !== undefined || environments !== undefined || !productionWrites;
  const listed = services ?? Object.values(machine?.config?.profiles ?? {});
  return withoutUndefined({
    known,
    productionWrites,
    readOnly: policy.readOnly ? READS_ONLY : undefined,
    services: onlySystemProfiles ? ofProfile(profile, services) : services,
    environments,
    demos: decides || onlySystemProfiles ? demosIn(listed) : undefined,
    lockMinutes,
    lockAsks: policy.lockAsks === 'key' ? policy.lockAsks : undefined,
    successWords: policy.successWords,
  });
}

const servicesIn = (config: Config | undefined): readonly KnownService[] =>
  Object.entries(config?.profiles ?? {}).map(([name, { baseUrl, environment, readOnly = false }]) => ({
    ...{ name, baseUrl, environment, readOnly },
  }));

export function inOneForm(address: string): string {
  const checked = checkBaseUrl(address);
  return checked.ok ? checked.baseUrl : address;
}

/** An address that is also called production is no demo. */
function demosIn(all: readonly Pick<AllowedService, 'baseUrl' | 'environment'>[]): readonly string[] {
  const of = (word: AllowedService['environment']): readonly string[] =>
    all.flatMap(({ baseUrl, environment }) => (environment === word ? [inOneForm(baseUrl)] : []));
  const production = of('production');
  return of('demo').filter(demo => !production.some(one => isSameService(one, demo)));
}

/** So that neither a variable nor Login leaves the profile. */
function ofProfile(
  profile: Profile | undefined,
  services: Limits['services'],
): NonNullable<Limits['services']> {
  if (profile === undefined) return [];
  const { environment, clientId } = profile;
  const baseUrl = inOneForm(profile.baseUrl);
  const fits = (one: AllowedService): boolean =>
    isSameService(one.baseUrl, baseUrl) && (one.clientId === undefined || one.clientId === clientId);
  return services === undefined || services.some(fits) ? [{ baseUrl, environment, clientId }] : [];
}

/** For `purser simulate`, and for the simulator in the console. */
export const checkSimulator = (read: MachineRead): Visible | undefined =>
  read.ok ? checkEnvironment(read.machine.policy, 'demo') : read.why;

/** The machine's profile counts where the user has one of the same name. */
export function withMachine(own: Config | undefined, machine: Machine | undefined): Config | undefined {
  const shared = machine?.config;
  const only = machine?.policy?.onlySystemProfiles === true;
  if (shared === undefined && !only) return own;
  const profiles = { ...(!only && own?.profiles), ...shared?.profiles };
  return { ...shared, ...own, profiles };
}

export const namesOf = (config: Config | undefined): ReadonlySet<string> =>
  new Set(Object.keys(config?.profiles ?? {}));

export const isShared = (name: string, machine: Machine | undefined): boolean =>
  Object.hasOwn(machine?.config?.profiles ?? {}, name);

/** The user's profiles that Purser does not use, because the machine has others of the same names. */
export const hiddenNames = (own: Config | undefined, machine: Machine | undefined): readonly string[] =>
  Object.keys(own?.profiles ?? {}).filter(name => isShared(name, machine));

export const sayShared = (name: string, { configFile }: Machine): Visible =>
  t`${visible(name, 60)} is a profile of this machine. Only an administrator can change ${visible(configFile, 400)}.`;

export const onlyShared = ({ configFile }: Machine): Visible =>
  t`The policy of this machine allows only the profiles of ${visible(configFile, 400)}.`;

/** The environment of a profile under the policy, and why nobody can write with the profile, as a part of a sentence. */
export function underPolicy(machine: Machine, profile: Profile, own: Config | undefined) {
  const limits = limitsOf(machine, profile, own);
  const environment = environmentAt(limits, inOneForm(profile.baseUrl), profile.environment);
  return { environment, barred: checkWrites(limits, environment) };
}

const READS_ONLY = t`the policy of this machine bars writing`;

/** Whole sentences. Undefined if the policy allows a new profile with these fields. */
export function checkProfile(machine: Machine, profile: Profile): Visible | undefined {
  const limits = limitsOf(machine, profile, undefined);
  const { clientId, environment } = profile;
  const baseUrl = inOneForm(profile.baseUrl);
  const counts = environmentAt(limits, baseUrl, environment);
  const notAllowed = checkAllowed(limits, { baseUrl, clientId, environment: counts });
  if (notAllowed || counts === environment) return notAllowed;
  return t`For the policy of this machine, ${visible(baseUrl, 200)} is production. Give the environment production.`;
}

export const hiddenSentence = (name: string, { configFile }: Machine): Visible =>
  t`Your own profile ${visible(name, 60)} is not used, because ${visible(configFile, 400)} has a profile ${visible(name, 60)}.`;
