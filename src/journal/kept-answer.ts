// What the journal keeps of a text from the service or a person: redacted, and cut.
import type { Answer } from './intent.ts';

/** The longest kept answer, in UTF-16 units. */
const maxKept = 64 * 1024;

/** The same answer, with texts that may be kept. */
export function kept({ status, message, text }: Answer, redact: (text: string) => string): Answer {
  return {
    ...(status !== undefined && { status }),
    ...(message !== undefined && { message: keptText(message, redact) }),
    ...(text !== undefined && { text: keptText(text, redact) }),
  };
}

/** Redacted before it is cut, so that no cut hides half of a secret. */
export function keptText(text: string, redact: (text: string) => string): string {
  const redacted = redact(text);
  return redacted.length > maxKept ? `${redacted.slice(0, maxKept)}…` : redacted;
}
