// The details of one beneficiary: the values of the list, then the values of the read by ID that differ or are new.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { RowOf } from '../../effects/query.ts';
import { idText, type Moment, statusCell, textCell, timeCell, wordsCell } from '../../format/cells.ts';
import { type Cell, DASH, type Entry, type Tone } from '../../format/entry.ts';
import { differences, joinedEntries } from '../../format/joined.ts';
import { beneficiaryQuery } from '../../format/records.ts';
import type { Json } from '../../lib/json.ts';
import { t } from '../../lib/visible.ts';
import type { DetailsContext } from '../../ui/screens/resource.ts';

type ListedBeneficiary = RowOf<'beneficiary.list'>;
type Read = Result<'beneficiary.get'>;

export type BeneficiaryStatus = 'VERIFIED' | 'PENDING_VERIFICATION' | 'VERIFICATION_PENDING';

export const statusTones: Readonly<Record<BeneficiaryStatus, Tone>> = {
  VERIFIED: 'good',
  PENDING_VERIFICATION: 'warn',
  VERIFICATION_PENDING: 'warn',
};

export function beneficiaryDetails(
  row: ListedBeneficiary,
  context: DetailsContext,
  raw: Json,
): readonly Entry[] {
  const { moment } = context;
  const listed: readonly Entry[] = [
    { lead: textCell(row.account_holder_name, 'strong'), status: statusCell(row.status, statusTones) },
    { label: t`Account`, cell: textCell(row.account_number) },
    { label: t`Currency`, cell: textCell(row.currency) },
    { label: t`Bank`, cell: textCell(row.bank_name) },
    { label: t`Country`, cell: textCell(row.country) },
    { label: t`Methods`, cell: wordsCell(row.payout_methods) },
    { label: t`Created`, cell: timeCell(row.created_at, moment) },
    { label: t`Last used`, cell: lastUsed(row, raw, moment) },
    { label: t`ID`, cell: textCell(row.id) },
  ];
  const id = idText(row.id);
  if (id === undefined)
    return [
      ...listed,
      {
        note: t`The service sent this beneficiary without an ID, so Purser can't read its full record.`,
        tone: 'warn',
      },
    ];
  return [
    ...listed,
    { heading: t`Read by its ID` },
    ...joinedEntries(context.document(beneficiaryQuery(id)), {
      title: t`Beneficiary`,
      asked: id,
      idOf: read => read.id,
      entries: read => [...added(read), ...differing(row, read, moment)],
    }),
  ];
}

/** The time of the last use. Null means that the beneficiary was never used. A missing value means unknown. */
function lastUsed({ last_used_at: at }: ListedBeneficiary, raw: Json, moment: Moment): Cell {
  if (at !== undefined) return timeCell(at, moment);
  const never =
    raw !== null && typeof raw === 'object' && 'last_used_at' in raw && raw['last_used_at'] === null;
  return never ? { text: t`never`, tone: 'dim' } : DASH;
}

/** The fields that only the read by ID has (INTERFACE.md, Beneficiary). In the list, `bank_country_code` has the name `country`. */
function added({ bank_country_code: country, entity_type: type, metadata }: Read): readonly Entry[] {
  return [
    { label: t`Bank country`, cell: textCell(country) },
    { label: t`Entity type`, cell: textCell(type) },
    ...(metadata === undefined || metadata instanceof Odd
      ? [{ label: t`Metadata`, cell: textCell(metadata) }]
      : [
          { label: t`Routing no.`, cell: textCell(metadata.routing_number) },
          { label: t`Account type`, cell: textCell(metadata.account_type) },
        ]),
  ];
}

/** The values that differ between list and read. Both use the same `moment`, so that equal times are equal texts. */
const differing = (row: ListedBeneficiary, read: Read, moment: Moment): readonly Entry[] =>
  differences([
    [t`Name`, textCell(row.account_holder_name), textCell(read.account_holder_name)],
    [t`Account`, textCell(row.account_number), textCell(read.account_number)],
    [t`Currency`, textCell(row.currency), textCell(read.currency)],
    [t`Bank`, textCell(row.bank_name), textCell(read.bank_name)],
    [t`Country`, textCell(row.country), textCell(read.bank_country_code)],
    [t`Status`, statusCell(row.status, statusTones), statusCell(read.status, statusTones)],
    [t`Methods`, wordsCell(row.payout_methods), wordsCell(read.payout_methods)],
    [t`Created`, timeCell(row.created_at, moment), timeCell(read.created_at, moment)],
    [t`Last used`, timeCell(row.last_used_at, moment), timeCell(read.last_used_at, moment)],
  ]);
