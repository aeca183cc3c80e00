// The list of a customer's beneficiaries.

import type { RowOf } from '../../effects/query.ts';
import { idText, wordsCell } from '../../format/cells.ts';
import { beneficiaryQuery } from '../../format/records.ts';
import { NOT_SHOWN, type StatusMeaning, statusText } from '../../format/statuses.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { PlaceId } from '../../store/places.ts';
import { visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import {
  cellColumn,
  dateColumn,
  idColumn,
  mainColumn,
  statusColumn,
  textColumn,
} from '../../ui/screens/columns.ts';
import { opens } from '../../ui/screens/opens.ts';
import type { Resource, RowAction } from '../../ui/screens/resource.ts';
import { currencyFilter, wordFilter } from '../../ui/screens/server-filter.ts';
import { type BeneficiaryStatus, beneficiaryDetails, statusTones } from './beneficiary-details.ts';

const moves = t`Not documented by the service: the order of beneficiary statuses.`;
const pays = t`The service decides whether it accepts payouts to a beneficiary in this status. The rule is not documented.`;

const pending: StatusMeaning = {
  means: t`The verification is pending. ${pays}`,
  next: t`Not documented by the service: who verifies the beneficiary, and how long that takes.`,
  final: moves,
  undo: moves,
};

/** INTERFACE.md has two spellings of the same status. */
export const beneficiaryStatuses: Readonly<Record<BeneficiaryStatus, StatusMeaning>> = {
  VERIFIED: { means: t`The beneficiary is verified. ${pays}`, next: NOT_SHOWN, final: moves, undo: moves },
  PENDING_VERIFICATION: pending,
  VERIFICATION_PENDING: pending,
};

type OpenAction = Pick<RowAction<RowOf<'beneficiary.list'>>, 'id' | 'title' | 'key' | 'footer'>;

const opensForm = (
  place: PlaceId,
  nameless: Visible,
  key: OpenAction,
): RowAction<RowOf<'beneficiary.list'>> => ({
  ...key,
  barred: (row, state) => whyNotWrite(state) ?? (idText(row.id) === undefined ? nameless : undefined),
  run(app, row) {
    const id = idText(row.id);
    if (id !== undefined) app.store.setState(state => visit(state, place, id));
  },
});

const pay = opensForm('new-payout', t`The service sent no usable ID, so Purser can't pay this beneficiary.`, {
  id: 'pay',
  title: t`pay`,
  key: 'p',
  footer: 2.5,
});
const change = opensForm(
  'update-beneficiary',
  t`The service sent no usable ID, so Purser can't change this beneficiary.`,
  { id: 'change', title: t`change`, key: 'e', footer: 2.7 },
);

export const beneficiaries: Resource<'beneficiary.list'> = {
  place: 'beneficiaries',
  query: ({ server }) => ({ operation: 'beneficiary.list', input: { query: server } }),
  nouns: { one: t`beneficiary`, many: t`beneficiaries` },
  empty: t`This customer has no beneficiaries.`,
  columns: [
    mainColumn('name', t`Name`, [16, 40, 0], row => row.account_holder_name),
    textColumn('number', t`Account`, [8, 24, 1], row => row.account_number),
    textColumn('currency', t`Currency`, [8, 12, 2], row => row.currency),
    // The column must be wide enough for PENDING_VERIFICATION.
    statusColumn(row => row.status, statusTones, [20, 22, 0]),
    textColumn('bank', t`Bank`, [12, 30, 3], row => row.bank_name),
    textColumn('country', t`Country`, [7, 8, 4], row => row.country),
    dateColumn('used', t`Last used`, [16, 16, 5], row => row.last_used_at),
    cellColumn('methods', t`Methods`, [12, 24, 7], row => wordsCell(row.payout_methods)),
    idColumn(row => row.id),
  ],
  filters: [wordFilter('status', t`Status`, [t`VERIFIED`, t`PENDING_VERIFICATION`], false), currencyFilter],
  statuses: { of: row => statusText(row.status), explain: beneficiaryStatuses },
  actions: [pay, change],
  commands: [
    opens({
      from: 'beneficiaries',
      to: 'new-beneficiary',
      key: 'n',
      title: t`new beneficiary`,
      footer: 2.6,
      writes: true,
    }),
  ],
  details: [{ title: t`Beneficiary`, entries: beneficiaryDetails }],
  itself(row) {
    const id = idText(row.id);
    return id === undefined ? undefined : beneficiaryQuery(id);
  },
  joins(row) {
    const id = idText(row.id);
    return id === undefined ? [] : [beneficiaryQuery(id)];
  },
};
