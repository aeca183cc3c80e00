/** service.ts: the service, the customer and the token of a call. */

import type { Secret } from '../../lib/redact.ts';
import type { Dialect } from '../contract/dialect.ts';

/** One environment of one account of the service. */
export interface Service {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKey: Secret;
  /** Family B's `x-api-key`, if it differs from the login's. */
  readonly sharedApiKey?: Secret;
  readonly programId: string;
  /** An absent switch has its default. */
  readonly dialect: Partial<Dialect>;
  /** The only trusted certificate authorities, in PEM. If absent, Purser trusts Node's authorities. */
  readonly caPem?: string;
}

/** The customer: Family B's user, and the connected account that Family A acts for. */
export interface Customer {
  readonly userId: string;
  readonly onBehalfOf?: string;
}

export interface AccessToken {
  readonly secret: Secret;
  /** On `Clock.monotonic`, in ms, so that a wrong or changed local clock does no harm. */
  readonly expiresAtMonotonic: number;
  /** On `Clock.wall`, in ms, because monotonic time may stop while a laptop sleeps. */
  readonly expiresAtWall: number;
}

/** Keeps the session's token. */
export interface TokenPort {
  current(): AccessToken | undefined;
  save(token: AccessToken | undefined): void;
}
