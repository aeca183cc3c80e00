// The cancellation of a payout by its ID or its system reference.

import { textIn } from '../../journal/request-body.ts';
import { canonicalReference, isSystemReference } from '../../lib/identifier.ts';
import type { Visible } from '../../lib/visible.ts';
import { t, visible } from '../../lib/visible.ts';
import { hasUsableId } from '../../money/again/again-rule.ts';
import { unread } from '../../money/again/readings.ts';
import { asked, barred, wrong } from '../../money/called.ts';
import { cancelledCandidates } from '../../money/check/candidates.ts';
import { historyEvidence } from '../../money/check/history-entries.ts';
import { history } from '../../money/check/reconciliation.ts';
import type { IntentText, WriteDefinition } from '../../money/definition.ts';
import type { Question } from '../../money/question.ts';
import { canonical } from '../../money/same-thing.ts';
import { endOf } from '../../money/tokens.ts';
import type { State } from '../../store/state.ts';
import { type CancelTarget, cancelled } from './cancel-target.ts';
import type { OwnPayout } from './own-payout.ts';

export type CancelQuestion = Question<'payout.cancel'>;

const VERSION = { params: { version: 'v1' } };

export const payoutCancel: WriteDefinition<'payout.cancel'> = {
  operation: 'payout.cancel',
  class: 'money',
  meaning: { not: t`this request did not cancel the payout`, may: t`the payout may still go out, or not` },
  token: {
    words: t`the last four of the payout ID, or of the system reference if you give no ID`,
    of: ({ body: { id, systemReferenceNumber = '' } = {} }) =>
      id === undefined
        ? endOf(systemReferenceNumber, t`the last four of the system reference`)
        : endOf(id, t`the last four of the payout ID`),
  },
  question({ body = {} }, { store }) {
    const { id, systemReferenceNumber } = body;
    if (id === undefined && systemReferenceNumber === undefined)
      return wrong(t`Give the payout's ID or its system reference number.`);
    const target =
      id === undefined
        ? { systemReferenceNumber: systemReferenceNumber ?? '' }
        : { id, ...(systemReferenceNumber !== undefined && { systemReferenceNumber }) };
    const question = cancelQuestion(target, store.getState());
    if ('barred' in question) return barred(question.barred);
    if (id !== undefined && question.input.body?.id === undefined)
      return wrong(t`${visible(id, 60)} is a system reference. Give it as systemReferenceNumber.`);
    return asked(question);
  },
  duplicates: {
    record: {
      what: t`this payout`,
      names: intent => [payoutOf(textIn(intent, 'id')), referenceOf(textIn(intent, 'systemReferenceNumber'))],
      changes: true,
    },
  },
  reconcile: {
    plan: (_, since) => [history(since)],
    reads: ['account.balanceHistory'],
    entries: checked => [
      { note: t`The service can't read a payout. Only the balance history can show money that came back.` },
      ...historyEvidence(checked, cancelledCandidates(checked.row)),
    ],
    proof: t`A history entry shows that money came back, but not why. When a payout goes out, the service may release the held amount and take it again right after. Look for that second entry. If there is no entry, ask the service's support.`,
  },
  again: {
    title: t`Cancel the payout: send the request again`,
    button: t`Cancel the payout`,
    hasToken: hasUsableId(intent => textIn(intent, 'id') ?? textIn(intent, 'systemReferenceNumber')),
    named: () => VERSION,
    reading: () =>
      unread(t`Purser can't read a payout first: only the service knows whether it is still pending.`),
  },
  onScreen: { place: 'payouts', key: 'x' },
};

const referenceOf = (name: IntentText): IntentText =>
  name === undefined ? undefined : `reference ${canonicalReference(name)}`;

/** A system reference in the ID field counts as a system reference. */
const payoutOf = (id: IntentText): IntentText =>
  id !== undefined && isSystemReference(id) ? referenceOf(id) : canonical(id);

export function cancelQuestion(
  typed: CancelTarget,
  state: State,
  row?: OwnPayout,
): CancelQuestion | { readonly barred: Visible } {
  const facts = cancelled(typed, state, row);
  if ('barred' in facts) return facts;
  const { target, lines, warnings, earlier } = facts;
  const input = { ...VERSION, body: target };
  return {
    operation: 'payout.cancel',
    input,
    title: t`Cancel payout`,
    button: t`Cancel payout`,
    lines,
    warnings,
    earlier,
    token: payoutCancel.token.of(input, {}),
    done: () => [
      t`The service cancelled the payout. The date of the refund is not documented: check the balances (b).`,
    ],
  };
}
