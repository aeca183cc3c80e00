// The overview's rows for the watched records of the open customer.

import type { Watcher } from '../../effects/keep-watches.ts';
import { ageText } from '../../format/cells.ts';
import { noted } from '../../format/entry.ts';
import { t, visible } from '../../lib/visible.ts';
import { queryKey } from '../../records/query.ts';
import { watchesOf, watchKey } from '../../store/watches.ts';
import { currentWorkspace, documentIn } from '../../store/workspace.ts';
import type { AttentionSource } from '../../ui/screens/attention.ts';

export const watchedRecords = (watchers: readonly Watcher[]): AttentionSource => ({
  attention: state =>
    (state.customer ? watchesOf(state, state.customer) : []).flatMap(watch => {
      const watcher = watchers.find(({ kind }) => kind === watch.kind);
      if (!watcher) return [];
      const { asOf, failure } = documentIn(currentWorkspace(state), queryKey(watcher.query(watch)));
      const read = ageText(asOf, state.now) ?? t`not yet`;
      return [
        {
          key: `watched ${watchKey(watch)}`,
          urgency: 'watched' as const,
          state: {
            text: watch.status === undefined ? t`watched` : visible(watch.status, 40),
            tone: 'accent' as const,
          },
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
          to: watcher.to(watch),
          watch,
        },
      ];
    }),
});
