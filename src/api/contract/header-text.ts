/** header-text.ts: what may stand in the value of a header. */

import { t, type Visible } from '../../lib/visible.ts';

/** Why a text can't be the value of a header: a line break in it would start another one (FAULTS C21). */
export function headerProblem(value: string): Visible | undefined {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return undefined;
  return t`must be visible ASCII characters, without a space at either end`;
}

/** One word of plain characters, of a length that no ID or key passes: what a person or a profile gives for a header. */
export const headerWord = /^[\x21-\x7e]{1,512}$/;
