// The end of an ID, which a person types to confirm an act on its record.

import { t, type Visible } from '../lib/visible.ts';

const MOST = 100;
const TYPED = 4;

/** The last four letters or digits of an ID. */
export const lastFour = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '').slice(-TYPED);

/** Whether it can be shown unchanged: no blanks, nothing hidden or masked. */
export const isShownId = (id: string): boolean =>
  id.length <= MOST && /^[\x21-\x7e]+$/.test(id) && lastFour(id) !== '';

/** Whether it also has an end that can be typed. */
export const isUsableId = (id: string): boolean => isShownId(id) && lastFour(id).length === TYPED;

/** The errors in a typed ID, as whole sentences; an empty one is not checked here. */
export const whyNotUsable = (id: string, able: (id: string) => boolean = isUsableId): Visible | undefined =>
  id === '' || able(id)
    ? undefined
    : t`An ID has at least four letters or digits, and no blanks or unusual characters. Copy only the ID.`;

/** For an ID of the service: `name` is what it is the ID of. */
export const unusableId = (name: Visible): Visible =>
  t`Purser can't use this ${name}: an ID needs four letters or digits, and no blanks or unusual characters.`;
