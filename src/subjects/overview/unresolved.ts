// The overview's rows for unresolved writes of all customers of this service, for a journal that can't be used, and for
// returned direct debits.

import { textCell } from '../../format/cells.ts';
import { isFor } from '../../journal/duplicates.ts';
import type { Row } from '../../journal/intent.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { journalTones, writeStatuses } from '../../money/journal-states.ts';
import { confirmedCustomer, confirmedLines, confirmedMoney } from '../../money/shown-lines.ts';
import { isInFlight, unresolvedHere } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { statusChangesHere } from '../../store/status-changes.ts';
import { openView } from '../../store/view.ts';
import type { Attention, AttentionSource } from '../../ui/screens/attention.ts';

export const unresolved: AttentionSource = {
  attention: state => [
    ...(state.journal.kind === 'locked' ? [lockedAttention(state.journal.why)] : []),
    ...unresolvedHere(state)
      .toSorted((a, b) => a.number - b.number)
      .toSorted((a, b) => Number(isOwn(b, state)) - Number(isOwn(a, state)))
      .map(row => attentionOf(row, state)),
  ],
};

/** Without this row, an empty overview would say that nothing is unresolved. */
const lockedAttention = (why: Visible): Attention => ({
  key: 'journal locked',
  urgency: 'unresolved',
  state: { text: t`locked`, tone: 'bad' },
  what: t`The journal can't be used`,
  notes: [
    { note: why, tone: 'bad' },
    { note: t`Some writes may be unresolved. Purser can't list them now, and sends no write.`, tone: 'bad' },
  ],
  to: openView('journal'),
});

const isOwn = ({ intent }: Row, { customer }: State): boolean =>
  customer !== undefined && isFor(intent, customer);

function attentionOf(row: Row, state: State): Attention {
  const { intent } = row;
  const flying = isInFlight(row, state);
  const lines = confirmedLines(row);
  const money = confirmedMoney(row);
  const about = money ?? lines[0]?.value;
  return {
    key: `journal ${intent.requestId}`,
    urgency: flying ? 'on its way' : 'unresolved',
    state: { text: flying ? t`sending` : visible(row.state), tone: journalTones[row.state] },
    what: visible(intent.title),
    ...(about !== undefined && { about, amountFirst: money !== undefined }),
    at: intent.createdAt,
    ...(isOwn(row, state) ? {} : { whose: confirmedCustomer(row) }),
    thing: {
      title: t`Request ID`,
      id: textCell(intent.requestId).text,
      status: { of: row.state, table: writeStatuses },
    },
    notes: [
      flying
        ? { note: t`A console is sending this request and waits for the response.`, tone: 'plain' }
        : {
            note: t`The outcome is not known: the request may have been done, or not. In the journal (0), press Enter to check the entry against the service, or v to resolve it.`,
            tone: 'bad',
          },
      { label: t`Customer`, cell: { text: confirmedCustomer(row) } },
      ...lines.map(({ label, value }) => ({ label, cell: { text: value } })),
      { label: t`Request ID`, cell: textCell(intent.requestId) },
    ],
    to: { ...openView('journal'), cursorKey: intent.requestId },
  };
}

const idIn = (key: string): string => key.slice(key.lastIndexOf(' ') + 1);

export const returned: AttentionSource = {
  attention: state =>
    statusChangesHere(state)
      .filter(({ grave }) => grave)
      .map(({ key, name, status, at }) => ({
        key: `told ${key}`,
        urgency: 'returned',
        state: { text: status, tone: 'bad' },
        // The amount is in the name, which no narrow screen cuts.
        what: name,
        about: t`changed in this session`,
        at: at + (state.skew ?? 0),
        thing: { title: t`Transaction ID`, id: visible(idIn(key)) },
        notes: [
          {
            note: t`A refund request was successful. The funds were credited back to the Wallet.`,
            tone: 'plain',
          },
        ],
        to: { ...openView('direct-debits'), cursorKey: idIn(key) },
      })),
};
