// The details of one mandate, and whether its account can have mandates.

import { readable } from '../../api/contract/odd.ts';
import { type Moment, textCell, timeCell } from '../../format/cells.ts';
import { type Cell, DASH, type Entry, noted } from '../../format/entry.ts';
import {
  differences,
  documentOf,
  globalAccountEntries,
  platformNotes,
  recordEntries,
} from '../../format/joined.ts';
import { recordHead, recordStatus } from '../../format/record-words.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { idText, isId } from '../../records/facts.ts';
import type { DocumentQuery } from '../../records/query.ts';
import {
  type Account,
  type GlobalAccount,
  globalAccountQuery,
  isUnitedKingdom,
  mandateQuery,
} from '../../records/reads.ts';
import { type Document, isNotFound } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import type { DetailsContext } from '../../ui/screens/resource.ts';
import type { Mandate } from './mandate-cancel.ts';

export function queryOf(row: Mandate): DocumentQuery<'mandate.get'> | undefined {
  const [account, id] = [idText(row.global_account_id), idText(row.id)];
  return account === undefined || id === undefined ? undefined : mandateQuery(account, id);
}

export function mandateDetails(row: Mandate, context: DetailsContext): readonly Entry[] {
  const { moment } = context;
  const query = queryOf(row);
  return [
    ...platformNotes(context.customer),
    ...recordHead('mandate', row),
    ...fieldsOf(row, moment),
    { heading: t`Read by its ID` },
    ...(query === undefined
      ? [
          noted(
            t`The service sent no mandate ID or no account ID, so Purser can't read the full record of this mandate.`,
            'warn',
          ),
        ]
      : recordEntries('mandate', idText(row.id) ?? '', context.document(query), read =>
          differences(allOf(row, moment), allOf(read, moment)),
        )),
    { heading: t`How it ends` },
    noted(
      t`A mandate ends when you (x) or the external party cancel it, or when its Global Account is closed. The service then rejects new direct debits.`,
      'plain',
    ),
  ];
}

const fieldsOf = (of: Mandate, moment: Moment) => [
  { label: t`Debtor`, cell: textCell(of.debtor_name) },
  { label: t`Scheme`, cell: textCell(of.payment_scheme) },
  { label: t`Currency`, cell: textCell(of.currency) },
  { label: t`Created`, cell: timeCell(of.created_at, moment) },
  { label: t`Set up`, cell: timeCell(of.setup_time, moment) },
  { label: t`ID`, cell: textCell(of.id) },
  { label: t`Account`, cell: textCell(of.global_account_id) },
];

const allOf = (of: Mandate, moment: Moment) => [
  { label: t`Creditor`, cell: textCell(of.creditor_name) },
  { label: t`Status`, cell: recordStatus('mandate', of) },
  ...fieldsOf(of, moment),
];

export function mandateAccountDetails(row: Mandate, context: DetailsContext): readonly Entry[] {
  const id = idText(row.global_account_id);
  if (id === undefined)
    return [...platformNotes(context.customer), noted(t`The mandate names no Global Account.`, 'warn')];
  return globalAccountEntries(id, context, account => [
    { label: t`Name`, cell: textCell(account.account_name, 'strong') },
    { label: t`Currency`, cell: textCell(account.currency) },
    { label: t`Country`, cell: textCell(account.country_code) },
    { label: t`Number`, cell: textCell(account.account_number) },
    { label: t`ID`, cell: textCell(account.id) },
    noted(mandatesSentence(id, account), 'plain'),
  ]);
}

export type MandateAccount = Account & { readonly globalAccountRead?: Document<GlobalAccount> };

type MandatesListed =
  | 'here'
  /** Only the external party has the account's mandates. */
  | 'elsewhere'
  | 'unavailable'
  | 'unknown';

/** INTERFACE.md, Endpoints › Family A, rules 1 and 2: only GBP mandates signed in the United Kingdom. */
export function mandatesOf(id: string, account: GlobalAccount): MandatesListed {
  const { capability, currency, country_code: country } = account;
  const supported = isId(account.id, id) ? readable(capability)?.support_direct_debit : undefined;
  if (supported === false) return 'unavailable';
  if (supported !== true) return 'unknown';
  const [code, where] = [idText(currency), idText(country)];
  if (code === undefined || where === undefined) return 'unknown';
  return code === 'GBP' && isUnitedKingdom(where) ? 'here' : 'elsewhere';
}

const words: Readonly<Record<MandatesListed, Cell>> = {
  here: { text: t`listed here`, tone: 'good' },
  elsewhere: { text: t`external party`, tone: 'warn' },
  unavailable: { text: t`not available`, tone: 'dim' },
  unknown: { text: t`? not known`, tone: 'warn' },
};

export function mandatesCell(row: MandateAccount): Cell {
  const id = idText(row.id);
  const read = row.globalAccountRead;
  if (id === undefined || read === undefined) return DASH;
  if (read.value) return words[mandatesOf(id, read.value)];
  if (read.loading) return { text: t`reading …`, tone: 'dim' };
  if (isNotFound(read.failure)) return { text: t`no Global Account`, tone: 'dim' };
  return read.failure ? { text: t`not read`, tone: 'warn' } : DASH;
}

export function mandatesSentence(id: string, account: GlobalAccount): Visible {
  switch (mandatesOf(id, account)) {
    case 'here':
      return t`Press Enter for this account's mandates. The service lists only GBP mandates that were signed in the United Kingdom.`;
    case 'elsewhere':
      return t`The account supports direct debits, in ${short(account.currency)}, ${short(account.country_code)}. The service lists only mandates signed in the United Kingdom for GBP. For other currencies, ask the external party for the mandates.`;
    case 'unavailable':
      return t`Direct debits are not available: the Global Account reports no support.`;
    case 'unknown':
      return t`Purser can't tell whether the account supports direct debits: the Global Account's response doesn't say, or is for another account.`;
  }
}

const short = (value: Parameters<typeof textCell>[0]): Visible => visible(textCell(value).text, 24);

/** Rows and array stay the same until the data changes. */
export function withGlobalAccounts(): (
  items: readonly Item<MandateAccount>[],
  state: State,
) => readonly Item<MandateAccount>[] {
  const made = new WeakMap<
    Item<MandateAccount>,
    { readonly read: Document<GlobalAccount>; readonly item: Item<MandateAccount> }
  >();
  let last: readonly Item<MandateAccount>[] = [];
  const joined = (item: Item<MandateAccount>, state: State): Item<MandateAccount> => {
    const id = idText(item.row.id);
    if (id === undefined) return item;
    const read = documentOf(state, globalAccountQuery(id));
    const known = made.get(item);
    if (known && sameReading(known.read, read)) return known.item;
    const fresh = { ...item, row: { ...item.row, globalAccountRead: read } };
    made.set(item, { read, item: fresh });
    return fresh;
  };
  return (items, state) => {
    const now = items.map(item => joined(item, state));
    if (now.length !== last.length || now.some((item, i) => item !== last[i])) last = now;
    return last;
  };
}

/** Compares the parts, because a document that was never read is a new object each time. */
const sameReading = (before: Document<GlobalAccount>, now: Document<GlobalAccount>): boolean =>
  before.value === now.value && before.loading === now.loading && before.failure === now.failure;
