// The last four characters of an ID, which a person types to confirm a write to its record.

import { t, type Visible } from '../lib/visible.ts';

const MOST = 100;
const TYPED = 4;

/** The last four letters or digits of an ID. */
export const lastFour = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '').slice(-TYPED);

/** Whether an ID can be shown unchanged: no blanks, no hidden or masked characters. */
export const isShownId = (id: string): boolean =>
  id.length <= MOST && /^[\x21-\x7e]+$/.test(id) && lastFour(id) !== '';

/** Whether an ID can be shown unchanged and has four letters or digits to type. */
export const isUsableId = (id: string): boolean => isShownId(id) && lastFour(id).length === TYPED;

/** Why a typed ID can't be used, in whole sentences. Undefined for a usable or empty ID. */
export const whyNotUsable = (id: string, able: (id: string) => boolean = isUsableId): Visible | undefined =>
  id === '' || able(id)
    ? undefined
    : t`An ID has at least four letters or digits, and no blanks or unusual characters. Copy only the ID.`;

/** The sentence for an unusable ID from the service. `name` is the ID's name: "payout ID". */
export const unusableId = (name: Visible): Visible =>
  t`Purser can't use this ${name}: an ID needs four letters or digits, and no blanks or unusual characters.`;
