// Watches a payout. The service can't read payouts, so Purser reads the balance history for entries that name the payout.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { Watcher } from '../../effects/keep-watches.ts';
import { textCell } from '../../format/cells.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { AMOUNT, BENEFICIARY, confirmedLine } from '../../money/shown-lines.ts';
import { epochOf, idText } from '../../records/facts.ts';
import type { HistoryEntry } from '../../records/reads.ts';
import { nameKey, namesIn } from '../../records/record-names.ts';
import { openView } from '../../store/view.ts';
import { type WatchOffer, watchKey } from '../../store/watches.ts';
import type { OwnPayout } from './own-payout.ts';

/** In ms. */
const EVERY = 60_000;

const BETWEEN = ', ';
const FOUND = 'in the history: ';

export const payoutWatcher: Watcher = {
  kind: 'payout',
  every: EVERY,
  query: ({ at = {} }) => ({
    operation: 'account.balanceHistory',
    input: { query: at['currency'] === undefined ? {} : { currency: at['currency'] } },
  }),
  /** The types of the entries, oldest first: "in the history: HOLD, PAYOUT". */
  statusIn(answer, { id, status }) {
    // The query reads the newest entries.
    const entries = (answer as Result<'account.balanceHistory'>).filter(
      (entry): entry is HistoryEntry => !(entry instanceof Odd) && names(entry, id),
    );
    const types = entries
      .toSorted((one, other) => (epochOf(one.create_time) ?? 0) - (epochOf(other.create_time) ?? 0))
      .map(({ transaction_type: type }) => textCell(type).text.replaceAll(',', ' '));
    // Older entries may have left the page.
    if (types.length === 0 || types.length < (status?.split(BETWEEN).length ?? 0)) return status;
    return `${FOUND}${types.join(BETWEEN)}`;
  },
  // The service documents no last entry of a payout.
  isLast: () => false,
  to: ({ at = {} }) => ({ ...openView('payouts'), cursorKey: at['row'] }),
};

/** As a whole word: another payout's reference may begin with the same digits. */
const names = ({ description }: HistoryEntry, id: string): boolean =>
  namesIn(idText(description)).includes(nameKey(id));

export const NOT_OWN = t`This row is one entry of the balance history, and it does not change. Purser can watch payouts that were made in Purser.`;

const nameIn = ({ references, ids }: OwnPayout['known']): string | undefined => references[0] ?? ids[0];

export const payoutKey = ({ kind, known }: OwnPayout): string =>
  kind === 'payout' ? watchKey({ kind, id: nameIn(known) ?? '' }) : '';

export function watchPayout({ own, kind, known }: OwnPayout): WatchOffer | Visible {
  if (kind !== 'payout') return t`A cancellation can't be watched. Watch the payout.`;
  if (own.state !== 'DONE')
    return t`Purser can watch a payout that is DONE. To check an unknown outcome, open the journal (0).`;
  const id = nameIn(known);
  if (id === undefined)
    return t`The service's response has no reference of this payout, so Purser can't find it in the balance history.`;
  const amount = confirmedLine(own, AMOUNT);
  const to = confirmedLine(own, BENEFICIARY);
  const currency = amount?.split(' ')[1];
  return {
    kind,
    id,
    name: t`Payout ${amount ?? t``}${to === undefined ? t`` : t` to ${to}`}`,
    at: { row: `journal ${own.intent.requestId}`, ...(currency !== undefined && { currency }) },
  };
}
