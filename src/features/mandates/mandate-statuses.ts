// What the status of a mandate means: INTERFACE.md, States and transitions › Mandate, and no more than it says.

import { t } from '../../lib/visible.ts';
import type { StatusMeaning } from '../../ui/screens/explained.ts';
import type { statusTones } from './mandate-details.ts';

export const mandateStatuses: Readonly<Record<keyof typeof statusTones, StatusMeaning>> = {
  ACTIVE: {
    means: t`The only status that the interface gives: direct debit payouts are taken under the mandate.`,
    next: t`The external party takes payouts under it. Nobody has to act.`,
    final: t`No: it is cancelled from here, by the external party, or when its Global Account is closed. What its status is called then, the interface doesn't say.`,
    undo: t`Cancelling it (x); afterwards new direct debit payouts under it are rejected. No call takes that back.`,
  },
};
