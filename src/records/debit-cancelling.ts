// Whether a direct debit payout can be cancelled, by the words of the interface; where it isn't known, it can't.

import { Odd } from '../api/contract/odd.ts';
import type { Result } from '../api/contract/operations.ts';
import { t, type Visible } from '../lib/visible.ts';
import { idText, isId, textCell } from '../ui/screens/cells.ts';
import { isUnitedKingdom } from './global-account.ts';

/**
 * INTERFACE.md, Endpoints › Family A, rule 5: "Only GBP direct debit payouts in the United Kingdom can be cancelled, and
 * only while PENDING." The country is that of `account`, the debit's own Global Account as far as it was read. Gives the
 * reason why it can't be; what is missing, odd or of another account proves nothing and bars it too.
 */
export function whyNotCancellable(
  debit: Result<'directDebit.get'>,
  account: Result<'globalAccount.get'> | undefined,
): Visible | undefined {
  if (idText(debit.transaction_id) === undefined)
    return t`It came without a usable transaction ID, so it can't be named in a cancellation.`;
  return notPending(debit) ?? notPounds(debit) ?? notBritish(debit, account);
}

function notPending({ status }: Result<'directDebit.get'>): Visible | undefined {
  if (status === 'PENDING') return undefined;
  if (status === undefined) return t`Its status is missing; only a PENDING one can be cancelled.`;
  return status instanceof Odd
    ? t`Its status (${textCell(status).text}) is not one that the interface knows; only a PENDING one can be cancelled.`
    : t`It is ${textCell(status).text}; only a PENDING one can be cancelled.`;
}

function notPounds({ currency }: Result<'directDebit.get'>): Visible | undefined {
  const code = idText(currency);
  if (code === 'GBP') return undefined;
  return code === undefined
    ? t`Its currency (${textCell(currency).text}) is missing or unreadable; only GBP ones can be cancelled.`
    : t`It is in ${textCell(currency).text}; only GBP ones can be cancelled.`;
}

function notBritish(
  { global_account_id: id }: Result<'directDebit.get'>,
  account: Result<'globalAccount.get'> | undefined,
): Visible | undefined {
  const own = idText(id);
  if (own === undefined)
    return t`It names no Global Account, so it isn't known to be in the United Kingdom; only those can be cancelled.`;
  if (account === undefined)
    return t`Its Global Account is not read, so it isn't known to be in the United Kingdom; only those can be cancelled.`;
  if (!isId(account.id, own))
    return t`The Global Account that came is another one than the payout names, so it isn't known to be in the United Kingdom.`;
  const country = idText(account.country_code);
  if (country === undefined)
    return t`The country of its Global Account (${textCell(account.country_code).text}) is missing or unreadable; only those in the United Kingdom can be cancelled.`;
  return isUnitedKingdom(country)
    ? undefined
    : t`Its Global Account is in ${textCell(account.country_code).text}; only those in the United Kingdom can be cancelled.`;
}
