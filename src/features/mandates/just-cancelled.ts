// Mandates cancelled from here a while ago: what their status is called now isn't in the interface, so somebody looks.

import { cancelledMandate } from '../../effects/read-back-plan.ts';
import { t, visible } from '../../lib/visible.ts';
import { openView } from '../../store/view.ts';
import type { AttentionSource } from '../../ui/screens/attention.ts';
import { doneFromHere } from '../../ui/screens/done-from-here.ts';

const HOUR = 3_600_000;

export const cancelledMandates: AttentionSource = {
  attention: state =>
    doneFromHere(state, 'mandate.cancel', HOUR).flatMap(({ row, at }) => {
      const named = cancelledMandate(row.intent);
      if (!named) return [];
      const { global_account_id: account, mandate_id: id } = named;
      return [
        {
          key: `mandate ${id}`,
          urgency: 'mandate',
          state: { text: t`cancelled`, tone: 'accent' },
          what: t`Mandate cancelled from here`,
          about: visible(id, 60),
          at: at + (state.skew ?? 0),
          notes: [
            {
              note: t`The service said that it is cancelled: new direct debit payouts under it are rejected. What becomes of those on their way isn't shown: look at each (D).`,
              tone: 'plain',
            },
            { label: t`Mandate`, cell: { text: visible(id) } },
            { label: t`Account`, cell: { text: visible(account) } },
          ],
          to: { ...openView('account-mandates', account), cursorKey: id },
        },
      ];
    }),
};
