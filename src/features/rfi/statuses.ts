// What the statuses of a request for information mean, as far as INTERFACE.md says.

import { t } from '../../lib/visible.ts';
import { NOT_SHOWN, type StatusMeaning } from '../../ui/screens/explained.ts';

/** INTERFACE.md, States and transitions: "Transitions beyond responding: not shown." */
const beyond = t`Not documented by the service: what follows a response.`;

export const rfiStatuses: Readonly<Record<'ACTION_REQUIRED' | 'SUBMITTED', StatusMeaning>> = {
  ACTION_REQUIRED: {
    means: t`A request is open: the service waits for answers to its questions.`,
    next: t`The customer, or you for them: n answers the question under the cursor.`,
    final: t`No: it waits for answers. ${beyond}`,
    undo: NOT_SHOWN,
  },
  SUBMITTED: {
    means: t`A response was submitted. Whether it is enough isn't in it.`,
    next: t`Not shown: who looks at it, and how long that takes, isn't in the interface.`,
    final: beyond,
    undo: t`Not supported by the service: a response can’t be taken back.`,
  },
};
