// What the status of a customer means: only what INTERFACE.md, States and transitions, says.

import { t } from '../../lib/visible.ts';
import { NOT_SHOWN, type StatusMeaning } from '../../ui/screens/explained.ts';

export const customerStatuses: Readonly<Record<'CREATED', StatusMeaning>> = {
  CREATED: {
    means: t`The customer was created. The service documents no other status.`,
    next: t`Somebody submits the account for activation outside Purser. The API has no call for that step.`,
    final: NOT_SHOWN,
    undo: NOT_SHOWN,
  },
};
