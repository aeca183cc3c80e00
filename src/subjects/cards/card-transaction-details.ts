// The details of one card transaction. The reason for a decline comes before the merchant and the risk.

import { Odd } from '../../api/contract/odd.ts';
import type { RowOf } from '../../effects/query.ts';
import { amountCell, statusCell, textCell, timeCell, wordsCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { t } from '../../lib/visible.ts';
import type { DetailsContext } from '../../ui/screens/resource.ts';
import { transactionTones } from './statuses.ts';

export type CardTransaction = RowOf<'card.transactions'>;

export const merchantOf = ({ merchant }: CardTransaction) =>
  merchant === undefined || merchant instanceof Odd ? undefined : merchant;

export function transactionDetails(row: CardTransaction, { moment }: DetailsContext): readonly Entry[] {
  return [
    {
      lead: amountCell(row.transaction_amount, row.transaction_currency),
      status: statusCell(row.status, transactionTones),
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
    { label: t`Number`, cell: textCell(row.masked_card_number) },
    { label: t`Nickname`, cell: textCell(row.card_nickname) },
    { label: t`Client data`, cell: textCell(row.client_data) },
  ];
}

/** The service's reason, for any status. If a declined transaction has no reason, the row says so. */
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
