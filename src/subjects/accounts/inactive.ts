// The overview's row for inactive accounts.

import type { ListQuery } from '../../effects/query.ts';
import { textCell } from '../../format/cells.ts';
import { counted } from '../../lib/counted.ts';
import { t } from '../../lib/visible.ts';
import { openView } from '../../store/view.ts';
import { type AttentionSource, ofList } from '../../ui/screens/attention.ts';

/** The same query as the Accounts tab, so that both show the same answer. */
const query: ListQuery<'account.list'> = { operation: 'account.list', input: { query: {} } };
const title = t`Accounts`;

/** One row for all inactive accounts, because staff can't activate them. */
export const inactiveAccounts: AttentionSource = {
  needs: () => [{ kind: 'list', query, through: 0 }],
  attention: state =>
    ofList(state, { title, query, to: openView('accounts') }, items => {
      const inactive = items.filter(({ row }) => row.status === 'INACTIVE');
      const [first] = inactive;
      if (!first) return [];
      const one = inactive.length === 1;
      return [
        {
          key: 'inactive accounts',
          urgency: 'inactive',
          state: { text: t`INACTIVE`, tone: 'warn' },
          what: t`${counted(inactive.length, t`account is`, t`accounts are`)} inactive`,
          ...(one && { about: textCell(first.row.label).text }),
          notes: [
            {
              note: t`A new account is INACTIVE. The step to ACTIVE is not documented by the service.`,
              tone: 'plain',
            },
            ...inactive.map(({ row }) => ({ label: t`Account`, cell: textCell(row.label) })),
          ],
          to: { ...openView('accounts'), filter: 'status:INACTIVE' },
        },
      ];
    }),
};
