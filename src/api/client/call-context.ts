/** The service, the customer and the token of a call. */

import type { Secret } from '../../lib/redact.ts';
import type { Dialect } from '../contract/dialect.ts';

/** One environment of one account of the service. */
export interface Service {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKey: Secret;
  /** If it differs from the login's. */
  readonly sharedApiKey?: Secret;
  readonly programId: string;
  /** An absent switch has its default. */
  readonly dialect: Partial<Dialect>;
  /** PEM. If absent, Purser trusts Node's certificate authorities. */
  readonly caPem?: string;
}

/** Family B's user, and the connected account that Family A acts for. */
export interface Customer {
  readonly userId: string;
  readonly onBehalfOf?: string;
}

export interface AccessToken {
  readonly secret: Secret;
  /** On `Clock.monotonic`, so that a wrong or changed clock does no harm. */
  readonly expiresAtMonotonic: number;
  /** On `Clock.wall`, because monotonic time may stop while a laptop sleeps. */
  readonly expiresAtWall: number;
}

export interface TokenPort {
  current(): AccessToken | undefined;
  save(token: AccessToken | undefined): void;
}
