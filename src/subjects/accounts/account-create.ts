// A new account, with its form.

import { Odd } from '../../api/contract/odd.ts';
import type { Input, Result } from '../../api/contract/operations.ts';
import { created } from '../../api/contract/write-meaning.ts';
import { textCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { textIn } from '../../journal/request-body.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { creating, questionOf } from '../../money/act.ts';
import type { CheckedWrite } from '../../money/check/reconciliation.ts';
import { readingOf, readWith } from '../../money/check/reconciliation.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked, nothing } from '../../money/for-call.ts';
import { reviewing } from '../../money/form/form-done.ts';
import { country, currency, type FormPart, oneOf, optional, text } from '../../money/form/parts.ts';
import { writeForm } from '../../money/form/write-form.ts';
import { textOf } from '../../money/same-thing.ts';
import { confirmedIn } from '../../money/shown-lines.ts';
import type { Question } from '../../sending/question.ts';
import { fieldValue } from '../../store/form-state.ts';
import { keptForms } from '../../store/kept-forms.ts';
import { places } from '../../store/places.ts';
import type { Field, Form } from '../../store/state.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';

const ACT = creating(t`account`, t`Open`);

export const accountCreate: WriteDefinition<'account.create'> = {
  operation: 'account.create',
  class: 'write',
  happened(intent) {
    const currency = confirmedIn(intent, t`Currency`);
    return currency === undefined ? t`Opened an account.` : t`Opened an account in ${currency}.`;
  },
  meaning: created,
  token: { words: t`the currency`, of: ({ body }) => ({ text: body.currency, name: t`the currency` }) },
  question: ({ body }) => asked(accountQuestion(body, nothing)),
  duplicates: {
    similar: {
      what: t`an account of this type, country and currency`,
      of: intent => [textOf(intent, 'type'), textOf(intent, 'country'), textOf(intent, 'currency')],
    },
  },
  reconcile: {
    plan: intent =>
      readWith(textIn(intent, 'currency'), currency => ({
        operation: 'account.list',
        input: { query: { currency } },
      })),
    reads: ['account.list'],
    entries: accountsNow,
    proof: t`The service's list has no opening time and no request ID. An account in the list may be older than this request. An INACTIVE account with a dash for its number is new.`,
  },
  onScreen: { place: 'accounts', key: 'n' },
};

/** The Accounts tab has all of them. */
const MOST = 20;

function accountsNow({ row, outcomeCheck }: CheckedWrite): readonly Entry[] {
  const read = readingOf(outcomeCheck, 'account.list')?.value;
  if (read === undefined) return [];
  const rows = read.flatMap(one => (one instanceof Odd ? [] : [one]));
  return [
    { heading: t`Accounts in this currency now` },
    noted(t`Requested label: “${visible(textIn(row.intent, 'label') ?? '', 60)}”.`, 'plain'),
    ...(rows.length === 0 ? [noted(t`None.`, 'warn')] : []),
    ...rows
      .slice(0, MOST)
      .flatMap((one, i): readonly Entry[] => [
        noted(t`Account ${i + 1} of ${rows.length}:`, 'plain'),
        { label: t`Label`, cell: textCell(one.label) },
        { label: t`Status`, cell: textCell(one.status) },
        { label: t`Number`, cell: textCell(one.account_number) },
        { label: t`ID`, cell: textCell(one.id) },
      ]),
  ];
}

export type NewAccount = Input<'account.create'>['body'];

export const accountQuestion = (
  body: NewAccount,
  ended: NonNullable<Question<'account.create'>['ended']>,
): Question<'account.create'> => ({
  ...questionOf(accountCreate, ACT, { body }),
  lines: [
    { label: t`Type`, value: TYPES[body.type] },
    { label: t`Country`, value: visible(body.country) },
    { label: t`Currency`, value: visible(body.currency) },
    { label: t`Label`, value: body.label === undefined ? t`not sent` : visible(body.label) },
    ...body.required_features.map(({ currency, transfer_method: method }, i) => ({
      label: t`Feature ${i + 1}`,
      value: t`${visible(currency)} ${visible(method)}`,
    })),
  ],
  warnings: [
    t`Purser can't check for a duplicate: look for this account in the list (2) first. The service can't close an account.`,
  ],
  done: accounts => accounts.map(sentenceOf),
  ended,
});

type OpenedAccount = Result<'account.create'>[number];

/** A new inactive account has a placeholder dash for its number (INTERFACE.md, Account (Family B)). */
function sentenceOf(account: OpenedAccount): Visible {
  if (account instanceof Odd)
    return t`Purser can't read one account in the response. The list shows that account.`;
  const [id, status] = [textCell(account.id).text, textCell(account.status).text];
  const { account_number: number } = account;
  const numbered = number === undefined ? t`none sent` : textCell(number).text;
  return account.status === 'INACTIVE'
    ? t`Account ID ${id}, status INACTIVE, number: ${numbered}. The step to ACTIVE is not documented by the service.`
    : t`Account ID ${id}, status ${status}, number: ${numbered}.`;
}

type Features = NewAccount['required_features'];

const CHOOSE = t`← → to choose`;

const featureOf = (n: number) => ({
  currency: currency(
    `feature.${n}.currency`,
    t`Feature ${n + 1}`,
    t`the feature's currency, three letters; Ctrl+N adds a feature`,
  ),
  transfer_method: oneOf(`feature.${n}.method`, [t`  transfer`, CHOOSE, t`Choose the transfer method.`], {
    LOCAL: t`LOCAL`,
    SWIFT: t`SWIFT`,
  }),
});

function featureRows(n: number): readonly Field[] {
  const feature = featureOf(n);
  return [...feature.currency.rows, ...feature.transfer_method.rows];
}

const featuresIn = (form: Form): number =>
  form.fields.filter(({ id }) => /^feature\.\d+\.currency$/.test(id)).length;

/** At least one, and none twice. Empty rows don't count. */
const features: FormPart<Features> = {
  rows: featureRows(0),
  read(form, able) {
    const errors: Record<string, Visible | undefined> = {};
    const value: Features = [];
    for (let n = 0; n < featuresIn(form); n++) {
      if (featureRows(n).every(({ id }) => fieldValue(form, id) === '')) continue;
      const feature = featureOf(n);
      const [code, method] = [feature.currency.read(form, able), feature.transfer_method.read(form, able)];
      Object.assign(errors, code.errors, method.errors);
      if (code.value === undefined || method.value === undefined) continue;
      const twice = value.some(one => one.currency === code.value && one.transfer_method === method.value);
      if (twice) errors[`feature.${n}.currency`] = t`This feature is a duplicate of another feature.`;
      value.push({ currency: code.value, transfer_method: method.value });
    }
    if (value.length === 0 && Object.keys(errors).length === 0)
      errors['feature.0.currency'] = t`At least one feature is required.`;
    return { value, errors };
  },
};

const TYPES = { global_account: t`global account`, virtual_account: t`virtual account` };

export const newAccountForm = writeForm('account.create')({
  type: oneOf('type', [t`Type`, CHOOSE, t`Choose the account type.`], TYPES),
  country: country('country', t`Country`, t`two letters, such as GB`),
  currency: currency('currency', t`Currency`, t`three letters, such as GBP`),
  label: optional(text('label', t`Label`, t`optional`, t``)),
  required_features: features,
});

const forms = keptForms('new-account', () => ({ fields: newAccountForm.rows(), focus: 0 }));

export const newAccountScreen: FormDeclaration = {
  place: 'new-account',
  forms,
  button: t`Review account`,
  above: () => [
    {
      note: t`Opens an account for this customer. The account needs at least one feature: a currency, and the transfer method for that currency. Purser sends nothing before you review and confirm.`,
    },
  ],
  check: form => newAccountForm.check(form),
  review: reviewing(
    () => newAccountScreen,
    form => newAccountForm.check(form),
    (app, { body }, ended) => void app.dialog.ask(accountQuestion(body, ended)),
  ),
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
          const fields = [...form.fields, ...featureRows(featuresIn(form))];
          return forms.set(state, { fields, focus: form.fields.length });
        }),
    },
  ],
};
