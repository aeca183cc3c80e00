// The meanings of conversion statuses. All of them are from INTERFACE.md, States and transitions.

import { NOT_SHOWN, type StatusMeaning } from '../../format/statuses.ts';
import { t } from '../../lib/visible.ts';
import type { statusTones } from './conversion.ts';

const moves = t`Not documented by the service: the API names processing and SETTLED, and no change between them.`;
const undo = t`Not supported by the service: the API can't undo a conversion.`;

export const conversionStatuses: Readonly<Record<keyof typeof statusTones, StatusMeaning>> = {
  processing: {
    means: t`The service is processing the conversion.`,
    next: t`The service. Purser checks the conversion until its status is SETTLED.`,
    final: moves,
    undo,
  },
  SETTLED: { means: t`The conversion is settled.`, next: NOT_SHOWN, final: moves, undo },
};
