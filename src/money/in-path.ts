// Reads the IDs in the path or query of a request.

import { isFamilyA } from '../journal/duplicates.ts';
import type { Intent } from '../journal/intent.ts';

/** Only Family B has a header for it (INTERFACE.md, Family B common request headers). */
export const sendsRequestId = (intent: Intent): boolean => !isFamilyA(intent);

export const cancelledDebit = ({ target }: Intent): string | undefined =>
  segment(/\/direct_debits\/([^/?]+)\/cancel$/.exec(target)?.[1]);

export function cancelledMandate({
  target,
}: Intent): { readonly global_account_id: string; readonly mandate_id: string } | undefined {
  const [, account, id] = /\/global_accounts\/([^/?]+)\/mandates\/([^/?]+)\/cancel$/.exec(target) ?? [];
  const [global_account_id, mandate_id] = [segment(account), segment(id)];
  return global_account_id === undefined || mandate_id === undefined
    ? undefined
    : { global_account_id, mandate_id };
}

export function changedBeneficiary({ target }: Intent): string | undefined {
  const at = target.indexOf('?');
  return at < 0 ? undefined : new URLSearchParams(target.slice(at)).get('beneficiary_id') || undefined;
}

function segment(encoded: string | undefined): string | undefined {
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
