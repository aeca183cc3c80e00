// The form of a new payout: beneficiary, amount, currency, reference and notes. The form sends nothing.

import { textCell } from '../../format/cells.ts';
import { type Cell, type Entry, noted } from '../../format/entry.ts';
import { documentOf, unreadEntries } from '../../format/joined.ts';
import { OPTIONAL, REQUIRED } from '../../format/member-rows.ts';
import { readAmount } from '../../format/typed-amount.ts';
import { isCurrencyForm } from '../../lib/currency.ts';
import { t, visible } from '../../lib/visible.ts';
import { balancesNeed, beforeAndAfter } from '../../money/available.ts';
import { formDone } from '../../money/form/form-done.ts';
import { whyNoMoneyIn } from '../../money/form/parts.ts';
import { wholeText } from '../../money/shown-lines.ts';
import { idText, isId } from '../../records/facts.ts';
import { type Beneficiary, beneficiaryQuery } from '../../records/reads.ts';
import { type FormCheck, fieldValue, field as formField, withErrors } from '../../store/form-state.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { type Order, payoutQuestion } from './payout-create.ts';

const forms = keptForms('new-payout', subject => ({
  fields: [
    formField('beneficiary', t`Beneficiary ID`, subject ?? '', t`or press p on a beneficiary in tab 7`),
    formField('amount', t`Amount`, '', t`such as 1,200.50`),
    formField('currency', t`Currency`, '', t`three letters; if empty: the beneficiary's currency`),
    {
      ...formField('reference', t`Reference`, '', t`what the payout is for, in the customer's words`),
      need: REQUIRED,
    },
    { ...formField('notes', t`Notes`, '', t`who sees notes is not documented`), need: OPTIONAL },
  ],
  focus: subject === undefined ? 0 : 1,
}));

function payeeOf(state: State, form: Form): Beneficiary | undefined {
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
    const payee = payeeOf(state, form);
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
    const payee = payeeOf(state, form);
    const currency = currencyOf(form, payee);
    if (fieldId === 'currency') return currencyAside(form, payee, currency);
    if (fieldId !== 'amount' || currency === '') return undefined;
    const amount = readAmount(fieldValue(form, 'amount'), currency);
    const { text, tone } = beforeAndAfter(state, amount.ok ? amount.value : undefined, currency);
    return { text: t`available ${text}`, ...(tone && { tone }) };
  },
  check(form, state) {
    // An unknown beneficiary is no error here: Purser may still be reading it.
    const payee = payeeOf(state, form);
    return payee ? checkPayoutForm(form, payee) : { ok: true };
  },
  review(app, form) {
    const state = app.store.getState();
    const payee = payeeOf(state, form);
    const checked = checkPayoutForm(form, payee);
    if (!checked.ok) return app.store.setState(now => forms.set(now, withErrors(form, checked.errors)));
    const done = formDone(app, { declared: newPayoutForm });
    const question = payoutQuestion(checked.order, checked.payee, app.store.getState, done);
    void app.dialog.ask(question);
  },
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
  const noMoney = whyNoMoneyIn(currency);
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
