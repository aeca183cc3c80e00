// A payout to a beneficiary.

import { Odd } from '../../api/contract/odd.ts';
import type { Input } from '../../api/contract/operations.ts';
import { moved } from '../../api/contract/write-meaning.ts';
import { textCell, timeCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { Intent } from '../../journal/intent.ts';
import { amountIn, textIn } from '../../journal/request-body.ts';
import { publishedDigits } from '../../lib/currency.ts';
import { type Decimal, fractionDigits } from '../../lib/decimal.ts';
import { foldedText } from '../../lib/fold.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { balancesIn, beforeAndAfter, exceedsAvailable } from '../../money/available.ts';
import { historyEvidence, ownPayouts, paidCandidates } from '../../money/check/history-entries.ts';
import type { CheckedWrite } from '../../money/check/reconciliation.ts';
import { asOf, history, readingOf, readWith } from '../../money/check/reconciliation.ts';
import type { PaidAlike, WriteDefinition } from '../../money/definition.ts';
import { asked, barred, nothing, unreadable } from '../../money/for-call.ts';
import { madeWith, member, sumOf, BENEFICIARY as THIS_BENEFICIARY, textOf } from '../../money/same-thing.ts';
import {
  AMOUNT,
  AVAILABLE,
  amountText,
  asSentence,
  BENEFICIARY,
  confirmedIn,
  REFERENCE,
  wholeText,
} from '../../money/shown-lines.ts';
import { amountToken } from '../../money/write-tokens.ts';
import { idText, isId } from '../../records/facts.ts';
import { type Beneficiary, beneficiaryQuery } from '../../records/reads.ts';
import { type Question, type ShownRecord, shownIn } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import type { State } from '../../store/state.ts';
import { recognised } from './own-payout.ts';

export const payoutCreate: WriteDefinition<'payout.create'> = {
  operation: 'payout.create',
  class: 'money',
  happened: intent =>
    asSentence(
      t`Paid ${confirmedIn(intent, AMOUNT) ?? t`the amount`} to ${confirmedIn(intent, BENEFICIARY) ?? t`the beneficiary`}`,
    ),
  summary: ({ state, status = state, date, line }) => ({
    kind: 'payout',
    status,
    fields: { amount: line(AMOUNT), payee: line(BENEFICIARY), reference: line(REFERENCE), date },
  }),
  meaning: moved,
  token: { words: t`the amount`, of: ({ body }) => amountToken(body.amount, t`the amount`) },
  async question({ body }, { client, store, readBalances }) {
    const { customer } = store.getState();
    const { beneficiary_id } = body;
    const read = await client.perform('beneficiary.get', { query: { beneficiary_id } }, { customer });
    if (!read.ok) return unreadable('beneficiary.get', read.failure);
    if (!isId(read.value.id, beneficiary_id)) return barred(t`The service returned a different beneficiary.`);
    await readBalances();
    return asked(payoutQuestion(body, read.value, store.getState, nothing));
  },
  amounts: [['amount', 'currency']],
  duplicates: {
    ...madeWith(THIS_BENEFICIARY, member('beneficiary_id')),
    similar: { what: t`the same amount to this beneficiary`, pays: paidAlike },
    usesUp(intent) {
      const { payee, currency, amount, reference } = paidIn(intent);
      const parts = [payee, currency, amount, reference];
      return parts.includes(undefined) ? [] : [JSON.stringify(parts)];
    },
  },
  reconcile: {
    plan: (intent, since) => [
      history(since),
      ...readWith(textIn(intent, 'beneficiary_id'), beneficiary_id => ({
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
  knownId: t`Same request ID, same content. The service documents that a known request ID makes no second transfer. Sending again pays only if the first request did not work.`,
  onScreen: { place: 'payouts', key: 'n' },
};

const ACCOUNT = t`Account`;
const BANK = t`Bank`;

function paidIn(intent: Intent) {
  const reference = foldedText(textIn(intent, 'reference') ?? '');
  return {
    payee: textOf(intent, 'beneficiary_id'),
    currency: textOf(intent, 'currency'),
    amount: sumOf(intent, 'amount'),
    reference: reference === '' ? undefined : reference,
  };
}

/** The confirmed name, bank and last four of the account. The service masks the rest. */
function accountIn(intent: Intent): string | undefined {
  const name = confirmedIn(intent, BENEFICIARY);
  const [, bank] = /^(.*) · in /.exec(confirmedIn(intent, BANK) ?? '') ?? [];
  const number = (confirmedIn(intent, ACCOUNT) ?? '').replace(/[^\p{L}\p{N}]/gu, '').slice(-4);
  return name === undefined || bank === undefined || !/\d/.test(number)
    ? undefined
    : JSON.stringify([name, bank, number].map(foldedText));
}

function paidAlike(one: Intent, other: Intent): PaidAlike | undefined {
  const [mine, its] = [paidIn(one), paidIn(other)];
  const account = accountIn(one);
  const whom =
    mine.payee !== undefined && mine.payee === its.payee
      ? t`to this beneficiary`
      : account !== undefined && account === accountIn(other)
        ? t`to the same account under another beneficiary ID`
        : undefined;
  if (whom === undefined || mine.currency === undefined || mine.currency !== its.currency) return undefined;
  if (mine.amount !== undefined && mine.amount === its.amount)
    return { what: t`the same amount`, whom, ...(mine.payee !== its.payee && { weak: true }) };
  if (mine.reference === undefined || mine.reference !== its.reference) return undefined;
  const [amount, currency] = [amountIn(other, 'amount'), textIn(other, 'currency')];
  return amount === undefined || currency === undefined
    ? undefined
    : { what: t`the same reference`, whom, amount: amountText(amount, currency), weak: true };
}

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

/** `now`: the newest state at each read, because another console may have paid meanwhile. */
export function payoutQuestion(
  order: Order,
  beneficiary: Beneficiary,
  now: () => State,
  ended: NonNullable<Question<'payout.create'>['ended']>,
): Question<'payout.create'> {
  const available = beforeAndAfter(now(), order.amount, order.currency).text;
  const input = { body: order };
  return {
    operation: 'payout.create',
    input,
    title: t`New payout`,
    button: t`Make payout`,
    ...shownIn(
      shownPayee(order, available, read => payoutWarnings(order, read, now())),
      beneficiary,
    ),
    token: payoutCreate.token.of(input, {}),
    done({ raw }) {
      const [id] = recognised(raw).ids;
      return [
        id === undefined
          ? t`Purser found no payout ID in the service's response. The payout's details show the raw response.`
          : t`Payout ID: ${visible(id)}, from this payout's response (not documented).`,
      ];
    },
    ended,
  };
}

function payoutLines(read: Beneficiary, order: Order, available: Visible): readonly ShownLine[] {
  const { amount, currency, reference, notes } = order;
  return [
    { label: BENEFICIARY, value: wholeText(read.account_holder_name) },
    { label: ACCOUNT, value: wholeText(read.account_number) },
    {
      label: BANK,
      value: t`${wholeText(read.bank_name)} · ${wholeText(read.bank_country_code)} · in ${wholeText(read.currency)}`,
    },
    { label: t`ID`, value: t`${wholeText(read.id)} · ${wholeText(read.status)}` },
    { label: AMOUNT, value: amountText(amount, currency) },
    { label: REFERENCE, value: visible(reference) },
    ...(notes === undefined ? [] : [{ label: t`Notes`, value: visible(notes) }]),
    { label: AVAILABLE, value: available },
  ];
}

/** The available amount stays as confirmed. The warnings come from the new record. */
const shownPayee = (
  order: Order,
  available: Visible,
  warnings: (read: Beneficiary) => readonly Visible[],
): ShownRecord<'beneficiary.get'> => ({
  ...beneficiaryQuery(order.beneficiary_id),
  found: read =>
    isId(read.id, order.beneficiary_id) ? read : t`The service returned a different beneficiary.`,
  lines: read => payoutLines(read, order, available),
  warnings,
});

/** Without duplicates, which money/write-rules.ts adds to every dialog. */
function payoutWarnings(order: Order, beneficiary: Beneficiary, state: State): readonly Visible[] {
  const { amount, currency } = order;
  return [
    ...(exceedsAvailable(balancesIn(state), amount, currency)
      ? [t`More than the available amount. The service may refuse.`]
      : []),
    ...finerThanPublished(amount, currency),
    ...(idText(beneficiary.currency) === currency
      ? []
      : [
          t`The beneficiary's account is in ${wholeText(beneficiary.currency)}, not in ${visible(currency)}.`,
        ]),
    ...(beneficiary.status === 'VERIFIED'
      ? []
      : [t`The beneficiary is ${statusText(beneficiary.status)}, not VERIFIED. The service may refuse.`]),
  ];
}

/** ISO 4217 has decimal places for the currency that the service does not use. */
function finerThanPublished(amount: Decimal, currency: string): readonly Visible[] {
  const digits = publishedDigits(currency);
  const sent = fractionDigits(amount.includes('.') ? (amount.replace(/\.?0+$/, '') as Decimal) : amount);
  return digits === undefined || sent <= digits
    ? []
    : [
        t`The service's ${visible(currency)} amounts have ${digits} decimal places. It may refuse or round ${amountText(amount, currency)}.`,
      ];
}

const statusText = (status: Beneficiary['status']): Visible =>
  status === undefined
    ? t`without a status`
    : status instanceof Odd
      ? textCell(status).text
      : visible(status);

export type Order = Input<'payout.create'>['body'];
