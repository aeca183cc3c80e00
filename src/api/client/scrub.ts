/** scrub.ts: removes our own secrets from everything that a service sends back. */

import type { Secret } from '../../lib/redact.ts';
import { fromServer, type Untrusted, unsafeText } from '../../lib/visible.ts';
import type { Failure } from './failure.ts';

export type Scrub = (text: string) => string;

/** Replaces every secret in a text. It asks `known` at each call, because tokens change. */
export function scrubber(known: () => readonly (Secret | undefined)[]): Scrub {
  return text => {
    let clean = text;
    for (const secret of known()) {
      const words = secret?.reveal() ?? '';
      // A secret of one to three characters occurs in many texts by chance. Removing it would hide those texts.
      if (words.length < 4) continue;
      // Some services write a slash in JSON as \/. The inspector removes the backslash, so the secret would be readable.
      clean = clean.replaceAll(words, '•••').replaceAll(words.replaceAll('/', '\\/'), '•••');
    }
    return clean;
  };
}

/** The failure with the service's words scrubbed. All its other words are Purser's own. */
export function scrubFailure(failure: Failure, scrub: Scrub): Failure {
  const clean = (words: Untrusted): Untrusted => fromServer(scrub(unsafeText(words)));
  return {
    ...failure,
    ...('message' in failure && failure.message !== undefined && { message: clean(failure.message) }),
    ...('code' in failure && failure.code !== undefined && { code: clean(failure.code) }),
    ...('errors' in failure &&
      failure.errors !== undefined && {
        errors: failure.errors.map(({ field, words }) => ({
          ...(field !== undefined && { field: clean(field) }),
          ...(words !== undefined && { words: clean(words) }),
        })),
      }),
  };
}
