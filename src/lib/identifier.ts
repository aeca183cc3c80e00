// How identifiers compare: the way the service compares them, so that no guard depends on how a person spelt one.

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** "PAY139988571160": letters, then digits, nothing between them. INTERFACE.md doesn't show the form; this is the one seen. */
const SYSTEM_REFERENCE = /^[a-z]{2,6}\d{6,24}$/i;

/** Whether it can only be a system reference number, wherever it was typed. */
export const isSystemReference = (text: string): boolean => SYSTEM_REFERENCE.test(text.trim());

/** An ID that a person typed, as the service spells it: without blanks around it, a UUID in small letters. */
export const typedId = (text: string): string => text.trim().replace(UUID, uuid => uuid.toLowerCase());

/**
 * The one spelling of an identifier: without blanks around it, a UUID in small letters (also behind a prefix, as in
 * quote_UUID), a system reference in capitals. Of anything else the case counts.
 */
export function canonicalId(text: string): string {
  return isSystemReference(text) ? canonicalReference(text) : typedId(text);
}

/** The one spelling of what is known to be a system reference, of whatever form. */
export const canonicalReference = (text: string): string => text.trim().toUpperCase();

export const sameId = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && canonicalId(one) === canonicalId(other);

/** Whether two names of a payout are the same; either may be its ID or its system reference. */
export const samePayoutName = (one: string, other: string): boolean =>
  sameId(one, other) || (isUnprefixed(one) && canonicalReference(one) === canonicalReference(other));

/** A prefixed ID (acct_1aB) is told apart by its capitals; a reference has no such sign in it. */
const isUnprefixed = (name: string): boolean => /^[a-z0-9]+$/i.test(name.trim());
