// Reads the IDs in a request: in its path, its query or its body.

import type { Intent } from '../journal/intent.ts';
import { isFamilyA } from '../journal/possible-duplicates.ts';
import { textIn } from '../journal/request-body.ts';
import { attempt } from '../lib/attempt.ts';

/** Only Family B has a header for it (INTERFACE.md, Family B common request headers). */
export const sendsRequestId = (intent: Intent): boolean => !isFamilyA(intent);

/** The decoded values of the pattern's groups, as the input has them. Undefined if one is missing. */
const inPath =
  <Name extends string>(pattern: RegExp, ...names: readonly Name[]) =>
  ({ target }: Intent): { readonly params: { readonly [N in Name]: string } } | undefined => {
    const groups = pattern.exec(target)?.groups;
    const values = names.map(name => [name, segment(groups?.[name])] as const);
    // Each name has its text.
    return values.some(([, value]) => value === undefined)
      ? undefined
      : { params: Object.fromEntries(values) as { readonly [N in Name]: string } };
  };

export const cancelledDebit = inPath(/\/direct_debits\/(?<transaction_id>[^/?]+)\/cancel$/, 'transaction_id');

export const cancelledMandate = inPath(
  /\/global_accounts\/(?<global_account_id>[^/?]+)\/mandates\/(?<mandate_id>[^/?]+)\/cancel$/,
  'global_account_id',
  'mandate_id',
);

export function changedBeneficiary({ target }: Intent) {
  const at = target.indexOf('?');
  const id = at < 0 ? null : new URLSearchParams(target.slice(at)).get('beneficiary_id');
  return id ? { query: { beneficiary_id: id } } : undefined;
}

/** The record that the request names, in its body or its path. */
export const recordId = (intent: Intent): string | undefined =>
  textIn(intent, 'id') ??
  textIn(intent, 'systemReferenceNumber') ??
  cancelledDebit(intent)?.params.transaction_id ??
  cancelledMandate(intent)?.params.mandate_id ??
  changedBeneficiary(intent)?.query.beneficiary_id;

const segment = (encoded: string | undefined): string | undefined =>
  encoded === undefined ? undefined : attempt(() => decodeURIComponent(encoded));
