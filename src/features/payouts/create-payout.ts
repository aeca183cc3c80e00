// Making a payout: what is asked to be confirmed, from the beneficiary as just read and the order as typed.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import { type Question, reread } from '../../effects/question.ts';
import { compare, type Decimal, groupDigits } from '../../lib/decimal.ts';
import { JsonNumber, parseJson } from '../../lib/json.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import type { ShownLine } from '../../store/dialog.ts';
import type { State } from '../../store/state.ts';
import { balancesIn, beforeAndAfter, exceedsAvailable } from '../../ui/screens/available.ts';
import { idText, textCell } from '../../ui/screens/cells.ts';
import { lineOf, type OwnPayout, ownNow } from './own-payout.ts';
import { recognised } from './recognised.ts';
import { AMOUNT, BENEFICIARY, REFERENCE } from './shown-lines.ts';

export type Beneficiary = Result<'beneficiary.get'>;

/** What a person typed, checked. */
export interface Order {
  readonly beneficiaryId: string;
  readonly amount: Decimal;
  readonly currency: string;
  readonly reference: string;
  readonly notes: string | undefined;
}

/** An equal one that was DONE so lately (ms) may have been this very one. */
const LATELY = 10 * 60_000;
const NAME_CELLS = 160;

export const field = (value: Parameters<typeof textCell>[0]): Visible =>
  cut(textCell(value).text, NAME_CELLS);

export function payoutQuestion(
  order: Order,
  beneficiary: Beneficiary,
  state: State,
  ended: NonNullable<Question<'payout.create'>['ended']>,
): Question<'payout.create'> {
  const { beneficiaryId, amount, currency, reference, notes } = order;
  const available = beforeAndAfter(state, amount, currency).text;
  return {
    operation: 'payout.create',
    input: {
      body: {
        beneficiary_id: beneficiaryId,
        amount,
        currency,
        reference,
        ...(notes !== undefined && { notes }),
      },
    },
    title: t`New payout`,
    button: t`Make the payout`,
    lines: linesOf(beneficiary, order, available),
    warnings: warningsOf(order, beneficiary, state),
    token: { text: amount, name: t`the amount` },
    reread: reread({
      operation: 'beneficiary.get',
      input: { query: { beneficiary_id: beneficiaryId } },
      check: read =>
        idText(read.id) === beneficiaryId
          ? { lines: linesOf(read, order, available) }
          : { barred: t`The beneficiary that came is another one than was asked for.` },
    }),
    done({ raw }) {
      const [id] = recognised(raw).ids;
      return [
        id === undefined
          ? t`No ID is recognised in its answer, which the interface doesn't show; it is in the payout's details as it came.`
          : t`The service seems to call it ${visible(id)}; the interface doesn't show the fields of its answer.`,
      ];
    },
    ended,
  };
}

/** The dialog's lines: from one reading and the same order they are always the same. */
function linesOf(read: Beneficiary, order: Order, available: Visible): readonly ShownLine[] {
  const { amount, currency, reference, notes } = order;
  return [
    { label: BENEFICIARY, value: field(read.account_holder_name) },
    { label: t`Account`, value: field(read.account_number) },
    {
      label: t`Bank`,
      value: t`${field(read.bank_name)} · ${field(read.bank_country_code)} · in ${field(read.currency)}`,
    },
    { label: t`Its ID`, value: t`${field(read.id)} · ${field(read.status)}` },
    { label: AMOUNT, value: amountText(amount, currency) },
    { label: REFERENCE, value: visible(reference) },
    ...(notes === undefined ? [] : [{ label: t`Notes`, value: visible(notes) }]),
    { label: t`Available`, value: available },
  ];
}

const amountText = (amount: Decimal, currency: string): Visible =>
  t`${groupDigits(amount)} ${visible(currency)}`;

function warningsOf(order: Order, beneficiary: Beneficiary, state: State): readonly Visible[] {
  const { amount, currency } = order;
  const own = idText(beneficiary.currency);
  return [
    ...(exceedsAvailable(balancesIn(state), amount, currency)
      ? [t`It is more than is available: the service may refuse it.`]
      : []),
    ...(own === currency
      ? []
      : [t`The beneficiary's account is in ${field(beneficiary.currency)}, not in ${visible(currency)}.`]),
    ...(beneficiary.status === 'VERIFIED'
      ? []
      : [t`The beneficiary is ${statusText(beneficiary.status)}, not VERIFIED: the service may refuse it.`]),
    ...ownNow(state)
      .filter(row => isLatelyDone(row, order, state))
      .slice(0, 1)
      .map(row => latelyDone(row, state)),
  ];
}

const statusText = (status: Beneficiary['status']): Visible =>
  status === undefined
    ? t`without a status`
    : status instanceof Odd
      ? textCell(status).text
      : visible(status);

const doneAt = ({ own }: OwnPayout): number | undefined =>
  own.transitions.findLast(({ to }) => to === 'DONE')?.at;

/** The same amount to the same beneficiary, whatever its reference: paying twice is seldom meant. */
function isLatelyDone(row: OwnPayout, { beneficiaryId, amount, currency }: Order, { now }: State): boolean {
  const at = doneAt(row);
  if (row.kind !== 'payout' || at === undefined || now - at > LATELY) return false;
  const parsed = parseJson(row.own.intent.body ?? '');
  if (!parsed.ok || parsed.value === null || typeof parsed.value !== 'object') return false;
  const body = new Map(Object.entries(parsed.value));
  const paid = body.get('amount');
  return (
    body.get('beneficiary_id') === beneficiaryId &&
    body.get('currency') === currency &&
    paid instanceof JsonNumber &&
    compare(paid.source, amount) === 0
  );
}

function latelyDone(row: OwnPayout, { now, reach }: State): Visible {
  const when = visible(showTime(doneAt(row) ?? 0, 'local', now, reach.zone));
  const reference = lineOf(row, REFERENCE) ?? t`–`;
  return t`The same amount was paid to this beneficiary at ${when}, reference ${reference} (request ID ${visible(row.own.intent.requestId)}).`;
}
