// Overview rows: requests that this operator can approve, or can send because they are approved.

import { isFor } from '../../journal/duplicates.ts';
import { t, visible } from '../../lib/visible.ts';
import { approvedText, personText } from '../../money/approval/words.ts';
import { writeStatuses } from '../../money/journal-states.ts';
import { confirmedCustomer, confirmedMoney } from '../../money/shown-lines.ts';
import { type Waiting, waitingFor } from '../../store/approvals.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import type { AttentionSource } from '../../ui/screens/attention.ts';
import { aboutText, PARTS } from './approvals.ts';

export const toDecide: AttentionSource = {
  attention: state => waitingFor(state, 'send', 'vote').map(waiting => attentionOf(waiting, state)),
};

function attentionOf(waiting: Waiting, { customer }: State) {
  const { row, part, asker, askedAt } = waiting;
  const { requestId } = row.intent;
  const own = customer !== undefined && isFor(row.intent, customer);
  return {
    key: `approval ${requestId}`,
    urgency: 'approval',
    state: PARTS[part].state,
    what: visible(row.intent.title),
    about: aboutText(waiting),
    amountFirst: confirmedMoney(row) !== undefined,
    at: askedAt,
    ...(own ? {} : { whose: confirmedCustomer(row) }),
    thing: {
      title: t`Request ID`,
      id: visible(requestId),
      status: { of: row.state, table: writeStatuses },
    },
    notes: [
      { label: t`Asked by`, cell: { text: personText(asker) } },
      { label: t`Approval`, cell: { text: approvedText(waiting) } },
      { label: t`Customer`, cell: { text: confirmedCustomer(row) } },
    ],
    to: { ...openView('approvals'), cursorKey: requestId },
  } as const;
}
