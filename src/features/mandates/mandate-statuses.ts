// What the status of a mandate means: only what INTERFACE.md, States and transitions › Mandate, says.

import { t } from '../../lib/visible.ts';
import type { StatusMeaning } from '../../ui/screens/explained.ts';
import type { statusTones } from './mandate-details.ts';

export const mandateStatuses: Readonly<Record<keyof typeof statusTones, StatusMeaning>> = {
  ACTIVE: {
    means: t`The service takes direct debit payouts under the mandate. The service documents no other status.`,
    next: t`Nobody has to act. The external party takes payouts under the mandate.`,
    final: t`No. You or the external party can cancel the mandate, or its Global Account can close. The status after that is not documented.`,
    undo: t`Cancel the mandate (x). The service then rejects new direct debit payouts. The API can't undo that.`,
  },
};
