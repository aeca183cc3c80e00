// Which services the policy of this machine allows, and where it allows writes. The start, every sign-in and the rule
// for write access use these functions.

import { t, type Visible, visible } from '../../lib/visible.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import { isSameServer, isSameService } from './base-url.ts';
import type { SuccessWords } from './success-words.ts';

/** Purser locks after these minutes without a key press. The policy may give fewer. */
export const LOCK_MINUTES = 15;

/** After how many days content may be pruned. The team's database refuses less too. */
export const CONTENT_DAYS = { least: 30, most: 99_999 } as const;

type Environment = 'demo' | 'production';

export interface AllowedService {
  /** As `checkBaseUrl` returns it. */
  readonly baseUrl: string;
  readonly environment: Environment;
  /** Undefined: any. */
  readonly clientId?: string | undefined;
}

/** What a profile says about its service. It counts for every way to the address. */
export interface KnownService {
  readonly name: string;
  readonly baseUrl: string;
  readonly environment: Environment;
  readonly readOnly: boolean;
}

export interface Limits {
  /** Of every profile of the user and of the machine. */
  readonly known?: readonly KnownService[];
  /** Undefined: all. */
  readonly services?: readonly AllowedService[];
  /** Undefined: all. */
  readonly environments?: readonly Environment[];
  /** The only addresses that count as a demo. Undefined: also addresses that a person calls a demo. */
  readonly demos?: readonly string[];
  readonly productionWrites: boolean;
  /** Why nobody can write, as a part of a sentence. */
  readonly readOnly?: Visible;
  readonly lockMinutes?: number;
  /** The lock asks for the API key, never for a PIN. */
  readonly lockAsks?: 'key';
  /** Words of a success beside those of the contract. */
  readonly successWords?: SuccessWords;
  /** Why this process may call no service any more, as whole sentences. */
  readonly ended?: Visible;
}

interface ProfileTarget {
  readonly baseUrl: string;
  readonly clientId: string | undefined;
  readonly environment: Environment;
}

const knownAt = (limits: Limits | undefined, baseUrl: string): readonly KnownService[] =>
  (limits?.known ?? []).filter(service => isSameServer(service.baseUrl, baseUrl));

/** Undefined if no profile calls the service production. */
export const productionAt = (limits: Limits | undefined, baseUrl: string): KnownService | undefined =>
  knownAt(limits, baseUrl).find(({ environment }) => environment === 'production');

/** A part of a sentence. Undefined if every profile of the service may write. */
export function checkReadOnlyAt(limits: Limits | undefined, baseUrl: string): Visible | undefined {
  const service = knownAt(limits, baseUrl).find(({ readOnly }) => readOnly);
  return service && t`the profile ${visible(service.name, 60)} of this service is read-only`;
}

/** `said`: by the profile or a variable. Production is the stricter word, so `production` from anybody counts. */
export function environmentAt(limits: Limits | undefined, baseUrl: string, said: Environment): Environment {
  const { demos } = limits ?? {};
  if (said === 'production' || productionAt(limits, baseUrl)) return 'production';
  if (demos === undefined) return said;
  return demos.some(demo => isSameService(demo, baseUrl)) ? 'demo' : 'production';
}

/** Whole sentences. Undefined if Purser may sign in there. */
export function checkAllowed(limits: Limits | undefined, target: ProfileTarget): Visible | undefined {
  const { services, ended } = limits ?? {};
  const { baseUrl, clientId } = target;
  if (ended !== undefined) return ended;
  if (services !== undefined) {
    const here = services.filter(service => isSameService(service.baseUrl, baseUrl));
    if (here.length === 0)
      return t`The policy of this machine does not allow the address ${visible(baseUrl, 200)}.`;
    const fits = ({ clientId: only }: AllowedService): boolean =>
      only === undefined || clientId === undefined || only === clientId;
    if (!here.some(fits))
      return t`The policy of this machine does not allow another client ID for ${visible(baseUrl, 200)}.`;
  }
  return checkEnvironment(limits, target.environment);
}

export function checkEnvironment(
  limits: Pick<Limits, 'environments'> | undefined,
  environment: Environment,
): Visible | undefined {
  const { environments } = limits ?? {};
  if (environments === undefined || environments.includes(environment)) return undefined;
  return environment === 'production'
    ? t`The policy of this machine does not allow production. Only an administrator can call an address a demo.`
    : t`The policy of this machine does not allow a demo.`;
}

/** A part of a sentence. */
export const checkWrites = (limits: Limits | undefined, environment: Environment): Visible | undefined =>
  limits?.readOnly ??
  (limits?.productionWrites === false && environment === 'production'
    ? t`the policy of this machine bars writes in production`
    : undefined);

/** A policy that changes while Purser runs makes nothing looser before the next start. */
export function stricter(one: Limits, other: Limits): Limits {
  return withoutUndefined({
    known: [...(one.known ?? []), ...(other.known ?? [])],
    productionWrites: one.productionWrites && other.productionWrites,
    services: both(usableServices(one), usableServices(other), sharedServices),
    environments: both(one.environments, other.environments, (all, others) =>
      all.filter(each => others.includes(each)),
    ),
    demos: both(one.demos, other.demos, (all, others) =>
      all.filter(each => others.some(demo => isSameService(demo, each))),
    ),
    lockMinutes: both(one.lockMinutes, other.lockMinutes, Math.min),
    lockAsks: one.lockAsks ?? other.lockAsks,
    successWords: one.successWords && other.successWords && sharedWords(one.successWords, other.successWords),
    readOnly: one.readOnly ?? other.readOnly,
    ended: one.ended ?? other.ended,
  });
}

const sharedWords = (one: SuccessWords, other: SuccessWords): SuccessWords =>
  Object.fromEntries(
    Object.entries(one).map(([id, words]) => [id, words.filter(word => other[id]?.includes(word) === true)]),
  );

/** Undefined limits nothing. */
const both = <T>(one: T | undefined, other: T | undefined, of: (one: T, other: T) => T): T | undefined =>
  one === undefined ? other : other === undefined ? one : of(one, other);

/** Another policy may call the address by the other word, and would then allow it. */
const usableServices = ({ services, environments }: Limits): Limits['services'] =>
  services?.filter(({ environment }) => environments?.includes(environment) ?? true);

const sharedServices = (
  all: readonly AllowedService[],
  others: readonly AllowedService[],
): readonly AllowedService[] =>
  all.flatMap(one =>
    others
      .filter(other => isSameService(one.baseUrl, other.baseUrl))
      .filter(({ clientId = one.clientId }) => (one.clientId ?? clientId) === clientId)
      .map(({ clientId = one.clientId }) => ({ ...one, clientId })),
  );
