// The cancellation of a mandate.

import type { Result } from '../../api/contract/operations.ts';
import { textCell, timeCell, utcCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { platformWarnings } from '../../format/joined.ts';
import type { Intent } from '../../journal/intent.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { actOn, questionOf } from '../../money/act.ts';
import { ANOTHER, asOf, type CheckedWrite, readWith } from '../../money/check/reconciliation.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked, askedAbout } from '../../money/for-call.ts';
import { cancelledMandate } from '../../money/in-path.ts';
import { changing } from '../../money/same-thing.ts';
import { asSentence, confirmedIn, confirmedLine, STATUS, wholeText } from '../../money/shown-lines.ts';
import { endingToken } from '../../money/write-tokens.ts';
import { isId } from '../../records/facts.ts';
import type { RowOf } from '../../records/query.ts';
import { mandateQuery } from '../../records/reads.ts';
import { type Question, type ShownRecord, shownIn } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import type { KnownCustomer, State } from '../../store/state.ts';

const ACT = actOn(t`Cancel`, t`mandate`);

export const mandateCancel: WriteDefinition<'mandate.cancel'> = {
  operation: 'mandate.cancel',
  class: 'money',
  happened: intent =>
    asSentence(t`Cancelled the mandate of ${confirmedIn(intent, t`Creditor`) ?? t`an unnamed creditor`}`),
  meaning: {
    not: ACT.not,
    may: t`new direct debits may still be made under the mandate, or not`,
  },
  token: endingToken(t`mandate ID`, ({ params }) => params.mandate_id),
  question({ params }, sources) {
    const ids = { account: params.global_account_id, id: params.mandate_id };
    const { customer } = sources.store.getState();
    return askedAbout(sources, mandateToCancel(ids, customer), mandate =>
      asked(cancelMandateQuestion(ids, mandate, { customer })),
    );
  },
  duplicates: changing(t`this mandate`, mandateIn),
  reconcile: {
    plan: intent => readWith(cancelledMandate(intent), input => ({ operation: 'mandate.get', input })),
    evidence: { 'mandate.get': mandateNow },
    proof: t`The service does not document which status follows a cancellation. ACTIVE: not cancelled so far. Any other status: not active, but the external party may have cancelled the mandate.`,
  },
  onScreen: { place: 'account-mandates', key: 'x' },
};

function mandateIn(intent: Intent): string | undefined {
  return cancelledMandate(intent)?.params.mandate_id;
}

function mandateNow(read: Result<'mandate.get'>, checked: CheckedWrite): readonly Entry[] {
  return [
    asOf(t`The mandate now`, 'mandate.get', checked),
    ...(isId(read.id, mandateIn(checked.row.intent)) ? [] : [ANOTHER]),
    { label: t`Status then`, cell: textCell(confirmedLine(checked.row, STATUS)) },
    { label: t`Status now`, cell: textCell(read.status, 'strong') },
    { label: t`Creditor`, cell: textCell(read.creditor_name) },
    { label: t`Created`, cell: timeCell(read.created_at, checked.moment) },
    { label: t`ID`, cell: textCell(read.id) },
  ];
}

export const cancelMandateQuestion = (
  ids: MandateIds,
  mandate: Mandate,
  { customer }: Pick<State, 'customer'>,
): Question<'mandate.cancel'> => ({
  ...questionOf(mandateCancel, ACT, { params: { global_account_id: ids.account, mandate_id: ids.id } }),
  ...shownIn(mandateToCancel(ids, customer), mandate),
  done: () => [t`The service rejects new direct debits under the mandate. The list shows the new status.`],
});

export type Mandate = RowOf<'mandate.list'>;

interface MandateIds {
  readonly account: string;
  readonly id: string;
}

function barMandate(read: Result<'mandate.get'>, { account, id }: MandateIds): Visible | undefined {
  if (!isId(read.id, id)) return t`The service returned a different mandate.`;
  return isId(read.global_account_id, account)
    ? undefined
    : t`The service returned a mandate of a different account.`;
}

const mandateToCancel = (
  ids: MandateIds,
  customer: KnownCustomer | undefined,
): ShownRecord<'mandate.get'> => ({
  ...mandateQuery(ids.account, ids.id),
  found: read => barMandate(read, ids) ?? read,
  lines: mandateLines,
  warnings: read => mandateWarnings(read, customer),
});

function mandateLines(mandate: Mandate): readonly ShownLine[] {
  return [
    { label: t`Creditor`, value: wholeText(mandate.creditor_name) },
    { label: t`Debtor`, value: wholeText(mandate.debtor_name) },
    { label: t`Scheme`, value: t`${wholeText(mandate.payment_scheme)} · ${wholeText(mandate.currency)}` },
    { label: STATUS, value: wholeText(mandate.status) },
    {
      label: t`Created`,
      value: t`${utcCell(mandate.created_at).text} · set up ${utcCell(mandate.setup_time).text}`,
    },
    { label: t`Mandate ID`, value: wholeText(mandate.id) },
    { label: t`Account`, value: wholeText(mandate.global_account_id) },
  ];
}

const mandateWarnings = ({ status }: Mandate, customer: KnownCustomer | undefined): readonly Visible[] => [
  ...platformWarnings(customer),
  t`Afterwards the service rejects new direct debits under this mandate. The cancellation can't be undone.`,
  t`The service does not document what happens to direct debits under way. Press D on the mandate to see the direct debits.`,
  ...(status === 'ACTIVE'
    ? []
    : [
        t`The status is ${wholeText(status)}. The service documents only ACTIVE, and decides whether the mandate can be cancelled.`,
      ]),
];
