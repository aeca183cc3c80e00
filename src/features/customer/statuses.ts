// What the status of a customer means: INTERFACE.md, States and transitions, and no more than it says.

import { t } from '../../lib/visible.ts';
import { NOT_SHOWN, type StatusMeaning } from '../../ui/screens/explained.ts';

export const customerStatuses: Readonly<Record<'CREATED', StatusMeaning>> = {
  CREATED: {
    means: t`The customer was created. It is the only status that the interface names.`,
    next: t`Its account is submitted for activation; that call isn't in the interface, so it is made elsewhere.`,
    final: NOT_SHOWN,
    undo: NOT_SHOWN,
  },
};
