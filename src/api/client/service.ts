/** service.ts: whom the client talks to, for whom, and with which token. */

import type { Secret } from '../../lib/redact.ts';
import type { Dialect } from '../contract/dialect.ts';

/** One environment of one account of the service. */
export interface Service {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKey: Secret;
  /** Family B's `x-api-key` where it isn't the login's. */
  readonly sharedApiKey?: Secret;
  readonly programId: string;
  /** A switch that isn't said is at its default. */
  readonly dialect: Partial<Dialect>;
  /** The only certificate authorities trusted, in PEM; without it, those of Node. */
  readonly caPem?: string;
}

/** Whose data is asked for: Family B's user, and the connected account that Family A acts for. */
export interface Customer {
  readonly userId: string;
  readonly onBehalfOf?: string;
}

export interface Token {
  readonly secret: Secret;
  /** On `Clock.monotonic`, in ms: a wrong or a turned local clock does no harm. */
  readonly expiresAtMonotonic: number;
  /** On `Clock.wall`, in ms: a laptop that slept didn't count its monotonic time. */
  readonly expiresAtWall: number;
}

/** Where the session keeps its one token. */
export interface TokenPort {
  current(): Token | undefined;
  save(token: Token | undefined): void;
}
