// The meanings of RFI statuses. All of them are from INTERFACE.md, States and transitions.

import { NOT_SHOWN, type StatusMeaning } from '../../format/statuses.ts';
import { t } from '../../lib/visible.ts';

/** INTERFACE.md, States and transitions: "Transitions beyond responding: not shown." */
const beyond = t`Not documented by the service: the steps after a response.`;

export const rfiStatuses: Readonly<Record<'ACTION_REQUIRED' | 'SUBMITTED', StatusMeaning>> = {
  ACTION_REQUIRED: {
    means: t`The request is open. The service waits for answers to its questions.`,
    next: t`The customer, or you for the customer. To answer, open RFI (8) and press n on a question.`,
    final: t`No. The service waits for answers. ${beyond}`,
    undo: NOT_SHOWN,
  },
  SUBMITTED: {
    means: t`A response was submitted. This status does not say whether the response is enough.`,
    next: t`Not documented by the service: who reviews the response, and how long that takes.`,
    final: beyond,
    undo: t`Not supported by the service: a response can’t be taken back.`,
  },
};
