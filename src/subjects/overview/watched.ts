// The overview's rows for the watched records of the open customer.

import { ageText } from '../../format/cells.ts';
import { noted } from '../../format/entry.ts';
import { t, visible } from '../../lib/visible.ts';
import { queryKey } from '../../records/query.ts';
import { WATCH_READS } from '../../records/watch-reads.ts';
import { openView, type View } from '../../store/view.ts';
import { type Watch, watchesOf, watchKey } from '../../store/watches.ts';
import { currentWorkspace, documentIn } from '../../store/workspace.ts';
import type { AttentionSource } from '../../ui/screens/attention.ts';

const VIEWS: Readonly<Record<Watch['kind'], (watch: Watch) => View>> = {
  payout: ({ at = {} }) => ({ ...openView('payouts'), cursorKey: at['row'] }),
  'direct debit': ({ id }) => openView('direct-debits', id),
  conversion: ({ id }) => openView('conversion', id),
  card: ({ id }) => ({ ...openView('cards'), cursorKey: id }),
  rfi: () => openView('rfi'),
};

export const watchedRecords: AttentionSource = {
  attention: state =>
    (state.customer ? watchesOf(state, state.customer) : []).map(watch => {
      const query = WATCH_READS[watch.kind].query(watch);
      const { asOf, failure } = documentIn(currentWorkspace(state), queryKey(query));
      const read = ageText(asOf, state.now) ?? t`not yet`;
      return {
        key: `watched ${watchKey(watch)}`,
        urgency: 'watched',
        state: { text: watch.status === undefined ? t`watched` : visible(watch.status, 40), tone: 'accent' },
        what: t`Watched`,
        about: watch.name,
        amountFirst: true,
        at: watch.since,
        notes: [
          noted(
            t`Purser reads this record again and announces each change, for 12 hours. Press W to stop.`,
            'plain',
          ),
          { label: t`Read`, cell: { text: failure ? t`${read}, the last read failed` : read } },
        ],
        to: VIEWS[watch.kind](watch),
        watch,
      };
    }),
};
