// Refunds of this session: a notice until staff have looked, and a row here for the rest of the session.

import { t, visible } from '../../lib/visible.ts';
import type { AttentionSource } from '../../records/attention.ts';
import { toldHere } from '../../store/told.ts';
import { openView } from '../../store/view.ts';

const idIn = (key: string): string => key.slice(key.lastIndexOf(' ') + 1);

export const returned: AttentionSource = {
  attention: state =>
    toldHere(state)
      .filter(({ grave }) => grave)
      .map(({ key, name, status, at }) => ({
        key: `told ${key}`,
        urgency: 'returned',
        state: { text: status, tone: 'bad' },
        // The amount is in the name: it comes first, where it is never cut.
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
