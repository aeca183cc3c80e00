// The digest of a request for approval: one hash over everything that the asker confirmed. Pure.
import { hash } from 'node:crypto';
import type { Intent } from './intent.ts';

/** The hash of a body that the journal hides because of personal data. With the salt, nobody can guess the body from its hash. */
export interface HiddenBody {
  readonly salt: string;
  readonly hash: string;
}

export interface DigestParts {
  /** The intent with the body that the journal keeps. */
  readonly intent: Intent;
  readonly hidden?: HiddenBody | undefined;
  readonly warnings: readonly string[];
  /** The name of the person who asked. */
  readonly asker: string;
  /** Epoch ms by the server's clock. */
  readonly expiresAt: number;
}

/** SHA-256 in hex over a list with a fixed order, so that the same content always has the same digest. */
export function approvalDigest({ intent, hidden, warnings, asker, expiresAt }: DigestParts): string {
  const { customer } = intent;
  const parts = [
    'purser approval 1',
    intent.requestId,
    intent.operation,
    [intent.baseUrl, intent.clientId, intent.programId],
    [customer.userId, customer.onBehalfOf ?? null],
    intent.method,
    intent.target,
    intent.body ?? null,
    hidden ? [hidden.salt, hidden.hash] : null,
    intent.title,
    intent.what.map(({ label, value }) => [label, value]),
    warnings,
    asker,
    expiresAt,
  ];
  return hash('sha256', JSON.stringify(parts), 'hex');
}

/** The salted hash of the body that Purser sends. Undefined if the journal keeps exactly this body. */
export const hiddenBody = (
  sent: string | undefined,
  { body }: Intent,
  salt: string,
): HiddenBody | undefined =>
  sent === undefined || sent === body ? undefined : { salt, hash: hash('sha256', `${salt} ${sent}`, 'hex') };
