// Opening an account: its kind, where and in what, and the features it must have as rows; nothing in it sends anything.

import { Odd } from '../../api/contract/odd.ts';
import type { Input, Result } from '../../api/contract/operations.ts';
import type { Question } from '../../effects/question.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { choice, field, fieldValue, withErrors } from '../../store/form.ts';
import { keptForms } from '../../store/kept-forms.ts';
import { places } from '../../store/places.ts';
import type { Field, Form } from '../../store/state.ts';
import { currentView, customerKey } from '../../store/workspace.ts';
import { textCell } from '../../ui/screens/cells.ts';
import { formDone } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { tokenOf } from '../../writes/token-of.ts';

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
    t`its currency, three letters; Ctrl+N adds a feature`,
  ),
  choice(featureId(n, 'method'), t`  transfer`, '', t`← and → choose`, METHODS),
];

const forms = keptForms('new-account', () => ({
  fields: [
    choice('type', t`Type`, '', t`← and → choose`, KINDS),
    field('country', t`Country`, '', t`two letters, such as GB`),
    field('currency', t`Currency`, '', t`three letters, such as GBP`),
    field('label', t`Label`, '', t`may be left empty`),
    ...featureFields(0),
  ],
  focus: 0,
}));

const featuresIn = (form: Form): number =>
  form.fields.filter(({ id }) => /^feature\.\d+\.currency$/.test(id)).length;

export const newAccountForm: FormDeclaration = {
  place: 'new-account',
  forms,
  button: t`Review the account`,
  above: () => [
    {
      note: t`Opens an account for this customer. At least one feature is needed: what it must be able to take. Nothing is sent before it is reviewed and confirmed.`,
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

type Errors = Readonly<Record<string, Visible | undefined>>;
type Checked = { readonly ok: true; readonly body: Body } | { readonly ok: false; readonly errors: Errors };

const CURRENCY = t`A currency is three letters, such as GBP.`;

/** What is typed as the request's body; a feature without a currency and a transfer method isn't there. */
export function checkAccountForm(form: Form): Checked {
  const type = KINDS.find(({ value }) => value === fieldValue(form, 'type'))?.value;
  const country = fieldValue(form, 'country').toUpperCase();
  const currency = fieldValue(form, 'currency').toUpperCase();
  const label = fieldValue(form, 'label');
  const { features, errors: wrong } = checkFeatures(form);
  const errors: Errors = {
    type: type === undefined ? t`Say which of the two it is.` : undefined,
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
  readonly errors: Errors;
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
        ? t`This feature stands above already.`
        : undefined;
    if (method === undefined) errors[typed] = t`Say how it is transferred.`;
    else features.push({ currency: code, transfer_method: method });
  }
  if (features.length === 0 && Object.keys(errors).length === 0)
    errors[featureId(0, 'currency')] = t`At least one feature is needed.`;
  return { features, errors };
}

export function accountQuestion(
  body: Body,
  ended: NonNullable<Question<'account.create'>['ended']>,
): Question<'account.create'> {
  const { type, country, currency, label, required_features: features } = body;
  return {
    operation: 'account.create',
    input: { body },
    title: t`New account`,
    button: t`Open the account`,
    lines: [
      { label: t`Type`, value: visible(type) },
      { label: t`Country`, value: visible(country) },
      { label: t`Currency`, value: visible(currency) },
      { label: t`Label`, value: label === undefined ? t`not sent` : visible(label) },
      ...features.map(({ currency: code, transfer_method: method }, i) => ({
        label: t`Feature ${i + 1}`,
        value: t`${visible(code)} ${visible(method)}`,
      })),
    ],
    warnings: [
      t`Nothing that is there yet can be read first: look through the accounts (2) whether there is one already. The interface has no call that closes an account.`,
    ],
    token: tokenOf('account.create', { body }),
    done: accounts => [t`The service says that the account is opened.`, ...accounts.map(sentenceOf)],
    ended,
  };
}

type Opened = Result<'account.create'>[number];

/** INTERFACE.md, Account (Family B): "a placeholder dash on a newly created inactive account": what came is said, a dash or not. */
function sentenceOf(account: Opened): Visible {
  if (account instanceof Odd) return t`Its answer has an account that can't be read; the list shows it.`;
  const [id, status] = [textCell(account.id).text, textCell(account.status).text];
  const { account_number: number } = account;
  const numbered =
    number === undefined ? t`no number came with it` : t`its number came as ${textCell(number).text}`;
  return account.status === 'INACTIVE'
    ? t`It is called ${id}. It is INACTIVE, and ${numbered}, until the service says otherwise; what makes it active, the interface doesn't say.`
    : t`It is called ${id}, its status is ${status}, and ${numbered}.`;
}
