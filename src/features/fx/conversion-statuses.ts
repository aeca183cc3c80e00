// What the statuses of a conversion mean: INTERFACE.md, States and transitions, and no more than it says.

import { t } from '../../lib/visible.ts';
import { NOT_SHOWN, type StatusMeaning } from '../../ui/screens/explained.ts';
import type { statusTones } from './conversion.ts';

const moves = t`Not documented by the service: the API names processing and SETTLED, and no change between them.`;
const undo = t`The interface has no call that takes a conversion back.`;

export const conversionStatuses: Readonly<Record<keyof typeof statusTones, StatusMeaning>> = {
  processing: {
    means: t`The conversion was taken, and is being processed.`,
    next: t`The service; it is read again by itself until it is SETTLED.`,
    final: moves,
    undo,
  },
  SETTLED: { means: t`The conversion is settled.`, next: NOT_SHOWN, final: moves, undo },
};
