// What an approval stands for: one hash over everything that the asker confirmed. Pure.
import { hash } from 'node:crypto';
import type { Intent } from './intent.ts';

/** A body with data about persons, which the journal doesn't keep: its hash, with a salt so that nobody can guess it. */
export interface HiddenBody {
  readonly salt: string;
  readonly hash: string;
}

export interface DigestParts {
  /** Its body is the one that the journal keeps. */
  readonly intent: Intent;
  readonly hidden?: HiddenBody | undefined;
  readonly warnings: readonly string[];
  /** The person. */
  readonly asker: string;
  /** Epoch ms by the server's clock. */
  readonly expiresAt: number;
}

/** SHA-256 in hex over a list of fixed order, so that one content has one spelling. */
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

/** Of the body as it is sent, where the journal keeps another text. */
export const hiddenBody = (
  sent: string | undefined,
  { body }: Intent,
  salt: string,
): HiddenBody | undefined =>
  sent === undefined || sent === body ? undefined : { salt, hash: hash('sha256', `${salt} ${sent}`, 'hex') };
