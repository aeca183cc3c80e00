// The details of one direct debit: its row, its status explained, the read by its ID, and its Global Account.

import { Odd } from '../../api/contract/odd.ts';
import {
  amountCell,
  flagCell,
  idText,
  isId,
  type Moment,
  statusCell,
  textCell,
  timeCell,
} from '../../format/cells.ts';
import type { Entry, Tone } from '../../format/entry.ts';
import { differences, joinedEntries, whoseRecords } from '../../format/joined.ts';
import {
  type DirectDebit,
  debitQuery,
  type GlobalAccount,
  globalAccountQuery,
} from '../../format/records.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { DetailsContext } from '../../ui/screens/resource.ts';
import { whyNotCancellable } from './debit-cancelling.ts';
import { disputeEntries } from './dispute-entries.ts';

type DebitStatus = Exclude<DirectDebit['status'], Odd | undefined>;

export const statusTones: Readonly<Record<DebitStatus, Tone>> = {
  NEW: 'warn',
  IN_REVIEW: 'warn',
  PENDING: 'warn',
  SETTLED: 'good',
  REJECTED: 'bad',
  RETURNED: 'bad',
};

/** The meanings of the statuses, from INTERFACE.md, Direct debit payout statuses. */
const meanings: Readonly<Record<DebitStatus, Visible>> = {
  NEW: t`NEW: the service received the instruction.`,
  IN_REVIEW: t`IN_REVIEW: on hold for review.`,
  PENDING: t`PENDING: settlement is pending. A GBP direct debit stays PENDING from a few hours to about 45 hours. Only a PENDING direct debit can be cancelled. The Wallet balance is unaffected.`,
  SETTLED: t`SETTLED: debited from the Wallet balance. The service's support handles disputes.`,
  REJECTED: t`REJECTED: the direct debit was rejected.`,
  RETURNED: t`RETURNED: a refund request was successful. The funds are back in the Wallet.`,
};

/** The details of a row. If the direct debit was opened by its ID, `row` may have only the ID. A failed read comes first. */
export function directDebitDetails(row: DirectDebit, context: DetailsContext): readonly Entry[] {
  const { moment } = context;
  const id = idText(row.transaction_id);
  const read = id === undefined ? undefined : context.document(debitQuery(id));
  // The read by ID is newer than the list. An answer with another ID does not count.
  const latest = read?.value && isId(read.value.transaction_id, id) ? read.value : row;
  const accountId = idText(latest.global_account_id);
  const account = accountId === undefined ? undefined : context.document(globalAccountQuery(accountId)).value;
  const reading: readonly Entry[] =
    id === undefined || read === undefined
      ? [
          {
            note: t`The service sent this row without an ID, so Purser can't read the full record of this direct debit.`,
            tone: 'warn' as const,
          },
        ]
      : joinedEntries(read, {
          title: t`Direct debit`,
          asked: id,
          idOf: value => value.transaction_id,
          entries: value =>
            value === row
              ? [{ note: t`Purser read only this direct debit, by its ID.` }]
              : differing(row, value, moment),
        });
  const failed = read?.value === undefined && read?.failure !== undefined;
  const whose: readonly Entry[] =
    context.customer?.onBehalfOf === undefined
      ? [{ note: whoseRecords(context.customer), tone: 'warn' }]
      : [];
  // The direct debit was opened by its ID and not read, so only the ID is known.
  if (latest === row && row.amount === undefined && row.status === undefined)
    return [...reading, ...whose, { label: t`ID`, cell: textCell(row.transaction_id) }];
  return [
    ...(failed ? reading : []),
    ...whose,
    { lead: amountCell(row.amount, row.currency), status: statusCell(row.status, statusTones) },
    { about: textCell(row.debtor_name) },
    { label: t`Reference`, cell: textCell(row.statement_ref) },
    { label: t`Created`, cell: timeCell(row.created_at, moment) },
    { label: t`ID`, cell: textCell(row.transaction_id) },
    { label: t`Mandate`, cell: textCell(row.mandate_id) },
    { label: t`Account`, cell: textCell(row.global_account_id) },
    { heading: t`Meaning` },
    { note: meaningOf(latest.status), tone: 'plain' },
    { note: cancelling(latest, account), tone: 'plain' },
    ...disputeEntries(latest, account, moment),
    ...(failed ? [] : [{ heading: t`Read by its ID` }, ...reading]),
  ];
}

const meaningOf = (status: DirectDebit['status']): Visible => {
  if (status === undefined) return t`The service sent no status.`;
  return status instanceof Odd
    ? t`The meaning of this status is not documented by the service.`
    : meanings[status];
};

function cancelling(debit: DirectDebit, account: GlobalAccount | undefined): Visible {
  const why = whyNotCancellable(debit, account);
  return why === undefined
    ? t`Cancelling: possible, because this is a PENDING GBP direct debit in the United Kingdom.`
    : t`Cancelling: ${why}`;
}

const differing = (row: DirectDebit, read: DirectDebit, moment: Moment): readonly Entry[] =>
  differences([
    [t`Amount`, amountCell(row.amount, row.currency), amountCell(read.amount, read.currency)],
    [t`Status`, statusCell(row.status, statusTones), statusCell(read.status, statusTones)],
    [t`Debtor`, textCell(row.debtor_name), textCell(read.debtor_name)],
    [t`Reference`, textCell(row.statement_ref), textCell(read.statement_ref)],
    [t`Created`, timeCell(row.created_at, moment), timeCell(read.created_at, moment)],
    [t`Mandate`, textCell(row.mandate_id), textCell(read.mandate_id)],
    [t`Account`, textCell(row.global_account_id), textCell(read.global_account_id)],
  ]);

export function debitedAccountDetails(row: DirectDebit, context: DetailsContext): readonly Entry[] {
  const id = idText(row.global_account_id);
  const whose: Entry = { note: whoseRecords(context.customer) };
  if (id === undefined) return [whose, { note: t`The direct debit names no Global Account.`, tone: 'warn' }];
  return [
    whose,
    ...joinedEntries(context.document(globalAccountQuery(id)), {
      title: t`Global Account`,
      asked: id,
      idOf: account => account.id,
      entries: accountEntries,
    }),
  ];
}

function accountEntries(account: GlobalAccount): readonly Entry[] {
  const { capability } = account;
  return [
    { label: t`Name`, cell: textCell(account.account_name, 'strong') },
    { label: t`Country`, cell: textCell(account.country_code) },
    { label: t`Currency`, cell: textCell(account.currency) },
    { label: t`Number`, cell: textCell(account.account_number) },
    {
      label: t`Direct debit`,
      cell:
        capability === undefined || capability instanceof Odd
          ? textCell(capability)
          : flagCell(capability.support_direct_debit),
    },
    { label: t`ID`, cell: textCell(account.id) },
  ];
}
