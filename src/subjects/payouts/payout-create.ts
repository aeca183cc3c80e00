// A payout to a beneficiary, with its form: beneficiary, amount, currency, reference and notes.

import { Odd } from '../../api/contract/odd.ts';
import type { Input } from '../../api/contract/operations.ts';
import { moved } from '../../api/contract/write-meaning.ts';
import { textCell, timeCell } from '../../format/cells.ts';
import { type Cell, type Entry, noted } from '../../format/entry.ts';
import { documentOf, unreadEntries } from '../../format/joined.ts';
import { OPTIONAL, REQUIRED } from '../../format/member-rows.ts';
import { readAmount } from '../../format/typed-amount.ts';
import type { Intent } from '../../journal/intent.ts';
import { amountIn, textIn } from '../../journal/request-body.ts';
import { isCurrencyForm, publishedDigits } from '../../lib/currency.ts';
import { type Decimal, fractionDigits } from '../../lib/decimal.ts';
import { foldedText } from '../../lib/fold.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { creating, questionOf } from '../../money/act.ts';
import { balancesIn, balancesNeed, beforeAndAfter, exceedsAvailable } from '../../money/available.ts';
import { historyEvidence, ownPayouts, paidCandidates } from '../../money/check/history-entries.ts';
import { asOf, history, readWith } from '../../money/check/reconciliation.ts';
import type { PaidAlike, WriteDefinition } from '../../money/definition.ts';
import { asked, askedAbout, nothing } from '../../money/for-call.ts';
import { checkMoneyCurrency } from '../../money/form/body-fields.ts';
import { reviewing } from '../../money/form/form-done.ts';
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
import { type Question, shownIn } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { type FormCheck, field, fieldValue } from '../../store/form-state.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
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
  question({ body }, sources) {
    const { beneficiary_id: id } = body;
    return askedAbout(sources, payeeOf(id), async read => {
      await sources.readBalances();
      return asked(payoutQuestion(body, read, sources.store.getState, nothing));
    });
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
    evidence: {
      'account.balanceHistory': (read, checked) =>
        historyEvidence(
          read,
          checked,
          paidCandidates(checked.row),
          ownPayouts(checked.row, checked.outcomeCheck, checked.all),
        ),
      'beneficiary.get': (read, checked) => [
        asOf(t`The beneficiary at the service`, 'beneficiary.get', checked),
        { label: t`Name`, cell: textCell(read.account_holder_name) },
        { label: t`Account`, cell: textCell(read.account_number) },
        { label: t`Status`, cell: textCell(read.status) },
        { label: t`Last used`, cell: timeCell(read.last_used_at, checked.moment) },
      ],
    },
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

/** `now`: the newest state at each read, because another console may have paid meanwhile. */
function payoutQuestion(
  order: Order,
  beneficiary: Beneficiary,
  now: () => State,
  ended: NonNullable<Question<'payout.create'>['ended']>,
): Question<'payout.create'> {
  const available = beforeAndAfter(now(), order.amount, order.currency).text;
  return {
    ...questionOf(payoutCreate, creating(t`payout`, t`Make`), { body: order }),
    ...shownIn(
      {
        ...payeeOf(order.beneficiary_id),
        // The available amount stays as confirmed.
        lines: read => payoutLines(read, order, available),
        warnings: read => payoutWarnings(order, read, now()),
      },
      beneficiary,
    ),
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

const payeeOf = (id: string) => ({
  ...beneficiaryQuery(id),
  found: (read: Beneficiary) => (isId(read.id, id) ? read : t`The service returned a different beneficiary.`),
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

const forms = keptForms('new-payout', subject => ({
  fields: [
    field('beneficiary', t`Beneficiary ID`, subject ?? '', t`or press p on a beneficiary in tab 7`),
    field('amount', t`Amount`, '', t`such as 1,200.50`),
    field('currency', t`Currency`, '', t`three letters; if empty: the beneficiary's currency`),
    {
      ...field('reference', t`Reference`, '', t`what the payout is for, in the customer's words`),
      need: REQUIRED,
    },
    { ...field('notes', t`Notes`, '', t`who sees notes is not documented`), need: OPTIONAL },
  ],
  focus: subject === undefined ? 0 : 1,
}));

function typedPayee(state: State, form: Form): Beneficiary | undefined {
  const id = fieldValue(form, 'beneficiary');
  const { value } = documentOf(state, beneficiaryQuery(id));
  return value !== undefined && isId(value.id, id) ? value : undefined;
}

const currencyOf = (form: Form, payee: Beneficiary | undefined): string =>
  fieldValue(form, 'currency').toUpperCase() || (payee && idText(payee.currency)) || '';

export const newPayoutForm: FormDeclaration = {
  place: 'new-payout',
  forms,
  button: t`Review payout`,
  // While Purser reads the beneficiary too, so that the next field does not depend on the service's speed.
  passesOver(fieldId, form, state) {
    const payee = typedPayee(state, form);
    const known = !payee || isCurrencyForm(idText(payee.currency) ?? '');
    return fieldId === 'currency' && fieldValue(form, 'currency') === '' && known;
  },
  above: payeeEntries,
  needs(state, form) {
    const id = fieldValue(form, 'beneficiary');
    const typing = form.fields[form.focus]?.id === 'beneficiary' && currentView(state).subject !== id;
    return [
      balancesNeed,
      ...(id === '' || typing ? [] : [{ kind: 'document', query: beneficiaryQuery(id) } as const]),
    ];
  },
  aside(fieldId, state, form) {
    const payee = typedPayee(state, form);
    const currency = currencyOf(form, payee);
    if (fieldId === 'currency') return currencyAside(form, payee, currency);
    if (fieldId !== 'amount' || currency === '') return undefined;
    const amount = readAmount(fieldValue(form, 'amount'), currency);
    const { text, tone } = beforeAndAfter(state, amount.ok ? amount.value : undefined, currency);
    return { text: t`available ${text}`, ...(tone && { tone }) };
  },
  check(form, state) {
    // An unknown beneficiary is no error here: Purser may still be reading it.
    const payee = typedPayee(state, form);
    return payee ? checkPayoutForm(form, payee) : { ok: true };
  },
  review: reviewing(
    { place: 'new-payout', forms },
    (form, state) => checkPayoutForm(form, typedPayee(state, form)),
    (app, { order, payee }, ended) =>
      void app.dialog.ask(payoutQuestion(order, payee, app.store.getState, ended)),
  ),
};

function currencyAside(form: Form, payee: Beneficiary | undefined, currency: string): Cell | undefined {
  const own = payee && idText(payee.currency);
  if (own === undefined || currency === '') return undefined;
  if (fieldValue(form, 'currency') === '')
    return { text: t`${visible(own, 12)}, the beneficiary's currency` };
  return own === currency
    ? { text: t`same as the beneficiary's account` }
    : { text: t`the beneficiary's account is in ${visible(own, 12)}`, tone: 'warn' };
}

function payeeEntries(state: State, form: Form): readonly Entry[] {
  const id = fieldValue(form, 'beneficiary');
  if (id === '')
    return [
      {
        note: t`Pays one beneficiary of this customer. Purser sends nothing before you review and confirm.`,
      },
    ];
  const read = documentOf(state, beneficiaryQuery(id));
  const { value } = read;
  if (value !== undefined && !isId(value.id, id))
    return [
      noted(
        t`You can't make this payout. The service returned a different beneficiary. Press Ctrl+R to read the beneficiary again.`,
        'bad',
      ),
    ];
  if (value)
    return [
      {
        label: t`Pays`,
        cell: {
          ...textCell(value.account_holder_name, 'strong'),
          text: wholeText(value.account_holder_name),
        },
      },
      { label: t`Account`, cell: textCell(value.account_number) },
      {
        label: t`Bank`,
        cell: {
          text: t`${wholeText(value.bank_name)} · ${wholeText(value.bank_country_code)} · in ${wholeText(value.currency)}`,
        },
      },
      {
        label: t`Status`,
        cell: { ...textCell(value.status), tone: value.status === 'VERIFIED' ? 'good' : 'warn' },
      },
    ];
  return unreadEntries(read, {
    title: t`Beneficiary`,
    reading: t`Reading the beneficiary …`,
    unread: t`Purser reads the beneficiary when you leave this field.`,
  });
}

export function checkPayoutForm(
  form: Form,
  payee: Beneficiary | undefined,
): FormCheck<{ readonly order: Order; readonly payee: Beneficiary }> {
  const beneficiary_id = fieldValue(form, 'beneficiary');
  const currency = currencyOf(form, payee);
  const reference = fieldValue(form, 'reference');
  const notes = fieldValue(form, 'notes');
  const noMoney = checkMoneyCurrency(currency);
  const amount = noMoney === undefined ? readAmount(fieldValue(form, 'amount'), currency) : undefined;
  const errors = {
    beneficiary:
      beneficiary_id === ''
        ? t`A beneficiary ID is required.`
        : payee
          ? undefined
          : t`Purser has not read this beneficiary yet. Wait, or press Ctrl+R.`,
    amount: amount && !amount.ok ? amount.why : undefined,
    currency: currency === '' && !payee ? undefined : noMoney,
    reference: reference === '' ? t`A reference is required by the service.` : undefined,
  };
  if (!payee || !amount?.ok || Object.values(errors).some(Boolean)) return { ok: false, errors };
  const order = {
    beneficiary_id,
    amount: amount.value,
    currency,
    reference,
    notes: notes === '' ? undefined : notes,
  };
  return { ok: true, order, payee };
}
