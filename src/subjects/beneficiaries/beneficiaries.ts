// The list of a customer's beneficiaries.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import { type Moment, textCell, timeCell, wordsCell } from '../../format/cells.ts';
import { type Cell, DASH, type Entry, noted } from '../../format/entry.ts';
import { differences, recordEntries } from '../../format/joined.ts';
import { recordHead, recordStatus } from '../../format/record-words.ts';
import type { Json } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { journalOf, otherPayouts } from '../../money/related-money.ts';
import { idText, withId } from '../../records/facts.ts';
import type { RowOf } from '../../records/query.ts';
import { beneficiaryQuery } from '../../records/reads.ts';
import type { PlaceId } from '../../store/places.ts';
import { visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import {
  cellColumn,
  currencyColumn,
  dateColumn,
  mainColumn,
  textColumn,
} from '../../ui/screens/common-columns.ts';
import { opens } from '../../ui/screens/opens.ts';
import { columnsOf, listingOf } from '../../ui/screens/record-listing.ts';
import type { DetailsContext, Resource, RowAction } from '../../ui/screens/resource.ts';
import { currencyFilter, wordFilter } from '../../ui/screens/server-filter.ts';

type OpenAction = Pick<RowAction<RowOf<'beneficiary.list'>>, 'id' | 'title' | 'key' | 'footer'>;

const opensForm = (
  place: PlaceId,
  nameless: Visible,
  key: OpenAction,
): RowAction<RowOf<'beneficiary.list'>> => ({
  ...key,
  barred: (row, state) => whyNotWrite(state) ?? (idText(row.id) === undefined ? nameless : undefined),
  run: (app, row) => withId(row.id, id => app.store.setState(state => visit(state, place, id))),
});

const pay = opensForm('new-payout', t`The service sent no usable ID, so Purser can't pay this beneficiary.`, {
  id: 'pay',
  title: t`pay`,
  key: 'p',
  footer: 2.5,
});
const change = opensForm(
  'update-beneficiary',
  t`The service sent no usable ID, so Purser can't change this beneficiary.`,
  { id: 'change', title: t`change`, key: 'e', footer: 2.7 },
);

const { status, id } = columnsOf('beneficiary');

export const beneficiaries: Resource<'beneficiary.list'> = {
  ...listingOf('beneficiary'),
  place: 'beneficiaries',
  query: ({ server }) => ({ operation: 'beneficiary.list', input: { query: server } }),
  empty: t`This customer has no beneficiaries.`,
  columns: [
    mainColumn('name', t`Name`, [16, 40, 0], row => row.account_holder_name),
    textColumn('number', t`Account`, [8, 24, 1], row => row.account_number),
    currencyColumn([8, 12, 2], row => row.currency),
    // For PENDING_VERIFICATION.
    { ...status, min: 20, max: 22 },
    textColumn('bank', t`Bank`, [12, 30, 3], row => row.bank_name),
    textColumn('country', t`Country`, [7, 8, 4], row => row.country),
    dateColumn('used', t`Last used`, [16, 16, 5], row => row.last_used_at),
    cellColumn('methods', t`Methods`, [12, 24, 7], row => wordsCell(row.payout_methods)),
    id,
  ],
  filters: [wordFilter('status', t`Status`, [t`VERIFIED`, t`PENDING_VERIFICATION`], false), currencyFilter],
  related: ({ id: sent }, loaded) =>
    withId(sent, id => [...otherPayouts(id, loaded), ...journalOf(id, loaded)]) ?? [],
  actions: [pay, change],
  commands: [
    opens({
      from: 'beneficiaries',
      to: 'new-beneficiary',
      key: 'n',
      title: t`new beneficiary`,
      footer: 2.6,
      writes: true,
    }),
  ],
  details: [{ title: t`Beneficiary`, entries: beneficiaryDetails }],
  itself: row => withId(row.id, id => beneficiaryQuery(id)),
  joins: row => withId(row.id, id => [beneficiaryQuery(id)]) ?? [],
};

type ListedBeneficiary = RowOf<'beneficiary.list'>;
type Read = Result<'beneficiary.get'>;

function beneficiaryDetails(row: ListedBeneficiary, context: DetailsContext, raw: Json): readonly Entry[] {
  const { moment } = context;
  const listed: readonly Entry[] = [
    ...recordHead('beneficiary', row),
    ...fieldsOf(row, row.country, moment),
    { label: t`Last used`, cell: lastUsed(row, raw, moment) },
    { label: t`ID`, cell: textCell(row.id) },
  ];
  const id = idText(row.id);
  if (id === undefined)
    return [
      ...listed,
      noted(
        t`The service sent this beneficiary without an ID, so Purser can't read its full record.`,
        'warn',
      ),
    ];
  return [
    ...listed,
    { heading: t`Read by its ID` },
    ...recordEntries('beneficiary', id, context.document(beneficiaryQuery(id)), read => [
      ...added(read),
      ...differences(allOf(row, row.country, moment), allOf(read, read.bank_country_code, moment)),
    ]),
  ];
}

/** Null means never used. A missing value means unknown. */
function lastUsed({ last_used_at: at }: ListedBeneficiary, raw: Json, moment: Moment): Cell {
  if (at !== undefined) return timeCell(at, moment);
  const never =
    raw !== null && typeof raw === 'object' && 'last_used_at' in raw && raw['last_used_at'] === null;
  return never ? { text: t`never`, tone: 'dim' } : DASH;
}

/** Only the read by ID has them (INTERFACE.md, Beneficiary). The list calls `bank_country_code` `country`. */
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

type Either = ListedBeneficiary | Read;

/** The list and the read have different names for the country. */
const fieldsOf = (of: Either, country: ListedBeneficiary['country'], moment: Moment) => [
  { label: t`Account`, cell: textCell(of.account_number) },
  { label: t`Currency`, cell: textCell(of.currency) },
  { label: t`Bank`, cell: textCell(of.bank_name) },
  { label: t`Country`, cell: textCell(country) },
  { label: t`Methods`, cell: wordsCell(of.payout_methods) },
  { label: t`Created`, cell: timeCell(of.created_at, moment) },
];

const allOf = (of: Either, country: ListedBeneficiary['country'], moment: Moment) => [
  { label: t`Name`, cell: textCell(of.account_holder_name) },
  { label: t`Status`, cell: recordStatus('beneficiary', of) },
  ...fieldsOf(of, country, moment),
  { label: t`Last used`, cell: timeCell(of.last_used_at, moment) },
];
