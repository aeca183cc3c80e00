// The list of accounts to choose from: the service lists the mandates of one Global Account at a time.

import { flagCell, idText, textCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { joinedEntries, whoseRecords } from '../../format/joined.ts';
import { globalAccountQuery } from '../../format/records.ts';
import { t } from '../../lib/visible.ts';
import { openView } from '../../store/view.ts';
import { cellColumn, idColumn, mainColumn, textColumn } from '../../ui/screens/columns.ts';
import type { DetailsContext, Resource } from '../../ui/screens/resource.ts';
import {
  type MandateAccount,
  mandatesCell,
  mandatesSentence,
  withGlobalAccounts,
} from './mandate-details.ts';

/** Each console has its own list, which remembers its last rows. */
export const mandates = (): Resource<'account.list', MandateAccount> => ({
  place: 'mandates',
  query: () => ({ operation: 'account.list', input: { query: {} } }),
  adaptRows: withGlobalAccounts(),
  nouns: { one: t`account`, many: t`accounts` },
  empty: t`No mandates: this customer has no accounts.`,
  about: () => t`by account`,
  columns: [
    mainColumn('label', t`Label`, [16, 40, 0], row => row.label),
    cellColumn('mandates', t`Mandates`, [17, 17, 0], mandatesCell),
    textColumn('number', t`Number`, [8, 24, 2], row => row.account_number),
    textColumn('country', t`Country`, [7, 8, 3], row => row.country_code),
    idColumn(row => row.id),
  ],
  details: [{ title: t`Direct debit`, entries: accountEntries }],
  joins(row) {
    const id = idText(row.id);
    return id === undefined ? [] : [globalAccountQuery(id)];
  },
  open(row) {
    const id = idText(row.id);
    return id === undefined ? undefined : openView('account-mandates', id);
  },
});

function accountEntries(row: MandateAccount, context: DetailsContext): readonly Entry[] {
  const id = idText(row.id);
  const whose: Entry = { note: whoseRecords(context.customer) };
  if (id === undefined)
    return [
      whose,
      {
        note: t`The service sent this account without an ID, so Purser can't find its mandates.`,
        tone: 'warn',
      },
    ];
  const read = context.document(globalAccountQuery(id));
  return [
    whose,
    ...joinedEntries(read, {
      absent: t`No mandates here: the service has no Global Account with this ID.`,
      title: t`Global Account`,
      asked: id,
      idOf: account => account.id,
      entries: account => [
        { note: mandatesSentence(id, account), tone: 'plain' },
        { label: t`Name`, cell: textCell(account.account_name, 'strong') },
        { label: t`Currency`, cell: textCell(account.currency) },
        { label: t`Country`, cell: textCell(account.country_code) },
        {
          label: t`Direct debit`,
          cell:
            account.capability !== undefined && 'support_direct_debit' in account.capability
              ? flagCell(account.capability.support_direct_debit)
              : textCell(account.capability),
        },
        { label: t`ID`, cell: textCell(account.id) },
      ],
    }),
  ];
}
