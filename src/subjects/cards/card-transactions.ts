// The list of a card's transactions.

import { Odd } from '../../api/contract/odd.ts';
import { amountCell, numberCell, textCell, timeCell, wordsCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { recordStatus } from '../../format/record-words.ts';
import { present } from '../../lib/present.ts';
import { t, type Visible } from '../../lib/visible.ts';
import {
  byWord,
  idKeys,
  indexOf,
  type Loaded,
  loadedText,
  movedText,
  personKey,
  type Related,
} from '../../money/related.ts';
import { idText, isId } from '../../records/facts.ts';
import { merchantOf } from '../../records/kinds.ts';
import type { CardTransaction } from '../../records/reads.ts';
import { cellColumn, figureColumn } from '../../ui/screens/common-columns.ts';
import { columnsOf, listingOf } from '../../ui/screens/record-listing.ts';
import type { DetailsContext, Resource } from '../../ui/screens/resource.ts';
import { periodFilters, wordFilter } from '../../ui/screens/server-filter.ts';
import { cardText } from './card-lines.ts';

const { time, amount, status, id } = columnsOf('card-transaction');

export const cardTransactions: Resource<'card.transactions'> = {
  ...listingOf('card-transaction'),
  place: 'card-transactions',
  query: ({ server, subject }) => ({
    operation: 'card.transactions',
    input: { query: { ...server, id: subject ?? '' } },
  }),
  empty: t`This card has no transactions.`,
  about: ({ subject }, state) => (subject === undefined ? undefined : t`of ${cardText(subject, state)}`),
  columns: [
    time,
    cellColumn(
      'merchant',
      t`Merchant`,
      [14, 40, 0],
      ({ merchant }) => textCell(merchant instanceof Odd ? merchant : merchant?.name),
      { main: true, orderedBy: row => idText(merchantOf(row)?.name) },
    ),
    amount,
    figureColumn('billing', t`Billed`, [10, 40, 4], row =>
      amountCell(row.billing_amount, row.billing_currency),
    ),
    cellColumn('type', t`Type`, [8, 16, 3], row => textCell(row.transaction_type)),
    status,
    id,
  ],
  filters: [
    wordFilter('status', t`Status`, [t`APPROVED`, t`DECLINED`], false),
    ...periodFilters('start_date', 'end_date'),
  ],
  related: relatedToPurchase,
  details: [{ title: t`Card transaction`, entries: transactionDetails }],
};

const byLifecycle = indexOf('card.transactions', row => idKeys(row.lifecycle_id));
const byNetwork = indexOf('card.transactions', row => idKeys(row.network_transaction_id));
const byMerchant = indexOf('card.transactions', row => idKeys(merchantOf(row)?.identifier));
const byMerchantName = indexOf('card.transactions', row => personKey(merchantOf(row)?.name));

function relatedToPurchase(
  row: CardTransaction,
  loaded: Loaded,
  subject: string | undefined,
): readonly Related[] {
  const shop = merchantOf(row);
  const others = (
    kind: Visible,
    value: string | undefined,
    found: readonly { readonly row: CardTransaction }[],
  ) => {
    const rest = found.filter(
      item => item.row !== row && idText(item.row.transaction_id) !== idText(row.transaction_id),
    );
    const [newest] = rest;
    if (!newest || subject === undefined) return undefined;
    return byWord(kind, 'card-transactions', value, purchasesText(rest.length, newest.row, loaded), {
      subject,
    });
  };
  const within = JSON.stringify(subject ?? '');
  const [lifecycle, network, merchant, name] = [
    row.lifecycle_id,
    row.network_transaction_id,
    shop?.identifier,
    shop?.name,
  ].map(idText);
  const sameName = byMerchantName(loaded, personKey(shop?.name), within).filter(
    item => !isId(merchantOf(item.row)?.identifier, merchant),
  );
  const possibly = others(t`Same name`, name, sameName);
  return present(
    byWord(t`Card`, 'cards', idText(row.card_id) ?? subject, numberCell(row.masked_card_number).text),
    others(t`Same purchase`, lifecycle, byLifecycle(loaded, idKeys(row.lifecycle_id), within)),
    others(t`Same network ID`, network, byNetwork(loaded, idKeys(row.network_transaction_id), within)),
    others(t`Same merchant`, merchant, byMerchant(loaded, idKeys(shop?.identifier), within)),
    possibly && { ...possibly, possibly: t`same merchant name; no merchant ID joins them` },
  );
}

const purchasesText = (count: number, row: CardTransaction, loaded: Loaded): Visible => {
  const amount = amountCell(row.transaction_amount, row.transaction_currency);
  return loadedText(count, movedText(amount, row.transaction_date, loaded), t``);
};

function transactionDetails(row: CardTransaction, { moment }: DetailsContext): readonly Entry[] {
  return [
    {
      lead: amountCell(row.transaction_amount, row.transaction_currency),
      status: recordStatus('card-transaction', row),
    },
    { about: textCell(merchantOf(row)?.name) },
    ...reason(row),
    { label: t`Billed`, cell: amountCell(row.billing_amount, row.billing_currency) },
    { label: t`Type`, cell: textCell(row.transaction_type) },
    { label: t`Time`, cell: timeCell(row.transaction_date, moment) },
    { label: t`Posted`, cell: timeCell(row.posted_date, moment) },
    ...merchant(row),
    ...risk(row),
    { heading: t`Matched authorizations` },
    { label: t`Matched`, cell: wordsCell(row.matched_authorizations) },
    { heading: t`References` },
    { label: t`ID`, cell: textCell(row.transaction_id) },
    { label: t`Lifecycle`, cell: textCell(row.lifecycle_id) },
    { label: t`Auth. code`, cell: textCell(row.auth_code) },
    { label: t`Retrieval`, cell: textCell(row.retrieval_ref) },
    { label: t`Network`, cell: textCell(row.network_transaction_id) },
    { label: t`Acquirer`, cell: textCell(row.acquiring_institution_identifier) },
    { label: t`Wallet`, cell: textCell(row.digital_wallet_token_id) },
    { heading: t`The card` },
    { label: t`Card ID`, cell: textCell(row.card_id) },
    { label: t`Number`, cell: numberCell(row.masked_card_number) },
    { label: t`Nickname`, cell: textCell(row.card_nickname) },
    { label: t`Client data`, cell: textCell(row.client_data) },
  ];
}

function reason({ status, failure_reason: why }: CardTransaction): readonly Entry[] {
  if (why !== undefined) return [{ label: t`Reason`, cell: textCell(why, 'bad') }];
  return status === 'DECLINED'
    ? [{ label: t`Reason`, cell: { text: t`none from the service`, tone: 'dim' } }]
    : [];
}

function merchant(row: CardTransaction): readonly Entry[] {
  const shop = merchantOf(row);
  const heading: Entry = { heading: t`Merchant` };
  if (!shop)
    return [
      heading,
      { label: t`Merchant`, cell: textCell(row.merchant instanceof Odd ? row.merchant : undefined) },
    ];
  return [
    heading,
    { label: t`Name`, cell: textCell(shop.name) },
    { label: t`City`, cell: textCell(shop.city) },
    { label: t`State`, cell: textCell(shop.state) },
    { label: t`Postcode`, cell: textCell(shop.postcode) },
    { label: t`Country`, cell: textCell(shop.country) },
    { label: t`Category`, cell: textCell(shop.category_code) },
    { label: t`Merchant ID`, cell: textCell(shop.identifier) },
  ];
}

function risk({ risk_details: details }: CardTransaction): readonly Entry[] {
  const heading: Entry = { heading: t`Risk` };
  if (details === undefined || details instanceof Odd)
    return [heading, { label: t`Risk`, cell: textCell(details) }];
  return [
    heading,
    { label: t`Actions`, cell: wordsCell(details.risk_actions_performed) },
    { label: t`Factors`, cell: wordsCell(details.risk_factors) },
    { label: t`3-D Secure`, cell: textCell(details.three_dsecure_outcome) },
  ];
}
