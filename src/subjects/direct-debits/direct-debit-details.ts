// The details of one direct debit: its row, its status, its deadlines to dispute, and its Global Account.

import { Odd, readable } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import { amountCell, clockText, type Moment, textCell, timeCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import {
  differences,
  directDebitCell,
  globalAccountEntries,
  platformNotes,
  recordEntries,
} from '../../format/joined.ts';
import { recordHead, recordStatus } from '../../format/record-words.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { epochOf, idText, isId, withId } from '../../records/facts.ts';
import { type DirectDebit, debitQuery, type GlobalAccount, globalAccountQuery } from '../../records/reads.ts';
import type { DetailsContext } from '../../ui/screens/resource.ts';
import { barDebitCancel } from './direct-debit-cancel.ts';
import { type Dispute, type DisputeWindow, disputesOf } from './dispute-windows.ts';

type DebitStatus = Exclude<DirectDebit['status'], Odd | undefined>;

/** INTERFACE.md, Direct debit payout statuses. */
const meanings: Readonly<Record<DebitStatus, Visible>> = {
  NEW: t`NEW: the service received the instruction.`,
  IN_REVIEW: t`IN_REVIEW: on hold for review.`,
  PENDING: t`PENDING: settlement is pending. A GBP direct debit stays PENDING from a few hours to about 45 hours. Only a PENDING direct debit can be cancelled. The Wallet balance is unaffected.`,
  SETTLED: t`SETTLED: debited from the Wallet balance. The service's support handles disputes.`,
  REJECTED: t`REJECTED: the direct debit was rejected.`,
  RETURNED: t`RETURNED: a refund request was successful. The funds are back in the Wallet.`,
};

/** If the direct debit was opened by its ID, `row` may have only the ID. A failed read comes first. */
export function directDebitDetails(row: DirectDebit, context: DetailsContext): readonly Entry[] {
  const { moment } = context;
  const id = idText(row.transaction_id);
  const read = id === undefined ? undefined : context.document(debitQuery(id));
  // The read by ID is newer than the list. An answer with another ID does not count.
  const latest = read?.value && isId(read.value.transaction_id, id) ? read.value : row;
  const account = withId(latest.global_account_id, id => context.document(globalAccountQuery(id)).value);
  const reading: readonly Entry[] =
    id === undefined || read === undefined
      ? [
          noted(
            t`The service sent this row without an ID, so Purser can't read the full record of this direct debit.`,
            'warn',
          ),
        ]
      : recordEntries('direct-debit', id, read, value =>
          value === row
            ? [{ note: t`Purser read only this direct debit, by its ID.` }]
            : differences(allOf(row, moment), allOf(value, moment)),
        );
  const failed = read?.value === undefined && read?.failure !== undefined;
  const whose = platformNotes(context.customer);
  // The direct debit was opened by its ID and not read, so only the ID is known.
  if (latest === row && row.amount === undefined && row.status === undefined)
    return [...reading, ...whose, { label: t`ID`, cell: textCell(row.transaction_id) }];
  return [
    ...(failed ? reading : []),
    ...whose,
    ...recordHead('direct-debit', row),
    ...fieldsOf(row, moment),
    { heading: t`Meaning` },
    noted(meaningOf(latest.status), 'plain'),
    noted(cancelling(latest, account), 'plain'),
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
  const why = barDebitCancel(debit, account);
  return why === undefined
    ? t`Cancelling: possible, because this is a PENDING GBP direct debit in the United Kingdom.`
    : t`Cancelling: ${why}`;
}

const fieldsOf = (of: DirectDebit, moment: Moment) => [
  { label: t`Reference`, cell: textCell(of.statement_ref) },
  { label: t`Created`, cell: timeCell(of.created_at, moment) },
  { label: t`ID`, cell: textCell(of.transaction_id) },
  { label: t`Mandate`, cell: textCell(of.mandate_id) },
  { label: t`Account`, cell: textCell(of.global_account_id) },
];

const allOf = (of: DirectDebit, moment: Moment) => [
  { label: t`Amount`, cell: amountCell(of.amount, of.currency) },
  { label: t`Status`, cell: recordStatus('direct-debit', of) },
  { label: t`Debtor`, cell: textCell(of.debtor_name) },
  ...fieldsOf(of, moment),
];

export function debitedAccountDetails(row: DirectDebit, context: DetailsContext): readonly Entry[] {
  const id = idText(row.global_account_id);
  if (id === undefined)
    return [...platformNotes(context.customer), noted(t`The direct debit names no Global Account.`, 'warn')];
  return globalAccountEntries(id, context, account => [
    { label: t`Name`, cell: textCell(account.account_name, 'strong') },
    { label: t`Country`, cell: textCell(account.country_code) },
    { label: t`Currency`, cell: textCell(account.currency) },
    { label: t`Number`, cell: textCell(account.account_number) },
    { label: t`Direct debit`, cell: directDebitCell(account) },
    { label: t`ID`, cell: textCell(account.id) },
  ]);
}

type DisputeAccount = Pick<Result<'globalAccount.get'>, 'country_code' | 'routing_codes'>;

/** Only SETTLED direct debits can be disputed. */
export function disputeEntries(
  { status, created_at }: Pick<DirectDebit, 'status' | 'created_at'>,
  account: DisputeAccount | undefined,
  moment: Moment,
): readonly Entry[] {
  if (status !== 'SETTLED') return [];
  return [{ heading: t`Dispute guidance` }, ...guidance(created_at, account, moment)];
}

function guidance(
  created: DirectDebit['created_at'],
  account: DisputeAccount | undefined,
  moment: Moment,
): readonly Entry[] {
  const at = epochOf(created);
  if (at === undefined)
    return [noted(t`No dispute deadline: Purser can't read when the direct debit was created.`, 'warn')];
  if (!account)
    return [
      {
        note: t`No dispute deadline yet. The deadline depends on the Global Account's routing codes, which Purser has not read.`,
      },
    ];
  const country = idText(account.country_code);
  const disputes = country === undefined ? [] : disputesOf(country, codesOf(account), at);
  if (disputes.length === 0) {
    return [
      { note: t`The service documents no dispute window for this account's country and routing codes.` },
    ];
  }
  return [
    ...disputes.flatMap(dispute => disputeLines(dispute, moment)),
    { note: t`T is the direct debit's creation time. The service's support handles disputes and decides.` },
  ];
}

function disputeLines({ location, code, windows }: Dispute, moment: Moment): readonly Entry[] {
  return [
    noted(t`${location}, ${code}:`, 'plain'),
    ...windows.flatMap((window): readonly Entry[] => [
      {
        label: t`${window.who}, ${visible(window.review)}`,
        cell: { text: until(window, moment), tone: isOverForSure(window, moment) ? 'dim' : 'plain' },
      },
      ...(window.before === undefined ? [] : [{ note: window.how }]),
    ]),
  ];
}

const isOver = ({ before }: DisputeWindow, { now }: Moment): boolean => before !== undefined && now >= before;
/** In every reading that INTERFACE.md allows. */
const isOverForSure = ({ before, latest = before }: DisputeWindow, { now }: Moment): boolean =>
  latest !== undefined && now >= latest;

function until(window: DisputeWindow, moment: Moment): Visible {
  if (window.before === undefined) return window.how;
  const when = clockText(window.before, moment);
  const left = showTime(window.before, 'relative', moment.now, moment.zone);
  if (!isOver(window, moment)) return t`before ${when} (${left})`;
  return isOverForSure(window, moment)
    ? t`expired ${when}`
    : t`expired ${when} by one reading, or open until ${clockText(window.latest ?? 0, moment)} by the other: ask support`;
}

const codesOf = ({ routing_codes: codes }: DisputeAccount) =>
  (readable(codes) ?? []).flatMap(code => {
    const [type, value] = [idText(readable(code)?.type), idText(readable(code)?.value)];
    return type === undefined || value === undefined ? [] : [{ type, value }];
  });
