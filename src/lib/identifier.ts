// How identifiers compare: as the service compares them, so that no guard depends on a person's spelling.

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** "PAY139988571160": letters, then digits. INTERFACE.md does not show the form; this is the known one. */
const SYSTEM_REFERENCE = /^[a-z]{2,6}\d{6,24}$/i;

/** Whether the text can only be a system reference number, whatever field it is in. */
export const isSystemReference = (text: string): boolean => SYSTEM_REFERENCE.test(text.trim());

/**
 * The one spelling of an identifier: without outer spaces, UUIDs in lower case (also with a prefix, as in
 * quote_UUID), system references in upper case. Other identifiers keep their case.
 */
export function canonicalId(text: string): string {
  const trimmed = text.trim();
  if (SYSTEM_REFERENCE.test(trimmed)) return trimmed.toUpperCase();
  return trimmed.replace(UUID, uuid => uuid.toLowerCase());
}

/** The one spelling of a known system reference, whatever its form. */
export const canonicalReference = (text: string): string => text.trim().toUpperCase();

export const sameId = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && canonicalId(one) === canonicalId(other);

/** Whether two names mean the same payout. Either may be its ID or its system reference. */
export const samePayoutName = (one: string, other: string): boolean =>
  sameId(one, other) || (isUnprefixed(one, other) && canonicalReference(one) === canonicalReference(other));

/** In a prefixed ID (acct_1aB) the case matters. A reference has letters and digits only. */
const isUnprefixed = (...names: readonly string[]): boolean =>
  names.every(name => /^[a-z0-9]+$/i.test(name.trim()));
