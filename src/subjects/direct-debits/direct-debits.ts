// The list of the direct debits of a period, or of one direct debit by its ID.

import { amountCell } from '../../format/cells.ts';
import { documentOf } from '../../format/joined.ts';
import type { Json } from '../../lib/json.ts';
import { present } from '../../lib/present.ts';
import { forLast } from '../../lib/remembered.ts';
import { fromServer, join, t, type Visible, visible } from '../../lib/visible.ts';
import {
  byWord,
  idKeys,
  indexOf,
  type Loaded,
  loadedText,
  movedText,
  personKey,
  type Related,
} from '../../money/related.ts';
import { accountOf, journalOf, mandateOf } from '../../money/related-money.ts';
import { idText, isId, withId } from '../../records/facts.ts';
import { type DirectDebit, debitQuery } from '../../records/reads.ts';
import { nameKey } from '../../records/record-names.ts';
import type { Item } from '../../store/paging.ts';
import { givenView } from '../../store/saved-views.ts';
import type { State } from '../../store/state.ts';
import { hasStatusChanged } from '../../store/status-changes.ts';
import { underOf, type View } from '../../store/view.ts';
import { mainColumn, otherIdColumn, textColumn } from '../../ui/screens/common-columns.ts';
import { columnsOf, listingOf } from '../../ui/screens/record-listing.ts';
import type { Resource } from '../../ui/screens/resource.ts';
import { periodFilters } from '../../ui/screens/server-filter.ts';
import { debitKey, debitsMove, watchDebit } from './direct-debit-attention.ts';
import { cancelDirectDebit, debitJoins } from './direct-debit-cancel.ts';
import { debitedAccountDetails, directDebitDetails } from './direct-debit-details.ts';

/** INTERFACE.md, Endpoints › Family A, rule 3. */
const period = periodFilters(
  'from_created_date',
  'to_created_date',
  t`if empty: 30 days before the end date, or before today; 7d, 20nov`,
);

const { time, status, amount, id } = columnsOf('direct-debit');

/** Each console has its own list, which remembers its last row. */
export function directDebits(): Resource<'directDebit.list', DirectDebit> {
  const byId = rowById();
  return {
    ...listingOf('direct-debit'),
    place: 'direct-debits',
    query: ({ subject, server }) =>
      subject === undefined ? { operation: 'directDebit.list', input: { query: server } } : undefined,
    local: (state, { subject }) => (subject === undefined ? [] : byId(state, subject)),
    empty: t`No direct debits in the last 30 days. Press f to choose another period.`,
    about,
    columns: [
      time,
      mainColumn('debtor', t`Debtor`, [10, 40, 0], row => row.debtor_name),
      textColumn('reference', t`Reference`, [12, 24, 4], row => row.statement_ref),
      { ...status, min: 9 },
      amount,
      id,
      otherIdColumn('mandate', t`Mandate`, row => row.mandate_id),
      otherIdColumn('account', t`Global Account`, row => row.global_account_id),
    ],
    filters: period,
    views: [
      givenView(t`Pending`, { filter: 'status=pending' }),
      givenView(t`Returned`, { filter: 'status=returned' }),
    ],
    watch: watchDebit,
    related: relatedToDebit,
    actions: [cancelDirectDebit],
    details: [
      { title: t`Direct debit`, entries: directDebitDetails },
      { title: t`Global Account`, entries: debitedAccountDetails },
    ],
    itself: row => withId(row.transaction_id, id => debitQuery(id)),
    changed: (row, state) => hasStatusChanged(state, debitKey(idText(row.transaction_id) ?? '')),
    rereadsList: debitsMove,
    joins: debitJoins,
  };
}

const ofMandate = indexOf('directDebit.list', row => idKeys(row.mandate_id));
const ofDebtor = indexOf('directDebit.list', row => personKey(row.debtor_name));
const mandatesById = indexOf('mandate.list', row => idKeys(row.id));

function relatedToDebit(row: DirectDebit, loaded: Loaded): readonly Related[] {
  const [id, mandate, account] = [row.transaction_id, row.mandate_id, row.global_account_id].map(idText);
  const others = (found: readonly Item<DirectDebit>[]) =>
    found.map(item => item.row).filter(other => other !== row && idText(other.transaction_id) !== id);
  const debits = (kind: Visible, column: string, text: string, found: readonly DirectDebit[]) => {
    const [newest] = found;
    return (
      newest && byWord(kind, 'direct-debits', text, debitsText(found.length, newest, loaded), { column })
    );
  };
  const [held] = mandate === undefined ? [] : mandatesById(loaded, [nameKey(mandate)]);
  const creditor = held && idText(held.row.creditor_name);
  const debtor = idText(row.debtor_name);
  const strangers = others(ofDebtor(loaded, personKey(row.debtor_name))).filter(
    other => mandate === undefined || !isId(other.mandate_id, mandate),
  );
  const alike = debtor === undefined ? undefined : debits(t`Same debtor`, 'debtor', debtor, strangers);
  return present(
    mandate !== undefined &&
      account !== undefined &&
      mandateOf(account, mandate, creditor === undefined ? undefined : visible(creditor, 40)),
    mandate !== undefined &&
      debits(t`Same mandate`, 'mandate', mandate, others(ofMandate(loaded, [nameKey(mandate)]))),
    accountOf(account, loaded),
    ...journalOf(id, loaded),
    alike && { ...alike, possibly: t`same debtor name; no mandate ID joins them` },
  );
}

const debitsText = (count: number, row: DirectDebit, loaded: Loaded): Visible =>
  loadedText(count, movedText(amountCell(row.amount, row.currency), row.created_at, loaded), t``);

/** The service chooses the period without a filter (rule 3). */
function about(view: View, { customer }: State): Visible {
  const { subject, server } = view;
  const under = underOf(view);
  const whose = customer?.onBehalfOf === undefined ? t`of the platform's own account` : undefined;
  const which =
    subject !== undefined
      ? t`${visible(subject, 40)}`
      : server['from_created_date'] !== undefined
        ? undefined
        : server['to_created_date'] === undefined
          ? under
            ? t`of the last 30 days (f: earlier)`
            : t`of the last 30 days`
          : t`of the 30 days before the end date`;
  return join([which, whose].filter(part => part !== undefined));
}

/** Until the read arrives, the row has only the ID. */
function rowById() {
  const rows = forLast((id: string, value: DirectDebit | undefined, raw: Json | undefined) => {
    // The details show an answer about another direct debit.
    const row = value && isId(value.transaction_id, id) ? value : onlyId(id);
    return [{ key: id, row, raw: raw ?? null }];
  });
  return (state: State, id: string): readonly Item<DirectDebit>[] => {
    const { value, raw } = documentOf(state, debitQuery(id));
    return rows(id, value, raw);
  };
}

const onlyId = (id: string): DirectDebit => ({
  transaction_id: fromServer(id),
  mandate_id: undefined,
  global_account_id: undefined,
  amount: undefined,
  currency: undefined,
  debtor_name: undefined,
  statement_ref: undefined,
  status: undefined,
  created_at: undefined,
});
