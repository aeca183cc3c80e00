// Making a payout: what is asked to be confirmed, from the beneficiary as just read and the order as typed.

import type { Question } from '../../effects/question.ts';
import { t, visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { beforeAndAfter } from '../../ui/screens/available.ts';
import {
  type Beneficiary,
  payoutLines,
  payoutReread,
  payoutWarnings,
} from '../../ui/screens/payout-lines.ts';
import type { Order } from '../../ui/screens/payout-order.ts';
import { tokenOf } from '../../writes/token-of.ts';
import { contradicted, recognised } from './recognised.ts';

/** `now` is asked again when the beneficiary is read again: another console may have paid meanwhile. */
export function payoutQuestion(
  order: Order,
  beneficiary: Beneficiary,
  now: () => State,
  ended: NonNullable<Question<'payout.create'>['ended']>,
): Question<'payout.create'> {
  const { beneficiaryId, amount, currency, reference, notes } = order;
  const available = beforeAndAfter(now(), amount, currency).text;
  const input = {
    body: {
      beneficiary_id: beneficiaryId,
      amount,
      currency,
      reference,
      ...(notes !== undefined && { notes }),
    },
  };
  return {
    operation: 'payout.create',
    input,
    title: t`New payout`,
    button: t`Make the payout`,
    lines: payoutLines(beneficiary, order, available),
    warnings: payoutWarnings(order, beneficiary, now()),
    token: tokenOf('payout.create', input),
    reread: payoutReread(order, available, read => payoutWarnings(order, read, now())),
    done({ raw }) {
      const [id] = recognised(raw).ids;
      return [
        id === undefined
          ? t`No ID is recognised in its answer, which the interface doesn't show; it is in the payout's details as it came.`
          : t`Payout ID (from the service’s response): ${visible(id)}. The fields of that response are not documented.`,
      ];
    },
    contradictions: ({ raw }) => contradicted(raw, order),
    ended,
  };
}
