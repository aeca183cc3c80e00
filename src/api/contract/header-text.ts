/** Checks whether a text may be the value of a header. */

import { t, type Visible } from '../../lib/visible.ts';

/** Undefined if the text can be a header value. A line break would start another header (FAULTS C21). */
export function headerProblem(value: string): Visible | undefined {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return undefined;
  return t`must be visible ASCII characters, without a space at either end`;
}

/** An ID for a header, from a person or a profile. */
export const headerWord = /^[\x21-\x7e]{1,512}$/;
