// Making a payout: what staff confirm, from the beneficiary just read and the typed order.

import type { Question } from '../../effects/question.ts';
import { t, visible } from '../../lib/visible.ts';
import { beforeAndAfter } from '../../records/available.ts';
import { type Beneficiary, payoutLines, payoutReread, payoutWarnings } from '../../records/payout-lines.ts';
import type { Order } from '../../records/payout-order.ts';
import type { State } from '../../store/state.ts';
import { tokenOf } from '../../writes/token-of.ts';
import { contradicted, recognised } from './recognised.ts';

/** Called again with each new read of the beneficiary, because another console may have paid since. */
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
    button: t`Make payout`,
    lines: payoutLines(beneficiary, order, available),
    warnings: payoutWarnings(order, beneficiary, now()),
    token: tokenOf('payout.create', input),
    reread: payoutReread(order, available, read => payoutWarnings(order, read, now())),
    done({ raw }) {
      const [id] = recognised(raw).ids;
      return [
        id === undefined
          ? t`Purser found no ID in the service's response. The fields of that response are not documented. The payout's details show its raw text.`
          : t`Payout ID (from the service’s response): ${visible(id)}. The fields of that response are not documented.`,
      ];
    },
    contradictions: ({ raw }) => contradicted(raw, order),
    ended,
  };
}
