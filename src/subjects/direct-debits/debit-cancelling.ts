// Whether the API's rules let a direct debit be cancelled. What Purser does not know is a reason against it.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import { textCell } from '../../format/cells.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { idText, isId } from '../../records/facts.ts';
import { isUnitedKingdom } from '../../records/reads.ts';

/**
 * Returns the reason why the direct debit can't be cancelled; undefined if it can. INTERFACE.md, Endpoints › Family A, rule
 * 5: "Only GBP direct debit payouts in the United Kingdom can be cancelled, and only while they are PENDING." The
 * country comes from `account`, the payout's Global Account. A missing or invalid value, or another account, is a
 * reason too.
 */
export function whyNotCancellable(
  debit: Result<'directDebit.get'>,
  account: Result<'globalAccount.get'> | undefined,
): Visible | undefined {
  if (idText(debit.transaction_id) === undefined)
    return t`This direct debit has no usable transaction ID, so it can't be cancelled.`;
  return notPending(debit) ?? notPounds(debit) ?? notBritish(debit, account);
}

function notPending({ status }: Result<'directDebit.get'>): Visible | undefined {
  if (status === 'PENDING') return undefined;
  if (status === undefined) return t`The status is missing. Only a PENDING direct debit can be cancelled.`;
  return status instanceof Odd
    ? t`The status (${textCell(status).text}) is not documented. Only a PENDING direct debit can be cancelled.`
    : t`The status is ${textCell(status).text}. Only a PENDING direct debit can be cancelled.`;
}

function notPounds({ currency }: Result<'directDebit.get'>): Visible | undefined {
  const code = idText(currency);
  if (code === 'GBP') return undefined;
  return code === undefined
    ? t`The currency (${textCell(currency).text}) is missing or unreadable. Only GBP direct debits can be cancelled.`
    : t`The currency is ${textCell(currency).text}. Only GBP direct debits can be cancelled.`;
}

function notBritish(
  { global_account_id: id }: Result<'directDebit.get'>,
  account: Result<'globalAccount.get'> | undefined,
): Visible | undefined {
  const own = idText(id);
  if (own === undefined)
    return t`This direct debit has no Global Account, so its country is not known. Only direct debits in the United Kingdom can be cancelled.`;
  if (account === undefined)
    return t`Purser has not read the Global Account, so its country is not known. Only direct debits in the United Kingdom can be cancelled.`;
  if (!isId(account.id, own))
    return t`The service returned a different Global Account, so the country of the direct debit's account is not known.`;
  const country = idText(account.country_code);
  if (country === undefined)
    return t`The country of the Global Account (${textCell(account.country_code).text}) is missing or unreadable. Only direct debits in the United Kingdom can be cancelled.`;
  return isUnitedKingdom(country)
    ? undefined
    : t`The Global Account is in ${textCell(account.country_code).text}. Only direct debits in the United Kingdom can be cancelled.`;
}
