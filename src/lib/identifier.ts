// Compares identifiers as the service does, so that no money check depends on how a person spells an ID. Also shortens
// an identifier for a narrow place.

import { t, type Visible, visible } from './visible.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** The known form: "PAY139988571160", letters and then digits. INTERFACE.md does not show this form. */
const SYSTEM_REFERENCE = /^[a-z]{2,6}\d{6,24}$/i;

/** Whether the text has the form of a system reference number. */
export const isSystemReference = (text: string): boolean => SYSTEM_REFERENCE.test(text.trim());

/** Returns a typed ID in the service's spelling: without outer spaces, UUIDs in lower case. */
export const typedId = (text: string): string => text.trim().replace(UUID, uuid => uuid.toLowerCase());

/**
 * Returns the spelling of an identifier for comparisons, without outer spaces. UUIDs are in lower case, also after a
 * prefix (quote_UUID). System references are in upper case. Other identifiers keep their case.
 */
export function canonicalId(text: string): string {
  return isSystemReference(text) ? canonicalReference(text) : typedId(text);
}

/** Returns the spelling of a system reference for comparisons. */
export const canonicalReference = (text: string): string => text.trim().toUpperCase();

export const sameId = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && (one === other || canonicalId(one) === canonicalId(other));

/** Whether two names mean the same payout. Each name is a payout's ID or a system reference. */
export const samePayoutName = (one: string, other: string): boolean =>
  sameId(one, other) || (isUnprefixed(one) && canonicalReference(one) === canonicalReference(other));

/** False for a prefixed ID (acct_1aB), whose case matters. A system reference has letters and digits only. */
const isUnprefixed = (name: string): boolean => /^[a-z0-9]+$/i.test(name.trim());

/** In characters. A narrow place shows only the end of a longer identifier. */
const WHOLE = 20;
const END = 12;

/** The end of a long identifier, such as `…437221c5cf8a`. A short identifier is whole. */
export const briefId = (id: string): Visible =>
  id.length <= WHOLE ? visible(id) : t`…${visible(id.slice(-END))}`;
