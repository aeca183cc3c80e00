// Each kind of record, once: its names, its times, who and how much, its status, and how often a watch reads it. Pure.

import type { Timestamp } from '../api/contract/fields.ts';
import { type Odd, readable } from '../api/contract/odd.ts';
import type { Result } from '../api/contract/operations.ts';
import type { Decimal } from '../lib/decimal.ts';
import { t, type Untrusted, type Visible } from '../lib/visible.ts';
import type { ListOperation, RowOf } from './query.ts';
import {
  ACCOUNT_STATUSES,
  BENEFICIARY_STATUSES,
  CARD_STATUSES,
  CONVERSION_STATUSES,
  DEBIT_STATUSES,
  MANDATE_STATUSES,
  PURCHASE_STATUSES,
  type RecordStatus,
  RFI_STATUSES,
  TRANSACTION_STATUSES,
} from './record-statuses.ts';

export type Sent<Value> = Value | Odd | undefined;

/** The members of a record that have such a value. */
type MemberOf<Row, Value> = {
  [Name in keyof Row]: Exclude<Row[Name], Odd | undefined> extends Value ? Name : never;
}[keyof Row] &
  string;

interface RecordFacts<Row> {
  readonly one: Visible;
  readonly many: Visible;
  readonly id?: MemberOf<Row, Untrusted>;
  /** Other IDs that lead to the record. */
  readonly otherIds?: readonly MemberOf<Row, Untrusted>[];
  /** People say its last four digits. */
  readonly number?: MemberOf<Row, Untrusted>;
  /** Names the lists of records under it. */
  readonly label?: MemberOf<Row, Untrusted>;
  /** What the record is under, if each row says so. */
  readonly under?: MemberOf<Row, Untrusted>;
  readonly time?: MemberOf<Row, Timestamp>;
  /** If that time is missing. */
  readonly elseTime?: MemberOf<Row, Timestamp>;
  /** What happened at that time, if the record has later times. */
  readonly happened?: Visible;
  readonly later?: readonly (readonly [time: MemberOf<Row, Timestamp>, happened: Visible])[];
  /** The list of the records begins with the newest. */
  readonly newestFirst?: true;
  /** What tells it from others of its kind. */
  who(row: Row): readonly Sent<Untrusted | string>[];
  readonly money?: Money<Row>;
  /** What changed the balance, if that is another amount. */
  readonly charged?: Money<Row>;
  /** Only reserves the money. */
  isHold?(row: Row): boolean;
  /** May have a reference of the service. */
  readonly text?: MemberOf<Row, Untrusted>;
  readonly status?: MemberOf<Row, string>;
  /** A kind whose statuses have no progress has no documented end. */
  readonly statuses?: Readonly<Record<string, RecordStatus>>;
  /** A watch announces a status that is not documented too. */
  readonly announcesAny?: true;
  /** The fields of its summary (lib/summaries.ts), apart from the amount, the date and the end of its number. */
  summary?(row: Row): Readonly<Record<string, Sent<Untrusted>>>;
}

interface Money<Row> {
  readonly amount: MemberOf<Row, Decimal>;
  readonly currency: MemberOf<Row, Untrusted>;
  /** The amount has the sign. Or a member says CREDIT or DEBIT. */
  readonly sign?: 'sent' | { readonly by: MemberOf<Row, string> };
}

export const merchantOf = ({ merchant }: RowOf<'card.transactions'>) => readable(merchant);

const CREATED = t`Created`;
const HISTORY = t`Balance history`;

/** Of any kind: who reads it has a row of the kind. */
type AnyFacts = RecordFacts<Readonly<Record<string, never>>>;

// The members are checked for the type of the rows here.
const facts = <Row>(of: RecordFacts<Row>): AnyFacts => of as unknown as AnyFacts;

export const KINDS = {
  account: facts<RowOf<'account.list'>>({
    one: t`Account`,
    many: t`Accounts`,
    id: 'id',
    number: 'account_number',
    label: 'label',
    who: row => [row.label, row.account_number],
    status: 'status',
    statuses: ACCOUNT_STATUSES,
    summary: row => ({ name: row.label }),
  }),
  balance: facts<RowOf<'account.balances'>>({
    one: t`Balance`,
    many: t`Balances`,
    // A balance has no ID.
    id: 'currency',
    who: row => [row.currency],
    money: { amount: 'available_balance', currency: 'currency' },
  }),
  transaction: facts<RowOf<'account.transactions'>>({
    one: t`Transaction`,
    many: t`Transactions`,
    id: 'id',
    time: 'create_time',
    newestFirst: true,
    who: row => [row.description],
    money: { amount: 'amount', currency: 'currency', sign: { by: 'type' } },
    text: 'description',
    status: 'status',
    statuses: TRANSACTION_STATUSES,
  }),
  history: facts<RowOf<'account.balanceHistory'>>({
    one: HISTORY,
    many: HISTORY,
    id: 'id',
    time: 'create_time',
    newestFirst: true,
    who: row => [row.description],
    money: { amount: 'amount', currency: 'currency', sign: 'sent' },
    isHold: row => row.transaction_type === 'HOLD',
    text: 'description',
  }),
  card: facts<RowOf<'card.list'>>({
    one: t`Card`,
    many: t`Cards`,
    id: 'cardHashId',
    otherIds: ['cardholderId'],
    number: 'maskedCardNumber',
    label: 'maskedCardNumber',
    under: 'cardHashId',
    time: 'createdAt',
    happened: CREATED,
    later: [['updatedAt', t`Last changed`]],
    who: row => [row.nameOnCard, row.maskedCardNumber],
    status: 'cardStatus',
    statuses: CARD_STATUSES,
  }),
  'card-transaction': facts<RowOf<'card.transactions'>>({
    one: t`Card transaction`,
    many: t`Card transactions`,
    id: 'transaction_id',
    otherIds: ['lifecycle_id', 'retrieval_ref', 'network_transaction_id'],
    time: 'transaction_date',
    newestFirst: true,
    number: 'masked_card_number',
    who: row => (merchantOf(row) ? [merchantOf(row)?.name, row.transaction_type] : [row.transaction_type]),
    money: { amount: 'transaction_amount', currency: 'transaction_currency' },
    charged: { amount: 'billing_amount', currency: 'billing_currency' },
    status: 'status',
    statuses: PURCHASE_STATUSES,
    summary: row => ({ merchant: merchantOf(row)?.name }),
  }),
  'direct-debit': facts<RowOf<'directDebit.list'>>({
    one: t`Direct debit`,
    many: t`Direct debits`,
    id: 'transaction_id',
    under: 'global_account_id',
    time: 'created_at',
    newestFirst: true,
    who: row => [row.debtor_name],
    money: { amount: 'amount', currency: 'currency' },
    text: 'statement_ref',
    status: 'status',
    statuses: DEBIT_STATUSES,
    summary: row => ({ payer: row.debtor_name, reference: row.statement_ref }),
  }),
  mandate: facts<RowOf<'mandate.list'>>({
    one: t`Mandate`,
    many: t`Mandates`,
    id: 'id',
    under: 'global_account_id',
    time: 'created_at',
    happened: CREATED,
    later: [['setup_time', t`Set up`]],
    who: row => [row.creditor_name, row.debtor_name],
    status: 'status',
    statuses: MANDATE_STATUSES,
    summary: row => ({ creditor: row.creditor_name, payer: row.debtor_name }),
    announcesAny: true,
  }),
  beneficiary: facts<RowOf<'beneficiary.list'>>({
    one: t`Beneficiary`,
    many: t`Beneficiaries`,
    id: 'id',
    number: 'account_number',
    time: 'created_at',
    happened: CREATED,
    later: [['last_used_at', t`Last used`]],
    who: row => [row.account_holder_name, row.account_number],
    status: 'status',
    statuses: BENEFICIARY_STATUSES,
    summary: row => ({ payee: row.account_holder_name, currency: row.currency }),
  }),
  'global-account': facts<Result<'globalAccount.get'>>({
    one: t`Global Account`,
    many: t`Global Accounts`,
    id: 'id',
    who: row => [row.account_name, row.account_number, row.currency],
  }),
  quote: facts<Result<'quote.get'>>({
    one: t`Quote`,
    many: t`Quotes`,
    id: 'id',
    time: 'expiryTime',
    who: row => [row.sourceCurrencyCode, row.destinationCurrencyCode],
  }),
  conversion: facts<Result<'conversion.get'>>({
    one: t`Conversion`,
    many: t`Conversions`,
    id: 'id',
    time: 'createdTime',
    elseTime: 'conversionTime',
    who: row => [row.sourceCurrencycode, row.destinationCurrencycode],
    text: 'systemReferenceNumber',
    status: 'status',
    statuses: CONVERSION_STATUSES,
    announcesAny: true,
  }),
  rfi: facts<Result<'rfi.get'>>({
    one: t`RFI`,
    many: t`RFIs`,
    time: 'created_at',
    who: row => [row.type],
    status: 'status',
    statuses: RFI_STATUSES,
    announcesAny: true,
  }),
} as const;

export type RecordKind = keyof typeof KINDS;

/** The kind of the rows of each list. */
export const LISTED = {
  'account.list': 'account',
  'account.balances': 'balance',
  'account.transactions': 'transaction',
  'account.balanceHistory': 'history',
  'beneficiary.list': 'beneficiary',
  'card.list': 'card',
  'card.transactions': 'card-transaction',
  'directDebit.list': 'direct-debit',
  'mandate.list': 'mandate',
} as const satisfies Readonly<Record<ListOperation, RecordKind>>;
