// The end of an ID, which a person types to confirm what is done to the thing that it names.

import type { WriteId } from '../../api/contract/operations.ts';
import { writeClass } from '../../api/contract/write-class.ts';
import { asksToken, lastFour } from '../../effects/token-of.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';

const MOST = 100;
const TYPED = 4;

/** Whether it can be shown as it is: no blanks, nothing hidden or masked. */
export const isShownId = (id: string): boolean =>
  id.length <= MOST && /^[\x21-\x7e]+$/.test(id) && lastFour(id) !== '';

/** Whether it can also be told apart by the end that is typed. */
export const isUsableId = (id: string): boolean => isShownId(id) && lastFour(id).length === TYPED;

/** Whether a write can be confirmed for what has this ID: only where its end is typed does it need one. */
export const isConfirmableId = (id: string, operation: WriteId, { reach }: State): boolean =>
  asksToken(writeClass[operation], reach.environment) ? isUsableId(id) : isShownId(id);

export { lastFour };

/** What is wrong with an ID that was typed, as whole sentences; one that is empty is not judged here. */
export const whyNotUsable = (id: string, able: (id: string) => boolean = isUsableId): Visible | undefined =>
  id === '' || able(id)
    ? undefined
    : t`It has at least four letters or digits, and no blanks or unusual characters; was more copied than the ID?`;
