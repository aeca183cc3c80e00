// Compares identifiers as the service does, so that no money check depends on how a person spells an ID.

import { t, type Visible, visible } from './visible.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** PAY139988571160 and P250430-2PR7PF3. INTERFACE.md shows no form. */
const SYSTEM_REFERENCE = /^(?:[a-z]{2,6}\d{6,24}|[a-z]{1,3}\d{6}-[a-z0-9]{5,12})$/i;

export const isSystemReference = (text: string): boolean => SYSTEM_REFERENCE.test(text.trim());

/** As the service spells it. */
export const typedId = (text: string): string => text.trim().replace(UUID, uuid => uuid.toLowerCase());

/** For comparisons: UUIDs in lower case, also after a prefix (quote_UUID), system references in upper case. */
export const canonicalId = (text: string): string =>
  isSystemReference(text) ? canonicalReference(text) : typedId(text);

export const canonicalReference = (text: string): string => text.trim().toUpperCase();

export const sameId = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && (one === other || canonicalId(one) === canonicalId(other));

/** Each name is a payout's ID or a system reference. */
export const samePayoutName = (one: string, other: string): boolean =>
  sameId(one, other) || (isUnprefixed(one) && canonicalReference(one) === canonicalReference(other));

/** The case of a prefixed ID (acct_1aB) matters. */
const isUnprefixed = (name: string): boolean => /^[a-z0-9]+$/i.test(name.trim());

/** In characters. */
const WHOLE = 20;
const END = 12;

/** `…437221c5cf8a` for a narrow place. */
export const briefId = (id: string): Visible =>
  id.length <= WHOLE ? visible(id) : t`…${visible(id.slice(-END))}`;
