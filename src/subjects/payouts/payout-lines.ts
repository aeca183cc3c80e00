// The dialog's lines for a payout, and the read of its beneficiary before sending.

import { Odd } from '../../api/contract/odd.ts';
import { idText, isId, textCell } from '../../format/cells.ts';
import { type Beneficiary, beneficiaryQuery } from '../../format/records.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { balancesIn, exceedsAvailable } from '../../money/available.ts';
import { amountText, type Order } from '../../money/payout-order.ts';
import { type Reread, reread } from '../../money/question.ts';
import { AMOUNT, AVAILABLE, BENEFICIARY, REFERENCE, wholeText } from '../../money/shown-lines.ts';
import type { ShownLine } from '../../store/shown-line.ts';
import type { State } from '../../store/state.ts';

/** The dialog's lines. They depend only on the beneficiary, the order and the available amount. */
export function payoutLines(read: Beneficiary, order: Order, available: Visible): readonly ShownLine[] {
  const { amount, currency, reference, notes } = order;
  return [
    { label: BENEFICIARY, value: wholeText(read.account_holder_name) },
    { label: t`Account`, value: wholeText(read.account_number) },
    {
      label: t`Bank`,
      value: t`${wholeText(read.bank_name)} · ${wholeText(read.bank_country_code)} · in ${wholeText(read.currency)}`,
    },
    { label: t`ID`, value: t`${wholeText(read.id)} · ${wholeText(read.status)}` },
    { label: AMOUNT, value: amountText(amount, currency) },
    { label: REFERENCE, value: visible(reference) },
    ...(notes === undefined ? [] : [{ label: t`Notes`, value: visible(notes) }]),
    { label: AVAILABLE, value: available },
  ];
}

/** Reads the beneficiary again. The available amount stays as confirmed. The warnings come from the new record. */
export const payoutReread = (
  order: Order,
  available: Visible,
  warnings: (read: Beneficiary) => readonly Visible[],
): Reread =>
  reread({
    ...beneficiaryQuery(order.beneficiaryId),
    check: read =>
      isId(read.id, order.beneficiaryId)
        ? { lines: payoutLines(read, order, available), warnings: warnings(read) }
        : { barred: t`The service returned a different beneficiary.` },
  });

/** The warnings of a payout, except those about duplicates, which writes/earlier-warnings.ts adds to every dialog. */
export function payoutWarnings(
  order: Order,
  beneficiary: Beneficiary | undefined,
  state: State,
): readonly Visible[] {
  const { amount, currency } = order;
  return [
    ...(exceedsAvailable(balancesIn(state), amount, currency)
      ? [t`More than the available amount. The service may refuse.`]
      : []),
    ...(beneficiary === undefined || idText(beneficiary.currency) === currency
      ? []
      : [
          t`The beneficiary's account is in ${wholeText(beneficiary.currency)}, not in ${visible(currency)}.`,
        ]),
    ...(beneficiary === undefined || beneficiary.status === 'VERIFIED'
      ? []
      : [t`The beneficiary is ${statusText(beneficiary.status)}, not VERIFIED. The service may refuse.`]),
  ];
}

const statusText = (status: Beneficiary['status']): Visible =>
  status === undefined
    ? t`without a status`
    : status instanceof Odd
      ? textCell(status).text
      : visible(status);
