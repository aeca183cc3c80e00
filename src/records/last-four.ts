// The end of an ID, which a person types to confirm what is done to the thing that it names.

import { t, type Visible } from '../lib/visible.ts';

const MOST = 100;
const TYPED = 4;

/** The last four letters or digits of an ID. */
export const lastFour = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '').slice(-TYPED);

/** Whether it can be shown as it is: no blanks, nothing hidden or masked. */
export const isShownId = (id: string): boolean =>
  id.length <= MOST && /^[\x21-\x7e]+$/.test(id) && lastFour(id) !== '';

/** Whether it can also be told apart by the end that is typed. */
export const isUsableId = (id: string): boolean => isShownId(id) && lastFour(id).length === TYPED;

/** What is wrong with an ID that was typed, as whole sentences; one that is empty is not judged here. */
export const whyNotUsable = (id: string, able: (id: string) => boolean = isUsableId): Visible | undefined =>
  id === '' || able(id)
    ? undefined
    : t`It has at least four letters or digits, and no blanks or unusual characters; was more copied than the ID?`;
