// A payout to a beneficiary.

import { moved } from '../../api/contract/write-meaning.ts';
import { isId, textCell, timeCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { Beneficiary } from '../../format/records.ts';
import { textIn } from '../../journal/request-body.ts';
import { t, visible } from '../../lib/visible.ts';
import { beforeAndAfter } from '../../money/available.ts';
import { asked, barred, nothing, unreadable } from '../../money/called.ts';
import { paidCandidates } from '../../money/check/candidates.ts';
import { historyEvidence } from '../../money/check/history-entries.ts';
import { ownPayouts } from '../../money/check/own-payouts.ts';
import { asOf, byId, type CheckedWrite, history, readingOf } from '../../money/check/reconciliation.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { type Order, orderOf } from '../../money/payout-order.ts';
import type { Question } from '../../money/question.ts';
import { BENEFICIARY, madeWith, member, sumOf, textOf } from '../../money/same-thing.ts';
import { amountToken } from '../../money/tokens.ts';
import type { State } from '../../store/state.ts';
import { ofPayout } from './payout-again.ts';
import { payoutLines, payoutReread, payoutWarnings } from './payout-lines.ts';
import { contradicted, recognised } from './recognised.ts';

export const payoutCreate: WriteDefinition<'payout.create'> = {
  operation: 'payout.create',
  class: 'money',
  meaning: moved,
  token: { words: t`the amount`, of: ({ body }) => amountToken(body.amount, t`the amount`) },
  async question({ body }, { client, store, readBalances }) {
    const { customer } = store.getState();
    const { beneficiary_id, amount, currency, reference, notes } = body;
    const read = await client.perform('beneficiary.get', { query: { beneficiary_id } }, { customer });
    if (!read.ok) return unreadable('beneficiary.get', read.failure);
    if (!isId(read.value.id, beneficiary_id)) return barred(t`The service returned a different beneficiary.`);
    await readBalances();
    const order = { beneficiaryId: beneficiary_id, amount, currency, reference, notes };
    return asked(payoutQuestion(order, read.value, store.getState, nothing));
  },
  amounts: [['amount', 'currency']],
  duplicates: {
    ...madeWith(BENEFICIARY, member('beneficiary_id')),
    similar: {
      what: t`the same amount to this beneficiary`,
      pays: true,
      of: intent => [textOf(intent, 'beneficiary_id'), textOf(intent, 'currency'), sumOf(intent, 'amount')],
    },
  },
  reconcile: {
    plan: (intent, since) => [
      history(since),
      ...byId(textIn(intent, 'beneficiary_id'), beneficiary_id => ({
        operation: 'beneficiary.get',
        input: { query: { beneficiary_id } },
      })),
    ],
    reads: ['account.balanceHistory', 'beneficiary.get'],
    entries: checked => [
      ...historyEvidence(
        checked,
        paidCandidates(checked.row),
        ownPayouts(checked.row, checked.outcomeCheck, checked.all),
      ),
      ...beneficiaryNow(checked),
    ],
    proof: t`History entries have no request ID and no payout ID. A candidate is no proof, because a duplicate looks the same. Without a candidate, the payout may still appear later. Ask the service's support if you can't tell.`,
  },
  again: {
    title: t`Send the payout again`,
    button: t`Send it again`,
    hasToken: intent => orderOf(intent) !== undefined,
    reading: row => {
      const order = orderOf(row.intent);
      return order && ofPayout(row, order);
    },
  },
  onScreen: { place: 'payouts', key: 'n' },
};

function beneficiaryNow({ outcomeCheck, moment }: CheckedWrite): readonly Entry[] {
  const read = readingOf(outcomeCheck, 'beneficiary.get')?.value;
  if (read === undefined) return [];
  return [
    { heading: asOf(t`The beneficiary at the service`, outcomeCheck, 'beneficiary.get', moment) },
    { label: t`Name`, cell: textCell(read.account_holder_name) },
    { label: t`Account`, cell: textCell(read.account_number) },
    { label: t`Status`, cell: textCell(read.status) },
    { label: t`Last used`, cell: timeCell(read.last_used_at, moment) },
  ];
}

/** `now`: the newest state. Each new read needs the newest state, because another console may have paid meanwhile. */
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
    token: payoutCreate.token.of(input, {}),
    reread: payoutReread(order, available, read => payoutWarnings(order, read, now())),
    done({ raw }) {
      const [id] = recognised(raw).ids;
      return [
        id === undefined
          ? t`Purser found no payout ID in the service's response. The payout's details show the raw response.`
          : t`Payout ID (from the service's response): ${visible(id)}. The service does not document that response.`,
      ];
    },
    contradictions: ({ raw }) => contradicted(raw, order),
    ended,
  };
}
