// What was sent from here and isn't certain, of every customer of this service: before anything else.

import type { Row } from '../../journal/intent.ts';
import { t, visible } from '../../lib/visible.ts';
import { isOnItsWay, unresolvedHere } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { customerKey } from '../../store/workspace.ts';
import type { Attention, AttentionSource } from '../../ui/screens/attention.ts';
import { textCell } from '../../ui/screens/cells.ts';
import { journalTones } from '../../ui/screens/journal-tones.ts';
import { AMOUNT, confirmedCustomer, confirmedLine, confirmedLines } from '../../ui/screens/shown-lines.ts';
import { writeStatuses } from '../../ui/screens/write-statuses.ts';

export const unresolved: AttentionSource = {
  attention: state =>
    unresolvedHere(state)
      .toSorted((a, b) => a.number - b.number)
      .toSorted((a, b) => Number(isOwn(b, state)) - Number(isOwn(a, state)))
      .map(row => attentionOf(row, state)),
};

const isOwn = ({ intent }: Row, { customer }: State): boolean =>
  customer !== undefined && customerKey(intent.customer) === customerKey(customer);

function attentionOf(row: Row, state: State): Attention {
  const { intent } = row;
  const flying = isOnItsWay(row, state);
  const lines = confirmedLines(row);
  const about = confirmedLine(row, AMOUNT) ?? lines[0]?.value;
  return {
    key: `journal ${intent.requestId}`,
    urgency: flying ? 'on its way' : 'unresolved',
    state: { text: flying ? t`on its way` : visible(row.state), tone: journalTones[row.state] },
    what: visible(intent.title),
    ...(about !== undefined && { about }),
    at: intent.createdAt,
    ...(isOwn(row, state) ? {} : { whose: confirmedCustomer(row) }),
    thing: {
      title: t`Request ID`,
      id: textCell(intent.requestId).text,
      status: { of: row.state, table: writeStatuses },
    },
    notes: [
      flying
        ? { note: t`It was sent, and its answer is waited for.`, tone: 'plain' }
        : {
            note: t`It may have been done, or not: nobody knows yet. In the journal Enter reads back what the service shows of it, and v resolves it.`,
            tone: 'bad',
          },
      { label: t`Customer`, cell: { text: confirmedCustomer(row) } },
      ...lines.map(({ label, value }) => ({ label, cell: { text: value } })),
      { label: t`Request ID`, cell: textCell(intent.requestId) },
    ],
    to: { ...openView('journal'), cursorKey: intent.requestId },
  };
}
