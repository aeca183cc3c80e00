// The texts from the service or a person that the journal keeps: redacted, and cut.
import type { AuditEntry } from './audit.ts';
import type { Answer } from './intent.ts';

/** The longest kept answer, in UTF-16 units. */
const maxKept = 64 * 1024;

/** The answer with redacted and cut texts. */
export function kept({ status, message, text }: Answer, redact: (text: string) => string): Answer {
  return {
    ...(status !== undefined && { status }),
    ...(message !== undefined && { message: keptText(message, redact) }),
    ...(text !== undefined && { text: keptText(text, redact) }),
  };
}

/** The text is redacted before it is cut, so that no cut hides half of a secret. */
export function keptText(text: string, redact: (text: string) => string): string {
  const redacted = redact(text);
  return redacted.length > maxKept ? `${redacted.slice(0, maxKept)}…` : redacted;
}

/** The longest kept detail of an audit entry, in UTF-16 units. */
const MAX_DETAIL = 500;

export const keptDetail = (
  detail: AuditEntry['detail'],
  redact: (text: string) => string,
): AuditEntry['detail'] =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, redact(value).slice(0, MAX_DETAIL).toWellFormed()]),
  );
