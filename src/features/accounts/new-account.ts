// Opening an account: its type, country, currency and features. The form sends nothing.

import type { Input } from '../../api/contract/operations.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { choice, type FieldErrors, type FormCheck, field, fieldValue, withErrors } from '../../store/form.ts';
import { keptForms } from '../../store/kept-forms.ts';
import { places } from '../../store/places.ts';
import type { Field, Form } from '../../store/state.ts';
import { currentView, customerKey } from '../../store/workspace.ts';
import { formDone } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { accountQuestion } from '../../writes/account-create.ts';

type Body = Input<'account.create'>['body'];

const KINDS = [
  { value: 'global_account', label: t`global account` },
  { value: 'virtual_account', label: t`virtual account` },
] as const;
const METHODS = [
  { value: 'LOCAL', label: t`LOCAL` },
  { value: 'SWIFT', label: t`SWIFT` },
] as const;

const featureId = (n: number, part: 'currency' | 'method'): string => `feature.${n}.${part}`;

const featureFields = (n: number): readonly Field[] => [
  field(
    featureId(n, 'currency'),
    t`Feature ${n + 1}`,
    '',
    t`the feature's currency, three letters; Ctrl+N adds a feature`,
  ),
  choice(featureId(n, 'method'), t`  transfer`, '', t`← → to choose`, METHODS),
];

const forms = keptForms('new-account', () => ({
  fields: [
    choice('type', t`Type`, '', t`← → to choose`, KINDS),
    field('country', t`Country`, '', t`two letters, such as GB`),
    field('currency', t`Currency`, '', t`three letters, such as GBP`),
    field('label', t`Label`, '', t`optional`),
    ...featureFields(0),
  ],
  focus: 0,
}));

const featuresIn = (form: Form): number =>
  form.fields.filter(({ id }) => /^feature\.\d+\.currency$/.test(id)).length;

export const newAccountForm: FormDeclaration = {
  place: 'new-account',
  forms,
  button: t`Review account`,
  above: () => [
    {
      note: t`Opens an account for this customer. At least one feature is required: a currency and transfer method that the account takes. Purser sends nothing before you review and confirm.`,
    },
  ],
  check: checkAccountForm,
  review(app, form) {
    const checked = checkAccountForm(form);
    if (!checked.ok) return app.store.setState(state => forms.set(state, withErrors(form, checked.errors)));
    const { customer } = app.store.getState();
    if (!customer) return;
    const reviewed = {
      declared: newAccountForm,
      owner: customerKey(customer),
      subject: currentView(app.store.getState()).subject,
      form,
    };
    void app.writes.ask(accountQuestion(checked.body, formDone(app, reviewed)));
  },
  commands: [
    {
      id: 'new-account.add',
      title: t`another feature`,
      keys: ['ctrl-n'],
      group: places['new-account'].title,
      footer: 1.2,
      run: app =>
        app.store.setState(state => {
          const form = forms.get(state);
          const fields = [...form.fields, ...featureFields(featuresIn(form))];
          return forms.set(state, { fields, focus: form.fields.length });
        }),
    },
  ],
};

const CURRENCY = t`A currency is three letters, such as GBP.`;

/** The typed values as the request's body; it leaves out empty features. */
export function checkAccountForm(form: Form): FormCheck<{ readonly body: Body }> {
  const type = KINDS.find(({ value }) => value === fieldValue(form, 'type'))?.value;
  const country = fieldValue(form, 'country').toUpperCase();
  const currency = fieldValue(form, 'currency').toUpperCase();
  const label = fieldValue(form, 'label');
  const { features, errors: wrong } = checkFeatures(form);
  const errors: FieldErrors = {
    type: type === undefined ? t`Choose the account type.` : undefined,
    country: /^[A-Z]{2}$/.test(country) ? undefined : t`A country is two letters, such as GB.`,
    currency: /^[A-Z]{3}$/.test(currency) ? undefined : CURRENCY,
    ...wrong,
  };
  if (type === undefined || Object.values(errors).some(Boolean)) return { ok: false, errors };
  const body = { type, country, currency, ...(label !== '' && { label }), required_features: features };
  return { ok: true, body };
}

function checkFeatures(form: Form): {
  readonly features: Body['required_features'];
  readonly errors: FieldErrors;
} {
  const errors: Record<string, Visible | undefined> = {};
  const features: Body['required_features'] = [];
  for (let n = 0; n < featuresIn(form); n++) {
    const [currency, typed] = [featureId(n, 'currency'), featureId(n, 'method')];
    const code = fieldValue(form, currency).toUpperCase();
    const method = METHODS.find(({ value }) => value === fieldValue(form, typed))?.value;
    if (code === '' && method === undefined) continue;
    const twice = features.some(one => one.currency === code && one.transfer_method === method);
    errors[currency] = !/^[A-Z]{3}$/.test(code)
      ? CURRENCY
      : twice
        ? t`This feature is a duplicate of another feature.`
        : undefined;
    if (method === undefined) errors[typed] = t`Choose the transfer method.`;
    else features.push({ currency: code, transfer_method: method });
  }
  if (features.length === 0 && Object.keys(errors).length === 0)
    errors[featureId(0, 'currency')] = t`At least one feature is required.`;
  return { features, errors };
}
