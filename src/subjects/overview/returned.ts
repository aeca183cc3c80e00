// The overview's rows for direct debits that were returned in this session. The rows stay until the session ends.

import { t, visible } from '../../lib/visible.ts';
import { statusChangesHere } from '../../store/status-changes.ts';
import { openView } from '../../store/view.ts';
import type { AttentionSource } from '../../ui/screens/attention.ts';

const idIn = (key: string): string => key.slice(key.lastIndexOf(' ') + 1);

export const returned: AttentionSource = {
  attention: state =>
    statusChangesHere(state)
      .filter(({ grave }) => grave)
      .map(({ key, name, status, at }) => ({
        key: `told ${key}`,
        urgency: 'returned',
        state: { text: status, tone: 'bad' },
        // The name contains the amount. The name comes first, so that no narrow screen cuts the amount.
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
