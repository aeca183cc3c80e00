/** write-meaning.ts: what it means that a write was not done, or may have been done, in the same sentences everywhere. */

import { t, type Visible } from '../../lib/visible.ts';
import type { OperationClass } from './operation.ts';

/** Each text continues a sentence. */
export interface WriteMeaning {
  /** "so …": what NOT SENT and REFUSED prove. */
  readonly not: Visible;
  /** What stays open after UNKNOWN: done, or not done. */
  readonly may: Visible;
}

export const changed: WriteMeaning = {
  not: t`nothing was changed`,
  may: t`it may have been changed, or not`,
};

/** For a write that Purser doesn't know, such as one in a newer version's journal. */
export const meaningOfClass = (does: OperationClass): WriteMeaning =>
  does === 'money' ? { not: t`nothing was done`, may: t`it may have been done for good, or not` } : changed;

/** Whole sentences for the three outcomes that leave a question. */
export const notSent = ({ not }: WriteMeaning): Visible => t`Nothing left this machine, so ${not}.`;
export const wasRefused = ({ not }: WriteMeaning): Visible => t`The service refused the request, so ${not}.`;
export const isUnknown = ({ may }: WriteMeaning): Visible => t`The outcome is not known: ${may}.`;

export const moved: WriteMeaning = { not: t`no money moved`, may: t`the money may have moved, or not` };
export const created: WriteMeaning = {
  not: t`nothing was created`,
  may: t`it may have been created, or not`,
};
