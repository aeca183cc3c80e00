// The details of the Global Account with the same ID as a Family B account.

import { Odd } from '../../api/contract/odd.ts';
import type { RowOf } from '../../effects/query.ts';
import { flagCell, idText, textCell, wordsCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { joinedEntries, whoseRecords } from '../../format/joined.ts';
import { type GlobalAccount, globalAccountQuery } from '../../format/records.ts';
import { t } from '../../lib/visible.ts';
import type { DetailsContext } from '../../ui/screens/resource.ts';

export function globalAccountDetails(row: RowOf<'account.list'>, context: DetailsContext): readonly Entry[] {
  const id = idText(row.id);
  if (id === undefined)
    return [
      {
        note: t`The service sent this account without an ID, so Purser can't find its Global Account.`,
        tone: 'warn',
      },
    ];
  return [
    { note: whoseRecords(context.customer), tone: 'dim' },
    ...joinedEntries(context.document(globalAccountQuery(id)), {
      title: t`Global Account`,
      asked: id,
      idOf: account => account.id,
      absent: t`The service has no Global Account with this ID.`,
      entries: fields,
    }),
  ];
}

function fields(account: GlobalAccount): readonly Entry[] {
  const { capability, institution, routing_codes: codes } = account;
  return [
    { label: t`Name`, cell: textCell(account.account_name, 'strong') },
    { label: t`Nickname`, cell: textCell(account.nick_name) },
    { label: t`Number`, cell: textCell(account.account_number) },
    { label: t`IBAN`, cell: textCell(account.iban) },
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

function routing(codes: GlobalAccount['routing_codes']): readonly Entry[] {
  if (codes === undefined || codes instanceof Odd) return [{ label: t`Routing`, cell: textCell(codes) }];
  return codes.map(code =>
    code instanceof Odd
      ? { label: t`Routing`, cell: textCell(code) }
      : { label: t`Routing`, cell: { text: t`${textCell(code.type).text} ${textCell(code.value).text}` } },
  );
}
