// The list of the mandates of one Global Account. Keys cancel a mandate and open its direct debits.

import { accountName } from '../../format/account-name.ts';
import { idText, textCell } from '../../format/cells.ts';
import { globalAccountQuery } from '../../format/records.ts';
import { type StatusMeaning, statusText } from '../../format/statuses.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import { isUsableId } from '../../money/tokens.ts';
import { hasStatusChanged } from '../../store/status-changes.ts';
import { viewUnder } from '../../store/view.ts';
import { visitOnTop } from '../../store/workspace.ts';
import {
  cellColumn,
  dateColumn,
  idColumn,
  mainColumn,
  otherIdColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/screens/columns.ts';
import type { Resource, RowAction } from '../../ui/screens/resource.ts';
import { periodFilters, wordFilter } from '../../ui/screens/server-filter.ts';
import { cancelMandate } from './cancel-mandate.ts';
import { mandateKey } from './just-cancelled.ts';
import { mandateAccountDetails, mandateDetails, queryOf, statusTones } from './mandate-details.ts';
import type { Mandate } from './mandate-lines.ts';

const mandateStatuses: Readonly<Record<keyof typeof statusTones, StatusMeaning>> = {
  ACTIVE: {
    means: t`The service takes direct debits under the mandate. The service documents no other status.`,
    next: t`Nobody has to act. The external party takes direct debits under the mandate.`,
    final: t`No. You or the external party can cancel the mandate, or its Global Account can close. The status after that is not documented.`,
    undo: t`Cancel the mandate (x). The service then rejects new direct debits. The API can't undo that.`,
  },
};

/** Opens the direct debits of the selected mandate. The filter is local, because the service can't filter by mandate. */
const debits: RowAction<Mandate> = {
  id: 'debits',
  title: t`direct debits`,
  key: 'D',
  footer: 2.6,
  barred: row => whyNoDebits(row),
  run(app, row) {
    const id = idText(row.id);
    if (id !== undefined)
      app.store.setState(state =>
        visitOnTop(state, viewUnder('direct-debits', `mandate:${id}`, nameOf(row))),
      );
  },
};

/** The creditor's name, which staff know better than the mandate's ID. */
const nameOf = ({ creditor_name }: Mandate): Visible => cut(textCell(creditor_name).text, NAME_CELLS);
const NAME_CELLS = 30;

function whyNoDebits(row: Mandate): Visible | undefined {
  const id = idText(row.id);
  return id !== undefined && isUsableId(id) && !id.includes('"')
    ? undefined
    : t`The service sent no usable mandate ID, so Purser can't find the direct debits.`;
}

export const accountMandates: Resource<'mandate.list'> = {
  place: 'account-mandates',
  query: ({ subject, server }) =>
    subject === undefined
      ? undefined
      : { operation: 'mandate.list', input: { params: { global_account_id: subject }, query: server } },
  nouns: { one: t`mandate`, many: t`mandates` },
  empty: t`No mandates for this Global Account. The service lists only mandates signed in the United Kingdom for GBP. For other currencies, ask the external party. Press 6 to choose another account.`,
  about: ({ subject }, state) => (subject === undefined ? undefined : t`of ${accountName(subject, state)}`),
  columns: [
    timeColumn(row => row.created_at),
    mainColumn('creditor', t`Creditor`, [16, 40, 0], row => row.creditor_name),
    statusColumn(row => row.status, statusTones),
    textColumn('debtor', t`Debtor`, [10, 40, 4], row => row.debtor_name),
    cellColumn('scheme', t`Scheme`, [6, 10, 5], row => textCell(row.payment_scheme)),
    textColumn('currency', t`Currency`, [8, 12, 3], row => row.currency),
    idColumn(row => row.id),
    dateColumn('setup', t`Set up`, [16, 16, 7], row => row.setup_time),
    otherIdColumn('account', t`Global Account`, row => row.global_account_id),
  ],
  filters: [
    wordFilter('status', t`Status`, [t`ACTIVE`], false),
    ...periodFilters('from_created_date', 'to_created_date'),
  ],
  statuses: { of: row => statusText(row.status), explain: mandateStatuses },
  actions: [cancelMandate, debits],
  details: [
    { title: t`Mandate`, entries: mandateDetails },
    { title: t`Global Account`, entries: mandateAccountDetails },
  ],
  itself: queryOf,
  changed: (row, state) => hasStatusChanged(state, mandateKey(idText(row.id) ?? '')),
  joins(row) {
    const query = queryOf(row);
    const account = idText(row.global_account_id);
    return [...(query ? [query] : []), ...(account === undefined ? [] : [globalAccountQuery(account)])];
  },
};
