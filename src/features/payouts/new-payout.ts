// The form of a new payout: who, how much, what for; nothing in it sends anything.

import { explain } from '../../api/client/explain.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { fieldValue, field as formField, withErrors } from '../../store/form.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView, customerKey } from '../../store/workspace.ts';
import type { Cell } from '../../ui/kit/cell.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { balancesNeed, beforeAndAfter } from '../../ui/screens/available.ts';
import { idText, isId, textCell } from '../../ui/screens/cells.ts';
import { formDone } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { documentOf } from '../../ui/screens/joined.ts';
import { type Beneficiary, beneficiaryQuery, field } from '../../ui/screens/payout-lines.ts';
import type { Order } from '../../ui/screens/payout-order.ts';
import { readAmount } from '../../ui/screens/typed-amount.ts';
import { payoutQuestion } from './create-payout.ts';

const forms = keptForms('new-payout', subject => ({
  fields: [
    formField('beneficiary', t`Beneficiary ID`, subject ?? '', t`or press p on a beneficiary of tab 7`),
    formField('amount', t`Amount`, '', t`such as 1,200.50`),
    formField('currency', t`Currency`, '', t`three letters; left empty, the beneficiary's own`),
    formField('reference', t`Reference`, '', t`what the payout is for, by the customer's own words`),
    formField('notes', t`Notes`, '', t`may be left empty`),
  ],
  // Whom it goes to is there already where it was opened for somebody.
  focus: subject === undefined ? 0 : 1,
}));

/** The beneficiary of the form as last read; one under another ID than was typed is nobody's. */
function payeeOf(state: State, form: Form): Beneficiary | undefined {
  const id = fieldValue(form, 'beneficiary');
  const { value } = documentOf(state, beneficiaryQuery(id));
  return value !== undefined && isId(value.id, id) ? value : undefined;
}

/** What is typed, else the beneficiary's own. */
const currencyOf = (form: Form, payee: Beneficiary | undefined): string =>
  fieldValue(form, 'currency').toUpperCase() || (payee && idText(payee.currency)) || '';

export const newPayoutForm: FormDeclaration = {
  place: 'new-payout',
  forms,
  button: t`Review the payout`,
  above: payeeEntries,
  needs(state, form) {
    const id = fieldValue(form, 'beneficiary');
    // An ID that is still being typed is nobody's.
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
    // Who it is for is read once the field is left.
    const payee = payeeOf(state, form);
    return payee ? checkPayoutForm(form, payee) : { ok: true };
  },
  review(app, form) {
    app.journal.refresh();
    const state = app.store.getState();
    const payee = payeeOf(state, form);
    const checked = checkPayoutForm(form, payee);
    if (!checked.ok) return app.store.setState(now => forms.set(now, withErrors(form, checked.errors)));
    const { customer } = state;
    const { subject } = currentView(state);
    if (!customer) return;
    const owner = customerKey(customer);
    const done = formDone(app, { declared: newPayoutForm, owner, subject, form });
    const question = payoutQuestion(checked.order, checked.payee, app.store.getState, done);
    void app.writes.ask(question);
  },
};

function currencyAside(form: Form, payee: Beneficiary | undefined, currency: string): Cell | undefined {
  const own = payee && idText(payee.currency);
  if (own === undefined || currency === '') return undefined;
  if (fieldValue(form, 'currency') === '') return { text: t`${visible(own, 12)}, the beneficiary's own` };
  return own === currency
    ? { text: t`as the beneficiary's account` }
    : { text: t`the beneficiary's account is in ${visible(own, 12)}`, tone: 'warn' };
}

/** Whom it would go to, as last read; or why that isn't known. */
function payeeEntries(state: State, form: Form): readonly Entry[] {
  const id = fieldValue(form, 'beneficiary');
  if (id === '')
    return [
      {
        note: t`Pays one beneficiary of this customer. Nothing is sent before it is reviewed and confirmed.`,
      },
    ];
  const { value, loading, failure } = documentOf(state, beneficiaryQuery(id));
  if (value !== undefined && !isId(value.id, id))
    return [
      {
        note: t`The service answered with another beneficiary than was asked for: nobody can be paid so.`,
        tone: 'bad',
      },
    ];
  if (value)
    return [
      {
        label: t`Pays`,
        cell: { ...textCell(value.account_holder_name, 'strong'), text: field(value.account_holder_name) },
      },
      { label: t`Account`, cell: textCell(value.account_number) },
      {
        label: t`Bank`,
        cell: {
          text: t`${field(value.bank_name)} · ${field(value.bank_country_code)} · in ${field(value.currency)}`,
        },
      },
      {
        label: t`Status`,
        cell: { ...textCell(value.status), tone: value.status === 'VERIFIED' ? 'good' : 'warn' },
      },
    ];
  if (loading) return [{ note: t`Reading the beneficiary …` }];
  if (failure && failure.kind !== 'abandoned') {
    const { what, todo } = explain(failure, t`Beneficiary`, { key: t`Ctrl+R` });
    return [{ note: what, tone: 'bad' }, { note: todo }];
  }
  return [{ note: t`The beneficiary is read once the field is left.` }];
}

type Checked =
  | { readonly ok: true; readonly order: Order; readonly payee: Beneficiary }
  | { readonly ok: false; readonly errors: Readonly<Record<string, Visible | undefined>> };

export function checkPayoutForm(form: Form, payee: Beneficiary | undefined): Checked {
  const beneficiaryId = fieldValue(form, 'beneficiary');
  const currency = currencyOf(form, payee);
  const reference = fieldValue(form, 'reference');
  const notes = fieldValue(form, 'notes');
  const known = /^[A-Z]{3}$/.test(currency);
  const amount = known ? readAmount(fieldValue(form, 'amount'), currency) : undefined;
  const errors = {
    beneficiary:
      beneficiaryId === ''
        ? t`A beneficiary is needed.`
        : payee
          ? undefined
          : t`This beneficiary is not read, and nobody is paid unseen.`,
    amount: amount && !amount.ok ? amount.why : undefined,
    // Left empty, it is the beneficiary's, who has to be there first.
    currency: known || (currency === '' && !payee) ? undefined : t`A currency is three letters, such as GBP.`,
    reference: reference === '' ? t`The service needs a reference.` : undefined,
  };
  if (!payee || !amount?.ok || Object.values(errors).some(Boolean)) return { ok: false, errors };
  const order = {
    beneficiaryId,
    amount: amount.value,
    currency,
    reference,
    notes: notes === '' ? undefined : notes,
  };
  return { ok: true, order, payee };
}
