// How identifiers compare: as the service compares them, so that no guard depends on a person's spelling.

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** "PAY139988571160": letters, then digits. INTERFACE.md does not show the form; this is the known one. */
const SYSTEM_REFERENCE = /^[a-z]{2,6}\d{6,24}$/i;

/** Whether the text can only be a system reference number, whatever field it is in. */
export const isSystemReference = (text: string): boolean => SYSTEM_REFERENCE.test(text.trim());

/** A typed ID in the service's spelling: without blanks around it, a UUID in lower case. */
export const typedId = (text: string): string => text.trim().replace(UUID, uuid => uuid.toLowerCase());

/**
 * The one spelling of an identifier: without outer spaces, UUIDs in lower case (also with a prefix, as in
 * quote_UUID), system references in upper case. Other identifiers keep their case.
 */
export function canonicalId(text: string): string {
  return isSystemReference(text) ? canonicalReference(text) : typedId(text);
}

/** The one spelling of a known system reference, whatever its form. */
export const canonicalReference = (text: string): string => text.trim().toUpperCase();

export const sameId = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && (one === other || canonicalId(one) === canonicalId(other));

/** Whether two names mean the same payout. Either may be its ID or its system reference. */
export const samePayoutName = (one: string, other: string): boolean =>
  sameId(one, other) || (isUnprefixed(one) && canonicalReference(one) === canonicalReference(other));

/** A prefixed ID (acct_1aB) differs in its capitals; a reference has no such sign. */
const isUnprefixed = (name: string): boolean => /^[a-z0-9]+$/i.test(name.trim());
