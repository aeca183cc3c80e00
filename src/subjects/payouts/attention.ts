// The overview's rows for payouts that were made in Purser and may be pending.

import { textCell } from '../../format/cells.ts';
import { DASH } from '../../format/entry.ts';
import { t } from '../../lib/visible.ts';
import { doneAt } from '../../money/done-from-here.ts';
import { confirmedMoney } from '../../money/shown-lines.ts';
import { openView } from '../../store/view.ts';
import type { Attention, AttentionSource } from '../../ui/screens/attention.ts';
import { ownPayouts } from './own-payout.ts';

const DAY = 24 * 3_600_000;
/** How long a payout has a row. INTERFACE.md does not say how long payouts stay pending. */
const RECENT = 2 * DAY;

/** Each console has its own source, which remembers its last rows. */
export function recentPayouts(): AttentionSource {
  const own = ownPayouts();
  return {
    attention(state) {
      const rows = own(state);
      return rows.flatMap(({ key, row }): readonly Attention[] => {
        const at = row.kind === 'payout' ? doneAt(row.own) : undefined;
        if (at === undefined || row.cancelled || state.now - at > RECENT) return [];
        return [
          {
            key: `payout ${key}`,
            urgency: 'payout',
            state: { text: t`may be pending`, tone: 'warn' },
            what: t`Payout`,
            about: confirmedMoney(row.own) ?? DASH.text,
            amountFirst: true,
            at,
            thing: { title: t`Request ID`, id: textCell(row.own.intent.requestId).text },
            notes: [
              {
                note: t`The service can't show a payout's status and does not document how long a payout stays pending. Only a pending payout can be cancelled. The service refuses to cancel a processed payout.`,
                tone: 'plain',
              },
              { label: t`Request ID`, cell: textCell(row.own.intent.requestId) },
            ],
            to: { ...openView('payouts'), cursorKey: key },
          },
        ];
      });
    },
  };
}
