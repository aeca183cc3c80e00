/** The sentences about a write that was not done, or may have been done. */

import { t, type Visible } from '../../lib/visible.ts';
import type { OperationClass } from './operation.ts';

export interface WriteMeaning {
  /** The write was not done: the words after "so". */
  readonly not: Visible;
  /** For UNKNOWN: done or not. */
  readonly may: Visible;
}

export const changed: WriteMeaning = {
  not: t`nothing was changed`,
  may: t`the record may have been changed, or not`,
};

/** For an unknown write, such as one in a newer version's journal. */
export const meaningOfClass = (does: OperationClass): WriteMeaning =>
  does === 'money'
    ? { not: t`nothing was done`, may: t`the write may have been done for good, or not` }
    : changed;

export const notSent = ({ not }: WriteMeaning): Visible => t`The request was not sent, so ${not}.`;
export const wasRefused = ({ not }: WriteMeaning): Visible => t`The service refused the request, so ${not}.`;
export const isUnknown = ({ may }: WriteMeaning): Visible => t`The outcome is not known: ${may}.`;

export const moved: WriteMeaning = { not: t`no money moved`, may: t`the money may have moved, or not` };
export const created: WriteMeaning = {
  not: t`nothing was created`,
  may: t`the record may have been created, or not`,
};
