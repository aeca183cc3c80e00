// The list of a customer's accounts. The details also show the Global Account of Family A with the same ID.

import { Odd, readable } from '../../api/contract/odd.ts';
import { flagCell, numberCell, textCell, wordsCell } from '../../format/cells.ts';
import { type Cell, DASH, type Entry, noted } from '../../format/entry.ts';
import { globalAccountEntries } from '../../format/joined.ts';
import { recordHead } from '../../format/record-words.ts';
import { counted } from '../../lib/counted.ts';
import { present } from '../../lib/present.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import {
  byWord,
  idKeys,
  indexOf,
  type Loaded,
  loadedText,
  type Related,
  rowsView,
} from '../../money/related.ts';
import { idText, withId } from '../../records/facts.ts';
import type { RowOf } from '../../records/query.ts';
import { type Account, accountsQuery, type GlobalAccount, globalAccountQuery } from '../../records/reads.ts';
import { openView } from '../../store/view.ts';
import { type AttentionSource, ofList } from '../../ui/screens/attention.ts';
import { cellColumn } from '../../ui/screens/common-columns.ts';
import { opens } from '../../ui/screens/opens.ts';
import { columnsOf, listingOf } from '../../ui/screens/record-listing.ts';
import type { DetailsContext, Resource } from '../../ui/screens/resource.ts';
import { currencyFilter, wordFilter } from '../../ui/screens/server-filter.ts';

const { status, id } = columnsOf('account');

export const accounts: Resource<'account.list'> = {
  ...listingOf('account'),
  place: 'accounts',
  query: ({ server }) => ({ operation: 'account.list', input: { query: server } }),
  empty: t`This customer has no accounts.`,
  columns: [
    cellColumn('label', t`Label`, [20, 40, 0], row => textCell(row.label), { main: true }),
    cellColumn('number', t`Number`, [8, 24, 1], row => textCell(row.account_number)),
    cellColumn('currency', t`Currency`, [8, 16, 2], row => currencyCells(row.supported_features)),
    status,
    cellColumn('country', t`Country`, [7, 8, 4], row => textCell(row.country_code)),
    cellColumn('type', t`Type`, [8, 16, 5], row => textCell(row.account_type)),
    id,
  ],
  filters: [
    { field: 'id', label: t`Account ID`, hint: t`one account, by its full ID`, check: () => undefined },
    currencyFilter,
    wordFilter('status', t`Status`, [t`ACTIVE`, t`INACTIVE`], true),
  ],
  commands: [
    opens({
      from: 'accounts',
      to: 'new-account',
      key: 'n',
      title: t`new account`,
      footer: 2.6,
      writes: true,
    }),
  ],
  related: relatedToAccount,
  details: [
    { title: t`Account`, entries: accountDetails },
    { title: t`Global Account`, entries: globalAccountDetails },
  ],
  joins: row => withId(row.id, id => [globalAccountQuery(id)]) ?? [],
  open: row => withId(row.id, id => openView('transactions', id)),
};

const debitsOf = indexOf('directDebit.list', row => idKeys(row.global_account_id));

function relatedToAccount(row: Account, loaded: Loaded): readonly Related[] {
  const id = idText(row.id);
  if (id === undefined) return [];
  const debits = debitsOf(loaded, idKeys(row.id)).length;
  const features = readable(row.supported_features) ?? [];
  const codes = [...new Set(features.flatMap(feature => idText(readable(feature)?.currency) ?? []))];
  const balances = rowsView('balances', codes, visible(codes.join(' '), 40), { column: 'currency' });
  return present(
    { kind: t`Transactions`, text: t`of this account`, view: openView('transactions', id) },
    { kind: t`Mandates`, text: t`of this account`, view: openView('account-mandates', id) },
    byWord(t`Direct debits`, 'direct-debits', id, loadedText(debits, undefined, t`this account`), {
      column: 'account',
    }),
    balances && { kind: t`Balances`, text: visible(codes.join(' '), 40), view: balances },
  );
}

function accountDetails(row: Account): readonly Entry[] {
  return [
    ...recordHead('account', row),
    { label: t`Number`, cell: textCell(row.account_number) },
    { label: t`Type`, cell: textCell(row.account_type) },
    { label: t`Country`, cell: textCell(row.country_code) },
    ...(row.swift_code === undefined ? [] : [{ label: t`SWIFT`, cell: textCell(row.swift_code) }]),
    { label: t`ID`, cell: textCell(row.id) },
    ...institution(row.institution),
    ...features(row.supported_features),
  ];
}

function institution(bank: Account['institution']): readonly Entry[] {
  if (bank === undefined || bank instanceof Odd)
    return [{ heading: t`Institution` }, { label: t`Institution`, cell: textCell(bank) }];
  return [
    { heading: t`Institution` },
    { label: t`Name`, cell: textCell(bank.name) },
    { label: t`Address`, cell: textCell(bank.address) },
    { label: t`City`, cell: textCell(bank.city) },
    { label: t`Postcode`, cell: textCell(bank.zip_code) },
  ];
}

function features(list: Account['supported_features']): readonly Entry[] {
  if (list === undefined || list instanceof Odd)
    return [{ heading: t`Features` }, { label: t`Features`, cell: textCell(list) }];
  return list.flatMap((feature, i): readonly Entry[] => {
    const heading = { heading: t`Feature ${i + 1} of ${list.length}` };
    if (feature instanceof Odd) return [heading, { label: t`Feature`, cell: textCell(feature) }];
    return [
      heading,
      { label: t`Currency`, cell: textCell(feature.currency) },
      { label: t`Transfer`, cell: textCell(feature.transfer_method) },
      { label: t`Clearing`, cell: textCell(feature.local_clearing_system) },
      { label: t`Type`, cell: textCell(feature.type) },
      ...routing(feature.routing_codes),
    ];
  });
}

type Feature = Exclude<Exclude<Account['supported_features'], undefined | Odd>[number], Odd>;
function currencyCells(list: Account['supported_features']): Cell {
  if (list === undefined || list instanceof Odd) return textCell(list);
  const seen = new Map<Visible, Cell>();
  for (const feature of list) {
    const cell = textCell(feature instanceof Odd ? feature : feature.currency);
    seen.set(cell.text, cell);
  }
  const [only] = seen.values();
  if (seen.size <= 1) return only ?? DASH;
  return { text: [...seen.keys()].reduce((all, code) => t`${all} ${code}`) };
}

function globalAccountDetails(row: RowOf<'account.list'>, context: DetailsContext): readonly Entry[] {
  const id = idText(row.id);
  if (id === undefined)
    return [
      noted(t`The service sent this account without an ID, so Purser can't find its Global Account.`, 'warn'),
    ];
  return globalAccountEntries(id, context, fields, t`The service has no Global Account with this ID.`);
}

function fields(account: GlobalAccount): readonly Entry[] {
  const { capability, institution, routing_codes: codes } = account;
  return [
    { label: t`Name`, cell: textCell(account.account_name, 'strong') },
    { label: t`Nickname`, cell: textCell(account.nick_name) },
    { label: t`Number`, cell: textCell(account.account_number) },
    { label: t`IBAN`, cell: numberCell(account.iban) },
    ...routing(codes),
    { label: t`Currency`, cell: textCell(account.currency) },
    { label: t`Country`, cell: textCell(account.country_code) },
    { label: t`Type`, cell: textCell(account.account_type) },
    { label: t`ID`, cell: textCell(account.id) },
    { label: t`Request ID`, cell: textCell(account.request_id, 'dim') },
    { heading: t`Capability` },
    ...(capability === undefined || capability instanceof Odd
      ? [{ label: t`Capability`, cell: textCell(capability) }]
      : [
          { label: t`Direct debit`, cell: flagCell(capability.support_direct_debit) },
          { label: t`Clearing`, cell: wordsCell(capability.clearing_systems) },
          { label: t`Payment`, cell: wordsCell(capability.payment_methods) },
        ]),
    { heading: t`Institution` },
    ...(institution === undefined || institution instanceof Odd
      ? [{ label: t`Institution`, cell: textCell(institution) }]
      : [
          { label: t`Name`, cell: textCell(institution.name) },
          { label: t`Branch`, cell: textCell(institution.branch_name) },
          { label: t`Address`, cell: textCell(institution.address) },
          { label: t`City`, cell: textCell(institution.city) },
          { label: t`Postcode`, cell: textCell(institution.zip_code) },
        ]),
  ];
}

function routing(codes: GlobalAccount['routing_codes'] | Feature['routing_codes']): readonly Entry[] {
  if (codes === undefined || codes instanceof Odd) return [{ label: t`Routing`, cell: textCell(codes) }];
  return codes.map(code =>
    code instanceof Odd
      ? { label: t`Routing`, cell: textCell(code) }
      : { label: t`Routing`, cell: { text: t`${textCell(code.type).text} ${textCell(code.value).text}` } },
  );
}

const title = t`Accounts`;

/** One row for all, because staff can't activate them. */
export const inactiveAccounts: AttentionSource = {
  needs: () => [{ kind: 'list', query: accountsQuery, through: 0 }],
  attention: state =>
    ofList(state, { title, query: accountsQuery, to: openView('accounts') }, items => {
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
            noted(
              t`A new account is INACTIVE. The step to ACTIVE is not documented by the service.`,
              'plain',
            ),
            ...inactive.map(({ row }) => ({ label: t`Account`, cell: textCell(row.label) })),
          ],
          to: { ...openView('accounts'), filter: 'status:INACTIVE' },
        },
      ];
    }),
};
