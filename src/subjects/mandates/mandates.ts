// The accounts to choose from, and the mandates of the chosen one: the service lists them by Global Account.

import type { Moving } from '../../effects/moving.ts';
import { textCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import {
  accountName,
  directDebitCell,
  documentOf,
  globalAccountEntries,
  platformNotes,
} from '../../format/joined.ts';
import { present } from '../../lib/present.ts';
import { HOUR } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import { movingAfter } from '../../money/after-write.ts';
import { doneFromHere } from '../../money/done-from-here.ts';
import { cancelledMandate } from '../../money/in-path.ts';
import { byWord, idKeys, indexOf, type Loaded, loadedText, type Related } from '../../money/related.ts';
import { accountOf, journalOf } from '../../money/related-money.ts';
import { confirmedLine, STATUS } from '../../money/shown-lines.ts';
import { isUsableId, unusableId } from '../../money/write-tokens.ts';
import { idText, isId, withId } from '../../records/facts.ts';
import { accountsQuery, globalAccountQuery } from '../../records/reads.ts';
import type { State } from '../../store/state.ts';
import { hasStatusChanged } from '../../store/status-changes.ts';
import { openView, viewUnder } from '../../store/view.ts';
import { watchKey } from '../../store/watches.ts';
import { currentView, visitOnTop } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import type { AttentionSource } from '../../ui/screens/attention.ts';
import {
  cellColumn,
  dateColumn,
  idColumn,
  mainColumn,
  otherIdColumn,
  textColumn,
} from '../../ui/screens/common-columns.ts';
import { columnsOf, listingOf } from '../../ui/screens/record-listing.ts';
import type { DetailsContext, Resource, RowAction } from '../../ui/screens/resource.ts';
import { periodFilters, wordFilter } from '../../ui/screens/server-filter.ts';
import { cancelMandateQuestion, type Mandate, mandateCancel } from './mandate-cancel.ts';
import {
  type MandateAccount,
  mandateAccountDetails,
  mandateDetails,
  mandatesCell,
  mandatesSentence,
  queryOf,
  withGlobalAccounts,
} from './mandate-details.ts';

/** Each console has its own list, which remembers its last rows. */
export const mandates = (): Resource<'account.list', MandateAccount> => ({
  place: 'mandates',
  query: () => accountsQuery,
  adaptRows: withGlobalAccounts(),
  nouns: listingOf('account').nouns,
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
  joins: row => withId(row.id, id => [globalAccountQuery(id)]) ?? [],
  open: row => withId(row.id, id => openView('account-mandates', id)),
});

function accountEntries(row: MandateAccount, context: DetailsContext): readonly Entry[] {
  const id = idText(row.id);
  if (id === undefined)
    return [
      ...platformNotes(context.customer),
      noted(t`The service sent this account without an ID, so Purser can't find its mandates.`, 'warn'),
    ];
  return globalAccountEntries(
    id,
    context,
    account => [
      noted(mandatesSentence(id, account), 'plain'),
      { label: t`Name`, cell: textCell(account.account_name, 'strong') },
      { label: t`Currency`, cell: textCell(account.currency) },
      { label: t`Country`, cell: textCell(account.country_code) },
      { label: t`Direct debit`, cell: directDebitCell(account) },
      { label: t`ID`, cell: textCell(account.id) },
    ],
    t`No mandates here: the service has no Global Account with this ID.`,
  );
}

/** The filter is local, because the service can't filter by mandate. */
const debits: RowAction<Mandate> = {
  id: 'debits',
  title: t`direct debits`,
  key: 'D',
  reads: true,
  footer: 2.6,
  barred: row => barDebits(row),
  run: (app, row) =>
    withId(row.id, id =>
      app.store.setState(state =>
        visitOnTop(state, viewUnder('direct-debits', `mandate:${id}`, nameOf(row))),
      ),
    ),
};

/** Staff know the creditor better than the mandate's ID. */
const nameOf = ({ creditor_name }: Mandate): Visible => cut(textCell(creditor_name).text, NAME_CELLS);
const NAME_CELLS = 30;

function barDebits(row: Mandate): Visible | undefined {
  const id = idText(row.id);
  return id !== undefined && isUsableId(id) && !id.includes('"')
    ? undefined
    : t`The service sent no usable mandate ID, so Purser can't find the direct debits.`;
}

const cancelMandate: RowAction<Mandate> = {
  id: 'cancel',
  title: t`cancel mandate`,
  key: 'x',
  footer: 2.5,
  barred: (row, state) => whyNotWrite(state) ?? barCancel(row, state),
  run(app, row) {
    const state = app.store.getState();
    const [account, id] = [idText(row.global_account_id), idText(row.id)];
    if (account !== undefined && id !== undefined)
      void app.dialog.ask(cancelMandateQuestion({ account, id }, latest(row, state), state));
  },
};

const { time, status, id } = columnsOf('mandate');

export const accountMandates: Resource<'mandate.list'> = {
  ...listingOf('mandate'),
  place: 'account-mandates',
  query: ({ subject, server }) =>
    subject === undefined
      ? undefined
      : { operation: 'mandate.list', input: { params: { global_account_id: subject }, query: server } },
  empty: t`No mandates for this Global Account. The service lists only mandates signed in the United Kingdom for GBP. For other currencies, ask the external party. Press 6 to choose another account.`,
  about: ({ subject }, state) => (subject === undefined ? undefined : t`of ${accountName(subject, state)}`),
  columns: [
    time,
    mainColumn('creditor', t`Creditor`, [16, 40, 0], row => row.creditor_name),
    status,
    textColumn('debtor', t`Debtor`, [10, 40, 4], row => row.debtor_name),
    cellColumn('scheme', t`Scheme`, [6, 10, 5], row => textCell(row.payment_scheme)),
    textColumn('currency', t`Currency`, [8, 12, 3], row => row.currency),
    id,
    dateColumn('setup', t`Set up`, [16, 16, 7], row => row.setup_time),
    otherIdColumn('account', t`Global Account`, row => row.global_account_id),
  ],
  filters: [
    wordFilter('status', t`Status`, [t`ACTIVE`], false),
    ...periodFilters('from_created_date', 'to_created_date'),
  ],
  related: relatedToMandate,
  actions: [cancelMandate, debits],
  details: [
    { title: t`Mandate`, entries: mandateDetails },
    { title: t`Global Account`, entries: mandateAccountDetails },
  ],
  itself: queryOf,
  changed: (row, state) => hasStatusChanged(state, mandateKey(idText(row.id) ?? '')),
  joins: row =>
    [queryOf(row), withId(row.global_account_id, globalAccountQuery)].filter(query => query !== undefined),
};

const debitsOf = indexOf('directDebit.list', row => idKeys(row.mandate_id));

function relatedToMandate(row: Mandate, loaded: Loaded): readonly Related[] {
  const [id, account] = [idText(row.id), idText(row.global_account_id)];
  const count = debitsOf(loaded, idKeys(row.id)).length;
  const text = loadedText(count, undefined, nameOf(row));
  return present(
    byWord(t`Direct debits`, 'direct-debits', id, text, { column: 'mandate' }),
    accountOf(account, loaded),
    ...journalOf(id, loaded),
  );
}

/** The read by ID is newer than the list. */
function latest(row: Mandate, state: State): Mandate {
  const query = queryOf(row);
  const read = query && documentOf(state, query).value;
  const same = isId(read?.id, idText(row.id)) && isId(read?.global_account_id, idText(row.global_account_id));
  return read && same ? read : row;
}

/** A status is no reason: INTERFACE.md, Mandate, has no rule about the status. */
function barCancel(row: Mandate, state: State): Visible | undefined {
  const [account, id] = [idText(row.global_account_id), idText(row.id)];
  if (account === undefined || id === undefined)
    return t`The service sent no mandate ID or no account ID, so Purser can't cancel this mandate.`;
  if (account !== currentView(state).subject)
    return t`Purser can't cancel this mandate: its account (${visible(account, 40)}) differs from the account of this list.`;
  return isUsableId(id) ? undefined : unusableId(t`mandate ID`);
}

export const cancelledMandates: AttentionSource = {
  attention: state =>
    doneFromHere(state, mandateCancel.operation, HOUR).flatMap(({ row, at }) => {
      const named = cancelledMandate(row.intent)?.params;
      if (!named) return [];
      const { global_account_id: account, mandate_id: id } = named;
      return [
        {
          key: mandateKey(id),
          urgency: 'mandate',
          state: { text: t`cancelled`, tone: 'dim' },
          what: t`Mandate cancelled in Purser`,
          about: visible(id, 60),
          at,
          thing: { title: t`Mandate`, id: visible(id) },
          notes: [
            noted(
              t`The service cancelled the mandate and rejects new direct debits under the mandate. The effect on existing direct debits is not documented. Check each direct debit (D).`,
              'plain',
            ),
            { label: t`Mandate`, cell: { text: visible(id) } },
            { label: t`Account`, cell: { text: visible(account) } },
          ],
          to: { ...openView('account-mandates', account), cursorKey: id },
        },
      ];
    }),
};

const mandateKey = (id: string): string => watchKey({ kind: 'mandate', id });

/** INTERFACE.md does not name the status after a cancellation. */
export const mandatesMoving = (state: State): readonly Moving[] =>
  movingAfter(state, mandateCancel.operation, HOUR, row => {
    const named = cancelledMandate(row.intent)?.params;
    if (!named) return undefined;
    const { global_account_id: account, mandate_id: id } = named;
    const name = t`Mandate ${visible(id, 40)}`;
    return { kind: 'mandate', id, at: { account }, name, status: confirmedLine(row, STATUS) };
  });
