// The details of one mandate: its row, the values that differ in the read by its ID, and its Global Account.

import type { Result } from '../../api/contract/operations.ts';
import type { DocumentQuery } from '../../effects/query.ts';
import { idText, type Moment, statusCell, textCell, timeCell } from '../../format/cells.ts';
import type { Entry, Tone } from '../../format/entry.ts';
import { differences, joinedEntries, whoseRecords } from '../../format/joined.ts';
import { globalAccountQuery, mandateQuery } from '../../format/records.ts';
import { t } from '../../lib/visible.ts';
import type { DetailsContext } from '../../ui/screens/resource.ts';
import { mandatesSentence } from './mandate-account.ts';
import type { Mandate } from './mandate-lines.ts';

export const statusTones: Readonly<Record<'ACTIVE', Tone>> = { ACTIVE: 'good' };

/** The query for one mandate. Undefined if the mandate's ID or the account's ID is missing. */
export function queryOf(row: Mandate): DocumentQuery<'mandate.get'> | undefined {
  const [account, id] = [idText(row.global_account_id), idText(row.id)];
  return account === undefined || id === undefined ? undefined : mandateQuery(account, id);
}

export function mandateDetails(row: Mandate, context: DetailsContext): readonly Entry[] {
  const { moment } = context;
  const query = queryOf(row);
  return [
    ...(context.customer?.onBehalfOf === undefined
      ? [{ note: whoseRecords(context.customer), tone: 'warn' as const }]
      : []),
    { lead: textCell(row.creditor_name, 'strong'), status: statusCell(row.status, statusTones) },
    { label: t`Debtor`, cell: textCell(row.debtor_name) },
    { label: t`Scheme`, cell: textCell(row.payment_scheme) },
    { label: t`Currency`, cell: textCell(row.currency) },
    { label: t`Created`, cell: timeCell(row.created_at, moment) },
    { label: t`Set up`, cell: timeCell(row.setup_time, moment) },
    { label: t`ID`, cell: textCell(row.id) },
    { label: t`Account`, cell: textCell(row.global_account_id) },
    { heading: t`Read by its ID` },
    ...(query === undefined
      ? [
          {
            note: t`The service sent no mandate ID or no account ID, so Purser can't read the full record of this mandate.`,
            tone: 'warn' as const,
          },
        ]
      : joinedEntries(context.document(query), {
          title: t`Mandate`,
          asked: idText(row.id) ?? '',
          idOf: read => read.id,
          entries: read => differing(row, read, moment),
        })),
    { heading: t`How it ends` },
    {
      note: t`A mandate ends when you (x) or the external party cancel it, or when its Global Account is closed. The service then rejects new direct debits.`,
      tone: 'plain',
    },
  ];
}

const differing = (row: Mandate, read: Result<'mandate.get'>, moment: Moment): readonly Entry[] =>
  differences([
    [t`Creditor`, textCell(row.creditor_name), textCell(read.creditor_name)],
    [t`Debtor`, textCell(row.debtor_name), textCell(read.debtor_name)],
    [t`Status`, statusCell(row.status, statusTones), statusCell(read.status, statusTones)],
    [t`Scheme`, textCell(row.payment_scheme), textCell(read.payment_scheme)],
    [t`Currency`, textCell(row.currency), textCell(read.currency)],
    [t`Created`, timeCell(row.created_at, moment), timeCell(read.created_at, moment)],
    [t`Set up`, timeCell(row.setup_time, moment), timeCell(read.setup_time, moment)],
    [t`Account`, textCell(row.global_account_id), textCell(read.global_account_id)],
  ]);

export function mandateAccountDetails(row: Mandate, context: DetailsContext): readonly Entry[] {
  const id = idText(row.global_account_id);
  const whose: Entry = { note: whoseRecords(context.customer) };
  if (id === undefined) return [whose, { note: t`The mandate names no Global Account.`, tone: 'warn' }];
  return [
    whose,
    ...joinedEntries(context.document(globalAccountQuery(id)), {
      title: t`Global Account`,
      asked: id,
      idOf: account => account.id,
      entries: account => [
        { label: t`Name`, cell: textCell(account.account_name, 'strong') },
        { label: t`Currency`, cell: textCell(account.currency) },
        { label: t`Country`, cell: textCell(account.country_code) },
        { label: t`Number`, cell: textCell(account.account_number) },
        { label: t`ID`, cell: textCell(account.id) },
        { note: mandatesSentence(id, account), tone: 'plain' },
      ],
    }),
  ];
}
