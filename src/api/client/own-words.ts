/** own-words.ts: the service's own words in a failure: quoted for a person, whole for the journal. */

import { t, type Untrusted, unsafeText, type Visible, visible } from '../../lib/visible.ts';
import type { FieldError, RefusalWords } from '../contract/refusal-words.ts';
import type { Failure } from './failure.ts';

/**
 * A sentence quotes at most this many characters of a message, about ten lines, so that the next step stays on the
 * screen.
 */
const LONGEST_WORDS = 800;

/** A sentence quotes at most this many entries of `errors` and counts the rest. */
const QUOTED_ERRORS = 5;

/** The message and the named fields, cut and made visible. They end a sentence; the caller adds the full stop. May be empty. */
export function quoted({ message, errors = [] }: Pick<RefusalWords, 'message' | 'errors'>): Visible {
  const said = message === undefined ? t`` : t`: "${visible(message, LONGEST_WORDS)}"`;
  if (errors.length === 0) return said;
  const more = errors.length > QUOTED_ERRORS ? t`; ${errors.length - QUOTED_ERRORS} more` : t``;
  const shown = errors.slice(0, QUOTED_ERRORS).map(quotedError);
  return t`${said} (${shown.reduce((all, one) => t`${all}; ${one}`)}${more})`;
}

function quotedError({ field, words }: FieldError): Visible {
  const name = field === undefined ? undefined : visible(field, 60);
  const said = words === undefined ? undefined : t`"${visible(words, 200)}"`;
  if (name === undefined) return said ?? t``;
  return said === undefined ? name : t`${name}: ${said}`;
}

/** The service's words, unchanged; undefined if there are none. The screen that shows them makes them visible. */
export function ownWords(failure: Failure): string | undefined {
  const message = 'message' in failure ? failure.message : undefined;
  const errors = ('errors' in failure ? failure.errors : undefined) ?? [];
  const listed = errors.map(({ field, words }) => join([field, words], ': ')).join('; ');
  const text = [message === undefined ? '' : unsafeText(message), listed === '' ? '' : `(${listed})`];
  const whole = text.filter(part => part !== '').join(' ');
  return whole === '' ? undefined : whole;
}

const join = (parts: readonly (Untrusted | undefined)[], between: string): string =>
  parts.flatMap(part => (part === undefined ? [] : [unsafeText(part)])).join(between);
