// The end of an ID, which a person types to confirm what is done to the thing that it names.

import { lastFour } from '../../effects/token-of.ts';
import { t, type Visible } from '../../lib/visible.ts';

const MOST = 100;
const TYPED = 4;

/** Whether it can be shown as it is, and be told apart by the end that is typed: no blanks, nothing hidden or masked. */
export const isUsableId = (id: string): boolean =>
  id.length <= MOST && /^[\x21-\x7e]+$/.test(id) && lastFour(id).length === TYPED;

export { lastFour };

/** What is wrong with an ID that was typed, as whole sentences; one that is empty is not judged here. */
export const whyNotUsable = (id: string): Visible | undefined =>
  id === '' || isUsableId(id)
    ? undefined
    : t`It has at least four letters or digits, and no blanks or unusual characters; was more copied than the ID?`;
