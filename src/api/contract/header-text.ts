/** header-text.ts: which text may be the value of a header. */

import { t, type Visible } from '../../lib/visible.ts';

/** Why a text can't be a header value: a line break in it would start another header (FAULTS C21). */
export function headerProblem(value: string): Visible | undefined {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return undefined;
  return t`must be visible ASCII characters, without a space at either end`;
}

/** One word of plain characters, up to 512. A person or a profile gives it for a header. */
export const headerWord = /^[\x21-\x7e]{1,512}$/;
