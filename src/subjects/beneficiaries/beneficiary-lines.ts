// The dialog's lines for a change of a beneficiary: the record, and each current value next to its new value.

import { Odd } from '../../api/contract/odd.ts';
import { isId } from '../../format/cells.ts';
import { type Beneficiary, beneficiaryQuery } from '../../format/records.ts';
import { type Json, writeJson } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Reread } from '../../money/question.ts';
import { BENEFICIARY, wholeText } from '../../money/shown-lines.ts';
import type { ShownLine } from '../../store/shown-line.ts';

export const ANOTHER_BENEFICIARY = t`The service returned a different beneficiary.`;

/** The current value of a changed field. The record and the change have different names for some fields. */
function fieldNow(read: Beneficiary, member: string): Beneficiary['bank_name'] | string {
  const { metadata } = read;
  const known = metadata instanceof Odd ? undefined : metadata;
  switch (member) {
    case 'full_name':
      return read.account_holder_name;
    case 'account_number':
      return read.account_number;
    case 'account_currency':
      return read.currency;
    case 'bank_country_code':
      return read.bank_country_code;
    case 'entity_type':
      return read.entity_type;
    case 'account_type':
      return known?.account_type;
    case 'routing_number':
      return known?.routing_number;
    default:
      return undefined;
  }
}

export function shownNow(read: Beneficiary, member: string): Visible | undefined {
  const value = fieldNow(read, member);
  return value === undefined ? undefined : wholeText(value);
}

/** The dialog's lines. They depend only on the record and the changes. */
export function updateLines(
  read: Beneficiary,
  changes: Readonly<Record<string, Json>>,
): readonly ShownLine[] {
  return [
    { label: BENEFICIARY, value: wholeText(read.account_holder_name) },
    { label: t`Account`, value: t`${wholeText(read.account_number)} · in ${wholeText(read.currency)}` },
    { label: t`Bank`, value: t`${wholeText(read.bank_name)} · ${wholeText(read.bank_country_code)}` },
    { label: t`ID`, value: t`${wholeText(read.id)} · ${wholeText(read.status)}` },
    ...Object.entries(changes).map(([name, value]) => {
      const sent = visible(writeJson(value));
      const now = shownNow(read, name);
      return { label: visible(name), value: now === undefined ? sent : t`${now} → ${sent}` };
    }),
  ];
}

/** Reads the beneficiary again. An answer with a different beneficiary bars the change. */
export const beneficiaryReread = (
  id: string,
  changes: Readonly<Record<string, Json>>,
): Reread<'beneficiary.get'> => ({
  ...beneficiaryQuery(id),
  check: now => (isId(now.id, id) ? { lines: updateLines(now, changes) } : { barred: ANOTHER_BENEFICIARY }),
});
